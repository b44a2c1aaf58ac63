package model

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"pgregory.net/rapid"

	"github.com/castellan-companion/castellan/calibration"
	"github.com/castellan-companion/castellan/vision/nn"
)

func testSet() calibration.Set { return calibration.DefaultSet() }

func TestGridCoordsInvertAt(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		number := rapid.Float64Range(-50, 50)
		g := NewGrid([2]float64{number.Draw(t, "x"), number.Draw(t, "y")}, number.Draw(t, "angle"), rapid.Float64Range(20, 40).Draw(t, "pitch"))
		i, j := number.Draw(t, "i"), number.Draw(t, "j")
		u, v := g.Coords(g.At(i, j))
		assert.InDelta(t, i, u, 1e-9)
		assert.InDelta(t, j, v, 1e-9)
	})
}

// A narrower map says the same of the places that are left.
func TestNarrow(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		window := func(name string) Window {
			at, size := rapid.IntRange(-4, 4), rapid.IntRange(1, 6)
			return Window{I0: at.Draw(t, name), J0: at.Draw(t, name), NI: size.Draw(t, name), NJ: size.Draw(t, name)}
		}
		whole, to := window("whole"), window("to")
		var r Runner
		m := CellMap{Window: whole, Out: &r.mean}
		for _, out := range [2]*nn.Tensor{&r.sum, &r.mean} {
			*out = *nn.NewTensor(2*(whole.NJ-1+2*margin)+1, 2*(whole.NI-1+2*margin)+1, CellChannels)
		}
		mark := func(i2, j2 int) float32 { return float32(1000*i2 + j2) }
		for j2 := 2 * (whole.J0 - margin); j2 <= 2*(whole.J0+whole.NJ-1+margin); j2++ {
			for i2 := 2 * (whole.I0 - margin); i2 <= 2*(whole.I0+whole.NI-1+margin); i2++ {
				m.At(i2, j2)[CellDouble] = mark(i2, j2)
			}
		}
		r.Narrow(&m, to)
		assert.Len(t, r.sum.Data, len(m.Out.Data))
		nodes := 0
		for j2 := 2 * (m.J0 - margin); j2 <= 2*(m.J0+m.NJ-1+margin); j2++ {
			for i2 := 2 * (m.I0 - margin); i2 <= 2*(m.I0+m.NI-1+margin); i2++ {
				assert.InDelta(t, mark(i2, j2), m.At(i2, j2)[CellDouble], 0)
			}
		}
		for i := to.I0; i < to.I0+to.NI; i++ {
			for j := to.J0; j < to.J0+to.NJ; j++ {
				if i >= whole.I0 && j >= whole.J0 && i < whole.I0+whole.NI && j < whole.J0+whole.NJ {
					nodes++
				}
			}
		}
		if nodes == 0 {
			nodes = whole.NI * whole.NJ
		}
		assert.Equal(t, nodes, m.NI*m.NJ)
	})
}
