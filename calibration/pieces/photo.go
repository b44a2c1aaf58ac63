package pieces

import (
	"image"
	"math"

	"github.com/castellan-companion/castellan/calibration"
)

// gray is the picture as the tag detector wants it.
func gray(m image.Image) *image.Gray {
	b := m.Bounds()
	g := image.NewGray(image.Rect(0, 0, b.Dx(), b.Dy()))
	for y := range b.Dy() {
		for x := range b.Dx() {
			r, gr, bl, _ := m.At(b.Min.X+x, b.Min.Y+y).RGBA()
			g.Pix[y*g.Stride+x] = uint8((299*r + 587*gr + 114*bl) / 1000 >> 8)
		}
	}
	return g
}

// field is where pieces may lie in a picture.
type field struct {
	w, h int
	in   []bool
}

// tagCard is how much of the table a tag takes, its white margin and shadow included, in edges of its black square.
const tagCard = 1.75

// newField is what lies between the tags, or with everywhere the whole picture, without the tags themselves.
func newField(view *calibration.View, layout calibration.TagLayout, everywhere bool) *field {
	f := &field{w: view.Width, h: view.Height, in: make([]bool, view.Width*view.Height)}
	var between [][2]float64
	if everywhere {
		w, h := float64(f.w-1), float64(f.h-1)
		between = [][2]float64{{0, -0.5}, {w, -0.5}, {w, h + 0.5}, {0, h + 0.5}}
	}
	for _, tag := range layout {
		for _, c := range tag.Corners(0) {
			between = append(between, view.Pixel(c))
		}
	}
	f.fill(Hull(between), true)
	for _, tag := range layout {
		tag.SizeMM *= tagCard
		var card [][2]float64
		for _, c := range tag.Corners(0) {
			card = append(card, view.Pixel(c))
		}
		f.fill(Hull(card), false)
	}
	return f
}

func (f *field) fill(polygon [][2]float64, in bool) {
	rows(polygon, f.w, f.h, func(y int, from, to float64) {
		for x := int(math.Ceil(from)); x <= int(math.Floor(to)); x++ {
			f.in[y*f.w+x] = in
		}
	})
}
