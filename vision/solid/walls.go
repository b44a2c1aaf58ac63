package solid

import (
	"math"

	"github.com/castellan-companion/castellan/engine/castellan"
)

// Hides is the share of a wall that would be hidden behind the castle's pieces if it stood there: of its top and of its side towards the
// eye.
func (s *Bodies) Hides(w castellan.Wall) float64 {
	hidden, all := 0, 0
	s.Faces(w, func(_ [3]float64, behind bool) {
		all++
		if behind {
			hidden++
		}
	})
	return float64(hidden) / float64(all)
}

// Faces calls f for points (mm) on the top of a wall and on its side towards the eye, and says whether pieces hide them.
func (s *Bodies) Faces(w castellan.Wall, f func(p [3]float64, hidden bool)) {
	s.Walk(w, func(p [3]float64, row int) {
		if _, of := FaceOf(w, row); of {
			f(p, s.Blocks(p))
		}
	})
}

// Rows are the lines along a wall on which a picture is looked at, from behind it towards the eye: across in halves of its thickness,
// up in heights of it. The first, just beyond its far edge, shows what is behind the wall; the last is the table at its foot.
var Rows = [...]struct {
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

// Where in Rows they are.
const (
	RowBehind = 0
	RowTop    = 1 // the first of three
	RowSide   = 4 // the first of three
	RowGround = 7
)

// FaceOf is the surface that a wall shows on one of Rows; ok is false where that row does not lie on it.
func FaceOf(w castellan.Wall, row int) (what Surface, ok bool) {
	switch {
	case !Rows[row].piece:
		return 0, false
	case row < RowSide:
		return WallTop, true
	}
	return SideOf(w), true
}

// Walk calls f for points (mm) along the rows of a wall, as far as its towers leave them free.
func (s *Bodies) Walk(w castellan.Wall, f func(p [3]float64, row int)) {
	b := s.free(w)
	towards := b.towards(s.Eye)
	half := s.Set.WallThicknessMM / 2
	const step = 1.5 // mm
	for t := 1.0; t < b.length-0.5; t += step {
		for row, r := range Rows {
			at := b.at(t, towards*r.across*half)
			f([3]float64{at[0], at[1], r.up * s.Set.WallHeightMM}, row)
		}
	}
}

// WalkTower calls f for points (mm) all around a tower at a place on the table (mm) and on its top, and says which.
func (s *Bodies) WalkTower(at [2]float64, f func(p [3]float64, of Surface)) {
	const around = 16
	radius, height := s.Set.TowerDiameterMM/2, s.Set.TowerHeightMM
	for k := range around {
		sin, cos := math.Sincos(2 * math.Pi * float64(k) / around)
		for _, out := range [2]float64{0.3, 0.7} {
			f([3]float64{at[0] + out*radius*cos, at[1] + out*radius*sin, height}, TowerTop)
		}
		for _, up := range [3]float64{0.2, 0.5, 0.8} {
			f([3]float64{at[0] + radius*cos, at[1] + radius*sin, up * height}, TowerSide)
		}
	}
}
