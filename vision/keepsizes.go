package vision

import (
	"math"
	"slices"

	"github.com/castellan-companion/castellan/calibration"
	"github.com/castellan-companion/castellan/calibration/compare"
	"github.com/castellan-companion/castellan/vision/volume"
)

// Seen from above, a double keep looks hardly longer than a single one, but larger: its top is nearer to the camera, and more of its side
// shows. How large a keep looks depends on the light and on how sharp the picture is, and so it is compared with the others in the picture.

const (
	// nearlyAbove is how far aside of the way down the camera looks at a keep, as a tangent, where its height hardly shows and its size is compared.
	nearlyAbove = 0.4
	// fewestOthers is with how many it is at least.
	fewestOthers = 2
	// sideSeen is how much of a keep's side counts: it is mostly darker than the top.
	sideSeen = 0.4
	// sizesVary is by how much keeps of the same kind differ, as a standard deviation of shares, and mostBySize is the most that a size says, as
	// a logarithm of odds: some are measured wrong, on a cloth of their colour or with their side in the dark.
	sizesVary, mostBySize = 0.08, 2.0
	// sizeOfDouble is how much that counts beside what else is known: of 919 keeps of given and rendered pictures seen about so, 22 are then
	// misjudged and not 28, and the odds are truer.
	sizeOfDouble = 0.75
)

// weighSizes takes into account, for each keep seen nearly from above, how large it looks beside the others: the light makes colours look
// unlike large, so that those of its own colour count for more.
func (s *keepSearch) weighSizes(all []seenKeep) {
	type sized struct {
		*seenKeep
		share, lean float64
	}
	var seen []sized
	for i := range all {
		k := &all[i]
		if lean := leanAt(s.lens, k.AtMM); lean < nearlyAbove {
			if share, ok := s.gauge.bulk(s.picture, s.lens, s.set, k.Color, k.AtMM); ok {
				seen = append(seen, sized{k, share, lean})
			}
		}
	}
	if len(seen) <= fewestOthers {
		return
	}
	for i, k := range seen {
		var others, alike []float64
		for j, o := range seen {
			if j == i {
				continue
			}
			others = append(others, o.share)
			if o.Color == k.Color {
				alike = append(alike, o.share)
			}
		}
		const anyColour = 0.5 // how much all others together count beside each of its own colour
		n := float64(len(alike))
		usual := (anyColour*compare.EvenMedian(others) + n*compare.EvenMedian(alike)) / (anyColour + n)
		larger := k.share/usual - 1
		double := topAndSide(s.lens, s.set, k.lean, 2)/topAndSide(s.lens, s.set, k.lean, 1) - 1
		says := double * (larger - double/2) / (sizesVary * sizesVary) // of two normal distributions, one at 0 and one at double
		k.double += sizeOfDouble * max(-mostBySize, min(mostBySize, says))
	}
}

// leanAt is how far aside of the way down the camera looks at a place on the table (mm), as a tangent.
func leanAt(lens *volume.Lens, mm [2]float64) float64 {
	eye := lens.Eye()
	return math.Hypot(eye[0]-mm[0], eye[1]-mm[1]) / eye[2]
}

// topAndSide is how large a stack of so many keeps looks, in square millimetres at the height of a single one's top.
func topAndSide(lens *volume.Lens, set *calibration.Set, lean, count float64) float64 {
	eye := lens.Eye()[2]
	nearer := (eye - set.KeepHeightMM) / (eye - count*set.KeepHeightMM)
	return set.KeepMM*set.KeepMM*nearer*nearer + sideSeen*set.KeepMM*count*set.KeepHeightMM*lean
}

// bulk is how large the colour of a keep at a place on the table (mm) looks, as a share of what a single keep there would. ok is false where
// the picture does not show all around it, or no clear difference of colour.
func (g *gauge) bulk(p *volume.Picture, lens *volume.Lens, set *calibration.Set, color string, at [2]float64) (share float64, ok bool) {
	const step = 10 // mm
	u, v, ok0 := lens.Project([3]float64{at[0], at[1], set.KeepHeightMM})
	ux, vx, ok1 := lens.Project([3]float64{at[0] + step, at[1], set.KeepHeightMM})
	uy, vy, ok2 := lens.Project([3]float64{at[0], at[1] + step, set.KeepHeightMM})
	if !ok0 || !ok1 || !ok2 {
		return 0, false
	}
	alongX, alongY := math.Hypot(ux-u, vx-v)/step, math.Hypot(uy-u, vy-v)/step // pixels a millimetre
	radius := 1.1 * set.KeepMM * max(alongX, alongY)
	x0, x1, y0, y1 := int(u-radius), int(u+radius)+1, int(v-radius), int(v+radius)+1
	if x0 < 0 || y0 < 0 || x1 > p.W || y1 > p.H {
		return 0, false
	}
	g.tints = g.tints[:0]
	for y := y0; y < y1; y++ {
		for x := x0; x < x1; x++ {
			if math.Hypot(float64(x)-u, float64(y)-v) < radius {
				r, gr, b := p.At(x, y)
				g.tints = append(g.tints, tint(color, r, gr, b))
			}
		}
	}
	if len(g.tints) == 0 {
		return 0, false
	}
	g.sorted = append(g.sorted[:0], g.tints...)
	slices.Sort(g.sorted)
	const least = 0.1 // difference of tints
	table, around, keep, deepest := g.quantile(0.35), g.quantile(0.5), g.quantile(0.8), g.quantile(0.94)
	if deepest-around < least || keep <= table {
		return 0, false
	}
	pixels := 0.0
	for _, v := range g.tints {
		// Some of a keep's faces have a third of its colour's depth, others, in the shade, much more of it than most.
		pixels += max(0, min(1, 2*(v-table)/(keep-table)-0.2))
	}
	return pixels / (alongX * alongY) / topAndSide(lens, set, leanAt(lens, at), 1), true
}

// quantile is the tint that a share of those collected are below.
func (g *gauge) quantile(share float64) float64 { return g.sorted[int(share*float64(len(g.sorted)))] }
