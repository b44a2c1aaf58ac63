package vision

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/castellan-companion/castellan/engine/castellan"
	"github.com/castellan-companion/castellan/vision/model"
)

func TestWhatAFilmRemembersOfAGap(t *testing.T) {
	place := castellan.Wall{From: castellan.Node{I: 1, J: 1}, To: castellan.Node{I: 2, J: 1}}
	const never = -8 // too little to be worth a thought
	for _, c := range []struct {
		what  string
		looks []float32 // the odds of the wall in each
		want  float64
	}{
		{"a gap that is clear says the most", []float32{never}, leastOdds / 2.0},
		{"a gap in doubt says less", []float32{-2}, -1},
		{"what the best look showed stays when less is to be seen", []float32{-6, -1}, -3},
		{"also when it was clear at first", []float32{never, -1}, leastOdds / 2.0},
		{"a better look says more", []float32{-1, -6}, -3},
		{"or as much as any can", []float32{-1, never}, leastOdds / 2.0},
		{"a wall that was there leaves a place of which nothing is known", []float32{never, 6}, 0},
		{"until it was seen without", []float32{never, 6, -4}, -2},
	} {
		t.Run(c.what, func(t *testing.T) {
			g := gaps{}
			for k, odds := range c.looks {
				b := newBoard(threeSides(odds), nil)
				b.settle()
				g.remember(b, k == 0)
			}
			assert.InDelta(t, c.want, g.habit(place), 1e-6)
		})
	}
	assert.Zero(t, gaps{}.habit(castellan.Wall{From: castellan.Node{I: 1}, To: castellan.Node{I: 1}}), "of towers nothing is remembered")
}

func TestAWallDoesNotAppearBehindAKeep(t *testing.T) {
	const plain, guess = -8, 3
	before := newBoard(threeSides(plain), nil)
	before.settle()
	g := gaps{}
	g.remember(before, true)
	walls := func(h habit) int {
		b := newBoard(threeSides(guess), h)
		b.settle()
		return len(b.built().Walls)
	}
	assert.Equal(t, 4, walls(nil))
	assert.Equal(t, 3, walls(g.habit))
}

// threeSides is a map of a square of towers with walls on three sides, and on the fourth, from (1,1) to (2,1), with these odds.
func threeSides(odds float32) *model.CellMap {
	m := opinion(5)
	const sure = 6
	for _, n := range []castellan.Node{{I: 1, J: 1}, {I: 2, J: 1}, {I: 1, J: 2}, {I: 2, J: 2}} {
		tower(m, n.I, n.J, sure)
	}
	wallBetween(m, castellan.Node{I: 1, J: 1}, castellan.Node{I: 1, J: 2}, sure)
	wallBetween(m, castellan.Node{I: 2, J: 1}, castellan.Node{I: 2, J: 2}, sure)
	wallBetween(m, castellan.Node{I: 1, J: 2}, castellan.Node{I: 2, J: 2}, sure)
	wall(m, 1, 2, odds)
	return m
}
