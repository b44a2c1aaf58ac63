package pieces

import (
	"math"

	"github.com/castellan-companion/castellan/calibration"
)

// corners of the polygon that a round piece is drawn as.
const corners = 16

// OutlineIn is the piece's convex outline in the picture of a view (pixels), from its place and its measures.
func (p *Piece) OutlineIn(view *calibration.View) [][2]float64 {
	var points [][2]float64
	sin, cos := math.Sincos(p.AngleDeg * math.Pi / 180)
	add := func(along, across float64) {
		x, y := p.AtMM[0]+cos*along-sin*across, p.AtMM[1]+sin*along+cos*across
		points = append(points, view.Pixel([3]float64{x, y, 0}), view.Pixel([3]float64{x, y, p.Height.MM}))
	}
	if p.Kind == Short || p.Kind == Long {
		for _, c := range [4][2]float64{{-0.5, -0.5}, {0.5, -0.5}, {0.5, 0.5}, {-0.5, 0.5}} {
			add(c[0]*p.Length.MM, c[1]*p.Width.MM)
		}
	} else {
		for k := range corners {
			up, right := math.Sincos(2 * math.Pi * float64(k) / corners)
			add(p.Width.MM/2*right, p.Width.MM/2*up)
		}
	}
	return Hull(points)
}
