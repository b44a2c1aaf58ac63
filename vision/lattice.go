package vision

import (
	"math"
	"math/cmplx"
	"slices"

	"github.com/castellan-companion/castellan/vision/model"
)

// spot is a tower as model.Spots sees it: a place on the table (mm) and how sure the network is.
type spot struct {
	at [2]float64
	p  float64
}

// lead is what model.Spots makes of a picture: towers, places that look like a castle, and the lattice's direction.
type lead struct {
	towers []spot
	castle []spot
	angle  float64 // radians in [0, pi/2)
	weight float64 // how many places agree on the angle
}

// follow collects the network's outputs.
func follow(m *model.SpotMap) lead {
	var l lead
	var sum complex128
	const perPitch = model.SpotsPerPitch / model.SpotsStride
	for r := range m.Out.H {
		for q := range m.Out.W {
			o := m.Out.At(r, q)
			if p := model.Sigmoid(o[model.SpotCastle]); p > 0.5 {
				l.castle = append(l.castle, spot{m.Frame.At(float64(q), float64(r)), p})
				sum += complex(float64(o[model.SpotCos4])*p, float64(o[model.SpotSin4])*p)
			}
			if p := model.Sigmoid(o[model.SpotTower]); p > 0.3 && isPeak(m, r, q) {
				x, y := float64(q)+perPitch*float64(o[model.SpotX]), float64(r)+perPitch*float64(o[model.SpotY])
				l.towers = append(l.towers, spot{m.Frame.At(x, y), p})
			}
		}
	}
	l.weight = cmplx.Abs(sum)
	l.angle = math.Mod(cmplx.Phase(sum)/4+2*math.Pi, math.Pi/2)
	return l
}

// isPeak says whether no neighbour is a surer tower than output (r,q).
func isPeak(m *model.SpotMap, r, q int) bool {
	v := m.Out.At(r, q)[model.SpotTower]
	for y := max(0, r-1); y <= min(m.Out.H-1, r+1); y++ {
		for x := max(0, q-1); x <= min(m.Out.W-1, q+1); x++ {
			if m.Out.At(y, x)[model.SpotTower] > v {
				return false
			}
		}
	}
	return true
}

// pitchRange is how far from the expected pitch an unknown set's pitch is sought.
const pitchRange = 0.12

// fit finds the lattice that explains the towers best. Without towers it has the lead's direction and any origin.
// freePitch says that the pitch is only a guess.
func (l *lead) fit(pitch float64, freePitch bool) (model.Grid, bool) {
	if len(l.towers) == 0 {
		return model.Grid{}, false
	}
	best, bestScore := model.Grid{}, -1.0
	spread := 0.10 // radians about the lead's angle
	if l.weight < 3 {
		spread = math.Pi / 4
	}
	pitches := []float64{pitch}
	if freePitch && len(l.towers) > 2 {
		pitches = pitches[:0]
		for s := 1 - pitchRange; s <= 1+pitchRange; s += 0.006 {
			pitches = append(pitches, pitch*s)
		}
	}
	for _, p := range pitches {
		for a := l.angle - spread; a <= l.angle+spread; a += 0.006 {
			g, score := l.phase(a, p)
			// Without evidence against them, the lead's direction and the expected pitch are the best guess.
			score -= 0.02 * float64(len(l.towers)) * (math.Abs(a-l.angle)/spread + math.Abs(p/pitch-1)/pitchRange)
			if score > bestScore {
				best, bestScore = g, score
			}
		}
	}
	return l.refine(best, freePitch), true
}

// phase is the best origin for a lattice of the given direction and pitch, and how well the towers agree on it: the length of
// the sum of unit vectors that turn once per pitch.
func (l *lead) phase(angle, pitch float64) (model.Grid, float64) {
	g := model.NewGrid([2]float64{}, angle, pitch)
	var su, sv complex128
	for _, t := range l.towers {
		u, v := g.Coords(t.at)
		su += cmplx.Rect(t.p, 2*math.Pi*u)
		sv += cmplx.Rect(t.p, 2*math.Pi*v)
	}
	g.Origin = g.At(cmplx.Phase(su)/(2*math.Pi), cmplx.Phase(sv)/(2*math.Pi))
	return g, cmplx.Abs(su) + cmplx.Abs(sv)
}

// refine fits origin and angle, and the pitch where it is free or the towers are many, to the towers near a node by least squares.
func (l *lead) refine(g model.Grid, freePitch bool) model.Grid {
	for range 5 {
		// A similarity is linear in complex numbers: place = origin + z * (i + j*1i).
		var n, si, sp complex128
		var pairs [][2]complex128
		for _, t := range l.towers {
			u, v := g.Coords(t.at)
			i, j := math.Round(u), math.Round(v)
			if math.Hypot(u-i, v-j) > 0.22 {
				continue
			}
			pairs = append(pairs, [2]complex128{complex(i, j), complex(t.at[0], t.at[1])})
			n++
			si += complex(i, j)
			sp += complex(t.at[0], t.at[1])
		}
		if len(pairs) == 0 {
			return g
		}
		var num, den complex128
		for _, p := range pairs {
			d := p[0] - si/n
			num += cmplx.Conj(d) * (p[1] - sp/n)
			den += cmplx.Conj(d) * d
		}
		z := complex(g.Pitch*g.X[0], g.Pitch*g.X[1])
		if real(den) > 0 {
			if fitted := num / den; freePitch {
				z = fitted
			} else {
				z = fitted / complex(cmplx.Abs(fitted), 0) * complex(g.Pitch, 0)
			}
		}
		o := sp/n - z*si/n
		g = model.NewGrid([2]float64{real(o), imag(o)}, cmplx.Phase(z), cmplx.Abs(z))
	}
	return g
}

// window is the rectangle of nodes in which the castle may stand: what looks like a castle, and as far around it as a long
// wall reaches. Places that are far from the bulk do not stretch it beyond limit nodes a side.
func (l *lead) window(g *model.Grid, limit int) model.Window {
	var is, js []float64
	for _, s := range slices.Concat(l.towers, l.castle) {
		i, j := g.Coords(s.at)
		is, js = append(is, i), append(js, j)
	}
	const reach = 2
	side := func(v []float64) (first, n int) {
		slices.Sort(v)
		lo, hi := int(math.Floor(v[0]))-reach, int(math.Ceil(v[len(v)-1]))+reach
		if hi-lo+1 > limit {
			mid := int(math.Round(v[len(v)/2]))
			lo, hi = max(lo, mid-limit/2), min(hi, mid-limit/2+limit-1)
		}
		return lo, hi - lo + 1
	}
	var w model.Window
	w.I0, w.NI = side(is)
	w.J0, w.NJ = side(js)
	return w
}
