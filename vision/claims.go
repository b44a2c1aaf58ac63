package vision

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"github.com/paulmach/orb"
	"github.com/paulmach/orb/planar"

	"github.com/castellan-companion/castellan/engine/castellan"
	"github.com/castellan-companion/castellan/vision/model"
	"github.com/castellan-companion/castellan/vision/reading"
	"github.com/castellan-companion/castellan/vision/solid"
)

// What the rules say of keeps speaks for walls: whoever closes a courtyard claims it at once, so that each courtyard has one keep and no
// keep stands elsewhere. Where a castle and its keeps do not agree, a doubtful wall that makes them agree is decided the other way.
const (
	// What speaks against a keep that stands in no courtyard, or with another one in the same, as a logarithm of odds. Chosen: a keep may
	// also be seen where it does not stand, or be put there against the rules.
	strayKeep = 6.0
	// Pieces for which or against which more speaks are not decided otherwise.
	mostDoubtful = 6.0
	// In a courtyard without a keep, one that was missed stands after all unless more speaks against it, as a logarithm of odds.
	barelyMissed = 0.8
)

// unclaimedOdds is what speaks against a courtyard without a keep, by its outline, as a logarithm of odds.
type unclaimedOdds func(court []castellan.Node) float64

// inFilm is what speaks against a courtyard without a keep in a film: keeps are placed later than walls, but not later than in a still where others
// went on to build.
func inFilm(still unclaimedOdds, overdue func(court []castellan.Node) bool) unclaimedOdds {
	// Chosen: a wall that closes a courtyard and for which less speaks is not believed in before that is claimed.
	const soon = 2.5
	return func(court []castellan.Node) float64 {
		if overdue(court) {
			return still(court)
		}
		return min(soon, still(court))
	}
}

// overdue says of a courtyard, by its outline, whether it should have a keep by now: in a still, and in a film if it had none when a hand last
// came, and that built other pieces. The board is what is seen now.
func (b *board) overdue(earlier *past) func(court []castellan.Node) bool {
	if earlier == nil {
		return func([]castellan.Node) bool { return true }
	}
	var empty []string
	if b.builtOn(earlier.visited) {
		var keeps []seenKeep
		for _, k := range earlier.visited.Keeps {
			keeps = append(keeps, seenKeep{Keep: k})
		}
		_, courts := strays(earlier.visited, keeps)
		for _, court := range courts {
			empty = append(empty, fmt.Sprint(court))
		}
	}
	return func(court []castellan.Node) bool { return slices.Contains(empty, fmt.Sprint(court)) }
}

// inStill is what speaks against a courtyard without a keep in a still with these pieces and keeps, or in a film where it is overdue: somebody
// forgot to claim it (in the development pictures, none of 539), or its keep is overlooked or hidden by pieces or a hand.
func inStill(bodies *solid.Bodies, m *model.CellMap) unclaimedOdds {
	const (
		forgotten  = 0.005 // of all courtyards
		overlooked = 0.01  // of keeps that the picture shows
	)
	var near solid.Bodies
	known := map[string]float64{}
	return func(court []castellan.Node) float64 {
		name := fmt.Sprint(court)
		if against, ok := known[name]; ok {
			return against
		}
		places, unseen := 0.0, 0.0
		for _, p := range inCourtyard(bodies.Grid, court) {
			if !hasRoom(bodies, court, &p.Keep) {
				continue
			}
			places++
			if hidesKeep(bodies, &near, m, &p.Keep) {
				unseen++
			}
		}
		hidden := unseen / max(1, places)
		known[name] = -math.Log(forgotten + (1-forgotten)*(overlooked+(1-overlooked)*hidden))
		return known[name]
	}
}

// hasRoom says whether a keep can stand somewhere in a courtyard beside its walls.
func hasRoom(bodies *solid.Bodies, court []castellan.Node, k *reading.Keep) bool {
	room := (bodies.Set.KeepMM + bodies.Set.WallThicknessMM) / 2 / bodies.Grid.Pitch
	corner := func(n castellan.Node) orb.Point { return orb.Point{float64(n.I), float64(n.J)} }
	for i, n := range court {
		if planar.DistanceFromSegment(corner(n), corner(court[(i+1)%len(court)]), k.At) < room {
			return false
		}
	}
	return true
}

// hidesKeep says whether pieces or a hand would hide most of a keep. near is memory.
func hidesKeep(bodies, near *solid.Bodies, m *model.CellMap, k *reading.Keep) bool {
	const most = 0.9
	if o := m.Node(nodeOf(k)); len(o) > 0 && o[model.CellHidden] > seldomHidden {
		return true
	}
	bodies.Beside(k.AtMM, near)
	return hiddenOf(near, k.AtMM) >= most
}

// strays are the keeps that stand in no courtyard of a castle, or in one where another one is surer, by their index; empty are the
// courtyards that have no keep.
func strays(c *reading.Castle, keeps []seenKeep) (stray []int, empty [][]castellan.Node) {
	in := make([]bool, len(keeps))
	for _, court := range courtyards(c) {
		best := -1
		for k := range keeps {
			if !castellan.Within(court, keeps[k].At) {
				continue
			}
			in[k] = true
			switch {
			case best < 0:
				best = k
			case keeps[k].odds > keeps[best].odds:
				stray, best = append(stray, best), k
			default:
				stray = append(stray, k)
			}
		}
		if best < 0 {
			empty = append(empty, court)
		}
	}
	for k := range keeps {
		if !in[k] {
			stray = append(stray, k)
		}
	}
	return stray, empty
}

// against is what speaks against a castle with these keeps, as a logarithm of odds.
func against(c *reading.Castle, keeps, missed []seenKeep, unclaimed unclaimedOdds) float64 {
	stray, empty := strays(c, keeps)
	sum := 0.0
	for _, court := range empty {
		least := unclaimed(court)
		if k := barelyMissedIn(court, missed); k >= 0 {
			// It comes with doubts of its own: as much as would have kept it out.
			least = min(least, barelyMissed-missed[k].odds)
		}
		sum += least
	}
	for _, k := range stray {
		sum += min(strayKeep, keeps[k].odds)
	}
	return sum
}

// barelyMissedIn is for which of the keeps that were barely missed in a courtyard most speaks, by its index; -1 if there is none.
func barelyMissedIn(court []castellan.Node, missed []seenKeep) int {
	if k := likeliestIn(court, missed); k >= 0 && missed[k].odds > -barelyMissed {
		return k
	}
	return -1
}

// likeliestIn is for which of the keeps that were missed in a courtyard most speaks, by its index; -1 if there is none.
func likeliestIn(court []castellan.Node, missed []seenKeep) int {
	best := -1
	for k := range missed {
		if castellan.Within(court, missed[k].At) && (best < 0 || missed[k].odds > missed[best].odds) {
			best = k
		}
	}
	return best
}

// claimEmpty believes in missed keeps for which less speaks than for their courtyards to have one, if these are overdue. Where pieces may hide
// it, there is one all but surely, and what was missed tells its colour.
func claimEmpty(
	c *reading.Castle, believed, missed []seenKeep, unclaimed unclaimedOdds, overdue func(court []castellan.Node) bool,
) (more, still []seenKeep) {
	_, empty := strays(c, believed)
	for _, court := range empty {
		k := likeliestIn(court, missed)
		if k < 0 || !overdue(court) {
			continue
		}
		keep, odds := missed[k], unclaimed(court)
		if keep.odds > -barelyMissed {
			keep.odds += odds
		}
		if odds < inSight {
			keep.odds = max(keep.odds, colourIn(court, missed, keep.Color))
		}
		if keep.odds > 0 {
			decideHeight(&keep, believed)
			keep.tidy()
			believed, missed = append(believed, keep), slices.Delete(slices.Clone(missed), k, k+1)
		}
	}
	return believed, missed
}

// Of a courtyard against which, without a keep, less speaks than inSight, pieces or a hand may hide the keep: it has one, of a colour of which
// nothing need be seen. noTrace is how likely that is beside colours that were seen, as a logarithm of odds. Chosen: of seven such courtyards
// in 370 rendered pictures four are then claimed rightly, one wrongly and two not, and before none was.
const inSight, noTrace = 2.5, -2.5

// colourIn is how much speaks for a colour, of those of the keeps missed in a courtyard and of some that was not seen, as a logarithm of odds.
func colourIn(court []castellan.Node, missed []seenKeep, color string) float64 {
	own, others := 0.0, math.Exp(noTrace)
	for k := range missed {
		switch {
		case !castellan.Within(court, missed[k].At):
		case missed[k].Color == color:
			own += math.Exp(missed[k].odds)
		default:
			others += math.Exp(missed[k].odds)
		}
	}
	return math.Log(own / others)
}

// dropStrays tells the keeps that are believed in from those for which less speaks than against stray ones, and from those that stand beyond
// all pieces and all that a hand may hide: several pieces would have to be overlooked for a courtyard to be there, and loose keeps lie about.
// covered are the nodes where a hand seems to lie over what stands there.
func dropStrays(c *reading.Castle, covered map[castellan.Node]bool, keeps []seenKeep) (believed, dropped []seenKeep) {
	stray, _ := strays(c, keeps)
	room := maybeBuilt(c, covered)
	for k := range keeps {
		if !slices.Contains(stray, k) {
			believed = append(believed, keeps[k])
			continue
		}
		keep := keeps[k]
		keep.odds -= strayKeep
		if !castellan.Within(room, keep.At) {
			keep.odds = min(keep.odds, -strayKeep)
		}
		if keep.odds >= 0 {
			believed = append(believed, keep)
		} else {
			dropped = append(dropped, keep)
		}
	}
	return believed, dropped
}

// strayToo counts against keeps that are not believed in that they would be stray beside those that are.
func strayToo(c *reading.Castle, believed, missed []seenKeep) {
	_, empty := strays(c, believed)
	for k := range missed {
		if !slices.ContainsFunc(empty, func(court []castellan.Node) bool { return castellan.Within(court, missed[k].At) }) {
			missed[k].odds -= strayKeep
		}
	}
}

// maybeBuilt is the rectangle, as a polygon of lattice coordinates, around a castle and the nodes where a hand may hide pieces.
func maybeBuilt(c *reading.Castle, covered map[castellan.Node]bool) []castellan.Node {
	w := around(c)
	for n := range covered {
		w = spanning(w, model.Window{I0: n.I, J0: n.J, NI: 1, NJ: 1})
	}
	i1, j1 := w.I0+w.NI-1, w.J0+w.NJ-1
	return []castellan.Node{{I: w.I0, J: w.J0}, {I: i1, J: w.J0}, {I: i1, J: j1}, {I: w.I0, J: j1}}
}

// agree decides one or two doubtful pieces otherwise, and again, where castle and keeps then agree better by more than the picture speaks
// against it. It says whether anything changed.
func (b *board) agree(keeps, missed []seenKeep, unclaimed unclaimedOdds) bool {
	s := newAccord(b, keeps, missed, unclaimed)
	changed := false
	for s.now > 0 {
		s.best = amendment{}
		s.amend()
		if s.best.gain == 0 {
			break
		}
		b.flip(s.best.flips)
		for _, k := range s.best.flips {
			// What castle and keeps say together is what speaks for the decision now.
			b.all[k].odds = s.best.gain
			if !b.all[k].in {
				b.all[k].odds = -s.best.gain
			}
		}
		s.now, changed = s.best.after, true
	}
	return changed
}

// mostTries bounds the search for what to decide otherwise. Most pictures take none, and few more than some hundreds; where little is clear
// there are too many pairs of candidates to try them all.
const mostTries = 4000

// accord is a search for what to decide otherwise so that castle and keeps agree.
type accord struct {
	*board
	doubtful  []int // candidates
	keeps     []seenKeep
	missed    []seenKeep // for which not much more would have been enough
	unclaimed unclaimedOdds
	parts     int     // of the castle, which must not fall into more
	now       float64 // what speaks against castle and keeps as they are
	best      amendment
	tries     int // that are left
}

func newAccord(b *board, keeps, missed []seenKeep, unclaimed unclaimedOdds) *accord {
	c := b.built()
	_, parts := b.parts()
	return &accord{
		board: b, doubtful: b.mostDoubtfulFirst(), keeps: keeps, missed: missed, unclaimed: unclaimed, parts: len(parts),
		now: against(&c, keeps, missed, unclaimed), tries: mostTries,
	}
}

// amendment is candidates to decide otherwise.
type amendment struct {
	flips []int
	cost  float64 // how much the picture speaks against it
	gain  float64 // how much more speaks for castle and keeps with it
	after float64 // what speaks against them then
}

// mostDoubtfulFirst are the candidates that may be decided otherwise.
func (b *board) mostDoubtfulFirst() (doubtful []int) {
	for k := range b.all {
		if b.all[k].inFavour() <= mostDoubtful {
			doubtful = append(doubtful, k)
		}
	}
	slices.SortStableFunc(doubtful, func(x, y int) int { return cmp.Compare(b.all[x].inFavour(), b.all[y].inFavour()) })
	return doubtful
}

// amend looks for the best amendment: of one candidate, then of two.
func (s *accord) amend() {
	s.goOn(amendment{})
	for _, k := range s.doubtful {
		if first, ok := s.with(amendment{}, k); ok {
			s.flip(first.flips)
			s.goOn(first)
			s.flip(first.flips)
		}
	}
}

// with is an amendment that is made already and one of another candidate; ok is false where that is none or costs too much.
func (s *accord) with(made amendment, k int) (next amendment, ok bool) {
	flips, cost := s.otherwise(k)
	cost += made.cost
	if len(flips) == 0 || cost >= s.now-s.best.gain || slices.ContainsFunc(flips, func(f int) bool { return slices.Contains(made.flips, f) }) {
		return next, false
	}
	return amendment{flips: append(slices.Clone(made.flips), flips...), cost: cost}, true
}

// goOn looks for an amendment better than the best among those of one candidate beside the ones made already.
func (s *accord) goOn(made amendment) {
	for _, k := range s.doubtful {
		if s.tries == 0 {
			return
		}
		next, ok := s.with(made, k)
		if !ok {
			continue
		}
		s.tries--
		further := next.flips[len(made.flips):]
		s.flip(further)
		if _, parts := s.board.parts(); len(parts) <= s.parts {
			c := s.built()
			next.after = against(&c, s.keeps, s.missed, s.unclaimed)
			next.gain = s.now - next.after - next.cost
			if next.gain > s.best.gain {
				s.best = next
			}
		}
		s.flip(further)
	}
}

// otherwise are the candidates to decide otherwise along with k, k among them, so that the castle stays well-formed: a wall goes in with a
// tower at an end that has none, and what cannot stand with it goes out. cost is how much the picture speaks against it. None where more
// speaks against it than is in doubt, or a person.
func (b *board) otherwise(k int) (flips []int, cost float64) {
	flips = []int{k}
	if !b.all[k].in {
		b.rivals(k, func(o int) {
			if b.all[o].in && !slices.Contains(flips, o) {
				flips = append(flips, o)
			}
		})
		if !b.all[k].tower {
			for _, o := range b.linked(k) {
				if !b.all[o].in && b.fits(o) && b.all[o].odds > -mostDoubtful {
					flips = append(flips, o)
				}
			}
		}
	}
	for _, f := range flips {
		if b.all[f].said {
			return nil, 0
		}
		cost += b.all[f].inFavour()
	}
	if cost > mostDoubtful {
		return nil, 0
	}
	return flips, max(0, cost)
}

func (b *board) flip(flips []int) {
	for _, k := range flips {
		b.all[k].in = !b.all[k].in
	}
}
