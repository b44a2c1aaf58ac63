package chessboard

import (
	"image/color"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestCoverage(t *testing.T) {
	views := [][][2]float64{{{10, 10}, {12, 20}, {799.4, 399.4}}, {{-3, 5}, {900, 100}}} // the last two lie outside
	assert.InDelta(t, 2.0/64, Covered(800, 400, views), 1e-9)
	assert.Zero(t, Covered(800, 400, nil))
	m := Coverage(800, 400, views)
	assert.Equal(t, 800, m.Bounds().Dx())
	assert.Equal(t, 400, m.Bounds().Dy())
	red := color.RGBA{235, 170, 160, 255}
	assert.Equal(t, red, m.RGBAAt(400, 200))
	assert.NotEqual(t, red, m.RGBAAt(90, 40), "corners were seen in this field")
	assert.Less(t, m.RGBAAt(12, 20).B, uint8(100), "a corner")
}
