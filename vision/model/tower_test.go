package model

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/castellan-companion/castellan/engine/castellan"
)

func TestLikestAreReachedAlikeAndNear(t *testing.T) {
	at := func(i, j int) castellan.Node { return castellan.Node{I: i, J: j} }
	// A row of three long walls, of which only the first one's far end has another, a short one, turning off.
	r := Reach([]castellan.Wall{
		{From: at(0, 0), To: at(2, 0)}, {From: at(2, 0), To: at(4, 0)}, {From: at(4, 0), To: at(6, 0)}, {From: at(2, 0), To: at(2, 1)},
	})
	assert.Equal(t, Reached{
		at(0, 0): {true, false, false, false}, at(1, 0): {true, false, true, false}, at(2, 0): {true, true, true, false},
		at(3, 0): {true, false, true, false}, at(4, 0): {true, false, true, false}, at(5, 0): {true, false, true, false},
		at(6, 0): {false, false, true, false}, at(2, 1): {false, false, false, true},
	}, r)
	of := []castellan.Node{at(0, 0), at(1, 0), at(2, 0), at(3, 0), at(5, 0), at(2, 1)}
	assert.Equal(t, []castellan.Node{at(3, 0), at(5, 0)}, r.Likest(of, at(1, 0), 2), "not itself")
	assert.Len(t, r.Likest(of, at(1, 0), 9), 5)
	assert.Empty(t, r.Likest(nil, at(1, 0), 3))
}

func TestAboutAreTheNodesReachedAndBeside(t *testing.T) {
	at := func(i, j int) castellan.Node { return castellan.Node{I: i, J: j} }
	about := Reach([]castellan.Wall{{From: at(0, 0), To: at(1, 0)}}).About()
	assert.Equal(t, []castellan.Node{at(-1, 0), at(0, -1), at(0, 0), at(0, 1), at(1, -1), at(1, 0), at(1, 1), at(2, 0)}, about)
}

func TestTowerFrameLooksThreeQuartersOfAPitchAround(t *testing.T) {
	set := testSet()
	g := NewGrid([2]float64{10, 20}, 0, 32)
	for _, mirrored := range [2]bool{false, true} {
		f := TowerFrame(&g, castellan.Node{I: 2, J: 1}, castellan.Node{J: 1}, &set, mirrored)
		assert.Equal(t, [2]int{towerSide, towerSide}, [2]int{f.W, f.H})
		middle := [2]float64{}
		for k := range 2 {
			middle[k] = f.Origin[k] + f.Step*float64(towerSide-1)/2*(f.X[k]+f.Y[k])
		}
		assert.InDeltaSlice(t, []float64{74, 52}, middle[:], 1e-9)
		assert.InDelta(t, 48, f.Step*(towerSide-1), 1e-9, "mm")
		assert.InDeltaSlice(t, []float64{0, 1}, f.X[:], 1e-9, "along the step")
	}
}
