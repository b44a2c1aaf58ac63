package vision

import (
	"slices"

	"github.com/castellan-companion/castellan/calibration"
	"github.com/castellan-companion/castellan/engine/castellan"
	"github.com/castellan-companion/castellan/vision/model"
	"github.com/castellan-companion/castellan/vision/reading"
	"github.com/castellan-companion/castellan/vision/volume"
)

// tryTurns looks closely at the towers that could be trials and decides anew if any of them is turned: those that stand at the end of a
// single wall, those that are new, and of the others those that looked turned along the lattice. earlier is what is known of the
// castle from before: what stood straight or turned then does so still, unless the picture clearly says otherwise; nil if there was none.
func (r *Reader) tryTurns(b *board, lens *volume.Lens, g *model.Grid, set *calibration.Set, earlier *past) {
	const (
		// How much speaks against a trial in a film where a tower is new and there is none to compare it with: castles that small are built, not
		// tried, and it is hardest to see there.
		alone = 2
		// How much speaks against a trial in a still: of the castles that the networks learned from many more have one than of those in games.
		seldom = 2
		// The same where a tower is new in a film of pieces whose measures are not known: more straight ones look turned then. Where they are,
		// nothing does: of 596 looks at such towers in 47 rendered films, 112 of them trials, 25 err with as much as this and 19 without.
		seldomNew = 0.5
		// How much it counts what the look along the lattice said and what this one does: fitted to rendered scenes that the networks had not
		// seen, and rounded so that other such pictures lie far from what is in doubt. Where walls meet, the first knows hardly any trials.
		cellsSay, cellsSayBetween, turnSays = 0.4, 0.1, 0.8
		hint                                = -3.0 // from what the look along the lattice said on, a tower between walls is looked at
		compared                            = 3    // with how many others it is compared
	)
	habits := b.turnHabits(earlier)
	straight := b.heldStraight()
	stands := remembered(func(n castellan.Node) [2]float64 { return r.stands(n, lens, g, set) })
	again := false
	for n, k := range b.towers {
		t := &b.all[k]
		walls := b.wallsAt(n)
		habit, old := habits[n]
		fresh := earlier != nil && !old
		suspect := len(walls) == 1 || b.turned[n] > hint || fresh
		if len(walls) == 0 || !suspect || !t.in && b.trials[n] == 0 {
			continue
		}
		odds := habit
		if len(walls) == 1 {
			odds += cellsSay * b.turned[n]
		} else {
			odds += cellsSayBetween * b.turned[n]
		}
		others := model.Nearest(straight, itself, n, compared)
		if fresh && len(others) == 0 {
			odds -= alone
		}
		switch {
		case fresh && r.rough():
			odds -= seldomNew
		case earlier == nil:
			odds -= seldom
		}
		here := besideTowers(g, others, stands)
		for _, along := range walls {
			odds += turnSays * r.runner.Trial(r.picture, lens, &here, n, along, others, set) / float64(len(walls))
		}
		if len(walls) == 1 && len(others) > 0 && r.exactly() {
			odds += saysOff(&here, n, walls[0], stands(n))
		}
		again = b.turn(n, odds) || again
	}
	if again {
		b.settle()
	}
}

// saysOff is how much speaks for the tower on a node to be turned, as a logarithm of odds, by how far off its only wall it stands: slots that point
// elsewhere do not take a wall in. into is the lattice step into the wall, g the lattice as the straight towers beside it stand, and stands where
// this one does (mm on the table). It is fitted to rendered stills and films; where it is not known exactly where pieces would stand it tells nothing.
func saysOff(g *model.Grid, n, into castellan.Node, stands [2]float64) float64 {
	const (
		least, between, most = -0.5, 0.5, 1.5 // mm: straight ones are seen 0.0 off (standard deviation 0.4), turned ones 1.2 (0.7)
		says                 = 1.5            // for each mm; Turn sees some of it too
	)
	i, j := g.Coords(stands)
	off := ((float64(n.I)-i)*float64(into.I) + (float64(n.J)-j)*float64(into.J)) * g.Pitch
	return says * (max(least, min(most, off)) - between)
}

// past is what a film knows of a castle from before it looks: as it was believed in then, and as it was when a hand last came.
type past struct{ castle, visited *reading.Castle }

// turnHabits is how much speaks for the towers of a castle as it was believed in before to be turned now, as logarithms of odds; none where there was
// no castle. Nobody turns one that was built: of 706 looks at such towers in 30 rendered films none was. One on trial is built some time, or taken
// back, before its player's turn ends: it is no trial any more if it was one when a hand last came, which built other pieces then. The board is what
// is seen now.
func (b *board) turnHabits(earlier *past) map[castellan.Node]float64 {
	const built, tried, over = -3, 1, -3
	habits := map[castellan.Node]float64{}
	if earlier == nil {
		return habits
	}
	for _, n := range earlier.castle.Towers {
		habits[n] = built
	}
	wentOn := b.builtOn(earlier.visited)
	for _, t := range earlier.castle.Trial {
		habits[t.Tower] = tried
		if wentOn && slices.Contains(earlier.visited.Trial, t) {
			habits[t.Tower] = over
		}
	}
	return habits
}

// builtOn says whether pieces are in that do not stand in a castle: other ones than towers that were on trial there, and what a person spoke of.
func (b *board) builtOn(c *reading.Castle) bool {
	before := piecesOf(c)
	for _, t := range c.Trial {
		before[towerOn(t.Tower)] = true
	}
	return slices.ContainsFunc(b.all, func(x candidate) bool { return x.in && !x.said && !before[x.wall.Ordered()] })
}

// turn decides by the odds, as a logarithm, whether the tower on a node is turned. changed says whether it was decided otherwise before.
func (b *board) turn(n castellan.Node, odds float64) (changed bool) {
	t := &b.all[b.towers[n]]
	turned := odds > 0
	changed = turned == t.in
	b.trials[n] = probability(odds)
	if turned {
		t.odds, b.turns[n] = -odds, true
		return changed
	}
	// That it stands there, turned or not, the look along the lattice knows; that it stands straight, this one does. Where the latter is the
	// less sure, a tower that is decided otherwise later, for the sake of the keeps, is turned then, not gone.
	t.odds, b.turns[n] = logOdds(probability(b.stands[n])*probability(-odds)), -odds < b.stands[n]
	if !b.turns[n] {
		delete(b.trials, n)
	}
	return changed
}

func itself(n castellan.Node) castellan.Node { return n }

// heldStraight are the towers that surely stand straight, as two walls or more hold them, in the order of their nodes.
func (b *board) heldStraight() []castellan.Node {
	const surely = -3.0 // what the look along the lattice says at most for them to be turned
	var all []castellan.Node
	for n, k := range b.towers {
		if b.all[k].in && b.turned[n] < surely && len(b.wallsAt(n)) > 1 {
			all = append(all, n)
		}
	}
	slices.SortFunc(all, castellan.CompareNodes)
	return all
}

// wallsAt are the lattice steps from a node into the walls there that are in.
func (b *board) wallsAt(n castellan.Node) []castellan.Node {
	var steps []castellan.Node
	for _, k := range b.ends[n] {
		if b.all[k].in {
			steps = append(steps, model.StepInto(b.all[k].wall, n))
		}
	}
	return steps
}
