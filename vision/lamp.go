package vision

import (
	"cmp"
	"math"
	"runtime"
	"slices"

	"github.com/castellan-companion/castellan/calibration/compare"
	"github.com/castellan-companion/castellan/vision/parallel"
	"github.com/castellan-companion/castellan/vision/solid"
)

// A castle that one lamp lights more than others throws shadows on the table, also where the picture does not show the piece itself, and what is
// higher than walls on the walls' tops. Where the lamp is, the shadows of the pieces that are known say.

// besideCastle is how far from the next piece the table is looked at for shadows, in pitches.
const besideCastle = 1.5

// lamp is the light that explains best where shadows are in a picture, and what they lie on looks like beside them and in them.
type lamp struct {
	at          [3]float64 // mm, in the table frame
	lit, shaded tones
	steep       bool // the shadows of walls on the table are too short to say much
}

// shadows are those by which a lamp is sought. A second light, and the table's pattern, tell one lamp by the table and another one by the walls.
type shadows int

const (
	onTable shadows = iota
	onTops          // of walls, and on the table too
	kindsOfShadows
)

// spotted is a place on the table, or on the top of a wall, that the picture shows.
type spotted struct {
	at     [2]float64 // mm, in the table frame
	colour [3]byte
	bright float64 // logarithm
}

// direction is where a lamp is, seen from the middle of the table that is looked at: how far aside of it, as shares of its height, and one
// over its height (1/mm). By these three shadows change almost independently of each other.
type direction struct{ x, y, near float64 }

// elevation is the lamp's above the table, seen from the middle (radians).
func (d direction) elevation() float64 { return math.Atan2(1, math.Hypot(d.x, d.y)) }

// distance is the lamp's from the middle (mm).
func (d direction) distance() float64 { return math.Hypot(1, math.Hypot(d.x, d.y)) / d.near }

// storey is places at one height that the picture shows, and what can keep the light of a lamp from them.
type storey struct {
	height float64 // mm above the table
	spots  []spotted
	ground *solid.Ground // the spots
	above  *solid.Bodies // as if the table lay at this height
	shaded [][]bool      // by worker: which spots lie in a shadow
}

// newStorey takes about so many of the places that were seen where some shadows lie.
func newStorey(of shadows, seen []spotted, most int, there *solid.Bodies) *storey {
	s := &storey{above: there}
	if of == onTops {
		s.height, s.above = there.Set.WallHeightMM, there.AboveWalls()
	}
	every := 1 + len(seen)/most
	var places [][2]float64
	for i := range seen {
		if i%every != i/every%every { // else they would lie in rows
			continue
		}
		s.spots = append(s.spots, seen[i])
		places = append(places, seen[i].at)
	}
	s.ground = solid.NewGround(places)
	for range runtime.GOMAXPROCS(0) {
		s.shaded = append(s.shaded, make([]bool, len(places)))
	}
	return s
}

// shade leaves in a worker's memory which spots lie in the shadow of a lamp (mm, in the table frame).
func (s *storey) shade(lamp [3]float64, worker int) []bool {
	lamp[2] -= s.height
	s.above.Shaded(s.ground, lamp, s.shaded[worker])
	return s.shaded[worker]
}

// lampSearch looks for a lamp.
type lampSearch struct {
	storeys []*storey
	middle  [2]float64 // of the table that is looked at (mm)
	tallest float64    // mm, of the pieces
}

// newLampSearch looks at about so many of the places that were seen on the table, and of those on the tops of walls if there are such.
func newLampSearch(seen [][]spotted, most int, there *solid.Bodies) *lampSearch {
	s := &lampSearch{tallest: there.Tallest()}
	for of := range seen {
		s.storeys = append(s.storeys, newStorey(shadows(of), seen[of], most, there))
	}
	on := s.storeys[onTable].spots
	for i := range on {
		for k, v := range on[i].at {
			s.middle[k] += v / float64(len(on))
		}
	}
	return s
}

const degree = math.Pi / 180

// Where lamps are. What seems to lie beyond that is none: a stripe of the cloth, the shadow of something else.
const (
	lampLowest, lampHighest   = 12 * degree, 85 * degree // above the table
	lampNearest, lampFarthest = 300.0, 8000.0            // mm
	// lampSteep is where the shadows of walls on the table become too short to say much.
	lampSteep = 63 * degree
	// lampPieces is how many pieces a castle has whose shadows are not found in any pattern.
	lampPieces = 8
)

// find looks in all directions, and then about those that explain the most.
func (s *lampSearch) find() (best direction, explained float64) {
	const (
		usual         = 1500.0                  // mm
		upward, round = 9 * degree, 15 * degree // steps
		starts        = 4
	)
	type found struct {
		direction
		share float64
	}
	var all []found
	for elevation := lampLowest + upward/2; elevation < lampHighest; elevation += upward {
		up, aside := math.Sincos(elevation)
		for azimuth := 0.0; azimuth < 2*math.Pi; azimuth += round {
			sin, cos := math.Sincos(azimuth)
			all = append(all, found{direction: direction{aside / up * cos, aside / up * sin, 1 / (usual * up)}})
		}
	}
	workers := runtime.GOMAXPROCS(0)
	parallel.Rows(len(all), workers, func(i int) { all[i].share = s.explains(all[i].direction, i%workers) })
	slices.SortStableFunc(all, func(a, b found) int { return cmp.Compare(b.share, a.share) })
	likely := all[:starts]
	parallel.Rows(starts, workers, func(i int) { likely[i].share = s.refine(&likely[i].direction, likely[i].share, i%workers) })
	for _, f := range likely {
		if f.share > explained {
			best, explained = f.direction, f.share
		}
	}
	return best, explained
}

// refine moves a lamp that explains a share to where it explains the most, and returns that share. Workers have numbers.
func (s *lampSearch) refine(d *direction, share float64, worker int) float64 {
	const (
		coarse, fine = 0.12, 0.008
		least        = 0.4 // of a step that does not depend on how far aside the lamp is
		nearing      = 4.0 // what a step changes of the logarithm of its height
	)
	for step := coarse; share > 0 && step > fine; {
		aside := math.Hypot(d.x, d.y)
		to, change := step*(least+aside), math.Exp(nearing*step)
		out, left := to*d.x/max(aside, fine), to*d.y/max(aside, fine)
		better := false
		for _, n := range [...]direction{
			{d.x + out, d.y + left, d.near},
			{d.x - out, d.y - left, d.near},
			{d.x - left, d.y + out, d.near},
			{d.x + left, d.y - out, d.near},
			{d.x, d.y, d.near * change},
			{d.x, d.y, d.near / change},
			{d.x + out, d.y + left, d.near / change},
			{d.x - out, d.y - left, d.near * change},
		} {
			if !n.possible() {
				continue
			}
			if v := s.explains(n, worker); v > share {
				*d, share, better = n, v, true
			}
		}
		if !better {
			step /= 2
		}
	}
	return share
}

// possible says whether there are lamps there.
func (d direction) possible() bool {
	elevation, distance := d.elevation(), d.distance()
	return elevation >= lampLowest && elevation <= lampHighest && distance >= lampNearest && distance <= lampFarthest
}

// outlying says whether a lamp is as low, or as near, as lamps are: what explains the most is then something else.
func (d direction) outlying() bool {
	const beyond = 1.02
	return d.elevation() < beyond*lampLowest || d.distance() < beyond*lampNearest
}

// lampAt is where a lamp in a direction is (mm, in the table frame).
func (s *lampSearch) lampAt(d direction) [3]float64 {
	height := 1 / d.near
	return [3]float64{s.middle[0] + height*d.x, s.middle[1] + height*d.y, height}
}

// explains is the share of the variance of the brightness of the places that goes with lying in the shadow of a lamp, which makes dark. Where they
// are of several storeys, each varies for itself, and it is the share that would make one storey as much likelier with the lamp. Workers have
// numbers.
func (s *lampSearch) explains(d direction, worker int) float64 {
	const higher = 2 // than the tallest piece so many times: shadows would have no end
	at := s.lampAt(d)
	if at[2] < higher*s.tallest {
		return 0
	}
	unexplained, places := 0.0, 0.0
	for _, on := range s.storeys {
		n := float64(len(on.spots))
		unexplained += n * math.Log(1-explained(on.spots, on.shade(at, worker)))
		places += n
	}
	return 1 - math.Exp(unexplained/places)
}

// explained is the share of the variance of the brightness of places that goes with lying in the shadow, which makes dark; 0 where it does not.
func explained(spots []spotted, shaded []bool) float64 {
	const (
		least = 8    // places that must lie in the shadow, and outside
		most  = 0.99 // no light is all that there is
	)
	var n, sum [2]float64
	squares := 0.0
	for i, dark := range shaded {
		k, bright := 0, spots[i].bright
		if dark {
			k = 1
		}
		n[k]++
		sum[k] += bright
		squares += bright * bright
	}
	if min(n[0], n[1]) < least {
		return 0
	}
	all := n[0] + n[1]
	darker := sum[0]/n[0] - sum[1]/n[1]
	mean := (sum[0] + sum[1]) / all
	variance := squares/all - mean*mean
	if darker <= 0 || variance <= 0 {
		return 0
	}
	return min(most, darker*darker*n[0]*n[1]/(all*all*variance))
}

// findLamp looks for the lamp of the picture by some shadows; nil where none are to be seen.
func (a *appearance) findLamp(by shadows) *lamp {
	const (
		fewest = 100         // places on the table
		enough = 1200        // of them, and on the walls, to find it by
		all    = math.MaxInt // of them
		least  = 0.05        // share of the variance that it must explain
		few    = 20          // places that lie in the shadow, and outside
	)
	if len(a.spots) < fewest {
		return nil
	}
	seen := [][]spotted{a.spots}
	if by == onTops {
		seen = append(seen, a.spotTops())
	}
	search := newLampSearch(seen, enough, a.there)
	found, share := search.find()
	if share < least || found.outlying() {
		return nil
	}
	l := &lamp{at: search.lampAt(found), steep: found.elevation() > lampSteep}
	lit, shaded := newStorey(by, seen[by], all, a.there).parted(l.at)
	if min(len(lit), len(shaded)) < few {
		return nil
	}
	for i := range lit {
		l.lit.add(lit[i].colour)
	}
	l.shaded = tonesInShadow(lit, shaded)
	return l
}

// spotTops are places on the tops of the walls that the picture shows.
func (a *appearance) spotTops() (tops []spotted) {
	a.there.WallTops(func(p [3]float64) {
		if c, ok := a.colour(p); ok {
			tops = append(tops, spotted{at: [2]float64{p[0], p[1]}, colour: c, bright: brightness(c)})
		}
	})
	return tops
}

// parted are the spots in the light of a lamp (mm, in the table frame) and those in the shadow.
func (s *storey) parted(lamp [3]float64) (lit, shaded []spotted) {
	for i, dark := range s.shade(lamp, 0) {
		if dark {
			shaded = append(shaded, s.spots[i])
		} else {
			lit = append(lit, s.spots[i])
		}
	}
	return lit, shaded
}

// tonesInShadow is what the table, or a wall's top, looks like in the shadow of a lamp. What lies in it is little, and by the edges some of it is
// lit: what is lit, as much darker as most of the shadow is, says more.
func tonesInShadow(lit, shaded []spotted) tones {
	const (
		darkly = 0.3 // share of what a shadow darkens that is clearly dark
		enough = 5   // places that are
		counts = 0.8 // what the darkened counts, the rest being what lies in the shadow
	)
	level := levels(lit)
	darkened := levels(shaded)
	bright := make([]float64, 0, len(lit))
	for _, t := range lit {
		bright = append(bright, t.bright)
	}
	usual := compare.EvenMedian(bright) - darkly*(level[0]+level[1]+level[2]-darkened[0]-darkened[1]-darkened[2])/3
	if dark := slices.DeleteFunc(slices.Clone(shaded), func(t spotted) bool { return t.bright >= usual }); len(dark) >= enough {
		darkened = levels(dark)
	}
	var seen, darker tones
	for _, t := range shaded {
		seen.add(t.colour)
	}
	for _, t := range lit {
		var c [3]byte
		for k, v := range t.colour {
			c[k] = byte(max(0, (float64(v)+darkest)*math.Exp(min(0, darkened[k]-level[k]))-darkest))
		}
		darker.add(c)
	}
	return darker.blend(&seen, counts)
}

// levels are how bright places are on average in red, green and blue, as logarithms.
func levels(of []spotted) (mean [3]float64) {
	for _, t := range of {
		for k, v := range t.colour {
			mean[k] += math.Log(float64(v)+darkest) / float64(len(of))
		}
	}
	return mean
}

// light is the lamp of the picture, sought by some shadows when it is asked for first; nil where there is none.
func (a *appearance) light(by shadows) *lamp {
	if !a.sought[by] {
		a.sought[by], a.lamps[by] = true, a.findLamp(by)
	}
	return a.lamps[by]
}

// clearShadow is the most that a shadow says, a logarithm of odds.
const clearShadow = 4.0

// shadow is how much the table about candidate k, a wall, looks as if the wall kept a lamp's light from it, as a logarithm of odds; 0 where
// no shadow of its own would be seen.
func (a *appearance) shadow(b *board, k int) float64 {
	const (
		least = -2.5 // what the colours say on average at the least, a logarithm of odds
		few   = 14   // places that say half of that
	)
	l := a.light(onTable)
	if l == nil || l.steep {
		return 0
	}
	var seen average
	a.there.ShadowOf(b.all[k].wall, b.ending(k), b.instead(k), l.at, func(p [3]float64) {
		if says, ok := a.inShadow(l, p); ok {
			seen.add(says)
		}
	})
	return seen.says(least, clearShadow, few)
}

// average is what many places say of one thing, as logarithms of odds.
type average struct{ sum, n float64 }

func (a *average) add(says float64) {
	a.sum += says
	a.n++
}

// says is what the places say on average, between bounds, and the less the fewer they are: few of them half of that, none nothing.
func (a *average) says(least, most, few float64) float64 {
	if a.n == 0 {
		return 0
	}
	return max(least, min(most, a.sum/a.n)) * a.n / (a.n + few)
}

// inShadow is how much a place on the table (mm) looks as if it lay in the shadow of a lamp, a logarithm of odds; ok is false where the picture
// does not show it, or something else lies there.
func (a *appearance) inShadow(l *lamp, p [3]float64) (says float64, ok bool) {
	const strange = -11.0 // how unlikely a colour is, as a logarithm, that the table has nowhere
	c, ok := a.colour(p)
	if !ok {
		return 0, false
	}
	shaded, lit := l.shaded.likelihood(c), l.lit.likelihood(c)
	return shaded - lit, max(shaded, lit) > strange
}
