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
		f := r.firstLook(&l.lead, l.grid, lens, nil)
		if f.cells.Out = nil; f.board.towersIn() > 0 {
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
	const (
		directions = 4 // of a quarter turn; Spots bears with half of one
		looks      = 2
	)
	for _, place := range at {
		for k := range directions {
			if b, ok := r.bearing(place.turned(float64(k)*math.Pi/2/directions), lens, nil, looks); ok {
				all = append(all, b)
			}
		}
	}
	bestFirst(all)
	return all
}

// bestFirst sorts bearings.
func bestFirst(all []bearing) {
	slices.SortStableFunc(all, func(a, b bearing) int { return cmp.Compare(b.rank, a.rank) })
}

// bearing is the likeliest lattice along a lead, within a part of the table. Each further look is along the lattice of the one before, for its
// towers tell the direction.
func (r *Reader) bearing(rough lead, lens *volume.Lens, within area, looks int) (b bearing, ok bool) {
	for range looks {
		if b.lead, ok = r.along(rough, lens, within); !ok {
			return b, false
		}
		grids := b.fits(r.set.PitchMM, r.pitchFree(), 1)
		if len(grids) == 0 {
			return b, false
		}
		b.grid = grids[0]
		rough.angle = quarter(math.Atan2(b.grid.X[1], b.grid.X[0]))
	}
	b.rank = b.explained(&b.grid)
	return b, true
}
