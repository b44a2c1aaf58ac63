package solid

import (
	"math"
	"slices"

	"github.com/paulmach/orb/planar"

	"github.com/castellan-companion/castellan/calibration"
	"github.com/castellan-companion/castellan/engine/castellan"
	"github.com/castellan-companion/castellan/vision/model"
	"github.com/castellan-companion/castellan/vision/reading"
)

// Surface is what a picture can show at a place.
type Surface int

const (
	Table Surface = iota
	TowerTop
	TowerSide
	WallTop
	SideX // of a wall along the lattice's X
	SideY
	Keep
	Surfaces // how many there are
)

// Bodies are the pieces of a castle as upright solids on the table (mm), seen from an eye: what one hides, the picture cannot show.
type Bodies struct {
	Eye   [3]float64
	Grid  *model.Grid
	Set   *calibration.Set
	round []cylinder // towers, trials and keeps
	long  []block    // walls
}

// cylinder is a tower or a keep.
type cylinder struct {
	at             [2]float64
	radius, height float64
	top, side      Surface
}

// block is a wall between the middles of its towers.
type block struct {
	wall        castellan.Wall
	from, along [2]float64 // where it begins, mm; its direction, a unit vector
	length      float64
	side        Surface
}

func newBlock(g *model.Grid, w castellan.Wall) block {
	a, b := g.At(float64(w.From.I), float64(w.From.J)), g.At(float64(w.To.I), float64(w.To.J))
	length := math.Hypot(b[0]-a[0], b[1]-a[1])
	return block{wall: w, from: a, along: [2]float64{(b[0] - a[0]) / length, (b[1] - a[1]) / length}, length: length, side: SideOf(w)}
}

// SideOf is the surface of a wall's sides.
func SideOf(w castellan.Wall) Surface {
	if w.AlongX() {
		return SideX
	}
	return SideY
}

// free is a wall as far as the towers at its ends leave it free; without a tower there it ends there too.
func (s *Bodies) free(w castellan.Wall) block {
	b := newBlock(s.Grid, w)
	radius := s.Set.TowerDiameterMM / 2
	b.from = b.at(radius, 0)
	b.length -= 2 * radius
	return b
}

// at is the place on the table (mm) so far along a wall, and so far to the left of its middle line.
func (b *block) at(along, left float64) [2]float64 {
	return [2]float64{
		b.from[0] + along*b.along[0] - left*b.along[1],
		b.from[1] + along*b.along[1] + left*b.along[0],
	}
}

// leftOf is how far a place is to the left of a wall's middle line, mm.
func (b *block) leftOf(p [3]float64) float64 {
	return (p[1]-b.from[1])*b.along[0] - (p[0]-b.from[0])*b.along[1]
}

// towards is the direction across a wall in which the eye is: 1 to its left, -1 to its right.
func (b *block) towards(eye [3]float64) float64 {
	if b.leftOf(eye) < 0 {
		return -1
	}
	return 1
}

// New is the solids of a castle's towers, trials and walls along a lattice, and of keeps, seen from an eye (mm, in the table frame).
func New(eye [3]float64, g *model.Grid, set *calibration.Set, c *reading.Castle, keeps []reading.Keep) *Bodies {
	s := &Bodies{Eye: eye, Grid: g, Set: set}
	for _, t := range c.Towers {
		s.round = append(s.round, s.tower(t))
	}
	for _, t := range c.Trial {
		s.round = append(s.round, s.tower(t.Tower))
	}
	for i := range keeps {
		k := &keeps[i]
		s.round = append(s.round, cylinder{
			at: k.AtMM, radius: set.KeepMM / 2, height: set.KeepHeightMM * float64(k.Count), top: Keep, side: Keep,
		})
	}
	for _, w := range c.Walls {
		s.long = append(s.long, newBlock(g, w))
	}
	return s
}

// tower is a tower on a node.
func (s *Bodies) tower(n castellan.Node) cylinder {
	return cylinder{
		at: s.Grid.At(float64(n.I), float64(n.J)), radius: s.Set.TowerDiameterMM / 2, height: s.Set.TowerHeightMM, top: TowerTop, side: TowerSide,
	}
}

// Towers calls f for the place (mm) of every tower and trial.
func (s *Bodies) Towers(f func(at [2]float64)) {
	for i := range s.round {
		if c := &s.round[i]; c.top == TowerTop {
			f(c.at)
		}
	}
}

// About leaves in near only the pieces that can hide a wall or be seen behind it, but for itself and others.
func (s *Bodies) About(w castellan.Wall, others []castellan.Wall, near *Bodies) {
	own := newBlock(s.Grid, w)
	s.Around(own.at(own.length/2, 0), own.length/2, near)
	near.drop(w, others)
}

// drop takes a wall and some others away.
func (s *Bodies) drop(w castellan.Wall, others []castellan.Wall) {
	s.long = slices.DeleteFunc(s.long, func(b block) bool { return b.wall == w || slices.Contains(others, b.wall) })
}

// Beside leaves in near only the pieces that can hide a keep at a place on the table (mm) or be seen behind it, but for the keep itself.
func (s *Bodies) Beside(at [2]float64, near *Bodies) {
	s.Around(at, s.Set.KeepMM/2, near)
	near.dropRound(Keep, at)
}

// Tallest is how high pieces of the set can stand (mm).
func (s *Bodies) Tallest() float64 { return max(s.Set.TowerHeightMM, 2*s.Set.KeepHeightMM) }

// Around leaves in near only the pieces that can hide what lies within so many mm of a place on the table or be seen behind it.
func (s *Bodies) Around(middle [2]float64, within float64, near *Bodies) {
	tallest := s.Tallest()
	lean := math.Hypot(s.Eye[0]-middle[0], s.Eye[1]-middle[1]) / max(s.Eye[2]-tallest, 1)
	reach := within + tallest*lean + s.Set.PitchMM/2
	near.Eye, near.Grid, near.Set = s.Eye, s.Grid, s.Set
	near.round, near.long = near.round[:0], near.long[:0]
	for i := range s.round {
		if c := &s.round[i]; math.Hypot(c.at[0]-middle[0], c.at[1]-middle[1]) < reach+c.radius {
			near.round = append(near.round, *c)
		}
	}
	for i := range s.long {
		b := &s.long[i]
		mid := b.at(b.length/2, 0)
		if math.Hypot(mid[0]-middle[0], mid[1]-middle[1]) < reach+b.length/2 {
			near.long = append(near.long, *b)
		}
	}
}

// Room is how far a place on the table (mm) is from the nearest piece, less than nothing where one stands.
func (s *Bodies) Room(at [2]float64) float64 {
	room := math.Inf(1)
	for i := range s.round {
		c := &s.round[i]
		room = min(room, math.Hypot(at[0]-c.at[0], at[1]-c.at[1])-c.radius)
	}
	for i := range s.long {
		b := &s.long[i]
		room = min(room, planar.DistanceFromSegment(b.from, b.at(b.length, 0), at)-s.Set.WallThicknessMM/2)
	}
	return room
}

// Blocks says whether a piece stands between a place and the eye.
func (s *Bodies) Blocks(p [3]float64) bool {
	_, hidden := s.Beyond(p)
	return hidden
}

// before is the share of the way to a point up to which a piece hides it: a point on a piece is not hidden by that piece.
const before = 0.9999

// Beyond follows the eye's ray to a point, and on. hidden says whether it meets a piece before it comes there; else what is the surface that
// it meets after that.
func (s *Bodies) Beyond(p [3]float64) (what Surface, hidden bool) {
	d := [3]float64{p[0] - s.Eye[0], p[1] - s.Eye[1], p[2] - s.Eye[2]}
	ground := -s.Eye[2] / d[2]
	nearest := ground
	for i := range s.round {
		c := &s.round[i]
		if t, face, ok := c.meets(s.Eye, d); ok && t < nearest {
			if t < before {
				return face, true
			}
			nearest, what = t, face
		}
	}
	half, top := s.Set.WallThicknessMM/2, (s.Set.WallHeightMM-s.Eye[2])/d[2]
	for i := range s.long {
		b := &s.long[i]
		if t, face, ok := b.meets(s.Eye, d, half, top, ground); ok && t < nearest {
			if t < before {
				return face, true
			}
			nearest, what = t, face
		}
	}
	return what, false
}

// meets says where a falling ray from an eye enters the cylinder: after t times d, through which surface.
func (c *cylinder) meets(eye, d [3]float64) (t float64, face Surface, ok bool) {
	x, y := eye[0]-c.at[0], eye[1]-c.at[1]
	flat := d[0]*d[0] + d[1]*d[1]
	along := x*d[0] + y*d[1]
	aside := along*along - flat*(x*x+y*y-c.radius*c.radius)
	if aside <= 0 {
		return 0, 0, false
	}
	root := math.Sqrt(aside)
	in, out := (-along-root)/flat, (-along+root)/flat
	switch at := eye[2] + in*d[2]; {
	case at < 0:
		return 0, 0, false
	case at <= c.height:
		return in, c.side, true
	case eye[2]+out*d[2] < c.height:
		return (c.height - eye[2]) / d[2], c.top, true
	}
	return 0, 0, false
}

// meets says where a falling ray from an eye enters the wall: after t times d, through which surface. in and out are where the ray comes to
// the height of walls, and to the ground.
func (b *block) meets(eye, d [3]float64, half, in, out float64) (t float64, face Surface, ok bool) {
	x, y := eye[0]-b.from[0], eye[1]-b.from[1]
	// Most rays come down beside the wall.
	side, aside := y*b.along[0]-x*b.along[1], d[1]*b.along[0]-d[0]*b.along[1]
	if from, to := side+in*aside, side+out*aside; max(from, to) < -half || min(from, to) > half {
		return 0, 0, false
	}
	way, ahead := x*b.along[0]+y*b.along[1], d[0]*b.along[0]+d[1]*b.along[1]
	if from, to := way+in*ahead, way+out*ahead; max(from, to) < 0 || min(from, to) > b.length {
		return 0, 0, false
	}
	axes := [2]struct{ at, by, lo, hi float64 }{{way, ahead, 0, b.length}, {side, aside, -half, half}}
	face = WallTop
	for k := range axes {
		s := &axes[k]
		if math.Abs(s.by) < 1e-9 {
			continue
		}
		t0, t1 := (s.lo-s.at)/s.by, (s.hi-s.at)/s.by
		if t0 > t1 {
			t0, t1 = t1, t0
		}
		if t0 > in {
			in, face = t0, b.side
			if k == 0 { // an end looks where the sides of walls across it do
				face = SideX + SideY - b.side
			}
		}
		out = min(out, t1)
	}
	return in, face, in < out && in > 0
}
