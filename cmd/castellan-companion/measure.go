package main

import (
	"errors"

	"gocv.io/x/gocv"

	"github.com/castellan-companion/castellan/calibration"
	"github.com/castellan-companion/castellan/calibration/pieces"
	"github.com/castellan-companion/castellan/vision"
)

// measurer measures piece sets for the page that sets a table up.
type measurer struct{}

// LearnSet implements setup.Measurer.
func (measurer) LearnSet(pictures pieces.Pictures, lens *calibration.Camera) (pieces.Learned, error) {
	return vision.LearnSet(pictures, lens)
}

// MeasureSet implements setup.Measurer.
func (measurer) MeasureSet(picture []byte, lens *calibration.Camera) (learned pieces.Learned, err error) {
	img, err := gocv.IMDecode(picture, gocv.IMReadColor)
	if err != nil {
		return learned, err
	}
	defer func() { err = errors.Join(err, img.Close()) }()
	return vision.MeasureSet(img, lens)
}
