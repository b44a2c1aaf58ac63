package webcam

import (
	"testing"

	"github.com/blackjack/webcam"
	"github.com/stretchr/testify/assert"
)

const (
	mjpg = 'M' | 'J'<<8 | 'P'<<16 | 'G'<<24
	yuyv = 'Y' | 'U'<<8 | 'Y'<<16 | 'V'<<24
)

// told is a camera that says this of itself.
type told map[webcam.PixelFormat][]told1

type told1 struct {
	size  webcam.FrameSize
	rates []webcam.FrameRate
}

func (t told) GetSupportedFormats() map[webcam.PixelFormat]string {
	formats := map[webcam.PixelFormat]string{}
	for code := range t {
		formats[code] = "some words"
	}
	return formats
}

func (t told) GetSupportedFrameSizes(code webcam.PixelFormat) []webcam.FrameSize {
	var sizes []webcam.FrameSize
	for _, one := range t[code] {
		sizes = append(sizes, one.size)
	}
	return sizes
}

func (t told) GetSupportedFramerates(code webcam.PixelFormat, width, height uint32) []webcam.FrameRate {
	for _, one := range t[code] {
		if width >= one.size.MinWidth && width <= one.size.MaxWidth && height >= one.size.MinHeight && height <= one.size.MaxHeight {
			return one.rates
		}
	}
	return nil
}

func just(width, height uint32) webcam.FrameSize {
	return webcam.FrameSize{MinWidth: width, MaxWidth: width, MinHeight: height, MaxHeight: height}
}

// every is one picture in so many seconds.
func every(numerator, denominator uint32) webcam.FrameRate {
	return webcam.FrameRate{MinNumerator: numerator, MaxNumerator: numerator, MinDenominator: denominator, MaxDenominator: denominator}
}

func TestFormatsOfACommonWebcam(t *testing.T) {
	camera := told{
		yuyv: {
			{just(640, 480), []webcam.FrameRate{every(1, 30), every(1, 15)}},
			{just(1280, 720), []webcam.FrameRate{every(1, 10), every(1, 5)}},
		},
		mjpg: {
			{just(640, 480), []webcam.FrameRate{every(1001, 30000)}},
			{just(1920, 1080), []webcam.FrameRate{every(1, 30)}},
			{just(1280, 720), []webcam.FrameRate{every(1, 15), every(1, 30)}},
			{just(1280, 720), []webcam.FrameRate{every(1, 30)}},
		},
	}
	assert.Equal(t, []Format{
		{"MJPG", 1280, 720, 30},
		{"MJPG", 1920, 1080, 30},
		{"MJPG", 640, 480, 29.97},
		{"YUYV", 640, 480, 30},
		{"YUYV", 1280, 720, 10},
	}, listFormats(camera))
}

func TestFormatsWithinBounds(t *testing.T) {
	camera := told{yuyv: {{
		size: webcam.FrameSize{MinWidth: 160, MaxWidth: 1920, StepWidth: 8, MinHeight: 120, MaxHeight: 1080, StepHeight: 8},
		rates: []webcam.FrameRate{{
			MinNumerator: 1, MaxNumerator: 2, StepNumerator: 1, MinDenominator: 10, MaxDenominator: 60, StepDenominator: 1,
		}},
	}}}
	assert.Equal(t, []Format{
		{"YUYV", 1280, 720, 60}, {"YUYV", 1920, 1080, 60}, {"YUYV", 800, 600, 60}, {"YUYV", 640, 480, 60},
	}, listFormats(camera))
}

func TestFormatsOfASilentCamera(t *testing.T) {
	assert.Empty(t, listFormats(told{}))
	assert.Equal(t, []Format{{"MJPG", 1280, 720, 0}}, listFormats(told{mjpg: {{size: just(1280, 720)}}}))
	assert.Equal(t, []Format{{"MJPG", 1280, 720, 0}}, listFormats(told{mjpg: {{just(1280, 720), []webcam.FrameRate{{}}}}}))
}
