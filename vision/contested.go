package vision

import (
	"slices"

	"github.com/castellan-companion/castellan/vision/model"
)

// facing is how much likelier two open short walls are that end at one node from opposite sides without a tower than a long wall there, where
// the look along the lattice speaks as much for the one as for the other: a logarithm of odds. Their looks are those of a long wall, and of a
// thousand long walls of given and rendered castles one is two such short ones. Chosen by 25 such places.
const facing = -0.5

// contest is a long wall in doubt and then the short ones that would take its room, each of which waits for the others to be decided: candidates.
type contest [3]int

// contestOf is the contest of a long wall, candidate k, if there is one: both its halves may be short walls, of which one at least is thought
// of, no tower stands in its middle and nothing else that is thought of would take its room.
func (b *board) contestOf(k int, thought func(k int) bool) (c contest, ok bool) {
	w := b.all[k].wall
	mid := middleOf(w)
	if b.hasTower(mid) {
		return c, false
	}
	c[0] = k
	for i, half := range model.Halves(w) {
		at := slices.IndexFunc(b.ends[mid], func(o int) bool { return b.all[o].wall == half })
		if at < 0 {
			return c, false
		}
		c[1+i] = b.ends[mid][at]
	}
	other := func(o int) bool { return !slices.Contains(c[:], o) && !b.all[o].tower && thought(o) }
	for _, o := range c {
		if b.all[o].said || b.anyRival(o, other) {
			return c, false
		}
	}
	return c, slices.ContainsFunc(c[1:], thought)
}

// weighContests decides on long walls in doubt together with the short ones in their place, once each. first are the candidates' odds before
// any was weighed, undecided says which are walls to decide on, thought which may yet stand. It says whether any decision changed.
func (a *appearance) weighContests(
	r *model.Runner, b *board, first []float64, weighed []bool, undecided, thought func(k int) bool,
) (changed bool) {
	const least = -4.0 // odds, as a logarithm, of a long wall that is worth the look
	for k := range b.all {
		if x := &b.all[k]; !isLong(x.wall) || x.odds < least || !undecided(k) {
			continue
		}
		c, ok := b.contestOf(k, thought)
		if !ok {
			continue
		}
		odds, ok := a.weighContest(r, b, c, first)
		if !ok {
			continue
		}
		for i, o := range c {
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
func (a *appearance) weighContest(r *model.Runner, b *board, c contest, first []float64) (odds [3]float64, ok bool) {
	long := a.begin(b, c[0], first[c[0]])
	if long.look.seen < leastFaces {
		return odds, false
	}
	asLong := long.odds()
	var short [2]float64
	beyond, hanging := facing-long.alongSays(), false // how much likelier than the long wall both short ones are
	for i, o := range c[1:] {
		half := a.begin(b, o, first[o])
		if half.look.seen < leastFaces {
			return odds, false
		}
		half.look.compared, half.look.shadow = a.compare(r, b, o), a.shadow(b, o)
		asLong += longWall.compared*half.look.compared + shadowSays(half.look.shadow)
		short[i] = half.odds()
		beyond += half.alongSays()
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
