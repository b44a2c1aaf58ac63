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
		keeps []reading.Keep
		walls int
	}{
		{"a tall keep before the place", []reading.Keep{{Count: 2, AtMM: at}}, 4},
		{"nothing before it", nil, 3},
	} {
		b := newBoard(m, nil)
		b.settle()
		built := b.built()
		eye := [3]float64{2.5 * set.PitchMM, -12 * set.PitchMM, 8 * set.PitchMM}
		assert.Equal(t, c.walls > 3, b.doubtHidden(solid.New(eye, &g, &set, &built, c.keeps)), c.name)
		after := b.built()
		assert.Len(t, after.Walls, c.walls, c.name)
	}
}
