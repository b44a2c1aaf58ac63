package solid

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/castellan-companion/castellan/calibration"
	"github.com/castellan-companion/castellan/engine/castellan"
	"github.com/castellan-companion/castellan/vision/model"
	"github.com/castellan-companion/castellan/vision/reading"
)

func TestShadowOfAWall(t *testing.T) {
	set := calibration.DefaultSet()
	g := model.NewGrid([2]float64{}, 0, set.PitchMM)
	above := [3]float64{0, 0, 2000}
	lamp := [3]float64{2000, 0, 1000} // shadows fall to the left, twice as long as what throws them is high
	w := castellan.Wall{To: castellan.Node{J: 2}}
	ends := []castellan.Node{w.From, w.To}
	places := func(castle *reading.Castle, others ...castellan.Wall) (all [][3]float64) {
		New(above, &g, &set, castle, nil).ShadowOf(w, nil, others, lamp, func(p [3]float64) { all = append(all, p) })
		return all
	}
	shadow := places(&reading.Castle{Towers: ends, Walls: []castellan.Wall{w}})
	assert.NotEmpty(t, shadow)
	for _, p := range shadow {
		assert.InDelta(t, -set.WallHeightMM-set.WallThicknessMM/2, p[0], set.WallHeightMM+1, "to its left")
		assert.InDelta(t, set.PitchMM, p[1], set.PitchMM-set.TowerDiameterMM/2+1, "between its towers")
	}
	assert.Equal(t, shadow, places(&reading.Castle{Towers: ends}), "as well where it is not known to stand")
	far := castellan.Wall{From: castellan.Node{J: 7}, To: castellan.Node{I: 1, J: 7}}
	assert.Equal(t, shadow, places(&reading.Castle{Towers: ends, Walls: []castellan.Wall{far}}))
	tower := &reading.Castle{Towers: append([]castellan.Node{{I: 1, J: 1}}, ends...)}
	assert.Less(t, len(places(tower)), len(shadow), "a tower's shadow falls there too")
	half := castellan.Wall{From: w.From, To: castellan.Node{J: 1}}
	halfway := &reading.Castle{Towers: ends, Walls: []castellan.Wall{half}}
	assert.Less(t, len(places(halfway)), len(shadow), "so does that of a wall in its place")
	assert.Equal(t, shadow, places(halfway, half), "but if that cannot stand with it")
	var withTowers [][3]float64
	New(above, &g, &set, &reading.Castle{}, nil).ShadowOf(w, ends[1:], nil, lamp, func(p [3]float64) { withTowers = append(withTowers, p) })
	assert.Greater(t, len(withTowers), len(shadow), "a tower at its end throws one too")
	for _, p := range withTowers {
		assert.LessOrEqual(t, p[0], 0.0, "all to the left, and none under the tower")
		assert.Greater(t, math.Hypot(p[0], p[1]-2*set.PitchMM), set.TowerDiameterMM/2)
	}
	low := New(lamp, &g, &set, &reading.Castle{Towers: ends}, nil)
	low.ShadowOf(w, nil, nil, lamp, func([3]float64) { assert.Fail(t, "the lamp sees no shadows") })
}

func TestGroundIsShadedWhereTheLampIsHidden(t *testing.T) {
	set := calibration.DefaultSet()
	g := model.NewGrid([2]float64{5, -3}, 0.3, set.PitchMM)
	castle := &reading.Castle{
		Towers: []castellan.Node{{}, {I: 2}, {I: 2, J: 1}},
		Walls: []castellan.Wall{
			{To: castellan.Node{I: 2}}, {From: castellan.Node{I: 2}, To: castellan.Node{I: 2, J: 1}}, {To: castellan.Node{J: 1}},
		},
	}
	keeps := []reading.Keep{{Count: 2, AtMM: [2]float64{40, 20}}}
	rapid.Check(t, func(t *rapid.T) {
		mm := func(lo, hi float64, name string) float64 { return rapid.Float64Range(lo, hi).Draw(t, name) }
		lamp := [3]float64{mm(-900, 900, "x"), mm(-900, 900, "y"), mm(150, 2000, "z")}
		places := make([][2]float64, rapid.IntRange(0, 60).Draw(t, "places"))
		for i := range places {
			places[i] = [2]float64{mm(-150, 150, "at x"), mm(-150, 150, "at y")}
		}
		shaded := make([]bool, len(places))
		s := New(lamp, &g, &set, castle, keeps)
		s.Shaded(NewGround(places), lamp, shaded)
		for i, p := range places {
			assert.Equal(t, s.Blocks([3]float64{p[0], p[1], 0}), shaded[i], "%v", p)
		}
	})
}

func TestTopsAreShadedWhereTheLampIsHidden(t *testing.T) {
	set := calibration.DefaultSet()
	g := model.NewGrid([2]float64{5, -3}, 0.3, set.PitchMM)
	castle := &reading.Castle{
		Towers: []castellan.Node{{}, {I: 2}, {I: 2, J: 1}},
		Walls:  []castellan.Wall{{To: castellan.Node{I: 2}}, {From: castellan.Node{I: 2}, To: castellan.Node{I: 2, J: 1}}},
	}
	keeps := []reading.Keep{{Count: 2, AtMM: [2]float64{40, 20}}, {Count: 1, AtMM: [2]float64{20, 18}}}
	rapid.Check(t, func(t *rapid.T) {
		mm := func(lo, hi float64, name string) float64 { return rapid.Float64Range(lo, hi).Draw(t, name) }
		lamp := [3]float64{mm(-900, 900, "x"), mm(-900, 900, "y"), mm(150, 2000, "z")}
		s := New(lamp, &g, &set, castle, keeps)
		lit := map[[2]float64]bool{} // as a lamp's eye sees what it lights
		s.WallTops(func(p [3]float64) { lit[[2]float64{p[0], p[1]}] = true })
		var places [][2]float64
		New([3]float64{0, 0, 1e7}, &g, &set, castle, nil).WallTops(func(p [3]float64) {
			assert.InDelta(t, set.WallHeightMM, p[2], 1e-9)
			places = append(places, [2]float64{p[0], p[1]})
		})
		assert.GreaterOrEqual(t, len(places), len(lit), "straight from above all are seen")
		shaded := make([]bool, len(places))
		onTops := [3]float64{lamp[0], lamp[1], lamp[2] - set.WallHeightMM}
		s.AboveWalls().Shaded(NewGround(places), onTops, shaded)
		for i, p := range places {
			assert.Equal(t, !lit[p], shaded[i], "%v", p)
		}
	})
}

func TestShadowOfADoubleKeep(t *testing.T) {
	set := calibration.DefaultSet()
	g := model.NewGrid([2]float64{}, 0, set.PitchMM)
	above := [3]float64{0, 0, 2000}
	lamp := [3]float64{2000, 0, 1000} // shadows fall to the left, twice as long as what throws them is high
	left := castellan.Wall{From: castellan.Node{I: -1, J: -1}, To: castellan.Node{I: -1, J: 1}}
	right := castellan.Wall{From: castellan.Node{I: 1, J: -1}, To: castellan.Node{I: 1, J: 1}}
	at := [2]float64{}
	places := func(set *calibration.Set, castle *reading.Castle, at [2]float64, keeps ...reading.Keep) (all [][3]float64) {
		New(above, &g, set, castle, keeps).ShadowOfDouble(at, at, lamp, func(p [3]float64) { all = append(all, p) })
		return all
	}
	walls := &reading.Castle{Walls: []castellan.Wall{left, right}}
	shadow := places(&set, walls, at)
	require.NotEmpty(t, shadow)
	for _, p := range shadow {
		assert.InDelta(t, -set.PitchMM, p[0], set.WallThicknessMM/2, "on the wall to its left")
		assert.InDelta(t, 0, p[1], set.KeepMM/2+1)
		assert.InDelta(t, set.WallHeightMM, p[2], 1e-9)
	}
	for count := range 2 {
		assert.Equal(t, shadow, places(&set, walls, at, reading.Keep{Count: 1 + count, AtMM: at}), "whatever it is taken for")
	}
	nearer := [2]float64{10, 2} // where it would stand as a single one, to an eye far aside
	taken := func(keeps ...reading.Keep) (all [][3]float64) {
		New(above, &g, &set, walls, keeps).ShadowOfDouble(nearer, at, lamp, func(p [3]float64) { all = append(all, p) })
		return all
	}
	assert.Equal(t, taken(), taken(reading.Keep{Count: 2, AtMM: nearer}), "wherever it is taken to stand")
	other := reading.Keep{Count: 2, AtMM: [2]float64{18, 0}}
	assert.Less(t, len(places(&set, walls, at, other)), len(shadow), "another one's shadow falls there too")
	assert.Empty(t, places(&set, walls, [2]float64{-set.PitchMM - 20, 0}), "no wall stands to its left")
	high := set
	high.KeepHeightMM = 2 * set.WallHeightMM
	assert.Less(t, len(places(&high, walls, at)), len(shadow), "a single one that is higher than walls darkens them too")
}

func TestShadowsOfAKeepOnTheTable(t *testing.T) {
	set := calibration.DefaultSet()
	g := model.NewGrid([2]float64{}, 0, set.PitchMM)
	lamp := [3]float64{2000, 0, 1000} // shadows fall to the left, twice as long as what throws them is high
	at := [2]float64{}
	type place struct {
		p      [3]float64
		double bool
	}
	places := func(eye [3]float64, single, double [2]float64, castle *reading.Castle, keeps ...reading.Keep) (all []place) {
		New(eye, &g, &set, castle, keeps).ShadowsOfKeep(single, double, lamp, func(p [3]float64, double bool) {
			all = append(all, place{p, double})
		})
		return all
	}
	above, bare := [3]float64{0, 0, 2000}, &reading.Castle{}
	shadow := places(above, at, at, bare)
	require.NotEmpty(t, shadow)
	for _, on := range shadow {
		assert.True(t, on.double, "where a single one darkens the table, a double one in the same place does too")
		assert.Less(t, on.p[0], -2*set.KeepHeightMM, "beyond a single one's shadow")
		assert.Greater(t, on.p[0], -5*set.KeepHeightMM)
		assert.InDelta(t, 0, on.p[1], set.KeepMM)
		assert.Zero(t, on.p[2])
	}
	for count := range 2 {
		assert.Equal(t, shadow, places(above, at, at, bare, reading.Keep{Count: 1 + count, AtMM: at}), "whatever it is taken for")
	}
	nearer := [2]float64{60, 0}
	both := map[bool]int{}
	for _, on := range places(above, at, nearer, bare) {
		both[on.double]++
	}
	assert.Positive(t, both[true])
	assert.Positive(t, both[false], "where only a single one farther away throws a shadow")
	wall := &reading.Castle{Walls: []castellan.Wall{{From: castellan.Node{I: -1, J: -1}, To: castellan.Node{I: -1, J: 1}}}}
	assert.Less(t, len(places(above, at, at, wall)), len(shadow), "a wall's shadow falls there too, and it hides the table")
	low := [3]float64{-2000, 0, 200}
	assert.Less(t, len(places(low, at, at, wall)), len(places(low, at, at, bare)), "a wall hides the table from the eye")
}
