package solid

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"

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
