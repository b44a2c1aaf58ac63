package vision

import (
	"math"

	"github.com/castellan-companion/castellan/calibration"
	"github.com/castellan-companion/castellan/engine/castellan"
	"github.com/castellan-companion/castellan/vision/model"
	"github.com/castellan-companion/castellan/vision/reading"
	"github.com/castellan-companion/castellan/vision/volume"
)

// tryTurns looks closely at the towers that could be trials, which stand at the end of a single wall, and decides anew if any of them is
// turned. earlier is the castle as it was believed in before: what stood straight or turned then does so still, unless the picture
// clearly says otherwise; nil if there was none.
func (r *Reader) tryTurns(b *board, lens *volume.Lens, g *model.Grid, set *calibration.Set, earlier *reading.Castle) {
	const (
		turnHabit = 1
		cellsSay  = 0.5 // how much it counts what the look along the lattice said
		rare      = -1.5
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
		if b.wallsAt(n) != 1 || !b.all[k].in && b.trials[n] == 0 {
			continue
		}
		odds := r.runner.Trial(r.picture, lens, g, n, set) + cellsSay*b.turned[n] + stood[n] + rare
		if odds > 0 {
			b.trials[n] = 1 / (1 + math.Exp(-odds))
		} else {
			delete(b.trials, n)
		}
		if turned := odds > 0; turned == b.all[k].in {
			b.all[k].odds, again = -odds, true
		}
	}
	if again {
		b.settle()
	}
}

// wallsAt is how many of the walls that are in end on a node.
func (b *board) wallsAt(n castellan.Node) int {
	count := 0
	for _, k := range b.ends[n] {
		if b.all[k].in {
			count++
		}
	}
	return count
}
