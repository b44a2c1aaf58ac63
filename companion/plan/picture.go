package plan

import (
	"image"
	"image/color"
	"image/draw"
	"math"
	"sync"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"
	"golang.org/x/image/vector"
)

// capHeight is how high digits are, as a part of the font's size.
const capHeight = 0.72

var bold = sync.OnceValues(func() (*opentype.Font, error) { return opentype.Parse(gobold.TTF) })

// Picture draws the drawing so that its longer side has this many pixels.
func (d Drawing) Picture(pixels int) image.Image {
	scale := float64(pixels) / max(d.Width, d.Height)
	return d.On(image.Rect(0, 0, int(d.Width*scale+0.5), int(d.Height*scale+0.5)))
}

// On draws the drawing in the middle of a picture of this size, as large as it fits.
func (d Drawing) On(size image.Rectangle) *image.RGBA {
	img := image.NewRGBA(size)
	draw.Draw(img, size, image.NewUniform(board), image.Point{}, draw.Src)
	scale := min(float64(size.Dx())/d.Width, float64(size.Dy())/d.Height)
	left := (float64(size.Dx())-scale*d.Width)/2 - scale*d.Origin.X
	top := (float64(size.Dy())-scale*d.Height)/2 - scale*d.Origin.Y
	var brush vector.Rasterizer
	for _, s := range d.Shapes {
		if s.Text != "" {
			write(img, s, left+scale*s.Outline[0].X, top+scale*s.Outline[0].Y, scale)
			continue
		}
		outline := make([]Point, len(s.Outline))
		for k, p := range s.Outline {
			outline[k] = Point{left + scale*p.X, top + scale*p.Y}
		}
		paint(img, &brush, outline, s.Fill)
	}
	return img
}

// paint fills a polygon, whose corners are in pixels. Only the pixels around it are looked at: a castle has hundreds of shapes, all
// of them small.
func paint(img draw.Image, brush *vector.Rasterizer, outline []Point, fill color.Color) {
	low, high := outline[0], outline[0]
	for _, p := range outline {
		low, high = Point{min(low.X, p.X), min(low.Y, p.Y)}, Point{max(high.X, p.X), max(high.Y, p.Y)}
	}
	around := image.Rect(int(math.Floor(low.X)), int(math.Floor(low.Y)), int(math.Ceil(high.X)), int(math.Ceil(high.Y))).Intersect(img.Bounds())
	if around.Empty() {
		return
	}
	brush.Reset(around.Dx(), around.Dy())
	for k, p := range outline {
		x, y := float32(p.X-float64(around.Min.X)), float32(p.Y-float64(around.Min.Y))
		if k == 0 {
			brush.MoveTo(x, y)
		} else {
			brush.LineTo(x, y)
		}
	}
	brush.ClosePath()
	brush.Draw(img, around, image.NewUniform(fill), image.Point{})
}

// write puts a word with its middle at x, y.
func write(img draw.Image, s Shape, x, y, scale float64) {
	family, err := bold()
	if err != nil {
		return // the font is a part of the program
	}
	const dpi = 72 // at which a point is a pixel
	face, err := opentype.NewFace(family, &opentype.FaceOptions{Size: s.Size * scale / capHeight, DPI: dpi})
	if err != nil {
		return
	}
	defer func() { _ = face.Close() }() // nothing is written by it
	pen := font.Drawer{Dst: img, Src: image.NewUniform(color.Color(s.Fill)), Face: face}
	half := pen.MeasureString(s.Text) / 2
	pen.Dot = fixed.Point26_6{X: fixed.Int26_6(x*64) - half, Y: fixed.Int26_6((y + s.Size*scale/2) * 64)}
	pen.DrawString(s.Text)
}
