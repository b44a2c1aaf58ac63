package vision

import (
	"math"
	"slices"

	"github.com/castellan-companion/castellan/engine/castellan"
	"github.com/castellan-companion/castellan/vision/model"
	"github.com/castellan-companion/castellan/vision/reading"
)

// around is the window of a castle's nodes.
func around(c *reading.Castle) model.Window { return piecesOf(c).around() }

// around is the window of the nodes of s.
func (s pieces) around() model.Window {
	lo, hi := castellan.Node{I: math.MaxInt, J: math.MaxInt}, castellan.Node{I: math.MinInt, J: math.MinInt}
	for p := range s {
		lo.I, lo.J = min(lo.I, p.From.I, p.To.I), min(lo.J, p.From.J, p.To.J)
		hi.I, hi.J = max(hi.I, p.From.I, p.To.I), max(hi.J, p.From.J, p.To.J)
	}
	return model.Window{I0: lo.I, J0: lo.J, NI: hi.I - lo.I + 1, NJ: hi.J - lo.J + 1}
}

// grown is a window with so many nodes more on each side.
func grown(w model.Window, room int) model.Window {
	return model.Window{I0: w.I0 - room, J0: w.J0 - room, NI: w.NI + 2*room, NJ: w.NJ + 2*room}
}

// spanning is the least window that two others lie inside of.
func spanning(a, b model.Window) model.Window {
	i0, j0 := min(a.I0, b.I0), min(a.J0, b.J0)
	return model.Window{I0: i0, J0: j0, NI: max(a.I0+a.NI, b.I0+b.NI) - i0, NJ: max(a.J0+a.NJ, b.J0+b.NJ) - j0}
}

// inside says whether a window lies inside of another.
func inside(a, b model.Window) bool {
	return a.I0 >= b.I0 && a.J0 >= b.J0 && a.I0+a.NI <= b.I0+b.NI && a.J0+a.NJ <= b.J0+b.NJ
}

// surroundings is the window of what is in and of as far around it as a long wall reaches.
func (b *board) surroundings() model.Window {
	castle := b.built()
	return grown(around(&castle), leastRoom)
}

// worthAnotherLook is the part of a window that was just seen in which a castle and its surroundings lie; ok is false where that is most of it,
// or too few pieces are seen to tell.
func worthAnotherLook(seen *model.CellMap) (part model.Window, ok bool) {
	const most = 0.75
	b := newBoard(seen, nil)
	b.settle()
	if b.piecesIn() < fewPieces {
		return part, false
	}
	part = b.surroundings().Common(seen.Window)
	return part, float64(part.NI*part.NJ) < most*float64(seen.NI*seen.NJ)
}

// closerRoom is how many nodes about a doubtful piece are looked at with it: what may hide it, and those to which it may be linked.
const closerRoom = 2

// doubtfulParts are the parts of a board's window about the pieces of which another look could change the decision. They overlap only where
// that is less to look at than one that spans both.
func (b *board) doubtfulParts() []model.Window {
	const sure = 0.99
	var parts []model.Window
	for k := range b.all {
		if x := &b.all[k]; agreement(x) < sure && b.matters(k) {
			w := x.wall.Ordered()
			about := model.Window{I0: w.From.I, J0: w.From.J, NI: w.To.I - w.From.I + 1, NJ: w.To.J - w.From.J + 1}
			parts = merged(parts, grown(about, closerRoom).Common(b.win))
		}
	}
	return parts
}

// merged adds a window to others, spanned with those with which that is no more to look at.
func merged(all []model.Window, w model.Window) []model.Window {
	for k := 0; k < len(all); k++ {
		both := spanning(all[k], w)
		if both.NI*both.NJ > all[k].NI*all[k].NJ+w.NI*w.NJ {
			continue
		}
		w, all, k = both, slices.Delete(all, k, k+1), -1 // the larger one may be worth spanning with those before
	}
	return append(all, w)
}
