package vision

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/castellan-companion/castellan/engine/castellan"
	"github.com/castellan-companion/castellan/vision/model"
)

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
