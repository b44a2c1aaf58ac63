package vision

import (
	"cmp"
	"slices"

	"github.com/castellan-companion/castellan/calibration"
	"github.com/castellan-companion/castellan/engine/castellan"
	"github.com/castellan-companion/castellan/vision/model"
	"github.com/castellan-companion/castellan/vision/reading"
	"github.com/castellan-companion/castellan/vision/volume"
)

// tryTurns looks closely at the towers that could be trials and decides anew if any of them is turned: those that stand at the end of a
// single wall, those that are new, and of the others those that looked turned along the lattice. earlier is the castle as it was believed
// in before: what stood straight or turned then does so still, unless the picture clearly says otherwise; nil if there was none.
func (r *Reader) tryTurns(b *board, lens *volume.Lens, g *model.Grid, set *calibration.Set, earlier *reading.Castle) {
	const (
		turnHabit = 1
		// How much it counts what the look along the lattice said and what this one does. Chosen, as what comes next, between what fits
		// rendered scenes and what fits pictures and a film that the networks had not seen.
		cellsSay, turnSays = 0.6, 0.8
		prior              = 0.5
	)
	habits := map[castellan.Node]float64{}
	if earlier != nil {
		for _, t := range earlier.Towers {
			habits[t] = -turnHabit
		}
		for _, t := range earlier.Trial {
			habits[t.Tower] = turnHabit
		}
	}
	odds := func(n castellan.Node, straight []castellan.Node) float64 {
		sum := cellsSay*b.turned[n] + habits[n] + prior
		walls := b.wallsAt(n)
		for _, along := range walls {
			sum += turnSays * r.runner.Trial(r.picture, lens, g, n, along, straight, set) / float64(len(walls))
		}
		return sum
	}
	suspects := b.suspects(func(n castellan.Node) bool {
		_, old := habits[n]
		return earlier != nil && !old
	})
	straight := b.heldStraight()
	again := false
	for _, n := range suspects {
		t := &b.all[b.towers[n]]
		odds := odds(n, nearest(straight, n))
		turned := odds > 0
		again = again || turned == t.in
		if turned {
			b.trials[n] = probability(odds)
			t.odds, b.turns[n] = -odds, true
			continue
		}
		delete(b.trials, n)
		// That it stands there, turned or not, the look along the lattice knows; that it stands straight, this one does.
		t.odds, b.turns[n] = logOdds(probability(b.stands[n])*probability(-odds)), -odds < b.stands[n]
	}
	if again {
		b.settle()
	}
}

// suspects are the towers that may be turned, in the order of their nodes.
func (b *board) suspects(isNew func(castellan.Node) bool) []castellan.Node {
	const hint = -3.0 // from what the look along the lattice said on, a tower between walls is looked at
	var all []castellan.Node
	for n, k := range b.towers {
		walls := len(b.wallsAt(n))
		if (walls == 1 || walls > 1 && (b.turned[n] > hint || isNew(n))) && (b.all[k].in || b.trials[n] > 0) {
			all = append(all, n)
		}
	}
	slices.SortFunc(all, castellan.CompareNodes)
	return all
}

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

// nearest are the few of some nodes that lie nearest to another one.
func nearest(of []castellan.Node, to castellan.Node) []castellan.Node {
	const most = 3
	apart := func(n castellan.Node) int { return (n.I-to.I)*(n.I-to.I) + (n.J-to.J)*(n.J-to.J) }
	others := slices.DeleteFunc(slices.Clone(of), func(n castellan.Node) bool { return n == to })
	slices.SortStableFunc(others, func(a, b castellan.Node) int { return cmp.Compare(apart(a), apart(b)) })
	return others[:min(most, len(others))]
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
