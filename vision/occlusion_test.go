package vision

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
	keep := []seenKeep{{Keep: reading.Keep{Count: 2, AtMM: [2]float64{-0.5 * set.PitchMM, -0.5 * set.PitchMM}}}}
	wall := &reading.Castle{Walls: []castellan.Wall{{From: castellan.Node{I: -1, J: -1}, To: castellan.Node{I: 1, J: -1}}}}
	for _, c := range []struct {
		name      string
		eye       [3]float64
		of        castellan.Wall
		by        *reading.Castle
		keeps     []seenKeep
		least, to float64
	}{
		{"a tower hides the wall behind it", low, behind, towers, nil, 0.5, 1},
		{"half of it seen at a slant of 45 degrees", [3]float64{0, -20 * set.PitchMM, 20 * set.PitchMM}, behind, towers, nil, 0.4, 0.8},
		{"not from above", above, behind, towers, nil, 0, 0},
		{"nor the wall beside it", low, beside, towers, nil, 0, 0.2},
		{"a double keep in front does", low, beside, towers, keep, 0.5, 1},
		{"a wall in front hides the foot at most", [3]float64{0, -30 * set.PitchMM, 10 * set.PitchMM}, beside, wall, nil, 0.1, 0.5},
	} {
		s := newBodies(c.eye, &g, &set, c.by, c.keeps)
		share := s.hides(c.of)
		assert.GreaterOrEqual(t, share, c.least, c.name)
		assert.LessOrEqual(t, share, c.to, c.name)
	}
}

func TestHiddenWallIsLikelyBetweenTwoTowers(t *testing.T) {
	m := opinion(6)
	for _, n := range [4]castellan.Node{{I: 2, J: 1}, {I: 3, J: 1}, {I: 3, J: 2}, {I: 2, J: 2}} {
		tower(m, n.I, n.J, 6)
	}
	for _, w := range [3][2]castellan.Node{{{I: 2, J: 1}, {I: 2, J: 2}}, {{I: 2, J: 2}, {I: 3, J: 2}}, {{I: 3, J: 1}, {I: 3, J: 2}}} {
		wallBetween(m, w[0], w[1], 6)
	}
	wall(m, 2, 3, -1)
	wall(m, 1, 2, -1) // to no tower
	set := calibration.DefaultSet()
	g := model.NewGrid([2]float64{}, 0, set.PitchMM)
	at := g.At(2.5, 0.4)
	for _, c := range []struct {
		name  string
		keeps []seenKeep
		walls int
	}{
		{"a tall keep before the place", []seenKeep{{Keep: reading.Keep{Count: 2, AtMM: at}}}, 4},
		{"nothing before it", nil, 3},
	} {
		b := newBoard(m, nil)
		b.settle()
		built := b.built()
		eye := [3]float64{2.5 * set.PitchMM, -12 * set.PitchMM, 8 * set.PitchMM}
		assert.Equal(t, c.walls > 3, b.doubtHidden(newBodies(eye, &g, &set, &built, c.keeps)), c.name)
		after := b.built()
		assert.Len(t, after.Walls, c.walls, c.name)
	}
}
