package solid

import (
	"math"
	"slices"

	"github.com/paulmach/orb"
	"github.com/paulmach/orb/planar"

	"github.com/castellan-companion/castellan/engine/castellan"
)

// Ground is places on the table, in squares, so that those in a shadow are found fast.
type Ground struct {
	places  [][2]float64 // mm, in the table frame
	lo      [2]float64   // of the first square
	wide    int          // squares along X
	squares [][]int      // the places in each, row by row
}

const groundSquare = 16.0 // mm

// NewGround puts places on the table (mm) into squares.
func NewGround(places [][2]float64) *Ground {
	g := &Ground{places: places, lo: [2]float64{math.Inf(1), math.Inf(1)}}
	hi := [2]float64{math.Inf(-1), math.Inf(-1)}
	for _, p := range places {
		for k, v := range p {
			g.lo[k], hi[k] = min(g.lo[k], v), max(hi[k], v)
		}
	}
	if len(places) == 0 {
		return g
	}
	g.wide = 1 + int((hi[0]-g.lo[0])/groundSquare)
	g.squares = make([][]int, g.wide*(1+int((hi[1]-g.lo[1])/groundSquare)))
	for i, p := range places {
		square := int((p[1]-g.lo[1])/groundSquare)*g.wide + int((p[0]-g.lo[0])/groundSquare)
		g.squares[square] = append(g.squares[square], i)
	}
	return g
}

// within calls f for the places in squares that a rectangle (mm) reaches into.
func (g *Ground) within(b orb.Bound, f func(i int)) {
	if g.wide == 0 {
		return
	}
	first, last := [2]int{}, [2]int{g.wide - 1, len(g.squares)/g.wide - 1}
	for k := range first {
		first[k] = max(first[k], int(math.Floor((b.Min[k]-g.lo[k])/groundSquare)))
		last[k] = min(last[k], int(math.Floor((b.Max[k]-g.lo[k])/groundSquare)))
	}
	for y := first[1]; y <= last[1]; y++ {
		for x := first[0]; x <= last[0]; x++ {
			for _, i := range g.squares[y*g.wide+x] {
				f(i)
			}
		}
	}
}

// Shaded says of each place on the ground whether the solids keep the light of a lamp (mm, in the table frame, above them) from it.
func (s *Bodies) Shaded(g *Ground, lamp [3]float64, shaded []bool) {
	clear(shaded)
	half, height := s.Set.WallThicknessMM/2, s.Set.WallHeightMM
	for i := range s.round {
		c := &s.round[i]
		g.within(c.shadowWithin(lamp), func(i int) {
			if !shaded[i] {
				t, _, ok := c.meets(lamp, downTo(g.places[i], lamp))
				shaded[i] = ok && t < before
			}
		})
	}
	for i := range s.long {
		b := &s.long[i]
		g.within(b.shadowWithin(half, height, lamp), func(i int) {
			if !shaded[i] {
				t, _, ok := b.meets(lamp, downTo(g.places[i], lamp), half, (lamp[2]-height)/lamp[2], 1)
				shaded[i] = ok && t < before
			}
		})
	}
}

// cast is where on the table (mm) the shadow of what is so high above a place falls, and how many times as large as that it is.
func cast(at [2]float64, height float64, lamp [3]float64) (end [2]float64, larger float64) {
	larger = lamp[2] / (lamp[2] - height)
	return [2]float64{lamp[0] + (at[0]-lamp[0])*larger, lamp[1] + (at[1]-lamp[1])*larger}, larger
}

// downTo is the way from a lamp to a place on the table.
func downTo(p [2]float64, lamp [3]float64) [3]float64 {
	return [3]float64{p[0] - lamp[0], p[1] - lamp[1], -lamp[2]}
}

// ShadowOf calls f for places on the table (mm), a few millimetres apart, that the eye sees and that a wall, with the towers that would not stand
// without it, would keep the light of a lamp (mm, in the table frame, above the pieces) from if it stood: none in the shadow of other pieces.
// Neither the wall nor the others are taken to stand.
func (s *Bodies) ShadowOf(w castellan.Wall, towers []castellan.Node, others []castellan.Wall, lamp [3]float64, f func(p [3]float64)) {
	const step = 2.5 // mm
	own := Bodies{Eye: s.Eye, Grid: s.Grid, Set: s.Set, long: []block{s.free(w)}}
	shadow := own.long[0].shadowWithin(s.Set.WallThicknessMM/2, s.Set.WallHeightMM, lamp)
	for _, n := range towers {
		c := s.tower(n)
		own.round = append(own.round, c)
		shadow = shadow.Union(c.shadowWithin(lamp))
	}
	hiding, shading := s.about(shadow, lamp)
	for _, there := range [2]*Bodies{&hiding, &shading} {
		there.drop(w, others)
		for i := range own.round {
			there.dropRound(TowerTop, own.round[i].at)
		}
	}
	shaded := own.seenFrom(lamp)
	for x := shadow.Min[0]; x <= shadow.Max[0]; x += step {
		for y := shadow.Min[1]; y <= shadow.Max[1]; y += step {
			p := [3]float64{x, y, 0}
			if shaded.Blocks(p) && !shading.Blocks(p) && !own.Blocks(p) && !hiding.Blocks(p) {
				f(p)
			}
		}
	}
}

// AboveWalls are the same solids without what is not higher than walls, cut off at their height: they keep a lamp's light from the walls' tops
// as the whole ones do if the table is taken to lie there.
func (s *Bodies) AboveWalls() *Bodies {
	above := &Bodies{Eye: s.Eye, Grid: s.Grid, Set: s.Set}
	for _, c := range s.round {
		if c.height -= s.Set.WallHeightMM; c.height > 0 {
			above.round = append(above.round, c)
		}
	}
	return above
}

// WallTops calls f for places on the tops of walls (mm), a few millimetres apart, that the eye sees.
func (s *Bodies) WallTops(f func(p [3]float64)) {
	var hiding Bodies
	for i := range s.long {
		b := &s.long[i]
		s.Around(b.at(b.length/2, 0), b.length/2, &hiding)
		s.topOf(b, func(p [3]float64) {
			if !hiding.Blocks(p) {
				f(p)
			}
		})
	}
}

// topOf calls f for places on the top of a wall (mm), a few millimetres apart, as far as its towers leave it free; none by its edges, where a
// picture blurs it with what is beside.
func (s *Bodies) topOf(b *block, f func(p [3]float64)) {
	const step, edge = 2.0, 1.0 // mm
	half, free := s.Set.WallThicknessMM/2-edge, s.Set.TowerDiameterMM/2+edge
	for along := free; along <= b.length-free; along += step {
		for left := -half; left <= half; left += step {
			at := b.at(along, left)
			f([3]float64{at[0], at[1], s.Set.WallHeightMM})
		}
	}
}

// stack is a keep that may be a single or a double one, with what is about it.
type stack struct {
	single, double  Bodies    // the keep alone, as the one and as the other, seen from a lamp
	fore            [2]Bodies // the same, seen from the eye
	hiding, shading Bodies    // all others, seen from the eye and from the lamp
	shadows         orb.Bound // of those that it throws on the table as the one and as the other (mm)
}

// newStack is a keep that stands at a place on the table (mm) if it is a single one, at another one if it is a double one, lit by a lamp (mm, in the
// table frame, above the pieces). What it is taken for among the solids does not matter.
func (s *Bodies) newStack(single, double [2]float64, lamp [3]float64) (k stack) {
	alone := func(at [2]float64, count float64) Bodies {
		c := cylinder{at: at, radius: s.Set.KeepMM / 2, height: count * s.Set.KeepHeightMM, top: Keep, side: Keep}
		return Bodies{Eye: lamp, Grid: s.Grid, Set: s.Set, round: []cylinder{c}}
	}
	k.single, k.double = alone(single, 1), alone(double, 2)
	k.fore = [2]Bodies{*k.single.seenFrom(s.Eye), *k.double.seenFrom(s.Eye)}
	k.shadows = k.single.round[0].shadowWithin(lamp).Union(k.double.round[0].shadowWithin(lamp))
	k.hiding, k.shading = s.about(k.shadows, lamp)
	for _, at := range [2][2]float64{single, double} {
		k.hiding.dropRound(Keep, at)
		k.shading.dropRound(Keep, at)
	}
	return k
}

// tells says whether a place (mm) that the eye sees lies in the keep's shadow only if that is a double one, or only if it is a single one; ok is
// false where it is neither, or lies in the shadow of other pieces.
func (k *stack) tells(p [3]float64) (double, ok bool) {
	double = k.double.Blocks(p)
	ok = double != k.single.Blocks(p) && !k.shading.Blocks(p) && !k.fore[0].Blocks(p) && !k.fore[1].Blocks(p) && !k.hiding.Blocks(p)
	return double, ok
}

// ShadowOfDouble calls f for places on the tops of walls (mm), a few millimetres apart, that the eye sees and that a double keep would keep the
// light of a lamp (mm, in the table frame, above the pieces) from but a single one would not: none in the shadow of other pieces. single and
// double are where on the table (mm) the keep stands if it is the one or the other; what it is taken for does not matter.
func (s *Bodies) ShadowOfDouble(single, double [2]float64, lamp [3]float64, f func(p [3]float64)) {
	k := s.newStack(single, double, lamp)
	middle, within := enclosing(k.shadows)
	for i := range s.long {
		b := &s.long[i]
		if planar.DistanceFromSegment(b.from, b.at(b.length, 0), middle) > within+s.Set.WallThicknessMM/2 {
			continue
		}
		s.topOf(b, func(p [3]float64) {
			if double, ok := k.tells(p); ok && double {
				f(p)
			}
		})
	}
}

// ShadowsOfKeep calls f for places on the table (mm), a few millimetres apart, that the eye sees and that a keep would keep the light of a lamp
// (mm, in the table frame, above the pieces) from if it is a double one but not if it is a single one, and for those where it is the other way
// round: none in the shadow of other pieces. single and double are as for ShadowOfDouble.
func (s *Bodies) ShadowsOfKeep(single, double [2]float64, lamp [3]float64, f func(p [3]float64, double bool)) {
	const step = 2.0 // mm
	k := s.newStack(single, double, lamp)
	for x := k.shadows.Min[0]; x <= k.shadows.Max[0]; x += step {
		for y := k.shadows.Min[1]; y <= k.shadows.Max[1]; y += step {
			p := [3]float64{x, y, 0}
			if double, ok := k.tells(p); ok {
				f(p, double)
			}
		}
	}
}

// dropRound takes the tower or keep, as its top says, at a place on the table (mm) away.
func (s *Bodies) dropRound(top Surface, at [2]float64) {
	s.round = slices.DeleteFunc(s.round, func(c cylinder) bool {
		return c.top == top && math.Hypot(c.at[0]-at[0], c.at[1]-at[1]) < c.radius
	})
}

// seenFrom is the same solids, seen from elsewhere (mm): from a lamp, what is hidden lies in the shadow. It shares their lists.
func (s *Bodies) seenFrom(lamp [3]float64) *Bodies {
	seen := *s
	seen.Eye = lamp
	return &seen
}

// about are the solids near a rectangle of the table (mm), seen from the eye and from a lamp.
func (s *Bodies) about(b orb.Bound, lamp [3]float64) (hiding, shading Bodies) {
	middle, within := enclosing(b)
	s.Around(middle, within, &hiding)
	s.seenFrom(lamp).Around(middle, within, &shading)
	return hiding, shading
}

// enclosing is the circle about a rectangle: its middle, and how far from it that reaches.
func enclosing(b orb.Bound) (middle [2]float64, within float64) {
	return b.Center(), planar.Distance(b.Min, b.Max) / 2
}

// shadowWithin bounds the shadow of a tower or keep and its foot on the table (mm).
func (c *cylinder) shadowWithin(lamp [3]float64) (b orb.Bound) {
	end, larger := cast(c.at, c.height, lamp)
	for k, foot := range c.at {
		b.Min[k], b.Max[k] = min(foot-c.radius, end[k]-c.radius*larger), max(foot+c.radius, end[k]+c.radius*larger)
	}
	return b
}

// shadowWithin bounds a wall's shadow and its foot on the table (mm).
func (b *block) shadowWithin(half, height float64, lamp [3]float64) orb.Bound {
	lo, hi := [2]float64{math.Inf(1), math.Inf(1)}, [2]float64{math.Inf(-1), math.Inf(-1)}
	for _, along := range [2]float64{0, b.length} {
		for _, left := range [2]float64{-half, half} {
			foot := b.at(along, left)
			end, _ := cast(foot, height, lamp)
			for k := range foot {
				lo[k], hi[k] = min(lo[k], foot[k], end[k]), max(hi[k], foot[k], end[k])
			}
		}
	}
	return orb.Bound{Min: lo, Max: hi}
}
