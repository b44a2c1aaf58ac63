package vision

import (
	"math"
	"slices"

	"github.com/castellan-companion/castellan/vision/model"
	"github.com/castellan-companion/castellan/vision/reading"
	"github.com/castellan-companion/castellan/vision/solid"
)

// Seen at a slant, the head of a double keep looks like a single keep that stands farther away. Below it the picture then has the keep's
// colour, as far as no other piece stands before it.
const (
	// farBehind is how far behind a double keep its head seems to stand, in keep widths, from which on the one is taken for the other.
	farBehind = 0.65
	// leastSeen is the share of the lower half that must be free for its colour to tell.
	leastSeen = 0.15
	// What share of it has the colour where that speaks neither for nor against a double keep, and how much a greater one speaks for it, as
	// a logarithm of odds. Of 198 single keeps of rendered and given pictures none had more than 0.44 below it, of 48 double ones 40 had.
	evenlyColoured, colouredOdds = 0.45, 15.0
	// plainlyBehind is how far behind a keep seen as a double one its head must seem to stand, in keep widths, for its lower half to tell that it is
	// none: of 96 that were, it said so of none. Of four whose heads stand nearer, dark ones, it would say so wrongly.
	plainlyBehind = 1.5
	// surelySingle is how much at most a closer look, which was meant for a single keep in another place, speaks against it, unless what is
	// beside it has the colour too, as the cloth may.
	surelySingle = -4.0
	// leastAtFoot is how much a closer look at where the double one would stand must speak for it, a logarithm of odds. Of five keeps whose
	// colours said so in 480 pictures, it said 5.3 and 8.3 of the two that were double ones, -1.1, 0.5 and 3.8 of the others.
	leastAtFoot = 4.0
)

// heads takes each single keep of all that is the head of a double one for that, and each double one below whose head its colour is not to be
// seen for the single one that stands farther away. look looks closely at a place on the table (mm). earlier are the keeps that were there before:
// by the rules none is doubled later.
func (s *keepSearch) heads(
	all []seenKeep, look func(mm [2]float64) model.KeepLook, earlier []reading.Keep, g *model.Grid, c *reading.Castle,
) {
	for n := range all {
		k := &all[n]
		head, foot := k.footing[0], k.footing[1]
		behind := math.Hypot(foot[0]-head[0], foot[1]-head[1]) / s.set.KeepMM
		if behind < farBehind || k.double > 0 && behind < plainlyBehind {
			continue
		}
		others := slices.Delete(slices.Clone(all), n, n+1)
		taken := func(o seenKeep) bool { return math.Hypot(o.AtMM[0]-foot[0], o.AtMM[1]-foot[1]) < s.set.KeepMM }
		if slices.ContainsFunc(others, taken) {
			continue
		}
		bodies := solid.New(s.lens.Eye(), g, s.set, c, plainKeeps(others))
		coloured, seen := s.lowerHalf(k.Color, foot, bodies)
		if seen < leastSeen {
			continue
		}
		colour := colouredOdds * (coloured - evenlyColoured)
		if k.double > 0 {
			k.double += min(0, colour)
			continue
		}
		double := k.double
		if double < surelySingle && colour > 0 && earlierKeep(earlier, k.Keep) == nil && s.standsOut(k.Color, foot, bodies, coloured) {
			double = surelySingle
		}
		if double+colour > 0 && look(foot).Double >= leastAtFoot {
			k.double = double + colour
		}
	}
}

// standsOut says whether of what stands beside the lower half of a double keep at a place on the table (mm) much less has its colour than the
// share of that half.
func (s *keepSearch) standsOut(color string, foot [2]float64, others *solid.Bodies, share float64) bool {
	const beside = 1.6 // keep widths
	sin, cos := math.Sincos(model.Away(others.Eye, foot))
	for _, side := range [2]float64{-beside, beside} {
		at := [2]float64{foot[0] - side*s.set.KeepMM*sin, foot[1] + side*s.set.KeepMM*cos}
		if coloured, seen := s.lowerHalf(color, at, others); seen > 0 && coloured > share/2 {
			return false
		}
	}
	return true
}

// lowerHalf is how much of the lower half of a double keep that stands at a place on the table (mm) would have its colour in the picture,
// as a share of what the others leave free of it, and what share that is.
func (s *keepSearch) lowerHalf(color string, foot [2]float64, others *solid.Bodies) (coloured, seen float64) {
	h := s.set.KeepHeightMM
	if !s.gauge.collect(s.picture, s.lens, color, foot, 2*h) {
		return 0, 0
	}
	away := [2]float64{foot[0] - others.Eye[0], foot[1] - others.Eye[1]}
	far := math.Hypot(away[0], away[1])
	away[0], away[1] = away[0]/far, away[1]/far
	const steps = 7
	free := 0.0
	for i := range steps {
		height := h * (0.15 + 0.8*float64(i)/(steps-1))
		for j := range steps {
			across := 0.75 * (2*float64(j)/(steps-1) - 1)
			before := 0.9 * math.Sqrt(1-across*across)
			r := s.set.KeepMM / 2
			p := [3]float64{foot[0] - r*(before*away[0]+across*away[1]), foot[1] - r*(before*away[1]-across*away[0]), height}
			if others.Blocks(p) {
				continue
			}
			if tint, ok := s.gauge.at(s.lens, p); ok {
				coloured += tint
				free++
			}
		}
	}
	return coloured / max(1, free), free / (steps * steps)
}
