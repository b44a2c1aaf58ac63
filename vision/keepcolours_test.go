package vision

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/castellan-companion/castellan/calibration"
	"github.com/castellan-companion/castellan/vision/model"
	"github.com/castellan-companion/castellan/vision/reading"
	"github.com/castellan-companion/castellan/vision/solid"
)

func TestAClothOfAKeepsColourIsNoKeep(t *testing.T) {
	lens, set := aslant(), calibration.DefaultSet()
	g := model.NewGrid([2]float64{-2 * set.PitchMM, -2 * set.PitchMM}, 0, set.PitchMM)
	ring, m := square()
	b := newBoard(m, nil)
	b.settle()
	castle := b.built()
	green, black := [3]byte{40, 130, 60}, [3]byte{8, 10, 8}
	for _, c := range []struct {
		name  string
		table [3]byte
		stuff [3]byte // what the picture shows where the keep would stand
		odds  float64
		there bool
	}{
		{"green cloth", green, green, 2, false},
		{"a keep on brown wood, though the networks are not sure", brown, green, 0.1, true},
		{"brown wood", brown, brown, 2, false},
		{"in the dark nothing is told by colours", black, black, 2, true},
	} {
		keep := seenKeep{Keep: reading.Keep{Color: "green", At: [2]float64{2, 2}, AtMM: g.At(2, 2), Count: 1}, odds: c.odds}
		there := solid.New(lens.Eye(), &g, &set, &castle, []reading.Keep{keep.Keep})
		var body []blot
		for up := 0.0; up <= set.KeepHeightMM; up++ {
			for across := 3 - set.KeepMM/2; across <= set.KeepMM/2-3; across++ {
				body = append(body, blot{[3]float64{keep.AtMM[0] + across, keep.AtMM[1], up}, c.stuff})
			}
		}
		looks, known := newAppearance(built(lens, there, ring, c.table, body...), lens, b, there)
		require.True(t, known, c.name)
		believed, doubted := looks.weighKeeps([]seenKeep{keep}, nil, keepPriorFilm)
		assert.Equal(t, c.there, len(believed) == 1, c.name)
		assert.Equal(t, c.there, len(doubted) == 0, c.name)
	}
}
