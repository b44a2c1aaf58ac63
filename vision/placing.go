package vision

import (
	"math"
	"slices"

	"github.com/castellan-companion/castellan/calibration"
	"github.com/castellan-companion/castellan/engine/castellan"
	"github.com/castellan-companion/castellan/vision/model"
	"github.com/castellan-companion/castellan/vision/volume"
)

// align moves a lattice, along which cells was just seen, to where the pieces stand, and looks again, so many times at most or until they
// stand on it to within enough pitches on average.
func (r *Reader) align(cells *model.CellMap, lens *volume.Lens, grid *model.Grid, set *calibration.Set, most int, enough float64) {
	for n := 0; ; n++ {
		better, moved, pieces := correct(cells, *grid, r.pitchFree(), r.understated)
		if pieces < fewPieces {
			most, enough = correctionsOfFew, wellPlacedFew
		}
		if moved < enough || n >= most {
			return
		}
		*grid = better
		*cells = r.runner.Cells(r.picture, lens, grid, cells.Window, set)
	}
}

// Tags that were printed to fit a page are a few per cent smaller than they are taken for, and all that is measured by them seems larger. A
// castle of so many pieces tells if its pitch is off by more than leastMisprint (a share); of 293 castles beside tags of the right size one was
// seen as far off.
const (
	leastMisprint = 0.012
	tellingPieces = 20
)

// misprinted says whether a castle's pieces, of a set as it was seen, are of another size beside the tags than is known of them.
func (r *Reader) misprinted(seen *calibration.Set) bool {
	return !r.rough() && seen.PitchMM != r.options.Set.PitchMM
}

// resize takes the pieces of known measures for as large as the castle shows them beside tags that are not of the size that they are taken
// for, and looks again. It is false where they are.
func (r *Reader) resize(seen *found, lens *volume.Lens) (resized bool) {
	const rounds, enough = 3, 0.003
	if seen.board.piecesIn() < tellingPieces {
		return false
	}
	least := leastMisprint
	for range rounds {
		g, _, _ := correct(&seen.cells, seen.grid, true, r.understated)
		if math.Abs(g.Pitch/seen.grid.Pitch-1) < least {
			break
		}
		resized, least = true, enough
		seen.grid, seen.set = g, seen.set.OfPitch(g.Pitch)
		seen.cells = r.runner.Cells(r.picture, lens, &seen.grid, seen.cells.Window, &seen.set)
	}
	return resized
}

// telling are towers of pieces of known measures that tell where the lattice lies along which cells was seen, and how it is turned: at most so many
// of the sure ones; none where there are too few.
func (r *Reader) telling(cells *model.CellMap, habits habit, most int) []castellan.Node {
	const (
		fewest = 4
		surely = 2.0 // odds, as a logarithm
	)
	if r.rough() {
		return nil
	}
	b := newBoard(cells, habits)
	b.settle()
	var towers []castellan.Node
	for n, k := range b.towers {
		if b.all[k].in && b.stands[n] > surely {
			towers = append(towers, n)
		}
	}
	if len(towers) < fewest {
		return nil
	}
	slices.SortFunc(towers, castellan.CompareNodes)
	some := make([]castellan.Node, min(most, len(towers)))
	for k := range some {
		some[k] = towers[k*len(towers)/len(some)]
	}
	return some
}

// standing is where towers of a lattice stand on a closer look.
func (r *Reader) standing(towers []castellan.Node, lens *volume.Lens, g *model.Grid, set *calibration.Set) (f fitting) {
	for _, t := range r.runner.Place(r.picture, lens, g, towers, set) {
		f.add([2]float64{float64(t.Node.I), float64(t.Node.J)}, t.At, 1/(t.Astray*t.Astray))
	}
	return f
}

// stands is where the tower on a node of a lattice stands on a closer look (mm on the table).
func (r *Reader) stands(n castellan.Node, lens *volume.Lens, g *model.Grid, set *calibration.Set) (at [2]float64) {
	looks := r.runner.Place(r.picture, lens, g, []castellan.Node{n, n}, set)
	for _, seen := range looks {
		for k := range at {
			at[k] += seen.At[k] / float64(len(looks))
		}
	}
	return at
}

// besideTowers is a lattice moved to where some of its towers stand on average, along which pieces beside them are to be looked at. stands tells where
// each does (mm on the table).
func besideTowers(g *model.Grid, towers []castellan.Node, stands func(n castellan.Node) [2]float64) model.Grid {
	moved := *g
	for _, n := range towers {
		at, is := g.At(float64(n.I), float64(n.J)), stands(n)
		for k := range moved.Origin {
			moved.Origin[k] += (is[k] - at[k]) / float64(len(towers))
		}
	}
	return moved
}

// onTowers moves the lattice of a still's castle of known measures to where its towers stand on a closer look, and looks again along it. Of
// fewer towers than tell how it is turned it is moved to where all pieces are seen to stand. Where the measures are not known, castles were read
// worse with it. resized says that the towers are to tell the pitch too.
func (r *Reader) onTowers(seen *found, lens *volume.Lens, resized bool) {
	const (
		most       = 20
		rounds     = 2     // the nearer to a tower Place looks, the better it tells where that stands
		falseAlarm = 0.006 // where the closer look finds the pitch so near to the known one, that is right after all
	)
	towers := r.telling(&seen.cells, nil, most)
	if len(towers) == 0 {
		r.align(&seen.cells, lens, &seen.grid, &seen.set, closerCorrections, closelyPlaced)
		return
	}
	for range rounds {
		f := r.standing(towers, lens, &seen.grid, &seen.set)
		seen.grid = f.solve(seen.grid, resized)
		if !resized {
			continue
		}
		if math.Abs(seen.grid.Pitch/r.set.PitchMM-1) < falseAlarm {
			resized, seen.grid.Pitch = false, r.set.PitchMM
			seen.grid = f.solve(seen.grid, false)
		}
		seen.set = r.set.OfPitch(seen.grid.Pitch)
	}
	seen.onTowers = true
	seen.cells = r.runner.Cells(r.picture, lens, &seen.grid, seen.cells.Window, &seen.set)
}

// steady is where a lattice lies along which cells was just seen in a film, as exactly as can be told: where the towers stand on a closer look,
// if the measures are known and these are enough, else where all pieces were seen to stand. Unless that is where it was, cells is seen anew along
// it. The next look begins there, so that this is seldom.
func (r *Reader) steady(cells *model.CellMap, lens *volume.Lens, g *model.Grid, set *calibration.Set, habits habit) (exact model.Grid) {
	const (
		most    = 12
		asItWas = 0.4 // mm
	)
	towers := r.telling(cells, habits, most)
	if len(towers) == 0 {
		return r.placed(cells, g)
	}
	f := r.standing(towers, lens, g, set)
	exact = f.solve(*g, false)
	moved := func(n castellan.Node) bool {
		return movedMM(g, &exact, [2]float64{float64(n.I), float64(n.J)}) > asItWas
	}
	if slices.ContainsFunc(towers, moved) {
		*g = exact
		*cells = r.runner.Cells(r.picture, lens, g, cells.Window, set)
	}
	return exact
}

// movedMM is how far a place of a lattice (lattice units) lies from where it was, in mm.
func movedMM(old, now *model.Grid, at [2]float64) float64 {
	was, is := old.At(at[0], at[1]), now.At(at[0], at[1])
	return math.Hypot(is[0]-was[0], is[1]-was[1])
}

// A lattice is corrected until the pieces stand on it to within wellPlaced pitches on average, at most so many times. Few pieces turn it
// by what each of them is off. It is then placed on its towers, or that of a still corrected further where these are too few or not of known
// measures: whether a tower is turned is hard to see from a millimetre or two beside it.
const (
	corrections = 3
	wellPlaced  = 0.04

	closerCorrections = 3
	closelyPlaced     = 0.02

	fewPieces        = 12
	correctionsOfFew = 6
	wellPlacedFew    = 0.01
)

// placed is the lattice along which cells was seen, moved to where the pieces stand: to the millimetre that it takes to see which way a tower
// is turned, and to look at the faces of walls.
func (r *Reader) placed(cells *model.CellMap, g *model.Grid) model.Grid {
	better, _, _ := correct(cells, *g, r.pitchFree(), r.understated)
	return better
}
