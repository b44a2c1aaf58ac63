package vision

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/castellan-companion/castellan/engine/castellan"
)

func TestAWallIsComparedWithThoseSeenLikeIt(t *testing.T) {
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
	looks, known := looksAslant(b, 3, row, brown)
	require.True(t, known)
	walls := looks.sure.walls[axis(row[0])]
	require.Len(t, walls, len(row))
	assert.Empty(t, looks.sure.walls[1-axis(row[0])])
	assert.False(t, looks.sure.alone(row[0]))
	across := castellan.Wall{From: row[0].From, To: castellan.Node{I: row[0].From.I, J: 3}}
	assert.True(t, looks.sure.alone(across), "there is none along Y")
	looks.sure.walls[axis(across)] = []castellan.Wall{across}
	assert.True(t, looks.sure.alone(across), "none but itself")
	looks.sure.walls[axis(across)] = nil
	looks.takeStrips(row)
	own := looks.sure.strips[row[1]]
	got := looks.alike(row[1], walls, own)
	require.Len(t, got, comparedWith)
	for _, w := range row {
		s := looks.sure.strips[w]
		switch {
		case s == own:
			assert.NotContains(t, got, s, "not with itself")
		case !slices.Contains(got, s):
			assert.LessOrEqual(t, own.Shared(s), own.Shared(got[comparedWith-1]), "of it less is seen where something is seen of the wall in question")
		}
	}
	other := *own
	other.Left = !own.Left
	assert.Empty(t, looks.alike(row[1], walls, &other), "none is seen from the other side")
}

func TestPlacesBesideTowersThatNothingSpeaksForAreGaps(t *testing.T) {
	between := func(i, j, i2, j2 int) castellan.Wall {
		return castellan.Wall{From: castellan.Node{I: i, J: j}, To: castellan.Node{I: i2, J: j2}}
	}
	m := opinion(5)
	tower(m, 0, 2, 6)
	tower(m, 1, 2, 6)
	wallBetween(m, castellan.Node{I: 0, J: 2}, castellan.Node{I: 1, J: 2}, 6)
	wallBetween(m, castellan.Node{I: 1, J: 2}, castellan.Node{I: 1, J: 3}, -4)
	wallBetween(m, castellan.Node{I: 1, J: 2}, castellan.Node{I: 3, J: 2}, -4)
	b := newBoard(m, nil)
	b.settle()
	assert.ElementsMatch(t, []castellan.Wall{between(0, 1, 0, 2), between(0, 2, 0, 3), between(1, 1, 1, 2)}, b.clearBesideTowers(),
		"neither where a wall is, nor where one may be, nor beyond the window")
	b.covered[castellan.Node{I: 1, J: 1}] = true
	assert.NotContains(t, b.clearBesideTowers(), between(1, 1, 1, 2), "a hand may hide one")
}
