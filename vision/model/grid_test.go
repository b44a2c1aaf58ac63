package model

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"pgregory.net/rapid"

	"github.com/castellan-companion/castellan/calibration"
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
