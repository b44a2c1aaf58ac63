package model

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/castellan-companion/castellan/engine/castellan"
	"github.com/castellan-companion/castellan/vision/nn"
	"github.com/castellan-companion/castellan/vision/volume"
)

func TestNothingIsReadBeyondThePicture(t *testing.T) {
	p, lens := noisy()
	g, set, w := NewGrid([2]float64{}, 0.2, 36), testSet(), Window{I0: -9, J0: -7, NI: 19, NJ: 15}
	seen := func(i2, j2 int) bool {
		at := g.At(float64(i2)/2, float64(j2)/2)
		for _, z := range [planesOfPieces]float64{0, set.WallHeightMM, set.TowerHeightMM} {
			if _, _, _, ok := lens.Seen(p, [3]float64{at[0], at[1], z}); ok {
				return true
			}
		}
		return false
	}
	var r Runner
	m := r.Cells(p, lens, &g, w, &set)
	none := make([]float32, CellChannels)
	nothing(none)
	var towers [3]float64
	Softmax(towers[:], none[CellNoTower:CellTrial+1])
	var keeps [5]float64
	Softmax(keeps[:], none[CellNoKeep:CellKeepGreen+1])
	assert.Greater(t, min(towers[0], keeps[0], Sigmoid(-none[CellShortX]), Sigmoid(-none[CellLongY])), 0.99)
	check := func(said string) {
		beyond, shown := 0, 0
		for j2 := 2 * w.J0; j2 <= 2*(w.J0+w.NJ-1); j2++ {
			for i2 := 2 * w.I0; i2 <= 2*(w.I0+w.NI-1); i2++ {
				o := m.At(i2, j2)
				if seen(i2, j2) {
					shown++
					continue
				}
				want := slices.Clone(o)
				nothing(want)
				assert.Equal(t, want, o, "%s, at %d,%d", said, i2, j2)
				beyond++
			}
		}
		assert.Greater(t, beyond, 200)
		assert.Greater(t, shown, 200)
	}
	check("at first")
	r.LookAgain(&m, p, lens, &g, &set, 3)
	check("again")
	before := m.Node(castellan.Node{})[CellNoTower]
	r.Review(&m, p, lens, &g, &set, 1, nil, 1, nil, allOnes)
	check("on review")
	assert.NotEqual(t, before, m.Node(castellan.Node{})[CellNoTower], "what the picture shows is reviewed")
}

// allOnes stands for what follows from what Cells said of a frame.
func allOnes(out, in *nn.Tensor, _ *volume.Frame) {
	further := reviewNet().Layers[0].In - in.C
	out.H, out.W, out.C = in.H, in.W, in.C+further
	out.Data = make([]float32, out.H*out.W*out.C)
	for k := range out.H * out.W {
		copy(out.Data[k*out.C:], in.Data[k*in.C:][:in.C])
		for c := in.C; c < out.C; c++ {
			out.Data[k*out.C+c] = 1
		}
	}
}
