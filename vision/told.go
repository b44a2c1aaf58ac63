package vision

import (
	"github.com/castellan-companion/castellan/engine/castellan"
	"github.com/castellan-companion/castellan/vision/model"
	"github.com/castellan-companion/castellan/vision/reading"
)

// told is what people said of towers and walls against what was read. While such a place looks as it did then, it is read as they said.
type told map[castellan.Wall]*word

// word is what a person said of one place.
type word struct {
	there bool
	known bool    // odds is set
	odds  float64 // what the network said of the place when it was first looked at since
}

const (
	// toldOdds is how much speaks for what a person said: enough for it to be believed at once.
	toldOdds = 4.0
	// sameLook is how much less may speak for it by the picture than when it was said. Where more changed, the piece was moved.
	sameLook = 2.5
)

// Correct takes a person's word for towers and walls that stand somewhere, or do not, whatever the picture says, until it says something
// else there. The places are numbered like those of Castle. Keeps and trials are passed over.
func (w *Watcher) Correct(changes []reading.Change) {
	for _, c := range changes {
		if c.Of == reading.ChangedTower || c.Of == reading.ChangedWall {
			w.told[c.Place.Ordered()] = &word{there: c.Add}
		}
	}
	if w.known != nil {
		w.visits = newVisit(w.believe)
	}
}

// over puts what people said in the place of what the cells say and of other habits. The cells have been looked at once, and may be looked
// at again before the habit is asked.
func (t told) over(cells *model.CellMap, other habit) habit {
	for p, said := range t {
		if odds, ok := seenOdds(cells, p); ok && !said.holds(odds) {
			delete(t, p)
		}
	}
	if len(t) == 0 {
		return other
	}
	return func(p castellan.Wall) float64 {
		if said, ok := t[p.Ordered()]; ok {
			if odds, ok := seenOdds(cells, p); ok && said.there {
				return toldOdds - odds
			}
			if odds, ok := standsOdds(cells, p); ok {
				return -toldOdds - odds
			}
		}
		if other == nil {
			return 0
		}
		return other(p)
	}
}

// mark tells a board which of its candidates people spoke of.
func (t told) mark(b *board) {
	for k := range b.all {
		_, b.all[k].said = t[b.all[k].wall.Ordered()]
	}
}

// side is the sign of odds that say what the person said.
func (d *word) side() float64 {
	if d.there {
		return 1
	}
	return -1
}

// holds says whether the word still holds for a place with these odds. It does not where what the person said is plainly to be seen by now,
// or where something changed that speaks against it.
func (d *word) holds(odds float64) bool {
	if !d.known {
		d.known, d.odds = true, odds
	}
	return d.side()*odds < toldOdds && d.side()*odds > d.side()*d.odds-sameLook
}

// seenOdds is what the network says of a straight tower or of a wall, as the logarithm of the odds; ok is false outside of what it looked at.
func seenOdds(cells *model.CellMap, p castellan.Wall) (odds float64, ok bool) {
	if p.From != p.To {
		return wallOdds(cells, p)
	}
	share, ok := towerShares(cells, p.From)
	return logOdds(share[model.CellTower]), ok
}

// standsOdds is the same of a tower whichever way it is turned, or of a wall.
func standsOdds(cells *model.CellMap, p castellan.Wall) (odds float64, ok bool) {
	if p.From != p.To {
		return wallOdds(cells, p)
	}
	share, ok := towerShares(cells, p.From)
	return logOdds(share[model.CellTower] + share[model.CellTrial]), ok
}
