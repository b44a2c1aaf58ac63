package vision

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/castellan-companion/castellan/calibration"
	"github.com/castellan-companion/castellan/engine/castellan"
	"github.com/castellan-companion/castellan/vision/model"
	"github.com/castellan-companion/castellan/vision/solid"
)

func TestALongWallAndTheShortOnesInItsPlaceAreWeighedTogether(t *testing.T) {
	lens, set := aslant(), calibration.DefaultSet()
	g := model.NewGrid([2]float64{-2 * set.PitchMM, -2 * set.PitchMM}, 0, set.PitchMM)
	long := castellan.Wall{From: castellan.Node{I: 1, J: 3}, To: castellan.Node{I: 3, J: 3}}
	halves := model.Halves(long)
	first, second := halves[0], halves[1]
	for _, c := range []struct {
		name        string
		long        float32 // odds as a logarithm, by the look along the lattice,
		halves      [2]float32
		there, want []castellan.Wall
	}{
		{"a long one", 0.5, [2]float32{0.5, -1}, []castellan.Wall{long}, []castellan.Wall{long}},
		{"a long one that was held to be unlikely", -2, [2]float32{1, -5}, []castellan.Wall{long}, []castellan.Wall{long}},
		{"two short ones", -0.5, [2]float32{1, 1}, []castellan.Wall{first, second}, []castellan.Wall{first, second}},
		{"one short one", 0.5, [2]float32{0.5, 0.5}, []castellan.Wall{first}, []castellan.Wall{first}},
		{"none", 0.5, [2]float32{0.5, 0.5}, nil, nil},
	} {
		ring, m := square()
		wallBetween(m, long.From, long.To, c.long)
		wallBetween(m, first.From, first.To, c.halves[0])
		wallBetween(m, second.From, second.To, c.halves[1])
		b := newBoard(m, nil)
		b.settle()
		castle := b.built()
		bodies := solid.New(lens.Eye(), &g, &set, &castle, nil)
		var others []castellan.Wall
		for _, w := range ring {
			if w != long {
				others = append(others, w)
			}
		}
		require.Len(t, others, len(ring)-1)
		looks, known := newAppearance(built(lens, bodies, append(others, c.there...), [3]byte{140, 100, 60}), lens, b, bodies)
		require.True(t, known, c.name)
		looks.weighWalls(&model.Runner{}, b, m)
		assert.ElementsMatch(t, append(others, c.want...), b.built().Walls, c.name)
	}
}
