package vision

import (
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/castellan-companion/castellan/calibration"
	"github.com/castellan-companion/castellan/engine/castellan"
	"github.com/castellan-companion/castellan/vision/model"
	"github.com/castellan-companion/castellan/vision/solid"
)

func TestAShadowTellsAWall(t *testing.T) {
	lens, set := aslant(), calibration.DefaultSet()
	g := model.NewGrid([2]float64{-2 * set.PitchMM, -2 * set.PitchMM}, 0, set.PitchMM)
	stub := castellan.Wall{From: castellan.Node{I: 3, J: 3}, To: castellan.Node{I: 4, J: 3}}
	dark := [3]byte{70, 50, 30}
	from := [3]float64{500, 800, 900}
	ring, m := square()
	wallBetween(m, stub.From, stub.To, -1)
	b := newBoard(m, nil)
	b.settle()
	castle := b.built()
	k := slices.IndexFunc(b.all, func(x candidate) bool { return x.wall == stub })
	// shadows of the castle, with the stub or without it, wherever the table is seen.
	shadows := func(stands bool) (blots []blot) {
		all := castle
		if stands {
			all.Walls = append([]castellan.Wall{stub}, castle.Walls...)
		}
		lamp, eye := solid.New(from, &g, &set, &all, nil), solid.New(lens.Eye(), &g, &set, &all, nil)
		for x := -120.0; x < 120; x += 2 {
			for y := -120.0; y < 120; y += 2 {
				if p := [3]float64{x, y, 0}; lamp.Blocks(p) && !eye.Blocks(p) {
					blots = append(blots, blot{p, dark})
				}
			}
		}
		return blots
	}
	for _, stands := range []bool{true, false} {
		looks, known := looksAslant(b, 2, ring, brown, shadows(stands)...)
		require.True(t, known)
		says := looks.shadow(b, k)
		require.NotNil(t, looks.lamp)
		at := looks.lamp.at
		assert.InDelta(t, math.Atan2(from[1], from[0]), math.Atan2(at[1], at[0]), 8*degree)
		assert.InDelta(t, math.Atan2(from[2], math.Hypot(from[0], from[1])), math.Atan2(at[2], math.Hypot(at[0], at[1])), 8*degree)
		with, ok := looks.weigh(&model.Runner{}, b, k)
		require.True(t, ok)
		looks.lamp = nil
		without, _ := looks.weigh(&model.Runner{}, b, k)
		search := newLampSearch(looks.spots, 1, looks.there)
		towards := direction{azimuth: math.Atan2(at[1], at[0]), elevation: 45 * degree}
		towards.distance = 1.9 * looks.there.Tallest() * math.Sqrt2
		assert.Zero(t, search.explains(towards, make([]bool, len(search.spots))), "a lamp hangs above the pieces")
		towards.distance = 2.1 * looks.there.Tallest() * math.Sqrt2
		assert.Positive(t, search.explains(towards, make([]bool, len(search.spots))))
		if stands {
			assert.Greater(t, says, 1.0)
			assert.Greater(t, with, without+1)
		} else {
			assert.Less(t, says, -0.7)
			assert.Less(t, with, without-1)
		}
	}
	looks, _ := looksAslant(b, 2, ring, brown)
	assert.Zero(t, looks.shadow(b, k), "a table without shadows says nothing")
	assert.Nil(t, looks.lamp)
}
