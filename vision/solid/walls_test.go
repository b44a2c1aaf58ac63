package solid

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/castellan-companion/castellan/calibration"
	"github.com/castellan-companion/castellan/engine/castellan"
	"github.com/castellan-companion/castellan/vision/model"
	"github.com/castellan-companion/castellan/vision/reading"
)

func TestWhatHidesAWall(t *testing.T) {
	set := calibration.DefaultSet()
	g := model.NewGrid([2]float64{}, 0, set.PitchMM)
	low, above := [3]float64{0, -30 * set.PitchMM, 20 * set.PitchMM}, [3]float64{0, 0, 40 * set.PitchMM}
	behind := castellan.Wall{From: castellan.Node{}, To: castellan.Node{J: 1}} // away from the low eye, behind the tower at its foot
	beside := castellan.Wall{From: castellan.Node{I: -1}, To: castellan.Node{}}
	towers := &reading.Castle{Towers: []castellan.Node{{}, {J: 1}, {I: -1}}}
	keep := []reading.Keep{{Count: 2, AtMM: [2]float64{-0.5 * set.PitchMM, -0.5 * set.PitchMM}}}
	wall := &reading.Castle{Walls: []castellan.Wall{{From: castellan.Node{I: -1, J: -1}, To: castellan.Node{I: 1, J: -1}}}}
	for _, c := range []struct {
		name      string
		eye       [3]float64
		of        castellan.Wall
		by        *reading.Castle
		keeps     []reading.Keep
		least, to float64
	}{
		{"a tower hides the wall behind it", low, behind, towers, nil, 0.5, 1},
		{"half of it seen at a slant of 45 degrees", [3]float64{0, -20 * set.PitchMM, 20 * set.PitchMM}, behind, towers, nil, 0.4, 0.8},
		{"not from above", above, behind, towers, nil, 0, 0},
		{"nor the wall beside it", low, beside, towers, nil, 0, 0.2},
		{"a double keep in front does", low, beside, towers, keep, 0.5, 1},
		{"a wall in front hides the foot at most", [3]float64{0, -30 * set.PitchMM, 10 * set.PitchMM}, beside, wall, nil, 0.1, 0.5},
	} {
		s := New(c.eye, &g, &set, c.by, c.keeps)
		share := s.Hides(c.of)
		assert.GreaterOrEqual(t, share, c.least, c.name)
		assert.LessOrEqual(t, share, c.to, c.name)
	}
}
