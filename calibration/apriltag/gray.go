package apriltag

import (
	"image"
	"image/draw"
)

// Gray is a picture's brightness, as Detect wants it. It may share the picture's memory.
func Gray(img image.Image) *image.Gray {
	switch img := img.(type) {
	case *image.Gray:
		return img
	case *image.YCbCr:
		return &image.Gray{Pix: img.Y, Stride: img.YStride, Rect: img.Rect}
	}
	g := image.NewGray(img.Bounds())
	draw.Draw(g, g.Rect, img, img.Bounds().Min, draw.Src)
	return g
}
