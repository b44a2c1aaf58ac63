package pieces

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/optimize"

	"github.com/castellan-companion/castellan/calibration"
)

// evidence says of each pixel around a blob how much speaks for its being part of the piece, from -1 to 1, and how the picture changes
// from pixel to pixel.
type evidence struct {
	change         *change
	left, top      int // of the rectangle of w x h pixels
	w, h           int
	sums           []float64 // (w+1) in each row: the evidence of the pixels before
	full           float64   // all that speaks for the piece
	strength       float64   // of the change over most of the piece
	edgeDifference float64   // from which an edge is a full one
}

const (
	around    = 14   // pixels around a blob that speak against
	partLevel = 0.45 // share of the piece's own change from which a pixel belongs to it; shadows change less
	softness  = 0.25 // of that: the way from half for to half against
	// darkShadow is the change that hardly any shadow exceeds; what does belongs to the piece, however much more its other sides change.
	darkShadow = 0.36
)

// gather weighs the change around a blob.
func gather(c *change, b blob) *evidence {
	minX, minY, maxX, maxY := c.w, c.h, 0, 0
	amounts := make([]float32, len(b))
	for k, i := range b {
		minX, maxX = min(minX, i%c.w), max(maxX, i%c.w)
		minY, maxY = min(minY, i/c.w), max(maxY, i/c.w)
		amounts[k] = c.amount[i]
	}
	slices.Sort(amounts)
	e := &evidence{change: c, left: max(0, minX-around), top: max(0, minY-around), strength: float64(amounts[len(amounts)*3/4])}
	e.edgeDifference = min(e.strength/2, darkShadow)
	threshold := max(min(partLevel*e.strength, darkShadow), 4*c.noise)
	e.w, e.h = min(c.w, maxX+around+1)-e.left, min(c.h, maxY+around+1)-e.top
	e.sums = make([]float64, (e.w+1)*e.h)
	for y := range e.h {
		for x := range e.w {
			amount := float64(c.amount[(e.top+y)*c.w+e.left+x])
			weight := max(-1, min(1, (amount-threshold)/(softness*threshold)))
			e.sums[y*(e.w+1)+x+1] = e.sums[y*(e.w+1)+x] + weight
			e.full += max(0, weight)
		}
	}
	return e
}

// covered is the share of the evidence for the piece that a convex polygon covers, less what in it speaks against.
func (e *evidence) covered(polygon [][2]float64) float64 {
	moved := make([][2]float64, len(polygon))
	for i, p := range polygon {
		moved[i] = [2]float64{p[0] - float64(e.left), p[1] - float64(e.top)}
	}
	sum := 0.0
	rows(moved, e.w, e.h, func(y int, from, to float64) {
		row := e.sums[y*(e.w+1) : (y+1)*(e.w+1)]
		upTo := func(x float64) float64 { // the pixel at x reaches from x-0.5 to x+0.5
			x += 0.5
			i := min(int(x), e.w-1)
			return row[i] + (row[i+1]-row[i])*(x-float64(i))
		}
		sum += upTo(to) - upTo(from)
	})
	return sum / max(1, e.full)
}

// edges is how much of a polygon's outline lies on edges of the picture, from 0 to 1: pieces have sharp edges, soft shadows none.
func (e *evidence) edges(polygon [][2]float64) float64 {
	const step, aside = 1.5, 1.3 // pixels
	sum, n := 0.0, 0.0
	for i, a := range polygon {
		b := polygon[(i+1)%len(polygon)]
		dx, dy := b[0]-a[0], b[1]-a[1]
		length := math.Hypot(dx, dy)
		if length == 0 {
			continue
		}
		nx, ny := aside*dy/length, -aside*dx/length
		for s := step / 2; s < length; s += step {
			x, y := a[0]+dx*s/length, a[1]+dy*s/length
			in, out := e.at(x-nx, y-ny), e.at(x+nx, y+ny)
			sum += min(1, float64(max(abs(in[0]-out[0]), abs(in[1]-out[1]), abs(in[2]-out[2])))/e.edgeDifference)
			n++
		}
	}
	return sum / max(1, n)
}

// at is the picture's difference from the bare table at a place between pixels.
func (e *evidence) at(x, y float64) (diff [3]float32) {
	c := e.change
	x, y = max(0, min(x, float64(c.w-1))), max(0, min(y, float64(c.h-1)))
	x0, y0 := int(x), int(y)
	x1, y1 := min(x0+1, c.w-1), min(y0+1, c.h-1)
	fx, fy := float32(x-float64(x0)), float32(y-float64(y0))
	for k := range diff {
		diff[k] = (c.diff[y0*c.w+x0][k]*(1-fx)+c.diff[y0*c.w+x1][k]*fx)*(1-fy) + (c.diff[y1*c.w+x0][k]*(1-fx)+c.diff[y1*c.w+x1][k]*fx)*fy
	}
	return diff
}

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
	edgeWeight  = 0.7
	priorWeight = 0.012
)

func (p prior) cost(s *solid) float64 {
	w, h := math.Log(s.width/p.width)/p.spread, math.Log(s.height/p.height)/p.spread
	return priorWeight * (w*w + h*h) / 2
}

// fit finds the solid that explains the evidence best, from a start. Its cost is the lower the better.
func (e *evidence) fit(view *calibration.View, start solid, usual prior) (best solid, cost float64) {
	costOf := func(v []float64) float64 {
		s := solidOf(start.form, v)
		for _, measure := range []float64{s.length, s.width, s.height} {
			if measure < leastMM || measure > mostMM {
				return math.Inf(1)
			}
		}
		outline := s.silhouette(view)
		return usual.cost(&s) - e.covered(outline) - edgeWeight*e.edges(outline)
	}
	const evaluations = 250
	v := start.numbers()
	for range 2 { // the method may get stuck, and goes on with fresh steps
		// Whatever ended the search, the best found so far counts.
		found, _ := optimize.Minimize(optimize.Problem{Func: costOf}, v,
			&optimize.Settings{FuncEvaluations: evaluations}, &optimize.NelderMead{SimplexSize: 3})
		if found == nil {
			return start, math.Inf(1)
		}
		v = found.X
	}
	return solidOf(start.form, v), costOf(v)
}

// fitTurned fits from a start turned in several ways.
func (e *evidence) fitTurned(view *calibration.View, start solid, usual prior) (best solid, cost float64) {
	turns := 4
	if start.form == cylinder {
		turns = 1
	}
	cost = math.Inf(1)
	for k := range turns {
		turned := start
		turned.angle += math.Pi * float64(k) / float64(turns)
		if s, c := e.fit(view, turned, usual); c < cost {
			best, cost = s, c
		}
	}
	if best.width > best.length {
		best.length, best.width, best.angle = best.width, best.length, best.angle+math.Pi/2
	}
	return best, cost
}
