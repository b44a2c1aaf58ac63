package model

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/castellan-companion/castellan/vision/nn"
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

func TestOutputsThatLieInAPartOfAWindow(t *testing.T) {
	m := CellMap{Window: Window{I0: 2, J0: -3, NI: 9, NJ: 7}, Out: &nn.Tensor{W: 21, H: 17}}
	part := Window{I0: 5, J0: -1, NI: 3, NJ: 2} // its outputs, margin and all, are 6 to 14 by 4 to 10
	for _, c := range []struct {
		name string
		x, y int
		in   bool
	}{
		{"first column", 6, 7, true},
		{"before it", 5, 7, false},
		{"last column", 14, 7, true},
		{"after it", 15, 7, false},
		{"first row", 10, 4, true},
		{"above it", 10, 3, false},
		{"last row", 10, 10, true},
		{"below it", 10, 11, false},
	} {
		told := make([]bool, 21*17)
		told[c.y*21+c.x] = true
		assert.Equal(t, c.in, m.anyIn(part, told), c.name)
	}
	assert.False(t, m.anyIn(part, nil))
}
