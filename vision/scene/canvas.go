package scene

import (
	"image"
	"image/color"
	"image/draw"
	"math"

	"golang.org/x/image/font"
	"golang.org/x/image/font/basicfont"
	"golang.org/x/image/math/fixed"
	"golang.org/x/image/vector"
)

// strokeWidth is the width of outlines in pixels.
const strokeWidth = 2

// outline draws the edge of a polygon (pixels, any number of corners).
func outline(dst draw.Image, corners [][2]float64, c color.Color) {
	paint(dst, corners, strokeWidth, c, func(r *vector.Rasterizer, at func(x, y float64) (float32, float32)) {
		for i, p := range corners {
			q := corners[(i+1)%len(corners)]
			dx, dy := q[0]-p[0], q[1]-p[1]
			length := math.Hypot(dx, dy)
			if length == 0 {
				continue
			}
			// All strips run round in the same sense, so that they add up where they overlap.
			nx, ny := -dy/length*strokeWidth/2, dx/length*strokeWidth/2
			r.MoveTo(at(p[0]+nx, p[1]+ny))
			r.LineTo(at(q[0]+nx, q[1]+ny))
			r.LineTo(at(q[0]-nx, q[1]-ny))
			r.LineTo(at(p[0]-nx, p[1]-ny))
			r.ClosePath()
		}
	})
}

// fill paints a polygon (pixels).
func fill(dst draw.Image, corners [][2]float64, c color.Color) {
	paint(dst, corners, 0, c, func(r *vector.Rasterizer, at func(x, y float64) (float32, float32)) {
		for i, p := range corners {
			if i == 0 {
				r.MoveTo(at(p[0], p[1]))
			} else {
				r.LineTo(at(p[0], p[1]))
			}
		}
		r.ClosePath()
	})
}

// paint rasterises a path that keeps within margin pixels of the box around the corners. A path of which the picture
// shows nothing, or that has a corner at no place at all, is left out.
func paint(dst draw.Image, corners [][2]float64, margin float64, c color.Color,
	path func(r *vector.Rasterizer, at func(x, y float64) (float32, float32)),
) {
	low, high := [2]float64{math.Inf(1), math.Inf(1)}, [2]float64{math.Inf(-1), math.Inf(-1)}
	for _, p := range corners {
		for axis := range 2 {
			low[axis], high[axis] = min(low[axis], p[axis]-margin), max(high[axis], p[axis]+margin)
		}
	}
	bounds := dst.Bounds()
	if !(low[0] < float64(bounds.Max.X) && low[1] < float64(bounds.Max.Y) &&
		high[0] > float64(bounds.Min.X) && high[1] > float64(bounds.Min.Y)) {
		return
	}
	box := image.Rect(int(math.Floor(max(low[0], float64(bounds.Min.X)))), int(math.Floor(max(low[1], float64(bounds.Min.Y)))),
		int(math.Ceil(min(high[0], float64(bounds.Max.X))))+1, int(math.Ceil(min(high[1], float64(bounds.Max.Y))))+1).Intersect(bounds)
	r := vector.NewRasterizer(box.Dx(), box.Dy())
	path(r, func(x, y float64) (float32, float32) {
		// Pixel (0,0) is a pixel's centre for us and its corner for the rasterizer.
		return float32(x + 0.5 - float64(box.Min.X)), float32(y + 0.5 - float64(box.Min.Y))
	})
	r.Draw(dst, box, image.NewUniform(c), image.Point{})
}

// write puts a line of text with its baseline's left end at (x, y).
func write(dst draw.Image, x, y int, text string, c color.Color) {
	d := font.Drawer{Dst: dst, Src: image.NewUniform(c), Face: basicfont.Face7x13, Dot: fixed.P(x, y)}
	d.DrawString(text)
}
