package vision

import (
	"math"
	"slices"

	"github.com/castellan-companion/castellan/calibration"
	"github.com/castellan-companion/castellan/engine/castellan"
	"github.com/castellan-companion/castellan/vision/model"
	"github.com/castellan-companion/castellan/vision/reading"
)

// surface is what a picture can show at a place.
type surface int

const (
	onTable surface = iota
	onTowerTop
	onTowerSide
	onWallTop
	onSideX // of a wall along the lattice's X
	onSideY
	onKeep
	surfaceKinds
)

// bodies are the pieces of a castle as upright solids on the table (mm), seen from an eye: what one hides, the picture cannot show.
type bodies struct {
	eye   [3]float64
	grid  *model.Grid
	set   *calibration.Set
	round []cylinder // towers, trials and keeps
	long  []block    // walls
}

type cylinder struct {
	at             [2]float64
	radius, height float64
	top, side      surface
}

// block is a wall between the middles of its towers.
type block struct {
	wall        castellan.Wall
	from, along [2]float64 // where it begins, mm; its direction, a unit vector
	length      float64
	side        surface
}

func newBlock(g *model.Grid, w castellan.Wall) block {
	a, b := g.At(float64(w.From.I), float64(w.From.J)), g.At(float64(w.To.I), float64(w.To.J))
	length := math.Hypot(b[0]-a[0], b[1]-a[1])
	return block{wall: w, from: a, along: [2]float64{(b[0] - a[0]) / length, (b[1] - a[1]) / length}, length: length, side: sideOf(w)}
}

// sideOf is the surface of a wall's sides.
func sideOf(w castellan.Wall) surface {
	if alongX(w) {
		return onSideX
	}
	return onSideY
}

// at is the place on the table (mm) so far along a wall, and so far to the left of its middle line.
func (b *block) at(along, left float64) [2]float64 {
	return [2]float64{
		b.from[0] + along*b.along[0] - left*b.along[1],
		b.from[1] + along*b.along[1] + left*b.along[0],
	}
}

func newBodies(eye [3]float64, g *model.Grid, set *calibration.Set, c *reading.Castle, keeps []seenKeep) *bodies {
	s := &bodies{eye: eye, grid: g, set: set}
	tower := func(n castellan.Node) {
		s.round = append(s.round, cylinder{
			at: g.At(float64(n.I), float64(n.J)), radius: set.TowerDiameterMM / 2, height: set.TowerHeightMM, top: onTowerTop, side: onTowerSide,
		})
	}
	for _, t := range c.Towers {
		tower(t)
	}
	for _, t := range c.Trial {
		tower(t.Tower)
	}
	for i := range keeps {
		k := &keeps[i]
		s.round = append(s.round, cylinder{
			at: k.AtMM, radius: set.KeepMM / 2, height: set.KeepHeightMM * float64(k.Count), top: onKeep, side: onKeep,
		})
	}
	for _, w := range c.Walls {
		s.long = append(s.long, newBlock(g, w))
	}
	return s
}

// about leaves in near only the pieces that can hide a wall or be seen behind it, but for some walls.
func (s *bodies) about(w castellan.Wall, without []castellan.Wall, near *bodies) {
	own := newBlock(s.grid, w)
	s.around(own.at(own.length/2, 0), own.length/2, near)
	near.long = slices.DeleteFunc(near.long, func(b block) bool { return slices.Contains(without, b.wall) })
}

// beside leaves in near only the pieces that can hide a keep at a place on the table (mm) or be seen behind it, but for the keep itself.
func (s *bodies) beside(at [2]float64, near *bodies) {
	s.around(at, s.set.KeepMM/2, near)
	near.round = slices.DeleteFunc(near.round, func(c cylinder) bool { return c.top == onKeep && c.at == at })
}

// around leaves in near only the pieces that can hide what lies within so many mm of a place on the table or be seen behind it.
func (s *bodies) around(middle [2]float64, within float64, near *bodies) {
	tallest := max(s.set.TowerHeightMM, 2*s.set.KeepHeightMM)
	lean := math.Hypot(s.eye[0]-middle[0], s.eye[1]-middle[1]) / max(s.eye[2]-tallest, 1)
	reach := within + tallest*lean + s.set.PitchMM/2
	near.eye, near.grid, near.set = s.eye, s.grid, s.set
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

// Of a wall that is hidden to a share of mostHidden the picture says little. That one stands between two towers of a castle next to each
// other is likely, here as in any castle: 88 in 100 of the development pictures' do where towers are a pitch apart.
const (
	mostHidden    = 0.75
	betweenTowers = 2.0 // the odds as a logarithm
)

// doubtHidden decides anew on the walls between two towers that the picture cannot show: what the network says counts half and what is
// usual the other half. It says whether any decision changed.
func (b *board) doubtHidden(s *bodies) bool {
	changed := false
	for k := range b.all {
		x := &b.all[k]
		if x.tower || !b.hasTower(x.wall.From) || !b.hasTower(x.wall.To) || s.hides(x.wall) < mostHidden {
			continue
		}
		x.odds = (x.odds + betweenTowers) / 2
		if in := x.odds > 0 && (x.in || b.fits(k)); in != x.in {
			x.in, changed = in, true
		}
	}
	return changed
}

// hides is the share of a wall that would be hidden behind the castle's pieces if it stood there: of its top and of its side towards the
// eye.
func (s *bodies) hides(w castellan.Wall) float64 {
	hidden, all := 0, 0
	s.walk(w, func(p [3]float64, row int) {
		if !wallRows[row].piece {
			return
		}
		all++
		if s.blocks(p) {
			hidden++
		}
	})
	return float64(hidden) / float64(all)
}

// wallRows are the lines along a wall on which a picture is looked at, from behind it towards the eye: across in halves of its thickness,
// up in heights of it. The first, just beyond its far edge, shows what is behind the wall; the last is the table at its foot.
var wallRows = [...]struct {
	across, up float64
	piece      bool // a line on the wall itself
}{
	{-1.45, 1, false},
	{-0.7, 1, true},
	{0, 1, true},
	{0.7, 1, true},
	{1, 0.85, true},
	{1, 0.55, true},
	{1, 0.2, true},
	{1.45, 0, false},
}

// Rows of wallRows.
const (
	rowBehind = 0
	rowTop    = 1 // the first of three
	rowSide   = 4 // the first of three
	rowGround = 7
)

// walk calls f for points (mm) along the rows of a wall, as far as its towers leave them free.
func (s *bodies) walk(w castellan.Wall, f func(p [3]float64, row int)) {
	b := newBlock(s.grid, w)
	towards := 1.0 // the eye is to the left
	if (s.eye[1]-b.from[1])*b.along[0]-(s.eye[0]-b.from[0])*b.along[1] < 0 {
		towards = -1
	}
	half, free := s.set.WallThicknessMM/2, s.set.TowerDiameterMM/2
	const step = 1.5 // mm
	for t := free + 1; t < b.length-free-0.5; t += step {
		for row, r := range wallRows {
			at := b.at(t, towards*r.across*half)
			f([3]float64{at[0], at[1], r.up * s.set.WallHeightMM}, row)
		}
	}
}

// blocks says whether a piece stands between a place and the eye.
func (s *bodies) blocks(p [3]float64) bool {
	_, hidden := s.beyond(p)
	return hidden
}

// beyond follows the eye's ray to a point, and on. hidden says whether it meets a piece before it comes there; else what is the surface that
// it meets after that.
func (s *bodies) beyond(p [3]float64) (what surface, hidden bool) {
	const before = 0.9999 // of the way: a point on a piece is not hidden by that piece
	d := [3]float64{p[0] - s.eye[0], p[1] - s.eye[1], p[2] - s.eye[2]}
	nearest := -s.eye[2] / d[2] // the table
	for i := range s.round {
		c := &s.round[i]
		if t, face, ok := c.meets(s.eye, d); ok && t < nearest {
			if t < before {
				return face, true
			}
			nearest, what = t, face
		}
	}
	half, height := s.set.WallThicknessMM/2, s.set.WallHeightMM
	for i := range s.long {
		b := &s.long[i]
		if t, face, ok := b.meets(s.eye, d, half, height); ok && t < nearest {
			if t < before {
				return face, true
			}
			nearest, what = t, face
		}
	}
	return what, false
}

// meets says where a falling ray from an eye enters the cylinder: after t times d, through which surface.
func (c *cylinder) meets(eye, d [3]float64) (t float64, face surface, ok bool) {
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

// meets says where a falling ray from an eye enters the wall: after t times d, through which surface.
func (b *block) meets(eye, d [3]float64, half, height float64) (t float64, face surface, ok bool) {
	x, y := eye[0]-b.from[0], eye[1]-b.from[1]
	in, out := (height-eye[2])/d[2], -eye[2]/d[2]
	face = onWallTop
	for k, s := range [2]struct{ at, by, lo, hi float64 }{
		{x*b.along[0] + y*b.along[1], d[0]*b.along[0] + d[1]*b.along[1], 0, b.length},
		{y*b.along[0] - x*b.along[1], d[1]*b.along[0] - d[0]*b.along[1], -half, half},
	} {
		if math.Abs(s.by) < 1e-9 {
			if s.at < s.lo || s.at > s.hi {
				return 0, 0, false
			}
			continue
		}
		t0, t1 := (s.lo-s.at)/s.by, (s.hi-s.at)/s.by
		if t0 > t1 {
			t0, t1 = t1, t0
		}
		if t0 > in {
			in, face = t0, b.side
			if k == 0 { // an end looks where the sides of walls across it do
				face = onSideX + onSideY - b.side
			}
		}
		out = min(out, t1)
	}
	return in, face, in < out && in > 0
}
