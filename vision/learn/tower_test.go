package main

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/castellan-companion/castellan/engine/castellan"
	"github.com/castellan-companion/castellan/vision/model"
	"github.com/castellan-companion/castellan/vision/reading"
)

func TestKindsOfNodes(t *testing.T) {
	at := func(i, j int) castellan.Node { return castellan.Node{I: i, J: j} }
	// Towers at the ends of a long wall; from the second a short one goes on, and another turns off.
	e := &example{castle: reading.Castle{
		Towers: []castellan.Node{at(0, 0), at(2, 0)},
		Walls: []castellan.Wall{
			{From: at(0, 0), To: at(2, 0)}, {From: at(2, 0), To: at(3, 0)}, {From: at(2, 0), To: at(2, 1)},
		},
	}}
	reached := model.Reach(e.castle.Walls)
	for n, want := range map[castellan.Node]kind{
		at(0, 0): ended, at(1, 0): passed, at(2, 0): met, at(3, 0): ended, at(2, 1): ended, at(1, 1): free,
	} {
		assert.Equal(t, want, kindOf(reached[n]), "%v", n)
	}
	assert.Len(t, reached, 5)
}
