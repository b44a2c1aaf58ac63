package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

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
	assert.True(t, p.any())
	one, both := between(at(0, 0), at(1, 0)), between(at(0, 0), at(0, 2))
	open, closed := byEnds(e, []castellan.Wall{both, one})
	assert.Equal(t, []castellan.Wall{one}, open, "no tower stands at its other end")
	assert.Equal(t, []castellan.Wall{both}, closed)
}

func TestNoPlacesWhereAllWallsAreHidden(t *testing.T) {
	const truth = `{"schema": "castellan-scene/1", "image": "one.jpg", "size": [4, 3],
		"camera": {"K": [[1, 0, 0], [0, 1, 0], [0, 0, 1]], "dist": [0, 0, 0, 0, 0], "R": [[1, 0, 0], [0, 1, 0], [0, 0, 1]], "t": [0, 0, 1]},
		"set": {"pitch_mm": 32}, "lattice": {"origin_mm": [0, 0], "angle_deg": 0},
		"castle": {"towers": [[0, 0]], "walls": [
			{"from": [0, 0], "to": [1, 0]}, {"from": [0, 0], "to": [0, 1]}, {"from": [-1, 0], "to": [0, 0]}, {"from": [0, -1], "to": [0, 0]}]},
		"occluded": ["wall 0,0-1,0", "wall 0,0-0,1", "wall -1,0-0,0", "wall 0,-1-0,0"]}`
	file := filepath.Join(t.TempDir(), "one.json")
	require.NoError(t, os.WriteFile(file, []byte(truth), 0o600))
	read, err := loadFile(file)
	require.NoError(t, err)
	require.Len(t, read, 1)
	assert.False(t, placesOf(read[0]).any())
}
