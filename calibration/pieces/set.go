package pieces

import (
	"fmt"
	"math"

	"github.com/castellan-companion/castellan/calibration"
)

// SetOf is the set without a name that a tower, a short wall, a long wall and keeps belong to, in this order, each of which was looked at
// once or several times. The error is ErrUnclear.
func SetOf(looks ...[]Piece) (calibration.Set, error) {
	// of is the mean of a measure of some pieces over all looks. Looks err alike, so that many are not much surer than few.
	of := func(measure func(*Piece) Measure, pieces func([]Piece) []Piece) Measure {
		var all []Measure
		for _, look := range looks {
			some := pieces(look)
			for i := range some {
				all = append(all, measure(&some[i]))
			}
		}
		m := Mean(all...)
		m.Error = math.Hypot(m.Error, commonError)
		return m
	}
	length, width, height := func(p *Piece) Measure { return p.Length }, func(p *Piece) Measure { return p.Width }, func(p *Piece) Measure { return p.Height }
	tower, walls, keeps := func(p []Piece) []Piece { return p[:1] }, func(p []Piece) []Piece { return p[1:3] }, func(p []Piece) []Piece { return p[3:] }
	short, long := func(p []Piece) []Piece { return p[1:2] }, func(p []Piece) []Piece { return p[2:3] }
	set := calibration.Set{
		TowerDiameterMM: of(width, tower).MM, TowerHeightMM: of(height, tower).MM,
		WallThicknessMM: of(width, walls).MM, WallHeightMM: of(height, walls).MM,
		KeepMM: of(width, keeps).MM, KeepHeightMM: of(height, keeps).MM, Rough: true,
	}
	var pitch Measure
	var contradiction float64
	set.Short, set.Long, pitch, contradiction = Lattice(of(width, tower), of(length, short), of(length, long))
	set.PitchMM = pitch.MM
	switch {
	case contradiction > mostErrors:
		return calibration.Set{}, fmt.Errorf("%w (the walls' lengths do not fit the tower)", ErrUnclear)
	case pitch.Error > mostPitchError*pitch.MM:
		return calibration.Set{}, fmt.Errorf("%w (too little is seen of the walls' ends)", ErrUnclear)
	case !proportioned(set):
		return calibration.Set{}, fmt.Errorf("%w (no piece set has such proportions)", ErrUnclear)
	}
	set = set.Rounded()
	if set.PitchMM <= set.WallThicknessMM {
		return calibration.Set{}, fmt.Errorf("%w (the long wall is hardly longer than the short one)", ErrUnclear)
	}
	return set, nil
}

// proportioned tells whether a set's measures are to its pitch about as they are in the game as it is sold.
func proportioned(set calibration.Set) bool {
	const most = 1.5 // times as much, or as little
	usual := calibration.DefaultSet()
	for _, measures := range [][2]float64{
		{set.TowerDiameterMM, usual.TowerDiameterMM},
		{set.TowerHeightMM, usual.TowerHeightMM},
		{set.WallThicknessMM, usual.WallThicknessMM},
		{set.WallHeightMM, usual.WallHeightMM},
		{set.KeepMM, usual.KeepMM},
		{set.KeepHeightMM, usual.KeepHeightMM},
	} {
		ratio := measures[0] / measures[1] * usual.PitchMM / set.PitchMM
		if ratio > most || ratio < 1/most {
			return false
		}
	}
	return true
}

// What is believed of measures.
const (
	commonError    = 0.25 // mm (standard error), that all looks share
	rarer          = 2    // times better must walls of other lengths than one and two pitches fit
	mostErrors     = 2.0  // standard errors by which what was measured may differ from what a lattice would be
	mostPitchError = 0.02 // of the pitch, its standard error
)

// Lattice is the lengths of the walls in pitches, and the pitch, of a set whose tower's diameter and walls' lengths were measured. A wall
// fills the way between two towers. The contradiction says by how many standard errors the measures contradict each other.
func Lattice(tower, shorter, longer Measure) (short, long int, pitch Measure, contradiction float64) {
	contradiction = math.Inf(1)
	weight := func(m Measure) float64 { return 1 / (m.Error * m.Error) }
	ws, wl, wt := weight(shorter), weight(longer), weight(tower)
	for _, lengths := range [...][2]int{{1, 2}, {1, 3}, {2, 3}} {
		// Pitch and diameter are found from three lengths by least squares.
		s, l := float64(lengths[0]), float64(lengths[1])
		pp, pd, dd := ws*s*s+wl*l*l, -(ws*s + wl*l), ws+wl+wt
		p, d := ws*s*shorter.MM+wl*l*longer.MM, -(ws*shorter.MM+wl*longer.MM)+wt*tower.MM
		det := pp*dd - pd*pd
		mm, diameter := (p*dd-d*pd)/det, (pp*d-pd*p)/det
		off := func(m Measure, want float64) float64 { return (want - m.MM) / m.Error }
		chi := math.Hypot(math.Hypot(off(shorter, s*mm-diameter), off(longer, l*mm-diameter)), off(tower, diameter))
		if lengths != [2]int{1, 2} {
			chi *= rarer
		}
		if chi < contradiction {
			short, long, pitch, contradiction = lengths[0], lengths[1], Measure{mm, math.Sqrt(dd / det)}, chi
		}
	}
	return short, long, pitch, contradiction
}
