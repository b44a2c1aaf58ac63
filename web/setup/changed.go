package setup

import (
	"image"
	"image/color"
	"iter"
	"slices"
)

// smallSide is the width that pictures are shrunk to, about, before they are compared.
const smallSide = 640

// Thresholds of difference, in grey levels.
const (
	leastChange = 14 // less is noise
	noises      = 6  // times what most of the picture changed
	saturated   = 225
)

// changed says which pixels of a shrunk picture are others than before.
type changed struct {
	scale         int // pixels of the picture per pixel of the mask
	width, height int
	mask          []bool
	count         int // of those that are set
}

// difference compares two pictures of one size. What changed in most of the picture, as light and the camera's exposure do, is left
// out.
func difference(before, after *small) *changed {
	c := &changed{scale: before.scale, width: before.width, height: before.height, mask: make([]bool, len(before.pixels))}
	gain := float64(before.median(0)) / float64(max(1, after.median(0)))
	blue, red := before.median(1)-after.median(1), before.median(2)-after.median(2)
	deltas := make([]int, len(before.pixels))
	for k, p := range before.pixels {
		q := after.pixels[k]
		if min(p[0], q[0]) >= saturated {
			continue // the camera cannot tell one from the other
		}
		deltas[k] = max(distance(p[0], int(gain*float64(q[0])+0.5)), 2*distance(p[1], q[1]+blue), 2*distance(p[2], q[2]+red))
	}
	threshold := max(leastChange, noises*median(slices.Values(deltas)))
	raw := make([]bool, len(deltas))
	for k, d := range deltas {
		raw[k] = d > threshold
	}
	for k := range raw { // single pixels are noise
		if raw[k] && c.neighbours(raw, k) >= 4 {
			c.mask[k] = true
			c.count++
		}
	}
	return c
}

func distance(a, b int) int { return max(a-b, b-a) }

func (c *changed) neighbours(mask []bool, k int) int {
	x, y, n := k%c.width, k/c.width, 0
	for v := max(0, y-1); v <= min(c.height-1, y+1); v++ {
		for u := max(0, x-1); u <= min(c.width-1, x+1); u++ {
			if mask[v*c.width+u] && v*c.width+u != k {
				n++
			}
		}
	}
	return n
}

// thing is a connected part of what changed.
type thing struct {
	pixels []image.Point // of the mask
}

func (t *thing) middle() [2]float64 {
	var x, y float64
	for _, p := range t.pixels {
		x += float64(p.X)
		y += float64(p.Y)
	}
	n := float64(len(t.pixels))
	return [2]float64{x / n, y / n}
}

// largest is the largest thing that changed; nil where nothing did.
func (c *changed) largest() *thing {
	var largest *thing
	seen := make([]bool, len(c.mask))
	for k := range c.mask {
		if !c.mask[k] || seen[k] {
			continue
		}
		t := &thing{}
		seen[k] = true
		for open := []int{k}; len(open) > 0; {
			at := open[len(open)-1]
			open = open[:len(open)-1]
			x, y := at%c.width, at/c.width
			t.pixels = append(t.pixels, image.Pt(x, y))
			for _, next := range [4]image.Point{{x - 1, y}, {x + 1, y}, {x, y - 1}, {x, y + 1}} {
				n := next.Y*c.width + next.X
				if next.X >= 0 && next.X < c.width && next.Y >= 0 && next.Y < c.height && c.mask[n] && !seen[n] {
					seen[n] = true
					open = append(open, n)
				}
			}
		}
		if largest == nil || len(t.pixels) > len(largest.pixels) {
			largest = t
		}
	}
	return largest
}

// pixel is where a place of the mask lies in the picture.
func (c *changed) pixel(at [2]float64) [2]float64 {
	s := float64(c.scale)
	return [2]float64{(at[0]+0.5)*s - 0.5, (at[1]+0.5)*s - 0.5}
}

// small is a shrunk picture: brightness and colour (Y, Cb, Cr) of its pixels.
type small struct {
	scale         int
	width, height int
	pixels        [][3]int
}

func shrink(img image.Image) *small {
	size := img.Bounds().Size()
	scale := max(1, (size.X+smallSide-1)/smallSide)
	s := &small{scale: scale, width: size.X / scale, height: size.Y / scale}
	s.pixels = make([][3]int, s.width*s.height)
	at := sampler(img)
	for y := range s.height {
		for x := range s.width {
			var sum [3]int
			for v := range scale {
				for u := range scale {
					p := at(x*scale+u, y*scale+v)
					sum[0] += int(p.Y)
					sum[1] += int(p.Cb)
					sum[2] += int(p.Cr)
				}
			}
			n := scale * scale
			s.pixels[y*s.width+x] = [3]int{sum[0] / n, sum[1] / n, sum[2] / n}
		}
	}
	return s
}

// sampler reads a picture's pixels, counted from its corner.
func sampler(img image.Image) func(x, y int) color.YCbCr {
	corner := img.Bounds().Min
	if m, ok := img.(*image.YCbCr); ok { // as cameras' pictures are
		return func(x, y int) color.YCbCr { return m.YCbCrAt(corner.X+x, corner.Y+y) }
	}
	return func(x, y int) color.YCbCr {
		p, _ := color.YCbCrModel.Convert(img.At(corner.X+x, corner.Y+y)).(color.YCbCr)
		return p
	}
}

// median is that of one channel.
func (s *small) median(channel int) int {
	return median(func(yield func(int) bool) {
		for _, p := range s.pixels {
			if !yield(p[channel]) {
				return
			}
		}
	})
}

// median is that of grey levels, or of differences of them (those above the highest level count as that).
func median(levels iter.Seq[int]) int {
	var histogram [256]int
	n := 0
	for v := range levels {
		histogram[min(v, len(histogram)-1)]++
		n++
	}
	below := 0
	for v, times := range &histogram {
		if below += times; below > n/2 {
			return v
		}
	}
	return 0
}
