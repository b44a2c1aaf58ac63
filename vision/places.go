package vision

import (
	"cmp"
	"math"
	"slices"

	"github.com/castellan-companion/castellan/calibration"
	"github.com/castellan-companion/castellan/vision/model"
	"github.com/castellan-companion/castellan/vision/volume"
)

// A castle of few pieces does not stand out from a patterned cloth or from loose pieces, of which more looks like one: these then give the lead
// its direction. But the castle's place is among the few that look most like one, each for itself.

const (
	// mostPlaces is at how many places a castle of few pieces is sought, and leastPlace how likely each must be a castle's.
	mostPlaces, leastPlace = 6, 0.03
	// placeSize is how far a place reaches from its middle, in pitches.
	placeSize = 2.0
)

// places are the parts of a table that look most like a castle of few pieces, each a lead of its own.
func places(table *model.SpotMap, pitch float64) (leads []lead) {
	all := follow(table, nil, clearness{castle: leastPlace, tower: 1}).castle
	slices.SortStableFunc(all, func(a, b spot) int { return cmp.Compare(b.p, a.p) })
	together := func(a, b spot) bool { return math.Hypot(a.at[0]-b.at[0], a.at[1]-b.at[1]) < placeSize*pitch }
	var middles []spot
	for _, s := range all {
		if slices.ContainsFunc(middles, func(m spot) bool { return together(m, s) }) {
			continue
		}
		if middles = append(middles, s); len(middles) > mostPlaces {
			break
		}
		var l lead
		for _, o := range all {
			if together(s, o) {
				l.castle = append(l.castle, o)
			}
		}
		l.orient()
		leads = append(leads, l)
	}
	return leads
}

// lookForFew finds a castle of few pieces in r.picture, seen from view.
func (r *Reader) lookForFew(view *calibration.View, lens *volume.Lens) (seen found, ok bool) {
	table, ok := r.table(view, lens)
	if !ok {
		return seen, false
	}
	const (
		mostTried   = 8 // lattices along which a first look is worth its time
		mostDoubted = 3 // castles seen along them that a closer look may be worth
	)
	bearings := r.bearings(places(&table, r.set.PitchMM), lens)
	var all []found
	for _, l := range bearings[:min(mostTried, len(bearings))] {
		f := found{grid: l.grid, set: r.set}
		if r.pitchFree() {
			f.set = f.set.OfPitch(f.grid.Pitch)
		}
		cells := r.inspect(lens, &f.grid, l.window(&f.grid), &f.set)
		f.board = newBoard(&cells, nil)
		if f.board.settle(); f.board.towersIn() > 0 {
			all = append(all, f)
		}
	}
	slices.SortStableFunc(all, func(a, b found) int { return cmp.Compare(b.board.weight(), a.board.weight()) })
	for _, f := range all[:min(mostDoubted, len(all))] {
		f.cells = r.inspect(lens, &f.grid, f.board.surroundings(), &f.set)
		if r.believe(&f, lens, nil) {
			return f, true
		}
	}
	return seen, false
}

// bearing is a lattice along which a castle may stand, and the lead that it explains.
type bearing struct {
	lead
	grid model.Grid
	rank float64 // how many of the lead's towers it explains
}

// bearings are the likeliest lattices at some places, each in some directions, best first: how few pieces lie is hardly to be told from afar.
func (r *Reader) bearings(at []lead, lens *volume.Lens) (all []bearing) {
	const directions = 4 // of a quarter turn; Spots bears with half of one
	for _, place := range at {
		for k := range directions {
			turned := place
			turned.angle = math.Mod(place.angle+float64(k)*math.Pi/2/directions, math.Pi/2)
			if g, ok := r.bearing(turned, lens); ok {
				all = append(all, g)
			}
		}
	}
	slices.SortStableFunc(all, func(a, b bearing) int { return cmp.Compare(b.rank, a.rank) })
	return all
}

// bearing is the likeliest lattice along a lead. The towers are looked at again along the first one, which tells their direction.
func (r *Reader) bearing(rough lead, lens *volume.Lens) (b bearing, ok bool) {
	const looks = 2
	for range looks {
		if b.lead, ok = r.along(rough, lens, nil); !ok {
			return b, false
		}
		grids := b.fits(r.set.PitchMM, r.pitchFree(), 1)
		if len(grids) == 0 {
			return b, false
		}
		b.grid = grids[0]
		rough.angle = math.Mod(math.Atan2(b.grid.X[1], b.grid.X[0])+2*math.Pi, math.Pi/2)
	}
	b.rank = b.explained(&b.grid)
	return b, true
}
