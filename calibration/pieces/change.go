package pieces

import (
	"cmp"
	"math"
	"slices"
)

// change is how each pixel of a picture differs from the bare table, in the logarithm of red, green and blue; 0 outside of the field.
type change struct {
	w, h  int
	diff  [][3]float32
	sigma []float32 // of the noise of diff at each pixel
	bare  []float32 // logarithm of the density of each pixel's change where no piece stands
}

// What noise is taken for, whatever is measured.
const (
	leastSigma     = 0.025
	brightnessBins = 8 // dark pixels have more noise, as logarithms
	sample         = 7 // one pixel in so many is enough to measure medians
)

// newChange compares a picture with one of the bare table, after evening out the camera's exposure and white balance.
func newChange(p, bare *photo, f *field) *change {
	c := &change{w: p.w, h: p.h, diff: make([][3]float32, p.w*p.h), sigma: make([]float32, p.w*p.h)}
	var all []float32
	for channel := range 3 {
		all = all[:0]
		for i, in := range f.in {
			if in && i%sample == 0 {
				all = append(all, p.pix[i][channel]-bare.pix[i][channel])
			}
		}
		gain := median(all)
		for i, in := range f.in {
			if in {
				c.diff[i][channel] = p.pix[i][channel] - bare.pix[i][channel] - gain
			}
		}
	}
	c.noise(bare, f)
	c.bare = make([]float32, len(c.diff))
	for i := range c.bare {
		c.bare[i] = c.logDensityBare(i)
	}
	return c
}

// noise measures the noise in bins of brightness.
func (c *change) noise(bare *photo, f *field) {
	bin := func(i int) int {
		v := bare.pix[i]
		part := ((v[0]+v[1]+v[2])/3 - logLevel[0]) / (logLevel[255] - logLevel[0])
		return max(0, min(brightnessBins-1, int(part*brightnessBins)))
	}
	var found [brightnessBins][]float32
	for i, in := range f.in {
		if in && i%sample == 0 {
			for _, d := range c.diff[i] {
				found[bin(i)] = append(found[bin(i)], abs(d))
			}
		}
	}
	const normal = 1.4826 // standard deviations per median deviation
	var sigma [brightnessBins]float32
	for k := range sigma {
		sigma[k] = max(leastSigma, normal*median(found[k]))
	}
	for i := range c.sigma {
		c.sigma[i] = sigma[bin(i)]
	}
}

const (
	colourWeight = 1.5 // a change of colour is surer than one of brightness
	shadowWeight = 0.6 // what is darker and of the table's colour may be a shadow
)

// amountOf weighs a difference.
func amountOf(diff [3]float32) float32 {
	light := (diff[0] + diff[1] + diff[2]) / 3
	colour := max(abs(diff[0]-light), abs(diff[1]-light), abs(diff[2]-light))
	if light < 0 {
		light *= shadowWeight
	}
	return max(colourWeight*colour, abs(light))
}

// amounts are how much speaks for something standing at each pixel, in the neighbours' mean.
func (c *change) amounts() []float32 {
	all := make([]float32, len(c.diff))
	for y := 1; y < c.h-1; y++ {
		for x := 1; x < c.w-1; x++ {
			var sum [3]float32
			for dy := -1; dy <= 1; dy++ {
				for _, d := range c.diff[(y+dy)*c.w+x-1 : (y+dy)*c.w+x+2] {
					for k := range sum {
						sum[k] += d[k]
					}
				}
			}
			for k := range sum {
				sum[k] /= 9
			}
			all[y*c.w+x] = amountOf(sum)
		}
	}
	return all
}

// median sorts values; 0 of none.
func median[T cmp.Ordered](values []T) (middle T) {
	if len(values) == 0 {
		return middle
	}
	slices.Sort(values)
	return values[len(values)/2]
}

func abs(v float32) float32 { return max(v, -v) }

// blob is a part of the picture in which the change is large: the indices of its pixels.
type blob []int

// bridge is the number of pixels that parts of one blob may be apart: a piece's side may look like the table where its top does not.
const bridge = 2

const (
	leastChange   = 0.09 // logarithm of brightness: less is a soft shadow
	changeInNoise = 3.0
)

// changed tells of each pixel whether something stands there, or its shadow falls there.
func (c *change) changed() []bool {
	all := make([]bool, len(c.diff))
	for i, amount := range c.amounts() {
		all[i] = amount >= max(leastChange, changeInNoise*c.sigma[i])
	}
	return all
}

// certain tells of each pixel whether something stands there for sure: neither the table nor a shadow would look so.
func (c *change) certain() []bool {
	all := make([]bool, len(c.diff))
	for i := range all {
		all[i] = c.bare[i] < leastBare
	}
	return all
}

// leastBare is the logarithm of the density below which neither table nor shadow is likely.
const leastBare = -2

// blobs are the parts of more than least pixels that are set.
func (c *change) blobs(set []bool, least int) []blob {
	seen := make([]bool, len(set))
	var all []blob
	for start := range set {
		if seen[start] || !set[start] {
			continue
		}
		seen[start] = true
		b := blob{start}
		for k := 0; k < len(b); k++ {
			x, y := b[k]%c.w, b[k]/c.w
			for dy := -bridge; dy <= bridge; dy++ {
				for dx := -bridge; dx <= bridge; dx++ {
					nx, ny := x+dx, y+dy
					if nx < 0 || ny < 0 || nx >= c.w || ny >= c.h {
						continue
					}
					if i := ny*c.w + nx; !seen[i] && set[i] {
						seen[i] = true
						b = append(b, i)
					}
				}
			}
		}
		if len(b) > least {
			all = append(all, b)
		}
	}
	return all
}

// What a pixel without a piece commonly shows.
const (
	bareShare   = 0.6  // the bare table,
	shadowShare = 0.15 // or a shadow:
	deepest     = 1.4  // so much darker at most (logarithm),
	tinted      = 0.05 // and of another tint by so much, and
	tintedPart  = 0.12 // by this part of its depth
	anyShare    = 0.001
)

// logDensityBare is that of a pixel's change where no piece stands.
func (c *change) logDensityBare(i int) float32 {
	d, sigma := c.diff[i], float64(c.sigma[i])
	best := logNormal3(float64(squaredDistance(d, [3]float32{})), sigma) + math.Log(bareShare)
	light := float64(d[0]+d[1]+d[2]) / 3
	if light < 0 && light > -deepest {
		spread := math.Hypot(sigma, tinted-tintedPart*light)
		off := 0.0
		for _, v := range d {
			off += (float64(v) - light) * (float64(v) - light)
		}
		best = max(best, math.Log(shadowShare/deepest)-math.Log(2*math.Pi*spread*spread)-off/(2*spread*spread))
	}
	return float32(max(best, math.Log(anyShare)))
}

func logNormal3(squares, sigma float64) float64 {
	return -squares/(2*sigma*sigma) - 1.5*math.Log(2*math.Pi*sigma*sigma)
}
