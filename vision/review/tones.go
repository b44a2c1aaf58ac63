package review

import (
	"math"
	"slices"

	"github.com/castellan-companion/castellan/vision/nn"
	"github.com/castellan-companion/castellan/vision/parallel"
)

// Tones of a volume are logarithms; they are counted by brightness and by how far red and blue are from green, which light changes less.
const (
	brightSteps, brightStep = 24, 0.3
	tintSteps, tintStep     = 12, 0.16
	bins                    = brightSteps * tintSteps * tintSteps
)

// histogram is how often tones are seen.
type histogram [bins]float32

func binOf(c []float32) int {
	bright := int(((c[0]+c[1]+c[2])/3 + brightSteps*brightStep/2) / brightStep)
	red := int((c[0]-c[1])/tintStep + tintSteps/2)
	blue := int((c[2]-c[1])/tintStep + tintSteps/2)
	bright, red, blue = within(bright, brightSteps), within(red, tintSteps), within(blue, tintSteps)
	return (bright*tintSteps+red)*tintSteps + blue
}

func within(k, n int) int { return max(0, min(n-1, k)) }

// blur spreads what was counted over the neighbouring bins.
func (h *histogram) blur() {
	var line [max(brightSteps, tintSteps)]float32
	for _, axis := range [3]struct{ n, stride int }{{brightSteps, tintSteps * tintSteps}, {tintSteps, tintSteps}, {tintSteps, 1}} {
		for first := range bins {
			if first/axis.stride%axis.n != 0 {
				continue
			}
			for k := range axis.n {
				line[k] = h[first+k*axis.stride]
			}
			for k := range axis.n {
				h[first+k*axis.stride] = line[k]/2 + (line[max(0, k-1)]+line[min(axis.n-1, k+1)])/4
			}
		}
	}
}

// counts are how often tones are seen of each class, and how many samples there are.
type counts struct {
	tones [classes]histogram
	sums  [classes]float32
}

func (c *counts) add(o *counts) {
	for of := range c.tones {
		for bin, n := range o.tones[of] {
			c.tones[of][bin] += n
		}
		c.sums[of] += o.sums[of]
	}
}

// count counts in part k of so many parts of a volume.
func (c *Context) count(in *nn.Tensor, k, parts int) {
	to := &c.parts[k]
	*to = counts{}
	for y := k; y < in.H; y += parts {
		for x := range in.W {
			s := in.At(y, x)
			of := c.faces[0][(y+1)/coarse*c.w+(x+1)/coarse].class
			if of == other || s[in.C-1] == 0 {
				continue
			}
			to.tones[of][binOf(s)]++
			to.sums[of]++
		}
	}
}

// learn learns from a volume what tops, sides and table look like: each sample of the table's plane is what the picture shows there.
func (c *Context) learn(in *nn.Tensor) {
	parts := max(1, c.Workers)
	c.parts = slices.Grow(c.parts[:0], parts)[:parts]
	parallel.Rows(parts, c.Workers, func(k int) { c.count(in, k, parts) })
	counted := &c.parts[0]
	for k := 1; k < parts; k++ {
		counted.add(&c.parts[k])
	}
	sums := &counted.sums
	for k := range counted.tones {
		counted.tones[k].blur()
	}
	const (
		stray = 0.05 // how often a place shows something else, of any tone
		scale = 0.25
	)
	likely := func(of class, bin int) float64 {
		// Of few samples little is believed.
		const few = 200
		known := float64(sums[of] / (sums[of] + few))
		return math.Log(known*(1-stray)*float64(counted.tones[of][bin])/float64(max(1, sums[of])) + (1-known*(1-stray))/bins)
	}
	for bin := range bins {
		ground := likely(table, bin)
		c.rather[0][bin] = float32(scale * (likely(top, bin) - ground))
		c.rather[1][bin] = float32(scale * (max(likely(sideX, bin), likely(sideY, bin)) - ground))
	}
}
