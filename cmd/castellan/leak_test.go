package main

import (
	"os"
	"runtime/pprof"
	"testing"
)

// With the tag matprofile (make leaks) gocv knows the Mats that were not closed.
func TestMain(m *testing.M) {
	code := m.Run()
	if open := pprof.Lookup("gocv.io/x/gocv.Mat"); open != nil && open.Count() > 0 {
		_ = open.WriteTo(os.Stderr, 1)
		code = 1
	}
	os.Exit(code)
}
