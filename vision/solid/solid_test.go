package solid

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"pgregory.net/rapid"

	"github.com/castellan-companion/castellan/calibration"
	"github.com/castellan-companion/castellan/engine/castellan"
	"github.com/castellan-companion/castellan/vision/model"
	"github.com/castellan-companion/castellan/vision/reading"
)

func TestRoomBesidePieces(t *testing.T) {
	set := calibration.DefaultSet()
	g := model.NewGrid([2]float64{}, 0, set.PitchMM)
	c := &reading.Castle{
		Towers: []castellan.Node{{}},
		Walls:  []castellan.Wall{{From: castellan.Node{}, To: castellan.Node{I: 2}}},
	}
	s := New([3]float64{0, 0, 700}, &g, &set, c, nil)
	for _, p := range []struct {
		name string
		at   [2]float64
		want float64
	}{
		{"beside a wall", [2]float64{1.5 * set.PitchMM, 20}, 20 - set.WallThicknessMM/2},
		{"beyond its end", [2]float64{2*set.PitchMM + 30, 40}, 50 - set.WallThicknessMM/2},
		{"beside a tower", [2]float64{-30, 0}, 30 - set.TowerDiameterMM/2},
		{"in a wall", [2]float64{1.5 * set.PitchMM, 0}, -set.WallThicknessMM / 2},
	} {
		assert.InDelta(t, p.want, s.Room(p.at), 1e-9, p.name)
	}
	assert.True(t, math.IsInf(New([3]float64{0, 0, 700}, &g, &set, &reading.Castle{}, nil).Room([2]float64{}), 1), "nothing stands there")
}

func TestWhatIsAroundAPlaceIsAllThatRaysToItMeet(t *testing.T) {
	set := calibration.DefaultSet()
	rapid.Check(t, func(t *rapid.T) {
		mm := func(lo, hi float64, name string) float64 { return rapid.Float64Range(lo, hi).Draw(t, name) }
		g := model.NewGrid([2]float64{mm(-40, 40, "origin x"), mm(-40, 40, "origin y")}, mm(-2, 2, "angle"), set.PitchMM)
		node := rapid.Custom(func(t *rapid.T) castellan.Node {
			return castellan.Node{I: rapid.IntRange(-5, 5).Draw(t, "i"), J: rapid.IntRange(-5, 5).Draw(t, "j")}
		})
		c := &reading.Castle{Towers: rapid.SliceOfN(node, 0, 20).Draw(t, "towers")}
		for _, from := range rapid.SliceOfN(node, 0, 20).Draw(t, "walls") {
			step := rapid.SampledFrom([]castellan.Node{{I: 1}, {J: 1}, {I: 2}, {J: 2}}).Draw(t, "step")
			c.Walls = append(c.Walls, castellan.Wall{From: from, To: from.Plus(step)})
		}
		keeps := []reading.Keep{{Count: 2, AtMM: [2]float64{mm(-80, 80, "keep x"), mm(-80, 80, "keep y")}}}
		s := New([3]float64{mm(-900, 900, "eye x"), mm(-900, 900, "eye y"), mm(300, 900, "eye z")}, &g, &set, c, keeps)
		middle, within := [2]float64{mm(-150, 150, "x"), mm(-150, 150, "y")}, mm(1, 64, "within")
		var near Bodies
		s.Around(middle, within, &near)
		for range 8 {
			sin, cos := math.Sincos(mm(0, 2*math.Pi, "direction"))
			out := mm(0, within, "out")
			p := [3]float64{middle[0] + out*cos, middle[1] + out*sin, mm(0, set.TowerHeightMM, "up")}
			what, hidden := s.Beyond(p)
			nearWhat, nearHidden := near.Beyond(p)
			assert.Equal(t, hidden, nearHidden, "%v", p)
			if !hidden {
				assert.Equal(t, what, nearWhat, "%v", p)
			}
		}
	})
}
