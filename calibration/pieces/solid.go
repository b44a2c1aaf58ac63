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
	capped // a cylinder with a wider one upon it
)

// solid stands upright on the table, in millimetres. Only of a box do length and width differ.
type solid struct {
	form                  form
	x, y, angle           float64 // of its middle, and of its length (radians)
	length, width, height float64
	cap                   float64 // share by which the cap of a capped one is wider
	tongue                float64 // how far a tongue sticks out of either end of a box
}

// capMM is how high the cap of a tower is, more or less.
const capMM = 6

// tongueShare is how wide a wall's tongue is, more or less, as a share of the wall; it is nearly as high.
const (
	tongueShare  = 0.32
	tongueHeight = 0.8
)

// A circle is drawn with corners that lie so far outside that its area is right.
const circleCorners = 16

var circleReach = math.Sqrt(2 * math.Pi / circleCorners / math.Sin(2*math.Pi/circleCorners))

// prism is the silhouette of a part of the solid: a box (halves of length and width) or a cylinder (of that radius) from low to high.
func (s *solid) prism(view *calibration.View, round bool, halfLength, halfWidth, low, high float64) [][2]float64 {
	points := make([][2]float64, 0, 2*circleCorners)
	sin, cos := math.Sincos(s.angle)
	add := func(along, across float64) {
		x, y := s.x+cos*along-sin*across, s.y+sin*along+cos*across
		points = append(points, view.Pixel([3]float64{x, y, low}), view.Pixel([3]float64{x, y, high}))
	}
	if round {
		for k := range circleCorners {
			up, right := math.Sincos(2 * math.Pi * float64(k) / circleCorners)
			add(circleReach*halfLength*right, circleReach*halfLength*up)
		}
	} else {
		for _, c := range [4][2]float64{{-1, -1}, {1, -1}, {1, 1}, {-1, 1}} {
			add(c[0]*halfLength, c[1]*halfWidth)
		}
	}
	return Hull(points)
}

// parts are the silhouettes of the convex parts of the solid in the picture, in pixels; the first is the main one.
func (s *solid) parts(view *calibration.View) [][][2]float64 {
	switch {
	case s.form == capped:
		low := max(0, s.height-capMM)
		return [][][2]float64{
			s.prism(view, true, s.length/2, 0, 0, s.height),
			s.prism(view, true, s.length/2*(1+s.cap), 0, low, s.height),
		}
	case s.form == box && s.tongue > 0:
		return [][][2]float64{
			s.prism(view, false, s.length/2, s.width/2, 0, s.height),
			s.prism(view, false, s.length/2+s.tongue, tongueShare*s.width/2, 0, tongueHeight*s.height),
		}
	default:
		return [][][2]float64{s.prism(view, s.form == cylinder, s.length/2, s.width/2, 0, s.height)}
	}
}

// top is the outline of the upper side in the picture, in pixels.
func (s *solid) top(view *calibration.View) [][2]float64 {
	round := s.form == cylinder || s.form == capped
	return s.prism(view, round, s.length/2*(1+s.cap), s.width/2, s.height, s.height)
}

// covers tells whether the middle of another solid lies in this one, or hardly outside.
func (s *solid) covers(other *solid) bool {
	const hardly = 4.0 // millimetres
	sin, cos := math.Sincos(s.angle)
	dx, dy := other.x-s.x, other.y-s.y
	return math.Abs(cos*dx+sin*dy) < s.length/2+hardly && math.Abs(cos*dy-sin*dx) < s.width/2+hardly
}

// silhouette is the convex outline of the solid in the picture, in pixels.
func (s *solid) silhouette(view *calibration.View) [][2]float64 {
	var all [][2]float64
	for _, part := range s.parts(view) {
		all = append(all, part...)
	}
	return Hull(all)
}
