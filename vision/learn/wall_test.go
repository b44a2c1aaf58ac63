package main

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/castellan-companion/castellan/engine/castellan"
	"github.com/castellan-companion/castellan/vision/reading"
)

func TestPlacesOfWallsAndGaps(t *testing.T) {
	at := func(i, j int) castellan.Node { return castellan.Node{I: i, J: j} }
	between := func(a, b castellan.Node) castellan.Wall { return castellan.Wall{From: a, To: b} }
	// A tower with a short wall to the east and a long one to the north, which ends at a second tower.
	e := &example{castle: reading.Castle{
		Towers: []castellan.Node{at(0, 0), at(0, 2)},
		Walls:  []castellan.Wall{between(at(0, 0), at(1, 0)), between(at(0, 0), at(0, 2))},
	}}
	p := placesOf(e)
	assert.Equal(t, []castellan.Wall{between(at(0, 0), at(1, 0))}, p.walls)
	assert.Equal(t, []castellan.Wall{between(at(0, 0), at(0, 1)), between(at(0, 1), at(0, 2))}, p.halves)
	assert.Equal(t, []castellan.Wall{
		between(at(-1, 0), at(0, 0)), between(at(-1, 2), at(0, 2)), between(at(0, -1), at(0, 0)),
		between(at(0, 2), at(0, 3)), between(at(0, 2), at(1, 2)),
	}, p.gaps)
	assert.Equal(t, []castellan.Wall{
		between(at(-2, 0), at(-1, 0)), between(at(-2, 2), at(-1, 2)), between(at(0, -2), at(0, -1)),
		between(at(0, 3), at(0, 4)), between(at(1, 2), at(2, 2)),
	}, p.beyond)
	assert.True(t, slices.Equal(p.walls, openEnded(e, p.walls)), "no tower stands at its other end")
	assert.Empty(t, openEnded(e, []castellan.Wall{between(at(0, 0), at(0, 2))}))
}
