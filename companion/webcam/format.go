package webcam

import (
	"cmp"
	"errors"
	"math"
	"slices"
	"strings"

	"github.com/blackjack/webcam"
)

// Format is one of the ways in which a camera delivers pictures.
type Format struct {
	Pixels        string  // the four letters of the encoding: MJPG, YUYV
	Width, Height int     // pixels
	Rate          float64 // the most pictures a second; 0 where the camera does not say
}

// v4l2 is what is asked of an opened camera.
type v4l2 interface {
	GetSupportedFormats() map[webcam.PixelFormat]string
	GetSupportedFrameSizes(webcam.PixelFormat) []webcam.FrameSize
	GetSupportedFramerates(format webcam.PixelFormat, width, height uint32) []webcam.FrameRate
}

func formatsOf(path string) (formats []Format, err error) {
	camera, err := webcam.Open(path)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, camera.Close()) }()
	return listFormats(camera), nil
}

// usualSizes are offered of a camera that gives any size within bounds.
var usualSizes = [...][2]uint32{{640, 480}, {800, 600}, {1280, 720}, {1600, 1200}, {1920, 1080}, {2560, 1440}, {3840, 2160}}

func listFormats(camera v4l2) []Format {
	var all []Format
	for code := range camera.GetSupportedFormats() {
		add := func(width, height uint32) {
			f := Format{Pixels: letters(code), Width: int(width), Height: int(height)}
			for _, rate := range camera.GetSupportedFramerates(code, width, height) {
				if rate.MinNumerator > 0 {
					f.Rate = max(f.Rate, math.Round(100*float64(rate.MaxDenominator)/float64(rate.MinNumerator))/100)
				}
			}
			if !slices.Contains(all, f) { // some cameras say things twice
				all = append(all, f)
			}
		}
		for _, size := range camera.GetSupportedFrameSizes(code) {
			if size.StepWidth == 0 && size.StepHeight == 0 {
				add(size.MaxWidth, size.MaxHeight)
				continue
			}
			for _, usual := range usualSizes {
				if usual[0] >= size.MinWidth && usual[0] <= size.MaxWidth && usual[1] >= size.MinHeight && usual[1] <= size.MaxHeight {
					add(usual[0], usual[1])
				}
			}
		}
	}
	slices.SortFunc(all, better)
	return all
}

// enoughRate is the number of pictures a second beyond which more do not help.
const enoughRate = 15

// better puts the format first that serves us better: quick enough, near to 1280x720 from above, compressed.
func better(a, b Format) int {
	unfit := func(f Format) (steps int) {
		if f.Rate > 0 && f.Rate < enoughRate {
			steps += 4
		}
		if f.Width < 1280 {
			steps += 2
		}
		return steps
	}
	return cmp.Or(
		cmp.Compare(unfit(a), unfit(b)),
		cmp.Compare(math.Abs(float64(a.Width-1280)), math.Abs(float64(b.Width-1280))),
		cmp.Compare(math.Abs(float64(a.Height-720)), math.Abs(float64(b.Height-720))),
		cmp.Compare(encodingRank(a), encodingRank(b)), cmp.Compare(a.Pixels, b.Pixels), cmp.Compare(b.Rate, a.Rate),
	)
}

// encodingRank is 0 for what OpenCV's camera reader is asked for first.
func encodingRank(f Format) int {
	if f.Pixels == "MJPG" {
		return 0
	}
	return 1
}

// letters are the four characters of a pixel format's code.
func letters(code webcam.PixelFormat) string {
	return strings.TrimSpace(string([]byte{byte(code), byte(code >> 8), byte(code >> 16), byte(code >> 24)}))
}
