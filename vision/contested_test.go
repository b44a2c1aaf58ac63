package vision

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/castellan-companion/castellan/engine/castellan"
	"github.com/castellan-companion/castellan/vision/model"
)

func TestALongWallAndTheShortOnesInItsPlaceAreWeighedTogether(t *testing.T) {
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
		others := slices.DeleteFunc(ring, func(w castellan.Wall) bool { return w == long })
		require.Len(t, others, 3)
		looks, known := looksAslant(b, 2, slices.Concat(others, c.there), brown)
		require.True(t, known, c.name)
		looks.weighWalls(&model.Runner{}, b, m)
		assert.ElementsMatch(t, slices.Concat(others, c.want), b.built().Walls, c.name)
	}
}
