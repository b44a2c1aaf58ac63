package vision

import (
	"cmp"
	"math"
	"slices"

	"github.com/castellan-companion/castellan/calibration"
	"github.com/castellan-companion/castellan/engine/castellan"
	"github.com/castellan-companion/castellan/vision/model"
	"github.com/castellan-companion/castellan/vision/reading"
	"github.com/castellan-companion/castellan/vision/volume"
)

// keepSearch looks for keeps in a picture by their colour, where the look along the lattice sees none: behind walls, of a tall keep only its
// top is to be seen.
type keepSearch struct {
	picture *volume.Picture
	lens    *volume.Lens
	set     *calibration.Set
}

// tintAt is how much of a colour the picture has where it shows a point of the table frame (mm); ok is false outside the picture.
func (s *keepSearch) tintAt(color string, p [3]float64) (v float64, ok bool) {
	x, y, ok := s.lens.Project(p)
	i, j := int(math.Round(x)), int(math.Round(y))
	if !ok || i < 0 || j < 0 || i >= s.picture.W || j >= s.picture.H {
		return 0, false
	}
	r, g, b := s.picture.At(i, j)
	return tint(color, r, g, b), true
}

// courtyards are the courtyards of a castle as polygons of lattice coordinates; none where its pieces are not well-formed.
func courtyards(c *reading.Castle) [][]castellan.Node {
	bare := *c
	bare.Keeps = nil
	var all [][]castellan.Node
	for _, court := range castellan.Evaluate(bare.Setup(), castellan.DefaultRules()).Courtyards {
		all = append(all, court.Outline)
	}
	return all
}

// within says whether lattice coordinates lie in a courtyard: whether a ray from there crosses its outline an odd number of times.
func within(court []castellan.Node, at [2]float64) bool {
	in := false
	for k, a := range court {
		b := court[(k+1)%len(court)]
		ax, ay, bx, by := float64(a.I), float64(a.J), float64(b.I), float64(b.J)
		if (ay > at[1]) != (by > at[1]) && at[0] < ax+(bx-ax)*(at[1]-ay)/(by-ay) {
			in = !in
		}
	}
	return in
}

// coloured are places in a courtyard where a keep's head would be of a keep's colour, the most colourful first.
func (s *keepSearch) coloured(g *model.Grid, court []castellan.Node) []seenKeep {
	const (
		step  = 0.25 // pitches
		least = 0.15 // tint
		most  = 4
	)
	type place struct {
		seenKeep
		tint float64
	}
	var found []place
	lo, hi := court[0], court[0]
	for _, n := range court {
		lo = castellan.Node{I: min(lo.I, n.I), J: min(lo.J, n.J)}
		hi = castellan.Node{I: max(hi.I, n.I), J: max(hi.J, n.J)}
	}
	for i := float64(lo.I) + step; i < float64(hi.I); i += step {
		for j := float64(lo.J) + step; j < float64(hi.J); j += step {
			at := [2]float64{i, j}
			if !within(court, at) {
				continue
			}
			mm := g.At(i, j)
			for _, color := range model.KeepColors {
				v := math.Inf(1)
				for _, z := range [2]float64{0.65, 0.95} {
					t, ok := s.tintAt(color, [3]float64{mm[0], mm[1], z * s.set.KeepHeightMM})
					if !ok {
						t = 0
					}
					v = min(v, t)
				}
				if v > least {
					found = append(found, place{seenKeep{Keep: reading.Keep{Color: color, At: at, AtMM: mm, Count: 1}}, v})
				}
			}
		}
	}
	slices.SortStableFunc(found, func(a, b place) int { return cmp.Compare(b.tint, a.tint) })
	var places []seenKeep
	for _, p := range found {
		if len(places) < most && !slices.ContainsFunc(places, func(o seenKeep) bool { return apart(o.Keep, p.Keep) < keepApart }) {
			places = append(places, p.seenKeep)
		}
	}
	return places
}

// body is the outline of an upright keep in the picture: all that lies within a radius of a line.
type body struct{ u0, v0, u1, v1, radius float64 }

func (s *keepSearch) bodyOf(k *reading.Keep) (b body, ok bool) {
	h := s.set.KeepHeightMM * float64(k.Count)
	u0, v0, ok0 := s.lens.Project([3]float64{k.AtMM[0], k.AtMM[1], 0})
	u1, v1, ok1 := s.lens.Project([3]float64{k.AtMM[0], k.AtMM[1], h})
	ur, vr, ok2 := s.lens.Project([3]float64{k.AtMM[0] + s.set.KeepMM/2, k.AtMM[1], h})
	return body{u0, v0, u1, v1, math.Hypot(ur-u1, vr-v1)}, ok0 && ok1 && ok2
}

func (b *body) contains(x, y float64) bool {
	du, dv := b.u1-b.u0, b.v1-b.v0
	t := 0.0
	if length := du*du + dv*dv; length > 0 {
		t = max(0, min(1, ((x-b.u0)*du+(y-b.v0)*dv)/length))
	}
	return math.Hypot(x-b.u0-t*du, y-b.v0-t*dv) <= b.radius
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
