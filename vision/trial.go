package vision

import (
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
		cellsSay  = 1.0 // how much it counts what the look along the lattice said
		// Turn learned where one tower in eight was a trial, so that it says too little for trials. Chosen on the development pictures.
		prior = 1.2
		hint  = -3.0 // from what the look along the lattice said on, a tower between walls is looked at
	)
	stood := map[castellan.Node]float64{}
	if earlier != nil {
		for _, t := range earlier.Towers {
			stood[t] = -turnHabit
		}
		for _, t := range earlier.Trial {
			stood[t.Tower] = turnHabit
		}
	}
	again := false
	for n, k := range b.towers {
		walls := b.wallsAt(n)
		habit, old := stood[n]
		suspect := len(walls) == 1 || b.turned[n] > hint || earlier != nil && !old
		if len(walls) == 0 || !suspect || !b.all[k].in && b.trials[n] == 0 {
			continue
		}
		odds := cellsSay*b.turned[n] + habit + prior
		for _, along := range walls {
			odds += r.runner.Trial(r.picture, lens, g, n, along, set) / float64(len(walls))
		}
		if odds > 0 {
			b.trials[n] = probability(odds)
		} else {
			delete(b.trials, n)
		}
		turned := odds > 0
		again = again || turned == b.all[k].in
		if turned == b.all[k].in || b.all[k].in && -odds < b.all[k].odds {
			b.all[k].odds, b.turns[n] = -odds, true
		}
	}
	if again {
		b.settle()
	}
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
