package pieces

import (
	"math"

	"github.com/castellan-companion/castellan/calibration/compare"
)

// change is how each pixel of a picture differs from the bare table, and how likely that is where no piece stands.
type change struct {
	*compare.Difference

	bare []float32 // logarithm of the density of each pixel's change where no piece stands
}

func newChange(seen, bare *compare.Photo, f *field) *change {
	c := &change{Difference: compare.New(seen, bare, f.in), bare: make([]float32, len(seen.Pix))}
	for i := range c.bare {
		c.bare[i] = c.logDensityBare(i)
	}
	return c
}

// certain tells of each pixel whether something stands there for sure: neither the table nor a shadow would look so.
func (c *change) certain() []bool {
	all := make([]bool, len(c.Diff))
	for i := range all {
		all[i] = c.bare[i] < leastBare
	}
	return all
}

// leastBare is the logarithm of the density below which neither table nor shadow is likely.
const leastBare = -2

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
	d, sigma := c.Diff[i], float64(c.Sigma[i])
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
