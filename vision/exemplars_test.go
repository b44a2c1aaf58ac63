package vision

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/castellan-companion/castellan/calibration"
	"github.com/castellan-companion/castellan/engine/castellan"
	"github.com/castellan-companion/castellan/vision/model"
	"github.com/castellan-companion/castellan/vision/solid"
)

func TestAWallIsComparedWithTheNearestSeenFromItsSide(t *testing.T) {
	lens, set := aslant(), calibration.DefaultSet()
	g := model.NewGrid([2]float64{-3 * set.PitchMM, -2 * set.PitchMM}, 0, set.PitchMM)
	m := opinion(7)
	var row []castellan.Wall // along X, all seen from the same side
	for i := range 5 {
		w := castellan.Wall{From: castellan.Node{I: i + 1, J: 2}, To: castellan.Node{I: i + 2, J: 2}}
		tower(m, w.From.I, w.From.J, 6)
		tower(m, w.To.I, w.To.J, 6)
		wallBetween(m, w.From, w.To, 6)
		row = append(row, w)
	}
	b := newBoard(m, nil)
	b.settle()
	castle := b.built()
	there := solid.New(lens.Eye(), &g, &set, &castle, nil)
	looks, known := newAppearance(built(lens, there, row, [3]byte{140, 100, 60}), lens, b, there)
	require.True(t, known)
	of := map[castellan.Wall]int{}
	for k := range b.all {
		of[b.all[k].wall] = k
	}
	walls := looks.sure.walls[axis(row[0])]
	require.Len(t, walls, len(row))
	assert.Empty(t, looks.sure.walls[1-axis(row[0])])
	strips := func(ks ...castellan.Wall) (all []*model.Strip) {
		for _, w := range ks {
			all = append(all, looks.sure.strips[of[w]])
		}
		return all
	}
	got := looks.alike(b, of[row[1]], walls, looks.sureStrip(b, of[row[1]]).Left)
	assert.Equal(t, strips(row[0], row[2], row[3]), got, "the nearest, but not itself")
	assert.Empty(t, looks.alike(b, of[row[1]], walls, !got[0].Left), "none is seen from the other side")
}
