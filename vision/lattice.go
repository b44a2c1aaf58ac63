package vision

import (
	"cmp"
	"math"
	"math/cmplx"
	"slices"

	"github.com/castellan-companion/castellan/vision/model"
)

// spot is a tower or a place that looks like a castle as model.Spots sees it: where on the table (mm), how sure the network is, and of a place
// which way the lattice lies there: p times a unit vector turned by four times its angle.
type spot struct {
	at  [2]float64
	p   float64
	way complex128
}

// lead is what model.Spots makes of a picture: towers, places that look like a castle, and the lattice's direction.
type lead struct {
	towers []spot
	castle []spot
	angle  float64 // radians in [0, pi/2)
	weight float64 // how many places agree on the angle
}

// clearness is how likely at the least a place must be a castle's, and a tower be there, to be followed.
type clearness struct{ castle, tower float64 }

var (
	likely = clearness{0.5, 0.3}
	faint  = clearness{0.1, 0.1} // where few pieces are looked for
	// faintest is for where hands put something, and no tower is seen otherwise.
	faintest = clearness{0.1, 0.03}
)

// follow collects the network's outputs within a part of the table that are as clear as that.
func follow(m *model.SpotMap, within area, least clearness) lead {
	along := math.Atan2(m.Frame.X[1], m.Frame.X[0])
	l, frame := lead{angle: quarter(along)}, cmplx.Rect(1, 4*along)
	const perPitch = model.SpotsPerPitch / model.SpotsStride
	for r := range m.Out.H {
		for q := range m.Out.W {
			if within != nil && !within(m.Frame.At(float64(q), float64(r))) {
				continue
			}
			o := m.Out.At(r, q)
			if p := model.Sigmoid(o[model.SpotCastle]); p > least.castle {
				way := complex(float64(o[model.SpotCos4])*p, float64(o[model.SpotSin4])*p)
				l.castle = append(l.castle, spot{m.Frame.At(float64(q), float64(r)), p, way * frame})
			}
			if p := model.Sigmoid(o[model.SpotTower]); p > least.tower && isPeak(m, r, q) {
				x, y := float64(q)+perPitch*float64(o[model.SpotX]), float64(r)+perPitch*float64(o[model.SpotY])
				l.towers = append(l.towers, spot{at: m.Frame.At(x, y), p: p})
			}
		}
	}
	l.orient()
	return l
}

// orient sets the direction on which the places that look like a castle agree. It stays where there are none.
func (l *lead) orient() {
	var sum complex128
	for _, s := range l.castle {
		sum += s.way
	}
	if l.weight = cmplx.Abs(sum); l.weight > 0 {
		l.angle = math.Mod(cmplx.Phase(sum)/4+math.Pi/2, math.Pi/2)
	}
}

// quarter is the direction in [0, pi/2) that a lattice has whose axis is turned by an angle of -2 pi or more, in radians.
func quarter(angle float64) float64 { return math.Mod(angle+2*math.Pi, math.Pi/2) }

// turned is the lead with another direction, by an angle in radians.
func (l *lead) turned(by float64) lead {
	t := *l
	t.angle = math.Mod(l.angle+by, math.Pi/2)
	return t
}

// parts are what lies together of a lead, each with a direction of its own, at most so many: those of which most looks like a castle. One may be
// the castle, the others heaps of loose pieces.
func (l *lead) parts(pitch float64, most int) []lead {
	const apart = 2.2 // pitches: farther than a long wall reaches
	all := slices.Concat(l.castle, l.towers)
	taken := make([]bool, len(all))
	var parts []lead
	var next []int
	for first := range all {
		if taken[first] {
			continue
		}
		p := lead{angle: l.angle}
		taken[first] = true
		for next = append(next[:0], first); len(next) > 0; {
			k := next[len(next)-1]
			next = next[:len(next)-1]
			if k < len(l.castle) {
				p.castle = append(p.castle, all[k])
			} else {
				p.towers = append(p.towers, all[k])
			}
			for o := range all {
				if !taken[o] && math.Hypot(all[o].at[0]-all[k].at[0], all[o].at[1]-all[k].at[1]) < apart*pitch {
					taken[o] = true
					next = append(next, o)
				}
			}
		}
		p.orient()
		parts = append(parts, p)
	}
	slices.SortStableFunc(parts, func(a, b lead) int { return cmp.Compare(b.amount(), a.amount()) })
	return parts[:min(most, len(parts))]
}

// amount is how much looks like a castle.
func (l *lead) amount() float64 {
	sum := 0.0
	for _, s := range l.castle {
		sum += s.p
	}
	return sum
}

// extent is the rectangle along the lead's angle around all that looks like a castle, and a little more; ok is false where nothing does.
func (l *lead) extent(pitch float64) (area model.Rect, ok bool) {
	if len(l.castle)+len(l.towers) == 0 {
		return area, false
	}
	axes := model.NewGrid([2]float64{}, l.angle, 1)
	lo, hi := [2]float64{math.Inf(1), math.Inf(1)}, [2]float64{math.Inf(-1), math.Inf(-1)}
	for _, s := range slices.Concat(l.castle, l.towers) {
		x, y := axes.Coords(s.at)
		lo[0], lo[1], hi[0], hi[1] = min(lo[0], x), min(lo[1], y), max(hi[0], x), max(hi[1], y)
	}
	around := 1.5 * pitch
	axes.Origin = axes.At(lo[0]-around, lo[1]-around)
	return model.Rect{Axes: axes, W: hi[0] - lo[0] + 2*around, H: hi[1] - lo[1] + 2*around}, true
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

// sureTowers is how many towers are more likely there than not.
func (l *lead) sureTowers() int {
	n := 0
	for _, t := range l.towers {
		if t.p > 0.5 {
			n++
		}
	}
	return n
}

// fits finds the lattices that explain the towers, best first: at most so many, each clearly another one. freePitch says that the pitch is
// only a guess.
//
// Loose pieces may pass for towers, so lattices are ranked by the towers that they explain, not by those that they don't.
func (l *lead) fits(pitch float64, freePitch bool, most int) []model.Grid {
	if len(l.towers) == 0 {
		return nil
	}
	spread := 0.14 // radians about the lead's angle
	if l.weight < 5 {
		spread = math.Pi / 4
	}
	pitches := []float64{pitch}
	if freePitch && len(l.towers) > 2 {
		pitches = pitches[:0]
		for s := 1 - pitchRange; s <= 1+pitchRange; s += 0.008 {
			pitches = append(pitches, pitch*s)
		}
	}
	type guess struct {
		g    model.Grid
		rank float64
	}
	// Without evidence against them, the lead's direction and the expected pitch are the best guess: one tower fits all.
	unexpected := func(g *model.Grid) float64 {
		turn := math.Abs(math.Remainder(math.Atan2(g.X[1], g.X[0])-l.angle, math.Pi/2))
		return 0.05 * float64(len(l.towers)) * (turn/spread + math.Abs(g.Pitch/pitch-1)/pitchRange)
	}
	var guesses []guess
	for _, p := range pitches {
		for a := l.angle - spread; a <= l.angle+spread; a += 0.008 {
			g, score := l.phase(a, p)
			guesses = append(guesses, guess{g, score - unexpected(&g)})
		}
	}
	better := func(a, b guess) int { return cmp.Compare(b.rank, a.rank) }
	slices.SortFunc(guesses, better)
	const refined = 24
	guesses = guesses[:min(refined, len(guesses))]
	for i := range guesses {
		g := l.refine(guesses[i].g, freePitch)
		guesses[i] = guess{g, l.explained(&g) - unexpected(&g)}
	}
	slices.SortStableFunc(guesses, better)
	var chosen []model.Grid
	for _, x := range guesses {
		if len(chosen) == most {
			break
		}
		if !slices.ContainsFunc(chosen, func(g model.Grid) bool { return l.alike(&g, &x.g) }) {
			chosen = append(chosen, x.g)
		}
	}
	return chosen
}

// alike says whether two lattices have their nodes in the same places, as far as the towers go.
func (l *lead) alike(a, b *model.Grid) bool {
	far := 0.0
	for _, t := range l.towers {
		u, v := a.Coords(t.at)
		p := a.At(math.Round(u), math.Round(v))
		i, j := b.Coords(p)
		far += math.Hypot(i-math.Round(i), j-math.Round(j))
	}
	return far < 0.15*float64(len(l.towers))
}

// explained is how many towers stand near a node, each weighted by how sure it is and how near.
func (l *lead) explained(g *model.Grid) float64 {
	const near = 0.12 // pitches
	sum := 0.0
	for _, t := range l.towers {
		u, v := g.Coords(t.at)
		d := math.Hypot(u-math.Round(u), v-math.Round(v)) / near
		sum += t.p * math.Exp(-d*d/2)
	}
	return sum
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

// refine fits the lattice to the towers near a node by least squares, the nearer the better.
func (l *lead) refine(g model.Grid, freePitch bool) model.Grid {
	var f fitting
	for i := range 5 {
		f.reset()
		near := 0.3 - 0.04*float64(i)
		for _, t := range l.towers {
			u, v := g.Coords(t.at)
			a, b := math.Round(u), math.Round(v)
			if math.Hypot(u-a, v-b) <= near {
				f.add([2]float64{a, b}, t.at, t.p)
			}
		}
		g = f.solve(g, freePitch)
	}
	return g
}

// correct moves a lattice to where the network sees its pieces stand: understated times as far off as it says. moved is the mean distance that
// it says they stood off, in pitches, and pieces how many there are.
func correct(m *model.CellMap, g model.Grid, freePitch bool, understated float64) (better model.Grid, moved, pieces float64) {
	var f fitting
	for y := range m.Out.H {
		for x := range m.Out.W {
			o := m.Out.At(y, x)
			i, j, p := m.Piece(x, y)
			if p < 0.5 {
				continue
			}
			f.add([2]float64{i, j}, g.At(i+understated*float64(o[model.CellErrorX]), j+understated*float64(o[model.CellErrorY])), p)
			moved += p * math.Hypot(float64(o[model.CellErrorX]), float64(o[model.CellErrorY]))
			pieces += p
		}
	}
	if pieces == 0 {
		return g, 0, 0
	}
	return f.solve(g, freePitch), moved / pieces, pieces
}

// fitting collects pairs of lattice coordinates and places on the table. A similarity is linear in complex numbers:
// place = origin + z*(i + j*1i).
type fitting struct {
	pairs [][2]complex128
	w     []float64
}

func (f *fitting) reset() { f.pairs, f.w = f.pairs[:0], f.w[:0] }

func (f *fitting) add(at, mm [2]float64, weight float64) {
	f.pairs = append(f.pairs, [2]complex128{complex(at[0], at[1]), complex(mm[0], mm[1])})
	f.w = append(f.w, weight)
}

// solve is the lattice that fits the pairs best by weighted least squares. What they leave open is taken from g, and so is the pitch
// unless it is free.
func (f *fitting) solve(g model.Grid, freePitch bool) model.Grid {
	if len(f.pairs) == 0 {
		return g
	}
	var n, si, sp, num, den complex128
	for k, p := range f.pairs {
		w := complex(f.w[k], 0)
		n, si, sp = n+w, si+w*p[0], sp+w*p[1]
	}
	for k, p := range f.pairs {
		d := p[0] - si/n
		num += complex(f.w[k], 0) * cmplx.Conj(d) * (p[1] - sp/n)
		den += complex(f.w[k], 0) * cmplx.Conj(d) * d
	}
	z := complex(g.Pitch*g.X[0], g.Pitch*g.X[1])
	if real(den) > 0.1 && num != 0 {
		if z = num / den; !freePitch {
			z *= complex(g.Pitch/cmplx.Abs(z), 0)
		}
	}
	o := sp/n - z*si/n
	return model.NewGrid([2]float64{real(o), imag(o)}, cmplx.Phase(z), cmplx.Abs(z))
}

// window is the rectangle of nodes in which the castle may stand: what looks like a castle, and as far around it as a long
// wall reaches. Places that are far from the bulk do not stretch it beyond maxNodes a side.
func (l *lead) window(g *model.Grid) model.Window {
	var is, js []float64
	for _, s := range slices.Concat(l.towers, l.castle) {
		i, j := g.Coords(s.at)
		is, js = append(is, i), append(js, j)
	}
	const reach = 2
	side := func(v []float64) (first, n int) {
		slices.Sort(v)
		lo, hi := int(math.Floor(v[0]))-reach, int(math.Ceil(v[len(v)-1]))+reach
		if hi-lo+1 > maxNodes {
			mid := int(math.Round(v[len(v)/2]))
			lo, hi = max(lo, mid-maxNodes/2), min(hi, mid-maxNodes/2+maxNodes-1)
		}
		return lo, hi - lo + 1
	}
	var w model.Window
	w.I0, w.NI = side(is)
	w.J0, w.NJ = side(js)
	return w
}
