package scene

import (
	"image/color"
	"image/draw"
	"math"

	"github.com/castellan-companion/castellan/calibration"
	"github.com/castellan-companion/castellan/vision/reading"
)

// figure is the top of a piece: a polygon along the lattice's axes in millimetres, node (0,0) at 0, z up from the table.
type figure struct {
	corners [][3]float64
	color   color.NRGBA
	filled  bool
}

// look takes a point along the lattice's axes (mm) to a pixel.
type look func(p [3]float64) [2]float64

// through looks at a lattice through a camera.
func through(view calibration.View, l reading.Lattice) look {
	return func(p [3]float64) [2]float64 {
		at := l.MM([2]float64{p[0] / l.PitchMM, p[1] / l.PitchMM})
		return view.Pixel([3]float64{at[0], at[1], p[2]})
	}
}

func (f figure) draw(dst draw.Image, see look) {
	pixels := make([][2]float64, len(f.corners))
	for i, p := range f.corners {
		pixels[i] = see(p)
	}
	if f.filled {
		fill(dst, pixels, f.color)
	} else {
		outline(dst, pixels, f.color)
	}
}

var (
	colorAgreed = color.NRGBA{40, 220, 90, 255}
	colorWrong  = color.NRGBA{255, 30, 30, 255}
	colorHidden = color.NRGBA{255, 160, 0, 255}
	colorTrial  = color.NRGBA{255, 255, 0, 255}
)

var keepColors = map[string]color.NRGBA{
	"red": {200, 30, 30, 200}, "blue": {40, 70, 220, 200}, "yellow": {240, 210, 30, 200}, "green": {20, 130, 50, 200},
}

// figures are the tops of all the pieces of a castle; colorOf says how to show a tower or a wall.
func figures(c reading.Castle, set calibration.Set, colorOf func(Piece) color.NRGBA) []figure {
	var all []figure
	for _, p := range greyPieces(c).sorted() {
		f := wallFigure(p, set)
		if p.isTower() {
			f = towerFigure(p, set)
		}
		f.color = colorOf(p)
		all = append(all, f)
	}
	for _, k := range c.Keeps {
		all = append(all, keepFigure(k, set))
	}
	for _, t := range c.Trial {
		f := towerFigure(newPiece(t.Tower, t.Tower), set)
		f.color = colorTrial
		all = append(all, f)
	}
	return all
}

func towerFigure(p Piece, set calibration.Set) figure {
	const corners = 24
	var f figure
	for n := range corners {
		sin, cos := math.Sincos(2 * math.Pi * float64(n) / corners)
		f.corners = append(f.corners, [3]float64{
			float64(p.from.I)*set.PitchMM + cos*set.TowerDiameterMM/2,
			float64(p.from.J)*set.PitchMM + sin*set.TowerDiameterMM/2,
			set.TowerHeightMM,
		})
	}
	return f
}

// wallFigure reaches from tower to tower, not into them.
func wallFigure(p Piece, set calibration.Set) figure {
	low := [2]float64{float64(p.from.I) * set.PitchMM, float64(p.from.J) * set.PitchMM}
	high := [2]float64{float64(p.to.I) * set.PitchMM, float64(p.to.J) * set.PitchMM}
	for axis := range 2 {
		if low[axis] == high[axis] {
			low[axis] -= set.WallThicknessMM / 2
			high[axis] += set.WallThicknessMM / 2
		} else {
			low[axis] += set.TowerDiameterMM / 2
			high[axis] -= set.TowerDiameterMM / 2
		}
	}
	return box(low, high, set.WallHeightMM)
}

// keepFigure has no outline but a body of the keep's colour; a double keep stands twice as high and is drawn larger.
func keepFigure(k reading.Keep, set calibration.Set) figure {
	x, y := k.At[0]*set.PitchMM, k.At[1]*set.PitchMM
	half := set.KeepMM / 2 * math.Sqrt(float64(k.Count))
	f := box([2]float64{x - half, y - half}, [2]float64{x + half, y + half}, set.KeepHeightMM*float64(k.Count))
	f.filled = true
	f.color = color.NRGBA{255, 255, 255, 200}
	if known, ok := keepColors[k.Color]; ok {
		f.color = known
	}
	return f
}

func box(low, high [2]float64, z float64) figure {
	return figure{corners: [][3]float64{{low[0], low[1], z}, {high[0], low[1], z}, {high[0], high[1], z}, {low[0], high[1], z}}}
}
