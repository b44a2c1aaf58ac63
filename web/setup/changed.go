package setup

import (
	"image"

	"github.com/castellan-companion/castellan/calibration/compare"
)

// smallSide is the width that pictures are shrunk to, about, before they are compared.
const smallSide = 640

// saturated is the grey level from which on the camera cannot tell one brightness from another.
const saturated = 225

// leastThing is how many pixels of a shrunk picture a thing takes at least: fewer are noise.
const leastThing = 12

// small is a shrunk picture.
type small struct {
	*compare.Photo

	scale int // pixels of the picture's edge per pixel of this one's
}

func shrink(img image.Image) *small {
	scale := max(1, (img.Bounds().Dx()+smallSide-1)/smallSide)
	return &small{Photo: compare.NewPhoto(img, scale), scale: scale}
}

// changed says which pixels of a shrunk picture are others than before.
type changed struct {
	scale         int // pixels of the picture's edge per pixel of the mask's
	width, height int
	mask          []bool
	count         int          // of those that are set, without noise
	largest       compare.Part // the largest connected part of them; nil where nothing changed
}

// difference compares two pictures of one size. What changed in most of the picture, as light and the camera's exposure do, is left
// out.
func difference(before, after *small) *changed {
	told := make([]bool, len(before.Pix))
	bright := compare.Log(saturated)
	for k, p := range before.Pix {
		q := after.Pix[k]
		told[k] = min(p[0]+p[1]+p[2], q[0]+q[1]+q[2]) < 3*bright
	}
	d := compare.New(after.Photo, before.Photo, told)
	c := &changed{scale: before.scale, width: d.W, height: d.H, mask: d.Changed()}
	for _, part := range d.Parts(c.mask, leastThing) {
		c.count += len(part)
		if len(part) > len(c.largest) {
			c.largest = part
		}
	}
	return c
}

// middle is that of a part, in the mask's pixels.
func (c *changed) middle(part compare.Part) [2]float64 {
	var x, y float64
	for _, k := range part {
		x += float64(k % c.width)
		y += float64(k / c.width)
	}
	n := float64(len(part))
	return [2]float64{x / n, y / n}
}

// pixel is where a place of the mask lies in the picture.
func (c *changed) pixel(at [2]float64) [2]float64 {
	s := float64(c.scale)
	return [2]float64{(at[0]+0.5)*s - 0.5, (at[1]+0.5)*s - 0.5}
}
