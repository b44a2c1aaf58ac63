package vision

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/castellan-companion/castellan/engine/castellan"
	"github.com/castellan-companion/castellan/vision/model"
)

func TestAFilmsLatticeIsHeldOnTheTowers(t *testing.T) {
	r, lens, seen, _ := foundCastle(t)
	r.onTowers(&seen, lens, false)
	towers := r.telling(&seen.cells, nil, math.MaxInt)
	off := func(g *model.Grid) (most float64) {
		for _, n := range towers {
			most = max(most, movedMM(&seen.grid, g, [2]float64{float64(n.I), float64(n.J)}))
		}
		return most
	}
	beside := seen.grid
	beside.Origin[0] += 1.1
	beside.Origin[1] -= 0.8

	g := beside
	cells := r.runner.Cells(r.picture, lens, &g, seen.cells.Window, &seen.set)
	byAllPieces := r.placed(&cells, &g)
	exact := r.steady(&cells, lens, &g, &seen.set, nil)
	assert.Less(t, off(&exact), off(&byAllPieces)/2)
	assert.Less(t, off(&exact), 0.3, "mm")
	assert.Equal(t, exact, g, "it looked again along it")

	next := g
	cells = r.runner.Cells(r.picture, lens, &next, seen.cells.Window, &seen.set)
	exact = r.steady(&cells, lens, &next, &seen.set, nil)
	assert.Less(t, off(&exact), 0.1, "mm: the next look begins nearer")
	assert.Equal(t, g, next, "so near that it is not worth another look")

	r.options.Set = nil
	g = beside
	cells = r.runner.Cells(r.picture, lens, &g, seen.cells.Window, &seen.set)
	byAllPieces = r.placed(&cells, &g)
	assert.Equal(t, byAllPieces, r.steady(&cells, lens, &g, &seen.set, nil), "pieces of unknown measures")
	assert.Equal(t, beside, g)
}

// However far off a lattice lies, a few towers tell where it is beside them.
func TestALatticeIsMovedToTheTowersBeside(t *testing.T) {
	r, lens, seen, _ := foundCastle(t)
	r.onTowers(&seen, lens, false)
	towers := r.telling(&seen.cells, nil, 3)
	require.Len(t, towers, 3)
	beside := seen.grid
	beside.Origin[0] += 1.1
	beside.Origin[1] -= 0.8
	here := besideTowers(&beside, towers, func(n castellan.Node) [2]float64 { return r.stands(n, lens, &beside, &seen.set) })
	at := [2]float64{float64(towers[0].I), float64(towers[0].J)}
	assert.Greater(t, movedMM(&seen.grid, &beside, at), 1.3, "mm")
	assert.Less(t, movedMM(&seen.grid, &here, at), 0.6, "mm")
	assert.Equal(t, beside, besideTowers(&beside, nil, nil), "without towers it stays where it is")
}
