package vision

import (
	"math"
	"slices"

	"github.com/castellan-companion/castellan/calibration"
	"github.com/castellan-companion/castellan/vision/volume"
)

// tint says how much a pixel has of a keep's colour, whatever its brightness.
func tint(color string, r, g, b byte) float64 {
	fr, fg, fb := float64(r), float64(g), float64(b)
	var v float64
	switch color {
	case "red":
		v = fr - max(fg, fb)
	case "blue":
		v = fb - max(fr, fg)
	case "green":
		v = fg - max(fr, fb)
	case "yellow":
		v = min(fr, fg) - fb
	}
	const dark = 30 // below this, noise has any colour
	return v / (fr + fg + fb + dark)
}

// gauge measures how tall a coloured keep is. It keeps its memory between calls.
type gauge struct {
	tints, sorted  []float64
	x0, y0, nx, ny int     // the first pixel, and how many columns and rows
	step           int     // pixels from one to the next
	trust          float64 // 0 where the table is of the keep's colour, 1 where it is clearly not
}

// double says how much speaks for a double keep at a place on the table (mm), as a logarithm of odds: the picture of a body twice as
// tall is longer, away from the point under the camera. It is near 0 where the keep is seen from straight above.
func (g *gauge) double(p *volume.Picture, lens *volume.Lens, set *calibration.Set, color string, at [2]float64) float64 {
	h := 2 * set.KeepHeightMM
	if !g.collect(p, lens, color, at, h) {
		return 0
	}
	radius := 0.55 * set.KeepMM
	var best [2]float64
	for k, height := range [2]float64{set.KeepHeightMM, h} {
		best[k] = math.Inf(-1)
		var place [2]float64
		for _, step := range []float64{4, 1.5} {
			from := place
			if step == 4 {
				from = at
			}
			for dx := -2.0; dx <= 2; dx++ {
				for dy := -2.0; dy <= 2; dy++ {
					q := [2]float64{from[0] + dx*step, from[1] + dy*step}
					if v, ok := g.filled(lens, q, height, radius); ok && v > best[k] {
						best[k], place = v, q
					}
				}
			}
		}
	}
	if math.IsInf(best[0], 0) || math.IsInf(best[1], 0) {
		return 0
	}
	u, v, _ := lens.Project([3]float64{at[0], at[1], set.KeepHeightMM})
	u2, v2, _ := lens.Project([3]float64{at[0] + radius, at[1], set.KeepHeightMM})
	top := math.Pi * ((u-u2)*(u-u2) + (v-v2)*(v-v2)) / float64(g.step*g.step)
	lean := leanAt(lens, at)
	// What a taller body explains beyond a low one, in areas of a keep's round top, grows with the lean. Shaded sides have less tint
	// than tops, so that even a double keep falls short of what it should explain: measured, single keeps give -0.80 with a standard
	// deviation of 0.25, double ones -0.19 with 0.22.
	const middle, certainty, leastLean, seenFromAbove = -0.49, 10, 0.02, 0.15
	x := (best[1]-best[0])/top/(lean+leastLean) - middle
	return max(-6, min(6, certainty*x)) * min(1, lean/seenFromAbove)
}

// collect measures the tints around the place, less what the surroundings have and less half of what the keep has: pixels of the
// keep are about 0.5, others about -0.5.
func (g *gauge) collect(p *volume.Picture, lens *volume.Lens, color string, at [2]float64, height float64) bool {
	const around = 16 // mm on the table
	lo, hi := [2]float64{math.Inf(1), math.Inf(1)}, [2]float64{math.Inf(-1), math.Inf(-1)}
	for _, z := range [2]float64{0, height} {
		for _, d := range [4][2]float64{{-around, -around}, {around, -around}, {-around, around}, {around, around}} {
			u, v, ok := lens.Project([3]float64{at[0] + d[0], at[1] + d[1], z})
			if !ok {
				return false
			}
			lo[0], lo[1], hi[0], hi[1] = min(lo[0], u), min(lo[1], v), max(hi[0], u), max(hi[1], v)
		}
	}
	g.x0, g.y0 = max(0, int(lo[0])), max(0, int(lo[1]))
	w, h := min(p.W-1, int(hi[0]))-g.x0+1, min(p.H-1, int(hi[1]))-g.y0+1
	const enough = 48 // pixels a side
	g.step = max(1, min(w, h)/enough)
	g.nx, g.ny = w/g.step, h/g.step
	const least = 6 // pixels a side
	if g.nx < least || g.ny < least {
		return false
	}
	g.tints = g.tints[:0]
	for y := range g.ny {
		for x := range g.nx {
			r, gr, b := p.At(g.x0+x*g.step, g.y0+y*g.step)
			g.tints = append(g.tints, tint(color, r, gr, b))
		}
	}
	g.sorted = append(g.sorted[:0], g.tints...)
	slices.Sort(g.sorted)
	around50, keep := g.sorted[len(g.sorted)/2], g.sorted[len(g.sorted)*97/100]
	const alike, different = 0.08, 0.2
	g.trust = min(1, (keep-around50-alike)/(different-alike))
	if g.trust <= 0 {
		return false
	}
	for i, v := range g.tints {
		g.tints[i] = max(-0.5, min(0.5, (v-around50)/(keep-around50)-0.5))
	}
	return true
}

// at is how much of the keep's colour (0 none .. 1 all) the picture shows where a point of the table frame (mm) is; ok is false where
// that was not collected.
func (g *gauge) at(lens *volume.Lens, p [3]float64) (tint float64, ok bool) {
	u, v, ok := lens.Project(p)
	if !ok {
		return 0, false
	}
	x, y := (int(math.Round(u))-g.x0)/g.step, (int(math.Round(v))-g.y0)/g.step
	if u < float64(g.x0) || v < float64(g.y0) || x >= g.nx || y >= g.ny {
		return 0, false
	}
	return g.tints[y*g.nx+x] + 0.5, true
}

// filled is the sum of the tints over the outline of an upright body on the table; ok is false where the camera cannot see it whole.
func (g *gauge) filled(lens *volume.Lens, at [2]float64, height, radius float64) (sum float64, ok bool) {
	b, ok := newBody(lens, at, height, radius)
	if !ok {
		return 0, false
	}
	x0, x1 := (int(min(b.u0, b.u1)-b.radius)-g.x0)/g.step, (int(max(b.u0, b.u1)+b.radius)-g.x0)/g.step+1
	y0, y1 := (int(min(b.v0, b.v1)-b.radius)-g.y0)/g.step, (int(max(b.v0, b.v1)+b.radius)-g.y0)/g.step+1
	for y := max(0, y0); y <= min(y1, g.ny-1); y++ {
		for x := max(0, x0); x <= min(x1, g.nx-1); x++ {
			if b.contains(float64(x*g.step+g.x0), float64(y*g.step+g.y0)) {
				sum += g.tints[y*g.nx+x]
			}
		}
	}
	return sum, true
}

// body is the outline of an upright keep in the picture: all that lies within a radius (pixels) of the line from its foot to its top.
type body struct{ u0, v0, u1, v1, radius float64 }

// newBody is the outline of a body that stands at a place on the table; all in mm. ok is false where the camera cannot see it whole.
func newBody(lens *volume.Lens, at [2]float64, height, radius float64) (b body, ok bool) {
	u0, v0, ok0 := lens.Project([3]float64{at[0], at[1], 0})
	u1, v1, ok1 := lens.Project([3]float64{at[0], at[1], height})
	ur, vr, ok2 := lens.Project([3]float64{at[0] + radius, at[1], height})
	return body{u0, v0, u1, v1, math.Hypot(ur-u1, vr-v1)}, ok0 && ok1 && ok2
}

// contains says whether a point of the picture lies in the outline.
func (b *body) contains(x, y float64) bool {
	du, dv := b.u1-b.u0, b.v1-b.v0
	x, y = x-b.u0, y-b.v0
	if length := du*du + dv*dv; length > 0 {
		t := max(0, min(1, (x*du+y*dv)/length))
		x, y = x-t*du, y-t*dv
	}
	return x*x+y*y <= b.radius*b.radius
}
