package main

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/castellan-companion/castellan/engine/castellan"
	"github.com/castellan-companion/castellan/vision/model"
)

func TestKindsOfNodes(t *testing.T) {
	at := func(i, j int) castellan.Node { return castellan.Node{I: i, J: j} }
	// Towers at the ends of a long wall; from the second a short one goes on, and another turns off.
	reached := model.Reach([]castellan.Wall{
		{From: at(0, 0), To: at(2, 0)}, {From: at(2, 0), To: at(3, 0)}, {From: at(2, 0), To: at(2, 1)},
	})
	for n, want := range map[castellan.Node]kind{
		at(0, 0): ended, at(1, 0): passed, at(2, 0): met, at(3, 0): ended, at(2, 1): ended, at(1, 1): free,
	} {
		assert.Equal(t, want, kindOf(reached[n]), "%v", n)
	}
	assert.Len(t, reached, 5)
}
