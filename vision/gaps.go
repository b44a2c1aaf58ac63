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

// habit is how much what is remembered speaks for a wall, a logarithm of odds. What has come to stand in front of its place since, a keep
// above all, cannot have brought one there. It counts half, as looks at one castle are no witnesses apart from each other. Of towers nothing
// is remembered: they stand out above what is before them.
func (g gaps) habit(p castellan.Wall) float64 {
	const share = 0.5
	if p.From == p.To {
		return 0
	}
	odds, known := g[p]
	if !known {
		odds = clearGap
	}
	return share * max(odds, clearGap)
}

// clearGap are the odds of a place that is seen to be empty, as a logarithm: less of them says no more.
const clearGap = -7.0
