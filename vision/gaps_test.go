package vision

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/castellan-companion/castellan/engine/castellan"
)

// betweenCells is the wall between the squares of twoCells.
var betweenCells = castellan.Wall{From: castellan.Node{I: 2, J: 1}, To: castellan.Node{I: 2, J: 2}}

func TestWhatAFilmRemembersOfAGap(t *testing.T) {
	const never = -10 // too little to be worth a thought
	for _, c := range []struct {
		what  string
		looks []float32 // the odds of the wall in each
		want  float64
	}{
		{"a gap that is clear says the most", []float32{never}, clearGap / 2.0},
		{"a gap in doubt says less", []float32{-2}, -1},
		{"what the best look showed stays when less is to be seen", []float32{-6, -1}, -3},
		{"also when it was clear at first", []float32{never, -1}, clearGap / 2.0},
		{"a better look says more", []float32{-1, -6}, -3},
		{"though not more and more", []float32{-8}, clearGap / 2.0},
		{"or as much as any can", []float32{-1, never}, clearGap / 2.0},
		{"a wall that was there leaves a place of which nothing is known", []float32{never, 6}, 0},
		{"until it was seen without", []float32{never, 6, -4}, -2},
	} {
		t.Run(c.what, func(t *testing.T) {
			var g gaps
			for _, odds := range c.looks {
				g = g.after(twoCells(odds, nil))
			}
			assert.InDelta(t, c.want, g.habit(betweenCells), 1e-6)
		})
	}
}

func TestAWallDoesNotAppearBehindAKeep(t *testing.T) {
	const plain, guess = -10, 3
	g := gaps(nil).after(twoCells(plain, nil))
	walls := func(h habit) []castellan.Wall { return twoCells(guess, h).built().Walls }
	assert.Len(t, walls(nil), 7)
	assert.Len(t, walls(g.habits(nil)), 6)
	assert.NotContains(t, walls(g.habits(nil)), betweenCells)
}

func TestWhatStoodStandsStill(t *testing.T) {
	long := castellan.Wall{From: castellan.Node{I: 1}, To: castellan.Node{I: 3}}
	short := castellan.Wall{From: long.To, To: castellan.Node{I: 3, J: 1}}
	says := gaps{short: -4}.habits(pieces{long: true, towerOn(long.To): true})
	for p, want := range map[castellan.Wall]float64{
		long:                                  habitOdds,
		towerOn(long.To):                      habitOdds,
		towerOn(short.To):                     0, // nothing is remembered of it
		short:                                 -2,
		{From: long.From, To: middleOf(long)}: clearGap / 2.0,
		towerOn(middleOf(long)):               -rebuiltSeldom,
	} {
		assert.InDelta(t, want, says(p), 1e-9, "%v", p)
	}
}

func TestACastleThatWasSlidStaysWhole(t *testing.T) {
	standing, other := castellan.Wall{To: castellan.Node{I: 2}}, castellan.Wall{To: castellan.Node{J: 1}}
	odds := whole(pieces{standing: true}, func(castellan.Wall) float64 { return 1 })
	assert.InDelta(t, 1+slidStays, odds(standing), 1e-9)
	assert.InDelta(t, 1+slidStays, odds(castellan.Wall{From: standing.To}), 1e-9)
	assert.InDelta(t, 1, odds(other), 1e-9)
}
