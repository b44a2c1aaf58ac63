package pieces

import (
	"math"
	"slices"

	"github.com/castellan-companion/castellan/calibration/compare"
)

// evidence says of each pixel around a blob how much speaks for its being part of the piece, from -1 to 1, and how the picture changes
// from pixel to pixel.
type evidence struct {
	change         *change
	left, top      int // of the rectangle of w x h pixels
	w, h           int
	sums           []float64 // (w+1) in each row: the evidence of the pixels before
	full           float64   // all that speaks for the piece
	edgeDifference float64   // from which an edge is a full one
	from, to       []float64 // room for spans
}

const (
	around   = 14   // pixels around a blob that speak against
	softness = 3    // the evidence (logarithm) that is beyond doubt
	together = 2    // neighbours that agree are surer than one pixel
	favour   = 0.7  // of the table: the evidence that a piece must exceed
	fullEdge = 0.36 // hardly any edge in the table's light and shade changes so much
)

// gather makes room for the evidence around a blob.
func gather(c *change, b compare.Part) *evidence {
	minX, minY, maxX, maxY := c.W, c.H, 0, 0
	amounts := make([]float32, len(b))
	for k, i := range b {
		minX, maxX = min(minX, i%c.W), max(maxX, i%c.W)
		minY, maxY = min(minY, i/c.W), max(maxY, i/c.W)
		amounts[k] = compare.Amount(c.Diff[i])
	}
	slices.Sort(amounts)
	e := &evidence{change: c, left: max(0, minX-around), top: max(0, minY-around)}
	e.edgeDifference = min(float64(amounts[len(amounts)*3/4])/2, fullEdge)
	e.w, e.h = min(c.W, maxX+around+1)-e.left, min(c.H, maxY+around+1)-e.top
	e.sums = make([]float64, (e.w+1)*e.h)
	e.from, e.to = make([]float64, e.h), make([]float64, e.h)
	return e
}

// weigh weighs the pixels: those that look like the piece rather than like the table or its shadows speak for it.
func (e *evidence) weigh(seen *compare.Photo, piece, shadows mixture) {
	raw := make([]float32, e.w*e.h)
	for y := range e.h {
		for x := range e.w {
			i := (e.top+y)*e.change.W + e.left + x
			bare := e.change.bare[i]
			if len(shadows) > 0 {
				bare = max(bare, shadows.logDensity(e.change.Diff[i]))
			}
			raw[y*e.w+x] = max(piece.logDensity(seen.Pix[i]), logAny) - bare - favour
		}
	}
	weights := make([]float32, e.w*e.h)
	for y := range e.h {
		for x := range e.w {
			sum, n := float32(0), float32(0)
			e.near(x, y, 1, func(k int) {
				sum += max(-softness, min(softness, raw[k]))
				n++
			})
			weights[y*e.w+x] = max(-1, min(1, sum/n*together/softness))
		}
	}
	e.full = 0
	for y := range e.h {
		for x := range e.w {
			weight := float64(e.mixed(seen, weights, x, y))
			e.sums[y*(e.w+1)+x+1] = e.sums[y*(e.w+1)+x] + weight
			e.full += max(0, weight)
		}
	}
}

// leaveOut takes what lies in other polygons out of account: other pieces stand there.
func (e *evidence) leaveOut(others [][][2]float64) {
	out := make([]bool, e.w*e.h)
	for _, polygon := range others {
		e.spans([][][2]float64{polygon})
		for y := range e.h {
			for x := max(0, int(math.Ceil(min(e.from[y], float64(e.w))))); float64(x) <= e.to[y]; x++ {
				out[y*e.w+x] = true
			}
		}
	}
	e.full = 0
	for y := range e.h {
		before, sum := 0.0, 0.0
		row := e.sums[y*(e.w+1) : (y+1)*(e.w+1)]
		for x := range e.w {
			weight := row[x+1] - before
			before = row[x+1]
			if out[y*e.w+x] {
				weight = 0
			}
			sum += weight
			row[x+1] = sum
			e.full += max(0, weight)
		}
	}
}

// near calls do for each pixel that lies not farther away than reach, both ways.
func (e *evidence) near(x, y, reach int, do func(k int)) {
	for v := max(0, y-reach); v <= min(e.h-1, y+reach); v++ {
		for u := max(0, x-reach); u <= min(e.w-1, x+reach); u++ {
			do(v*e.w + u)
		}
	}
}

// mixed is the weight of a pixel. Where an outline runs through it, that goes by how much of it the piece takes: light mixes there.
func (e *evidence) mixed(seen *compare.Photo, weights []float32, x, y int) float32 {
	const sure, reach = 0.5, 2
	var in, out [3]float64
	var ins, outs float64
	e.near(x, y, reach, func(k int) {
		switch weight := weights[k]; {
		case weight > sure:
			ins++
			addLight(&in, seen.Pix[(e.top+k/e.w)*seen.W+e.left+k%e.w])
		case weight < -sure:
			outs++
			addLight(&out, seen.Pix[(e.top+k/e.w)*seen.W+e.left+k%e.w])
		}
	})
	const fewest = 4
	if ins < fewest || outs < fewest {
		return weights[y*e.w+x]
	}
	var here [3]float64
	addLight(&here, seen.Pix[(e.top+y)*seen.W+e.left+x])
	along, square := 0.0, 0.0
	for c := range 3 {
		apart := in[c]/ins - out[c]/outs
		along += (here[c] - out[c]/outs) * apart
		square += apart * apart
	}
	const leastApart = 0.002 // of the brightest light, squared
	if square < leastApart {
		return weights[y*e.w+x]
	}
	return float32(max(-1, min(1, 2*along/square-1)))
}

// addLight adds the light of a pixel, from 0 to 1.
func addLight(sum *[3]float64, logs [3]float32) {
	for c, v := range logs {
		l := compare.Level(v) / 255
		sum[c] += l * l // nearly what cameras do to light
	}
}

// logAny is the logarithm of the density of colours that no piece was seen to have: it may have them all the same.
const logAny = -3

// spans gives for each row the stretch that parts cover; from > to where they cover none. Parts of one solid touch each other.
func (e *evidence) spans(parts [][][2]float64) {
	for y := range e.from {
		e.from[y], e.to[y] = math.Inf(1), math.Inf(-1)
	}
	for _, polygon := range parts {
		moved := make([][2]float64, len(polygon))
		for k, p := range polygon {
			moved[k] = [2]float64{p[0] - float64(e.left), p[1] - float64(e.top)}
		}
		rows(moved, e.w, e.h, func(y int, from, to float64) {
			e.from[y], e.to[y] = min(e.from[y], from), max(e.to[y], to)
		})
	}
}

// covered is the share of the evidence for the piece that its parts cover, less what in them speaks against.
func (e *evidence) covered(parts [][][2]float64) float64 {
	e.spans(parts)
	sum := 0.0
	for y := range e.from {
		if e.from[y] > e.to[y] {
			continue
		}
		row := e.sums[y*(e.w+1) : (y+1)*(e.w+1)]
		upTo := func(x float64) float64 { // the pixel at x reaches from x-0.5 to x+0.5
			x += 0.5
			i := min(int(x), e.w-1)
			return row[i] + (row[i+1]-row[i])*(x-float64(i))
		}
		sum += upTo(e.to[y]) - upTo(e.from[y])
	}
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
			apart := float32(0)
			for c := range in {
				apart = max(apart, in[c]-out[c], out[c]-in[c])
			}
			sum += min(1, float64(apart)/e.edgeDifference)
			n++
		}
	}
	return sum / max(1, n)
}

// at is the picture's difference from the bare table at a place between pixels.
func (e *evidence) at(x, y float64) (diff [3]float32) {
	c := e.change
	x, y = max(0, min(x, float64(c.W-1))), max(0, min(y, float64(c.H-1)))
	x0, y0 := int(x), int(y)
	x1, y1 := min(x0+1, c.W-1), min(y0+1, c.H-1)
	fx, fy := float32(x-float64(x0)), float32(y-float64(y0))
	for k := range diff {
		diff[k] = (c.Diff[y0*c.W+x0][k]*(1-fx)+c.Diff[y0*c.W+x1][k]*fx)*(1-fy) + (c.Diff[y1*c.W+x0][k]*(1-fx)+c.Diff[y1*c.W+x1][k]*fx)*fy
	}
	return diff
}
