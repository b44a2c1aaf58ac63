package vision

import "github.com/castellan-companion/castellan/engine/castellan"

// gaps is what a film remembers of the places of walls where none stands: how much spoke for one, a logarithm of odds, when the least did.
// Places that were not worth a thought then are not in it. It is nil while nothing was seen.
type gaps map[castellan.Wall]float64

// after is what is remembered after a board that was decided on.
func (g gaps) after(b *board) gaps {
	now := gaps{}
	for k := range b.all {
		x := &b.all[k]
		if x.tower {
			continue
		}
		before, known := g[x.wall]
		switch {
		case x.in:
			now[x.wall] = 0 // once it is taken away, the place is looked at afresh
		case known || g == nil:
			now[x.wall] = min(before, x.odds)
		}
	}
	return now
}

const (
	// habitOdds is how much speaks for a piece to stand where it stood, a logarithm of odds.
	habitOdds = 1
	// rebuiltSeldom is what speaks against a tower in the middle of where a long wall stood, a logarithm of odds: someone would have to take that
	// away and build three pieces in its place. Chosen: where a double keep hides the middle as much is to be seen of the one as of the other.
	rebuiltSeldom = 3
	// clearGap are the odds of a place that is seen to be empty, as a logarithm: less of them says no more.
	clearGap = -7.0
)

// habits is how much what was seen before speaks for a tower or wall: what stood there is a little likelier to stand there still, and where no
// wall stood, or no tower could, there is still none.
func (g gaps) habits(before pieces) habit {
	passed := before.passed()
	return func(p castellan.Wall) float64 {
		switch {
		case before[p]:
			return habitOdds
		case p.From != p.To:
			return g.habit(p)
		case passed[p.From]:
			return -rebuiltSeldom
		}
		return 0 // towers stand out above what comes to stand before them
	}
}

// habit is how much what is remembered speaks for a wall, a logarithm of odds. What has come to stand in front of its place since, a keep
// above all, cannot have brought one there. It counts half, as looks at one castle are no witnesses apart from each other.
func (g gaps) habit(wall castellan.Wall) float64 {
	const share = 0.5
	odds, known := g[wall]
	if !known {
		odds = clearGap
	}
	return share * max(odds, clearGap)
}

// slidStays is how much more speaks for a piece to stand in a castle that was slid since, a logarithm of odds: nobody takes anything away from it
// meanwhile, but it is seen from elsewhere, in another light.
const slidStays = 4.0

// whole are habits for a castle of these pieces that was slid.
func whole(before pieces, habits habit) habit {
	return func(p castellan.Wall) float64 {
		odds := habits(p)
		if before[p.Ordered()] {
			odds += slidStays
		}
		return odds
	}
}
