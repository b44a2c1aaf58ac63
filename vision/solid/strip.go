package solid

import (
	"math"

	"github.com/castellan-companion/castellan/engine/castellan"
	"github.com/castellan-companion/castellan/vision/model"
	"github.com/castellan-companion/castellan/vision/volume"
)

// Unfold takes the strip of a wall, or of the place of one, from a picture. The wall itself must not be among the solids, nor what could not
// stand with it.
func (s *Bodies) Unfold(p *volume.Picture, lens *volume.Lens, w castellan.Wall, out *model.Strip) {
	*out = model.Strip{}
	b := newBlock(s.Grid, w)
	half, height := s.Set.WallThicknessMM/2, s.Set.WallHeightMM
	middle := b.at(b.length/2, 0)
	along := (s.Eye[0]-middle[0])*b.along[0] + (s.Eye[1]-middle[1])*b.along[1]
	left := b.leftOf(s.Eye)
	out.Eye = [2]float32{float32(along / s.Eye[2]), float32(math.Abs(left) / s.Eye[2])}
	out.Left = left >= 0
	towards := b.towards(s.Eye)
	const beyond = 0.1 // of its length, at either end
	column := b.length * (1 + 2*beyond) / (model.StripColumns - 1)
	halvings := s.halvings(lens, &b, column)
	seen := 0
	for row := range model.StripRows {
		across, up, face := place(row, half, height)
		for c := range model.StripColumns {
			t := float64(c)*column - beyond*b.length
			at := b.at(t, towards*across)
			from := [3]float64{at[0], at[1], up}
			instead, hidden := s.Beyond(from)
			if hidden {
				continue
			}
			u, v, ok := lens.Project(from)
			if !ok {
				continue
			}
			tones, ok := p.Tones(halvings, u, v)
			if !ok {
				continue
			}
			d := out.Sample(row, c)
			copy(d, tones[:])
			d[model.StripSeen] = 1
			switch instead {
			case Table:
				d[model.StripTable] = 1
			case TowerTop, TowerSide:
				d[model.StripTower] = 1
			case Keep:
				d[model.StripKeep] = 1
			default:
				d[model.StripWall] = 1
			}
			if face {
				seen++
			}
		}
	}
	out.Seen = float64(seen) / (model.StripColumns * (model.StripTop + model.StripSide))
}

// place is where a row of a strip lies: mm from the wall's middle line towards the eye, and above the table. face is true on the wall itself.
func place(row int, half, height float64) (across, up float64, face bool) {
	const step = 1.3 // mm, off the wall
	const top, side, ground = model.StripBehind, model.StripBehind + model.StripTop, model.StripBehind + model.StripTop + model.StripSide
	r := float64(row) + 0.5
	switch {
	case row < top:
		return -half - step*(top-r), height, false
	case row < side:
		return half * ((r-top)/model.StripTop*2 - 1), height, true
	case row < ground:
		return half, height * (1 - (r-side)/model.StripSide), true
	}
	return half + step*(r-ground), 0, false
}

// halvings is how often a picture is to be halved for samples so many mm apart along a wall.
func (s *Bodies) halvings(lens *volume.Lens, b *block, mm float64) int {
	var px [2][2]float64
	for k := range px {
		at := b.at(b.length/2+float64(k), 0)
		px[k][0], px[k][1], _ = lens.Project([3]float64{at[0], at[1], s.Set.WallHeightMM})
	}
	side := math.Hypot(px[1][0]-px[0][0], px[1][1]-px[0][1]) * mm
	return volume.Halvings(side * side)
}
