package vision

import (
	"math"
	"slices"

	"github.com/castellan-companion/castellan/calibration"
	"github.com/castellan-companion/castellan/engine/castellan"
	"github.com/castellan-companion/castellan/vision/model"
	"github.com/castellan-companion/castellan/vision/volume"
)

// weighTowers looks closely at the nodes that walls reach and of which it is in doubt whether a tower stands there, compares them with others
// of the same picture that are beyond doubt, and decides anew.
func (r *Reader) weighTowers(b *board, m *model.CellMap, lens *volume.Lens, g *model.Grid, set *calibration.Set) {
	const (
		inDoubt  = 8.0 // odds up to which a node is looked at
		compared = 3   // with how many others of either sort
		// How much it counts what the look along the lattice said and what this one does. Fitted to rendered scenes that the networks had not seen.
		cellsSay, towerSays, most = 0.45, 0.6, 8.0
		// How much speaks against a tower where it is known exactly where pieces would stand: on most nodes that are in doubt none stands, and where this
		// look can tell nothing, as behind other pieces, the one along the lattice is too sure that one does. Elsewhere castles are read worse with it.
		seldom = 1.0
	)
	reached := model.Reach(b.built().Walls)
	var doubtful []castellan.Node
	for n, k := range b.towers {
		t := &b.all[k]
		_, near := reached[n]
		if !t.said && (t.in || near) && math.Abs(b.stands[n]) <= inDoubt && m.Node(n)[model.CellHidden] <= seldomHidden {
			doubtful = append(doubtful, n)
		}
	}
	if len(doubtful) == 0 {
		return
	}
	towers := b.sureTowers()
	bare := slices.DeleteFunc(reached.About(), func(n castellan.Node) bool {
		at := g.At(float64(n.I), float64(n.J))
		_, _, _, shown := lens.Seen(r.picture, [3]float64{at[0], at[1], 0})
		return !shown || m.Node(n) == nil || !b.surelyBare(n)
	})
	again := false
	for _, n := range doubtful {
		t := &b.all[b.towers[n]]
		with, without := reached.Likest(towers, n, compared), reached.Likest(bare, n, compared)
		look := r.runner.Tower(r.picture, lens, g, n, with, without, set)
		straight := probability(t.odds) / probability(b.stands[n])
		b.stands[n] = cellsSay*b.stands[n] + towerSays*max(-most, min(most, look))
		if r.exactly() {
			b.stands[n] -= seldom
		}
		t.odds = logOdds(straight * probability(b.stands[n]))
		again = again || t.in != (t.odds > 0)
	}
	if again {
		b.settle()
	}
}

// sureTower are the odds, as a logarithm, from which it is beyond doubt that a tower stands on a node, or that none does.
const sureTower = 7.0

// sureTowers are the nodes where a tower stands beyond doubt, in order.
func (b *board) sureTowers() []castellan.Node {
	var all []castellan.Node
	for n, k := range b.towers {
		if x := &b.all[k]; x.in && (x.odds > sureTower || x.said) {
			all = append(all, n)
		}
	}
	slices.SortFunc(all, castellan.CompareNodes)
	return all
}

// surelyBare says whether beyond doubt no tower stands on a node.
func (b *board) surelyBare(n castellan.Node) bool {
	k, possible := b.towers[n]
	if b.covered[n] || possible && b.all[k].in {
		return false
	}
	return !possible || b.stands[n] < -sureTower || b.all[k].said
}
