package main

import (
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"math"
	"os"

	"github.com/castellan-companion/castellan/calibration/pieces"
)

// drawLearned draws the outlines of what was learned onto the picture.
func drawLearned(path string, picture image.Image, learned pieces.Learned) error {
	out := image.NewRGBA(picture.Bounds())
	draw.Draw(out, out.Rect, picture, picture.Bounds().Min, draw.Src)
	magenta := color.RGBA{255, 0, 255, 255}
	for _, piece := range learned.Pieces {
		for k, a := range piece.Outline {
			b := piece.Outline[(k+1)%len(piece.Outline)]
			steps := math.Ceil(math.Hypot(b[0]-a[0], b[1]-a[1])) + 1
			for s := range int(steps) {
				part := float64(s) / steps
				out.Set(int(math.Round(a[0]+part*(b[0]-a[0]))), int(math.Round(a[1]+part*(b[1]-a[1]))), magenta)
			}
		}
	}
	file, err := os.Create(path)
	if err != nil {
		return err
	}
	defer file.Close()
	if err := png.Encode(file, out); err != nil {
		return err
	}
	return file.Close()
}
