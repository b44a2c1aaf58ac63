package vision

import (
	"math"
	"math/cmplx"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/castellan-companion/castellan/engine/castellan"
	"github.com/castellan-companion/castellan/vision/model"
)

// Two groups of places that look like a castle, and a tower by itself.
func TestPartsOfALeadHaveDirectionsOfTheirOwn(t *testing.T) {
	const pitch = 30.0
	place := func(x, y, angle float64) spot {
		return spot{at: [2]float64{x, y}, p: 0.9, way: cmplx.Rect(0.9, 4*angle)}
	}
	l := lead{
		castle: []spot{place(0, 0, 0.3), place(500, 0, 1.2), place(60, 0, 0.32), place(120, 0, 0.28)},
		towers: []spot{{at: [2]float64{120, 60}, p: 0.8}, {at: [2]float64{500, 20}, p: 0.7}, {at: [2]float64{0, 400}, p: 0.9}},
	}
	l.orient()
	parts := l.parts(pitch, 4)
	require.Len(t, parts, 3)
	assert.Len(t, parts[0].castle, 3)
	assert.Len(t, parts[0].towers, 1)
	assert.InDelta(t, 0.3, parts[0].angle, 1e-3)
	assert.Len(t, parts[1].castle, 1)
	assert.InDelta(t, 1.2, parts[1].angle, 1e-9)
	assert.InDelta(t, 0.9, parts[1].weight, 1e-9)
	assert.Empty(t, parts[2].castle)
	assert.Zero(t, parts[2].weight, "a tower alone tells no direction")
	assert.InDelta(t, l.angle, parts[2].angle, 1e-9)
	assert.Len(t, l.parts(pitch, 2), 2)
	assert.Len(t, l.parts(300, 4), 1)
}

// The lattice goes to where the pieces are said to stand, or beyond, for they are said to stand nearer than they do.
func TestALatticeIsCorrectedByWhatItsPiecesAreOff(t *testing.T) {
	const pitch, off = 30, 0.1
	m := opinion(4)
	for _, n := range []castellan.Node{{I: 0, J: 1}, {I: 2, J: 1}, {I: 1, J: 3}} {
		tower(m, n.I, n.J, 9)
		m.Node(n)[model.CellErrorX] = off
	}
	g := model.NewGrid([2]float64{7, -5}, 0, pitch)
	for _, understated := range []float64{1, 1.5} {
		better, moved, pieces := correct(m, g, false, understated)
		assert.InDelta(t, 7+understated*off*pitch, better.Origin[0], 1e-4)
		assert.InDelta(t, -5, better.Origin[1], 1e-4)
		assert.InDelta(t, 1, better.X[0], 1e-6)
		assert.InDelta(t, off, moved, 1e-6, "as it was said")
		assert.InDelta(t, 3, pieces, 0.1)
	}
}

// One tower fits lattices of all directions, two fit several.
func TestWhereTowersLeaveItOpenALatticeHasTheDirectionOfItsLead(t *testing.T) {
	l := lead{towers: []spot{{at: [2]float64{40, 70}, p: 0.9}}, angle: 0.4, weight: 2}
	for _, free := range []bool{false, true} {
		g := l.fits(30, free, 1)
		require.Len(t, g, 1)
		assert.InDelta(t, 0.4, math.Atan2(g[0].X[1], g[0].X[0]), 0.01)
		assert.InDelta(t, 30, g[0].Pitch, 1e-9)
		assert.InDelta(t, l.towers[0].p, l.explained(&g[0]), 1e-6)
	}
}
