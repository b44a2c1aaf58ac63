package pieces

import (
	"math"

	"github.com/castellan-companion/castellan/calibration"
)

// form of a solid.
type form int

const (
	box form = iota
	square
	cylinder
)

// solid stands upright on the table, in millimetres. Of a square and a cylinder, length and width are the same.
type solid struct {
	form                  form
	x, y, angle           float64 // of its middle, and of its length (radians)
	length, width, height float64
}

// angleScale is how many millimetres a radian counts for in a fit.
const angleScale = 15

// numbers are what a fit may change.
func (s *solid) numbers() []float64 {
	switch s.form {
	case cylinder:
		return []float64{s.x, s.y, s.length, s.height}
	case square:
		return []float64{s.x, s.y, s.length, s.height, s.angle * angleScale}
	default:
		return []float64{s.x, s.y, s.length, s.height, s.angle * angleScale, s.width}
	}
}

// solidOf is the inverse of numbers.
func solidOf(f form, v []float64) solid {
	s := solid{form: f, x: v[0], y: v[1], length: v[2], width: v[2], height: v[3]}
	if f != cylinder {
		s.angle = v[4] / angleScale
	}
	if f == box {
		s.width = v[5]
	}
	return s
}

const circleCorners = 24

// silhouette is the outline of the solid in the picture, pixels.
func (s *solid) silhouette(view *calibration.View) [][2]float64 {
	points := make([][2]float64, 0, 2*circleCorners)
	sin, cos := math.Sincos(s.angle)
	add := func(along, across float64) {
		x, y := s.x+cos*along-sin*across, s.y+sin*along+cos*across
		points = append(points, view.Pixel([3]float64{x, y, 0}), view.Pixel([3]float64{x, y, s.height}))
	}
	if s.form == cylinder {
		for k := range circleCorners {
			up, right := math.Sincos(2 * math.Pi * float64(k) / circleCorners)
			add(s.length/2*right, s.length/2*up)
		}
	} else {
		for _, c := range [4][2]float64{{-1, -1}, {1, -1}, {1, 1}, {-1, 1}} {
			add(c[0]*s.length/2, c[1]*s.width/2)
		}
	}
	return Hull(points)
}
