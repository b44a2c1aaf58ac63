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

// MeasureSet implements setup.Measurer.
func (measurer) MeasureSet(picture []byte, lens *calibration.Camera) (learned pieces.Learned, err error) {
	img, err := gocv.IMDecode(picture, gocv.IMReadColor)
	if err != nil {
		return learned, err
	}
	defer func() { err = errors.Join(err, img.Close()) }()
	return vision.MeasureSet(img, lens)
}
