package vision

import (
	"slices"

	"github.com/castellan-companion/castellan/vision/model"
)

// facing is how much likelier two open short walls are that end at one node from opposite sides without a tower than a long wall there, where
// the look along the lattice speaks as much for the one as for the other: a logarithm of odds. Their looks are those of a long wall, and of a
// thousand long walls of given and rendered castles one is two such short ones. Chosen by 25 such places.
const facing = -0.5

// contest is a long wall in doubt and the short ones that would take its room, each of which waits for the others to be decided: candidates.
type contest struct {
	long   int
	halves [2]int
}

// contestOf is the contest of a long wall, candidate k, if there is one: both its halves may be short walls, of which one at least is thought
// of, no tower stands in its middle and nothing else that is thought of would take its room.
func (b *board) contestOf(k int, thought func(k int) bool) (c contest, ok bool) {
	w := b.all[k].wall
	mid := middleOf(w)
	if b.hasTower(mid) {
		return c, false
	}
	c.long = k
	for i, half := range model.Halves(w) {
		at := slices.IndexFunc(b.ends[mid], func(o int) bool { return b.all[o].wall == half })
		if at < 0 {
			return c, false
		}
		c.halves[i] = b.ends[mid][at]
	}
	other := func(o int) bool {
		return o != k && o != c.halves[0] && o != c.halves[1] && !b.all[o].tower && thought(o)
	}
	for _, o := range [3]int{k, c.halves[0], c.halves[1]} {
		if b.all[o].said || b.anyRival(o, other) {
			return c, false
		}
	}
	return c, thought(c.halves[0]) || thought(c.halves[1])
}

// weighContests decides on long walls in doubt together with the short ones in their place, once each. first are the candidates' odds before
// any was weighed, thought says which may yet stand. It says whether any decision changed.
func (a *appearance) weighContests(
	r *model.Runner, b *board, m *model.CellMap, first []float64, weighed []bool, thought func(k int) bool,
) (changed bool) {
	const least = -4.0 // odds, as a logarithm, of a long wall that is worth the look
	for k := range b.all {
		x := &b.all[k]
		if x.tower || !isLong(x.wall) || weighed[k] || b.towersOf(x.wall) == 0 || x.odds < least || underHand(m, x.wall) {
			continue
		}
		c, ok := b.contestOf(k, thought)
		if !ok {
			continue
		}
		odds, ok := a.weighContest(r, b, &c, first)
		if !ok {
			continue
		}
		for i, o := range [3]int{c.long, c.halves[0], c.halves[1]} {
			y := &b.all[o]
			weighed[o], y.odds = true, odds[i]
			changed = changed || y.in != (odds[i] > 0)
		}
	}
	return changed
}

// weighContest is how much speaks for the long wall and for each of the short ones, as logarithms of odds: how much likelier what can stand there
// with it is at best than what can without. What a half looks like speaks for the long wall as much as for the short one there, and
// counts once. ok is false where not enough can be seen.
func (a *appearance) weighContest(r *model.Runner, b *board, c *contest, first []float64) (odds [3]float64, ok bool) {
	long := a.begin(b, c.long, first[c.long])
	if long.look.seen < leastFaces {
		return odds, false
	}
	asLong := long.odds()
	var short [2]float64
	beyond, hanging := facing-long.verdict.along*clipAlong(long.along), false // how much likelier than the long wall both short ones are
	for i, o := range c.halves {
		half := a.begin(b, o, first[o])
		if half.look.seen < leastFaces {
			return odds, false
		}
		half.look.compared, half.look.shadow = a.compare(r, b, o), a.shadow(b.all[o].wall, b.instead(o))
		asLong += longWall.compared*half.look.compared + shadowCounts*half.look.shadow
		short[i] = half.odds()
		beyond += half.verdict.along * clipAlong(half.along)
		if b.towersOf(b.all[o].wall) == 0 {
			short[i], hanging = leastOdds, true
		}
	}
	both := asLong + beyond
	if hanging {
		both = leastOdds
	}
	odds[0] = asLong - max(0, short[0], short[1], both)
	for i := range short {
		odds[1+i] = max(short[i], both) - max(0, short[1-i], asLong)
	}
	return odds, true
}
