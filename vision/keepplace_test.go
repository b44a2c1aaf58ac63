package vision

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/castellan-companion/castellan/calibration"
	"github.com/castellan-companion/castellan/engine/castellan"
	"github.com/castellan-companion/castellan/vision/model"
	"github.com/castellan-companion/castellan/vision/reading"
	"github.com/castellan-companion/castellan/vision/solid"
)

func TestASingleKeepBehindLooksLikeADoubleOneBeforeIt(t *testing.T) {
	lens, set := aslant(), calibration.DefaultSet()
	s := &keepSearch{lens: lens, set: &set}
	at := [2]float64{20, 10}
	seen := s.footingOf(at, 0)
	assert.Equal(t, at, seen[0], "seen as a single one")
	u, v, ok := lens.Project([3]float64{at[0], at[1], set.KeepHeightMM})
	assert.True(t, ok)
	u2, v2, ok := lens.Project([3]float64{seen[1][0], seen[1][1], 2 * set.KeepHeightMM})
	assert.True(t, ok)
	assert.InDelta(t, u, u2, 0.01, "its top would be in the same place")
	assert.InDelta(t, v, v2, 0.01)
	again := s.footingOf(seen[1], 1)
	for count := range 2 {
		for k := range 2 {
			assert.InDelta(t, seen[count][k], again[count][k], 1e-9, "seen as a double one, with %d keeps", count+1)
		}
	}
}

func TestAKeepIsWhereThereIsRoomForIt(t *testing.T) {
	lens, set := aslant(), calibration.DefaultSet()
	g := model.NewGrid([2]float64{}, 0, set.PitchMM)
	wall := func(j int) *solid.Bodies {
		c := reading.Castle{Walls: []castellan.Wall{{From: castellan.Node{I: -1, J: j}, To: castellan.Node{I: 1, J: j}}}}
		return solid.New(lens.Eye(), &g, &set, &c, nil)
	}
	f := footing{{0, set.PitchMM}, {0, 0}}
	assert.Zero(t, f.double(wall(3)))
	assert.Negative(t, f.double(wall(0)), "a double one would stand in a wall")
	assert.Positive(t, f.double(wall(1)), "a single one would")
}

func TestAKeepStandsWhereItsHeightHasIt(t *testing.T) {
	g := model.NewGrid([2]float64{}, 0, 32)
	k := seenKeep{Keep: reading.Keep{Count: 1}, footing: footing{{0, 48}, {0, 32}}}
	k.stand(&g)
	assert.InDelta(t, 1.5, k.At[1], 1e-9)
	k.Count = 2
	k.stand(&g)
	assert.InDelta(t, 1, k.At[1], 1e-9)
}
