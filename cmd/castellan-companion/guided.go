package main

import (
	"errors"
	"fmt"
	"image"
	"io"
	"strings"

	"gocv.io/x/gocv"

	"github.com/castellan-companion/castellan/calibration"
	"github.com/castellan-companion/castellan/calibration/apriltag"
	"github.com/castellan-companion/castellan/calibration/guide"
	"github.com/castellan-companion/castellan/vision/source"
)

// guided measures the lens of a camera while somebody moves it, or the page of tags before it, and tells on w what to do next. A film
// or a folder of pictures of that does too.
func guided(name string, w io.Writer) (camera calibration.Camera, err error) {
	src, err := source.Open(name)
	if err != nil {
		return camera, err
	}
	defer func() { err = errors.Join(err, src.Close()) }()
	detector, err := apriltag.NewDetector()
	if err != nil {
		return camera, err
	}
	defer func() { err = errors.Join(err, detector.Close()) }()
	img, gray := gocv.NewMat(), gocv.NewMat()
	defer func() { err = errors.Join(err, img.Close(), gray.Close()) }()
	var g *guide.Guide
	told := ""
	for {
		_, _, err := src.Read(&img)
		if errors.Is(err, source.ErrEnd) && g != nil {
			return g.Camera()
		} else if err != nil {
			return camera, err
		}
		if g == nil {
			g = guide.New(img.Cols(), img.Rows())
		}
		if err := gocv.CvtColor(img, &gray, gocv.ColorBGRToGray); err != nil {
			return camera, err
		}
		pixels, err := gray.DataPtrUint8()
		if err != nil {
			return camera, err
		}
		tags, err := detector.Detect(&image.Gray{Pix: pixels, Stride: gray.Step(), Rect: image.Rect(0, 0, gray.Cols(), gray.Rows())})
		if err != nil {
			return camera, err
		}
		step := g.Look(tags)
		if line := progressLine(step); line != told {
			told = line
			if _, err := fmt.Fprintln(w, line); err != nil {
				return camera, err
			}
		}
		if step.Do == guide.Done {
			return g.Camera()
		}
	}
}

// progressLine is how far it is, and what to do next.
func progressLine(s guide.Step) string {
	const width = 20
	done := int(s.Progress * width)
	return "[" + strings.Repeat("#", done) + strings.Repeat(".", width-done) + "] " + s.Text
}
