package model

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestReviewAsksOtherWeightsAboutAHand(t *testing.T) {
	p, lens := noisy()
	g, set, w := NewGrid([2]float64{}, 0.2, 36), testSet(), Window{I0: -2, J0: -1, NI: 5, NJ: 4}
	reviewed := func(covered float32, near []bool) [][]float32 {
		var r Runner
		m := r.Cells(p, lens, &g, w, &set)
		var said [][]float32
		for k := range m.Out.H * m.Out.W {
			said = append(said, m.Out.Data[k*CellChannels:][:CellChannels])
			said[k][CellHidden] = covered
		}
		r.Review(&m, p, lens, &g, &set, 2, []Window{w}, 3, near, allOnes)
		return said
	}
	plain := reviewed(-1, nil)
	near := make([]bool, len(plain))
	for k := range near {
		near[k] = k%3 == 0
	}
	beside, under := reviewed(-1, near), reviewed(1, near)
	assert.Greater(t, len(near), 30)
	for k, is := range near {
		if !is {
			assert.Equal(t, plain[k], beside[k])
			assert.Equal(t, plain[k][:ReviewChannels], under[k][:ReviewChannels])
			continue
		}
		assert.NotEqual(t, plain[k][:ReviewChannels], beside[k][:ReviewChannels])
		for c := range ReviewChannels {
			more := 0.0
			switch c {
			case CellNoTower:
				more = guessed
			case CellShortX, CellShortY, CellLongX, CellLongY:
				more = -guessed
			}
			assert.InDelta(t, more, under[k][c]-beside[k][c], 1e-4, "channel %d: what a hand covers is half a guess", c)
		}
	}
}
