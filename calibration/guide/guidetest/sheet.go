// Package guidetest holds a page of tags before a camera of which everything is known, for tests of what goes by a guide.
package guidetest

import (
	"image"
	"math"
	"sync"

	"github.com/castellan-companion/castellan/calibration"
)

// Hold is how the page is held: tilted about the picture's axes (degrees), its middle 300 mm before the camera and at a place aside (mm).
type Hold struct{ AboutX, AboutY, X, Y float64 }

// Enough are holds that a guide for 1280 x 720 pixels is satisfied with, in the order in which it asks for them.
var Enough = []Hold{
	{30, 0, 0, 0},
	{-30, 0, 0, 0},
	{0, 30, 0, 0},
	{0, -30, 0, 0},
	{25, 25, 0, 0},
	{},
	{5, 5, -130, -60},
	{5, 5, 130, 60},
	{-5, 5, 130, -60},
	{-5, 5, -130, 60},
	{-5, 5, 0, 60},
	{-5, 5, 0, -60},
}

// Sheet is a page with the four tags, held before a camera in one way after the other, each for two pictures, and from the beginning
// again after the last. Its method may be called from any goroutine.
type Sheet struct {
	Camera calibration.Camera
	Held   []Hold

	mu    sync.Mutex // guards shown
	shown int
}

// Detect tells where the tags are in the next picture; the picture itself is not looked at.
func (s *Sheet) Detect(*image.Gray) ([]calibration.TagDetection, error) {
	s.mu.Lock()
	h := s.Held[s.shown/2%len(s.Held)]
	s.shown++
	s.mu.Unlock()
	sx, cx := math.Sincos(h.AboutX * math.Pi / 180)
	sy, cy := math.Sincos(h.AboutY * math.Pi / 180)
	view := calibration.View{Camera: s.Camera, Pose: calibration.Pose{
		R: [3][3]float64{{cy, 0, -sy}, {sx * sy, -cx, sx * cy}, {-cx * sy, -sx, -cx * cy}}, T: [3]float64{h.X, h.Y, 300},
	}}
	var tags []calibration.TagDetection
	for id, middle := range [][2]float64{{-32, 32}, {32, 32}, {-32, -32}, {32, -32}} {
		place := calibration.TagPlace{ID: id, SizeMM: calibration.DefaultTagSizeMM, CenterMM: middle}
		tag := calibration.TagDetection{ID: id}
		for i, corner := range place.Corners(calibration.DefaultTagFaceMM) {
			tag.Corners[i] = view.Pixel(corner)
		}
		tags = append(tags, tag)
	}
	return tags, nil
}
