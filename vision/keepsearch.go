package vision

import (
	"cmp"
	"math"
	"slices"

	"github.com/castellan-companion/castellan/calibration"
	"github.com/castellan-companion/castellan/engine/castellan"
	"github.com/castellan-companion/castellan/vision/model"
	"github.com/castellan-companion/castellan/vision/reading"
	"github.com/castellan-companion/castellan/vision/solid"
	"github.com/castellan-companion/castellan/vision/volume"
)

// keepSearch looks for keeps in a picture by their colour, where the look along the lattice sees none: behind walls, of a tall keep only its
// top is to be seen.
type keepSearch struct {
	picture *volume.Picture
	lens    *volume.Lens
	set     *calibration.Set
	gauge   *gauge
}

// headAt is how much of each keep's colour (in the order of model.KeepColors) the picture has where it shows the head of a keep that stands
// at a place on the table (mm): the least of two heights; 0 outside the picture.
func (s *keepSearch) headAt(mm [2]float64) (tints [len(model.KeepColors)]float64) {
	for n, height := range [2]float64{0.65, 0.95} {
		r, g, b, ok := s.lens.Seen(s.picture, [3]float64{mm[0], mm[1], height * s.set.KeepHeightMM})
		if !ok {
			return [len(model.KeepColors)]float64{}
		}
		for k, color := range model.KeepColors {
			v := tint(color, r, g, b)
			if n > 0 {
				v = min(v, tints[k])
			}
			tints[k] = v
		}
	}
	return tints
}

// courtyards are the courtyards of a castle as polygons of lattice coordinates; none where its pieces are not well-formed. Each part of a
// castle that is not joined, as far as can be seen, has its own.
func courtyards(c *reading.Castle) [][]castellan.Node {
	var all [][]castellan.Node
	for _, part := range c.Parts() {
		for _, court := range castellan.Evaluate(part.Setup(), castellan.DefaultRules()).Courtyards {
			all = append(all, court.Outline)
		}
	}
	return all
}

// place is one in a courtyard where a keep may stand, and how well it deserves a closer look.
type place struct {
	seenKeep
	worth float64
}

// inCourtyard are the places of a fine grid in a courtyard.
func inCourtyard(g *model.Grid, court []castellan.Node) (all []place) {
	const step = 0.25 // pitches
	lo, hi := court[0], court[0]
	for _, n := range court {
		lo = castellan.Node{I: min(lo.I, n.I), J: min(lo.J, n.J)}
		hi = castellan.Node{I: max(hi.I, n.I), J: max(hi.J, n.J)}
	}
	for i := float64(lo.I) + step; i < float64(hi.I); i += step {
		for j := float64(lo.J) + step; j < float64(hi.J); j += step {
			if at := [2]float64{i, j}; castellan.Within(court, at) {
				all = append(all, place{seenKeep: seenKeep{Keep: reading.Keep{At: at, AtMM: g.At(i, j), Count: 1}}})
			}
		}
	}
	return all
}

// worthiest are the few places that deserve a closer look most, none near another.
func worthiest(all []place) []seenKeep {
	const most = 4
	slices.SortStableFunc(all, func(a, b place) int { return cmp.Compare(b.worth, a.worth) })
	var places []seenKeep
	for _, p := range all {
		if len(places) < most && !slices.ContainsFunc(places, func(o seenKeep) bool { return apart(o.Keep, p.Keep) < keepApart }) {
			places = append(places, p.seenKeep)
		}
	}
	return places
}

// coloured are those of a courtyard's places where a keep's head would be of a keep's colour, the most colourful first.
func (s *keepSearch) coloured(places []place) []seenKeep {
	const least = 0.15 // tint
	var found []place
	for _, p := range places {
		for k, tint := range s.headAt(p.AtMM) {
			if tint > least {
				p.Color, p.worth = model.KeepColors[k], tint
				found = append(found, p)
			}
		}
	}
	return worthiest(found)
}

// behindPieces are those of a courtyard's places where the castle would hide much of a keep, but not its head, where that is most so first.
// Which colour a keep has there does not matter: it may be the cloth's.
func (s *keepSearch) behindPieces(castle *solid.Bodies, places []place) []seenKeep {
	const least = 0.35 // of a keep's height
	var found []place
	for _, p := range places {
		if p.worth = hiddenOf(castle, p.AtMM); p.worth >= least && p.worth < 1 {
			found = append(found, p)
		}
	}
	return worthiest(found)
}

// hiddenOf is the share of the height of a keep at a place on the table (mm) that some bodies would hide.
func hiddenOf(bodies *solid.Bodies, mm [2]float64) float64 {
	const parts = 12
	hidden := 0
	for k := range parts {
		if bodies.Blocks([3]float64{mm[0], mm[1], bodies.Set.KeepHeightMM * (float64(k) + 0.5) / parts}) {
			hidden++
		}
	}
	return float64(hidden) / parts
}

func (s *keepSearch) bodyOf(k *reading.Keep) (body, bool) {
	return newBody(s.lens, k.AtMM, s.set.KeepHeightMM*float64(k.Count), s.set.KeepMM/2)
}

// explained is the share of a keep's outline that lies within those of other keeps of its colour.
func (s *keepSearch) explained(k *reading.Keep, others []seenKeep) float64 {
	b, ok := s.bodyOf(k)
	if !ok {
		return 0
	}
	var taken []body
	for i := range others {
		if o, ok := s.bodyOf(&others[i].Keep); ok && others[i].Color == k.Color {
			taken = append(taken, o)
		}
	}
	inside, all := 0, 0
	step := max(1, b.radius/4)
	for y := min(b.v0, b.v1) - b.radius; y <= max(b.v0, b.v1)+b.radius; y += step {
		for x := min(b.u0, b.u1) - b.radius; x <= max(b.u0, b.u1)+b.radius; x += step {
			if !b.contains(x, y) {
				continue
			}
			all++
			if slices.ContainsFunc(taken, func(o body) bool { return o.contains(x, y) }) {
				inside++
			}
		}
	}
	return float64(inside) / float64(max(1, all))
}

// nodeOf is the node nearest to a keep.
func nodeOf(k *reading.Keep) castellan.Node {
	return castellan.Node{I: int(math.Round(k.At[0])), J: int(math.Round(k.At[1]))}
}
