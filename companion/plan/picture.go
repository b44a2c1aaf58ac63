package plan

import (
	"image"
	"image/color"
	"image/draw"
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
	brush := vector.NewRasterizer(size.Dx(), size.Dy())
	for _, s := range d.Shapes {
		if s.Text != "" {
			write(img, s, left+scale*s.Outline[0].X, top+scale*s.Outline[0].Y, scale)
			continue
		}
		brush.Reset(size.Dx(), size.Dy())
		for k, p := range s.Outline {
			x, y := float32(left+scale*p.X), float32(top+scale*p.Y)
			if k == 0 {
				brush.MoveTo(x, y)
			} else {
				brush.LineTo(x, y)
			}
		}
		brush.ClosePath()
		brush.Draw(img, size, image.NewUniform(s.Fill), image.Point{})
	}
	return img
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
