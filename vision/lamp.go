package vision

import (
	"math"
	"runtime"
	"slices"

	"github.com/castellan-companion/castellan/calibration/compare"
	"github.com/castellan-companion/castellan/vision/parallel"
	"github.com/castellan-companion/castellan/vision/solid"
)

// A castle that one lamp lights more than others throws shadows on the table, also where the picture does not show the piece itself. Where the
// lamp is, the shadows of the pieces that are known say.

// besideCastle is how far from the next piece the table is looked at for shadows, in pitches.
const besideCastle = 1.5

// lamp is the light that explains best where the table of a picture is dark, and what the table looks like in the shadows and beside them.
type lamp struct {
	at          [3]float64 // mm, in the table frame
	shaded, lit tones
}

// spotted is a place on the table that the picture shows.
type spotted struct {
	at     [2]float64 // mm, in the table frame
	colour [3]byte
	bright float64 // logarithm
}

// direction is where a lamp is, seen from the middle of the table that is looked at.
type direction struct {
	azimuth, elevation float64 // radians
	distance           float64 // mm
}

// lampSearch looks for a lamp.
type lampSearch struct {
	spots  []spotted
	ground *solid.Ground // the spots
	middle [2]float64    // of the table that is looked at (mm)
	there  *solid.Bodies
}

// newLampSearch looks at every so many of the places that were seen.
func newLampSearch(seen []spotted, every int, there *solid.Bodies) *lampSearch {
	s := &lampSearch{there: there}
	var places [][2]float64
	for i := range seen {
		if i%every != i/every%every { // else they would lie in rows
			continue
		}
		s.spots = append(s.spots, seen[i])
		places = append(places, seen[i].at)
		for k, v := range seen[i].at {
			s.middle[k] += v
		}
	}
	for k := range s.middle {
		s.middle[k] /= float64(len(places))
	}
	s.ground = solid.NewGround(places)
	return s
}

const degree = math.Pi / 180

// Where lamps are. What seems to lie beyond that is none: a stripe of the cloth, the shadow of something else.
const (
	lampLowest, lampHighest   = 12 * degree, 85 * degree // above the table
	lampNearest, lampFarthest = 300.0, 8000.0            // mm
	// lampSteep is where shadows become too short to say much.
	lampSteep = 63 * degree
	// lampPieces is how many pieces a castle has whose shadows are not found in any pattern.
	lampPieces = 8
)

// find looks in all directions, and then about the one that explains the most.
func (s *lampSearch) find() (best direction, explained float64) {
	const (
		usual         = 1500.0 // mm
		lowest, above = 18 * degree, 80 * degree
		upward, round = 9 * degree, 15 * degree // steps
	)
	prefer := func(d direction, share float64) bool {
		if share <= explained {
			return false
		}
		best, explained = d, share
		return true
	}
	var all []direction
	for elevation := lowest; elevation < above; elevation += upward {
		for azimuth := 0.0; azimuth < 2*math.Pi; azimuth += round {
			all = append(all, direction{azimuth, elevation, usual})
		}
	}
	shaded := make([][]bool, runtime.GOMAXPROCS(0))
	for i := range shaded {
		shaded[i] = make([]bool, len(s.spots))
	}
	shares := make([]float64, len(all))
	parallel.Rows(len(all), len(shaded), func(i int) { shares[i] = s.explains(all[i], shaded[i%len(shaded)]) })
	for i, d := range all {
		prefer(d, shares[i])
	}
	try := func(d direction) bool { return prefer(d, s.explains(d, shaded[0])) }
	const fine = 0.5 * degree
	for step := round / 2; explained > 0 && step > fine; {
		better := false
		for _, sign := range [2]float64{-1, 1} {
			better = try(direction{best.azimuth + sign*step, best.elevation, best.distance}) || better
			better = try(direction{best.azimuth, max(lampLowest, min(lampHighest, best.elevation+sign*step)), best.distance}) || better
			farther := best.distance * math.Exp(sign*4*step)
			better = try(direction{best.azimuth, best.elevation, max(lampNearest, min(lampFarthest, farther))}) || better
		}
		if !better {
			step /= 2
		}
	}
	return best, explained
}

// lampAt is where a lamp in a direction is (mm, in the table frame).
func (s *lampSearch) lampAt(d direction) [3]float64 {
	sin, cos := math.Sincos(d.azimuth)
	up, aside := math.Sincos(d.elevation)
	return [3]float64{s.middle[0] + d.distance*aside*cos, s.middle[1] + d.distance*aside*sin, d.distance * up}
}

// explains is the share of the variance of the table's brightness that goes with lying in the shadow of a lamp, which makes dark; 0 where it
// does not. Which spots do is left in shaded.
func (s *lampSearch) explains(d direction, shaded []bool) float64 {
	const (
		least  = 8 // places that must lie in the shadow, and outside
		higher = 2 // than the tallest piece so many times: shadows would have no end
	)
	at := s.lampAt(d)
	if at[2] < higher*s.there.Tallest() {
		return 0
	}
	s.there.Shaded(s.ground, at, shaded)
	var n, sum [2]float64
	squares := 0.0
	for i, dark := range shaded {
		k, bright := 0, s.spots[i].bright
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
	return darker * darker * n[0] * n[1] / (all * all * variance)
}

// findLamp looks for the lamp of the picture; nil where no shadows are to be seen.
func (a *appearance) findLamp() *lamp {
	const (
		fewest = 100  // places
		enough = 1200 // of them to find it by
		least  = 0.05 // share of the variance that it must explain
	)
	if len(a.spots) < fewest {
		return nil
	}
	search := newLampSearch(a.spots, 1+len(a.spots)/enough, a.there)
	found, explained := search.find()
	if explained < least || found.elevation <= lampLowest || found.elevation > lampSteep || found.distance <= lampNearest {
		return nil
	}
	l := &lamp{at: search.lampAt(found)}
	s := newLampSearch(a.spots, 1, a.there)
	inShade := make([]bool, len(s.spots))
	s.there.Shaded(s.ground, l.at, inShade)
	var lit, shaded []spotted
	for i, dark := range inShade {
		if dark {
			shaded = append(shaded, s.spots[i])
		} else {
			lit = append(lit, s.spots[i])
		}
	}
	if len(lit) == 0 || len(shaded) == 0 {
		return nil
	}
	for i := range lit {
		l.lit.add(lit[i].colour)
	}
	l.shaded = inShadow(lit, shaded)
	return l
}

// inShadow is what the table looks like in the shadow of a lamp. What lies in it is little, and by the edges some of it is lit: what is lit, as
// much darker as most of the shadow is, says more.
func inShadow(lit, shaded []spotted) tones {
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

// clearShadow is the most that a shadow says, a logarithm of odds.
const clearShadow = 4.0

// shadow is how much the table about candidate k, a wall, looks as if the wall kept a lamp's light from it, as a logarithm of odds; 0 where
// no shadow of its own would be seen.
func (a *appearance) shadow(b *board, k int) float64 {
	const (
		least = -2.5 // what the colours say on average at the least, a logarithm of odds
		few   = 14   // places that say half of that
		// strange is how unlikely a colour is, as a logarithm, that the table has nowhere.
		strange = -11.0
	)
	if !a.lampSought {
		a.lampSought, a.lamp = true, a.findLamp()
	}
	if a.lamp == nil {
		return 0
	}
	sum, n := 0.0, 0.0
	a.there.ShadowOf(b.all[k].wall, b.instead(k), a.lamp.at, func(p [3]float64) {
		c, ok := a.colour(p)
		if !ok {
			return
		}
		// What looks like neither is something else that lies there.
		if shaded, lit := a.lamp.shaded.likelihood(c), a.lamp.lit.likelihood(c); max(shaded, lit) > strange {
			sum += shaded - lit
			n++
		}
	})
	if n == 0 {
		return 0
	}
	return max(least, min(clearShadow, sum/n)) * n / (n + few)
}
