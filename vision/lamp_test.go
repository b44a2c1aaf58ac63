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
	"github.com/castellan-companion/castellan/vision/reading"
	"github.com/castellan-companion/castellan/vision/solid"
)

// gridAslant is the lattice of a picture that looksAslant looks at with a side of two pitches.
func gridAslant() model.Grid {
	set := calibration.DefaultSet()
	return model.NewGrid([2]float64{-2 * set.PitchMM, -2 * set.PitchMM}, 0, set.PitchMM)
}

// shadowsAslant are the shadows of a castle and its keeps, in a picture that looksAslant looks at with a side of two pitches, wherever the table
// and the tops of walls are seen.
func shadowsAslant(castle *reading.Castle, keeps []reading.Keep, from [3]float64) (blots []blot) {
	lens, set, g := aslant(), calibration.DefaultSet(), gridAslant()
	lamp, eye := solid.New(from, &g, &set, castle, keeps), solid.New(lens.Eye(), &g, &set, castle, keeps)
	for x := -120.0; x < 120; x += 2 {
		for y := -120.0; y < 120; y += 2 {
			if p := [3]float64{x, y, 0}; lamp.Blocks(p) && !eye.Blocks(p) {
				blots = append(blots, blot{p, [3]byte{70, 50, 30}})
			}
		}
	}
	eye.WallTops(func(p [3]float64) {
		if lamp.Blocks(p) {
			blots = append(blots, blot{p, [3]byte{80, 80, 85}})
		}
	})
	return blots
}

func TestAShadowTellsAWall(t *testing.T) {
	stub := castellan.Wall{From: castellan.Node{I: 3, J: 3}, To: castellan.Node{I: 4, J: 3}}
	from := [3]float64{500, 800, 900}
	ring, m := square()
	wallBetween(m, stub.From, stub.To, -1)
	b := newBoard(m, nil)
	b.settle()
	castle := b.built()
	k := slices.IndexFunc(b.all, func(x candidate) bool { return x.wall == stub })
	shadows := func(stands bool) []blot {
		all := castle
		if stands {
			all.Walls = append([]castellan.Wall{stub}, castle.Walls...)
		}
		return shadowsAslant(&all, nil, from)
	}
	for _, stands := range []bool{true, false} {
		looks, known := looksAslant(b, 2, ring, brown, shadows(stands)...)
		require.True(t, known)
		says := looks.shadow(b, k)
		require.NotNil(t, looks.lamps[onTable])
		at := looks.lamps[onTable].at
		assert.InDelta(t, math.Atan2(from[1], from[0]), math.Atan2(at[1], at[0]), 8*degree)
		assert.InDelta(t, math.Atan2(from[2], math.Hypot(from[0], from[1])), math.Atan2(at[2], math.Hypot(at[0], at[1])), 8*degree)
		with, _, ok := looks.weigh(&model.Runner{}, b, k)
		require.True(t, ok)
		looks.lamps[onTable].steep = true
		assert.Zero(t, looks.shadow(b, k), "the shadow of a wall is too short then")
		looks.lamps[onTable] = nil
		without, _, _ := looks.weigh(&model.Runner{}, b, k)
		search := newLampSearch([][]spotted{looks.spots}, len(looks.spots), looks.there)
		aside := math.Hypot(at[0], at[1])
		towards := direction{at[0] / aside, at[1] / aside, 1 / (1.9 * looks.there.Tallest())}
		assert.Zero(t, search.explains(towards, 0), "a lamp hangs above the pieces")
		towards.near = 1 / (2.1 * looks.there.Tallest())
		assert.Positive(t, search.explains(towards, 0))
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
	assert.Nil(t, looks.lamps[onTable])
}

// The lamp is in line with walls, so that what stands at their ends throws shadows that look like further walls with towers.
func TestTheEndsOfShadowsAreNoTowers(t *testing.T) {
	c := compareStill(t, "testdata/shadows/ends.json")
	assert.True(t, c.Exact, "missing %v, invented %v", c.Missing, c.Invented)
}
