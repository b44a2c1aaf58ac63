package pieces

import (
	"math"

	"github.com/castellan-companion/castellan/calibration"
)

// Bounds of what a piece may measure, in millimetres.
const (
	leastMM = 4.0
	mostMM  = 200.0
)

// prior is what pieces are commonly like: width and height in millimetres, and by what factor they differ from that (a logarithm).
type prior struct{ width, height, spread float64 }

// anyPiece is what all pieces are like.
var anyPiece = prior{width: 11, height: 21, spread: 0.4}

// kindSpread is how far pieces of one kind differ from those of the game as it is sold, beyond a common factor of size.
const kindSpread = 0.2

// What the parts of a fit weigh against the covered share of the evidence.
const (
	edgeWeight  = 0.3
	topWeight   = 0.2
	priorWeight = 0.012
)

// What caps and tongues are commonly like, and how far they differ from that.
const (
	usualCap     = 0.06 // share of the diameter
	capSpread    = 0.04
	usualTongue  = 1.7 // millimetres
	tongueSpread = 0.6
)

func (p prior) cost(s *solid) float64 {
	w, h := math.Log(s.width/p.width)/p.spread, math.Log(s.height/p.height)/p.spread
	c, t := (s.cap-usualCap)/capSpread, (s.tongue-usualTongue)/tongueSpread
	return priorWeight * (w*w + h*h + c*c + t*t) / 2
}

// cost of a solid is the lower the better it explains the evidence.
func (e *evidence) cost(view *calibration.View, s *solid) float64 {
	for _, measure := range []float64{s.length, s.width, s.height} {
		if !(measure >= leastMM && measure <= mostMM) {
			return math.Inf(1)
		}
	}
	if s.cap < 0 || s.tongue < 0 {
		return math.Inf(1)
	}
	parts := s.parts(view)
	return -e.covered(parts) - edgeWeight*e.edges(parts[0]) - topWeight*e.edges(s.top(view))
}

// How many millimetres a radian, and the cap's share, count for in a search.
const (
	angleScale = 15
	capScale   = 20
)

// search changes the numbers that pick from a solid so that it explains the evidence best.
func (e *evidence) search(view *calibration.View, start solid, evaluations int, also func(*solid) float64, pick func(*solid) []*float64) (best solid, cost float64) {
	solidOf := func(v []float64) solid {
		s := start
		for k, at := range pick(&s) {
			*at = v[k]
		}
		s.angle /= angleScale
		s.cap /= capScale
		if s.form != box {
			s.width = s.length
		}
		return s
	}
	costOf := func(v []float64) float64 {
		s := solidOf(v)
		return e.cost(view, &s) + also(&s)
	}
	start.angle *= angleScale
	start.cap *= capScale
	var v []float64
	for _, at := range pick(&start) {
		v = append(v, *at)
	}
	for range 2 { // the method may get stuck, and goes on with fresh steps
		v, cost = minimize(costOf, v, 2, evaluations/2)
	}
	return solidOf(v), cost
}

// fitAll fits place, turn and all measures of a box, from a start turned in several ways.
func (e *evidence) fitAll(view *calibration.View, start solid, usual prior) (best solid) {
	const turns = 4
	least := math.Inf(1)
	for k := range turns {
		turned := start
		turned.angle += math.Pi * float64(k) / turns
		if s, cost := e.fit(view, turned, usual); cost < least {
			best, least = s, cost
		}
	}
	if best.width > best.length {
		best.length, best.width, best.angle = best.width, best.length, best.angle+math.Pi/2
	}
	return best
}

// fit fits place, turn and all measures.
func (e *evidence) fit(view *calibration.View, start solid, usual prior) (best solid, cost float64) {
	return e.search(view, start, 300, usual.cost, func(s *solid) []*float64 {
		switch s.form {
		case box:
			return []*float64{&s.x, &s.y, &s.length, &s.height, &s.angle, &s.width}
		case square:
			return []*float64{&s.x, &s.y, &s.length, &s.height, &s.angle}
		case capped:
			return []*float64{&s.x, &s.y, &s.length, &s.height, &s.cap}
		default:
			return []*float64{&s.x, &s.y, &s.length, &s.height}
		}
	})
}

// family are solids of the same make, each before its own evidence.
type family struct {
	view      *calibration.View
	evidences []*evidence
	solids    []solid
	usual     prior
}

// fit finds width and height (and of walls the tongue) that all share, and for each its place, turn and, of a box, length.
func (f *family) fit() (cost float64) {
	const shared, own = 40, 60 // evaluations
	each := func(v []float64, evaluations int) (sum float64) {
		for k := range f.solids {
			s := f.solids[k]
			s.width, s.height = v[0], v[1]
			if s.form == box {
				s.tongue = v[2]
			} else {
				s.length = s.width
			}
			s, c := f.evidences[k].search(f.view, s, evaluations, func(*solid) float64 { return 0 }, func(s *solid) []*float64 {
				switch s.form {
				case box:
					return []*float64{&s.x, &s.y, &s.angle, &s.length}
				case square:
					return []*float64{&s.x, &s.y, &s.angle}
				default:
					return []*float64{&s.x, &s.y}
				}
			})
			f.solids[k] = s
			sum += c
		}
		return sum/float64(len(f.solids)) + f.usual.cost(&f.solids[0])
	}
	v := []float64{0, 0}
	for k := range f.solids {
		v[0] += f.solids[k].width / float64(len(f.solids))
		v[1] += f.solids[k].height / float64(len(f.solids))
	}
	if f.solids[0].form == box {
		v = append(v, usualTongue)
	}
	each(v, 2*own)
	start := append([]solid{}, f.solids...)
	v, _ = minimize(func(v []float64) float64 {
		copy(f.solids, start)
		return each(v, own)
	}, v, 1.5, shared)
	copy(f.solids, start)
	return each(v, 6*own)
}
