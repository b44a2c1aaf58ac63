package main

import (
	"os"

	"github.com/castellan-companion/castellan/cmd/internal/program"
)

// isFilm tells whether a source is a file, or a folder of pictures.
func isFilm(source string) bool {
	info, err := os.Stat(source)
	return err == nil && (info.Mode().IsRegular() || info.IsDir())
}

// checkRate looks at --rate: 0 stands where it was not given.
func checkRate(rate float64) error {
	if !(rate >= 0) {
		return program.UsageError("--rate wants a number of frames a second, more than 0")
	}
	return nil
}
