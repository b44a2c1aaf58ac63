package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"gocv.io/x/gocv"

	"github.com/castellan-companion/castellan/vision"
	"github.com/castellan-companion/castellan/vision/reading"
)

const (
	cameraRate  = 15 // pictures a second of a live camera
	jpegQuality = 80
)

// liveEye watches a film at its pace, or a camera live (companion.Eye).
type liveEye struct {
	source  string
	film    bool
	rate    float64
	options vision.Options
}

// newLiveEye makes an eye for a device, an address or a film. The source is opened when it is watched.
func newLiveEye(source string, flags eyeFlags, rate float64) (*liveEye, error) {
	o, err := flags.options()
	if err != nil {
		return nil, err
	}
	info, err := os.Stat(source)
	film := err == nil && info.Mode().IsRegular()
	return &liveEye{source: source, film: film, rate: rate, options: o}, nil
}

// Watch implements companion.Eye.
func (e *liveEye) Watch(ctx context.Context, see func(reading.Observation)) (err error) {
	capture, err := gocv.OpenVideoCapture(e.source)
	if err != nil {
		return fmt.Errorf("%s cannot be opened as a camera or film", e.source)
	}
	defer func() { err = errors.Join(err, capture.Close()) }()
	img := gocv.NewMat()
	defer func() { err = errors.Join(err, img.Close()) }()

	pace := newPace(e.rate, capture.Get(gocv.VideoCaptureFPS), e.film)
	for frame := 0; ctx.Err() == nil; frame++ {
		if !capture.Read(&img) || img.Empty() {
			if e.film && frame > 0 {
				return nil
			}
			return errors.New("no pictures come from " + e.source + "; is it plugged in and free?")
		}
		at, err := pace.wait(ctx, frame)
		if err != nil {
			return err
		}
		jpeg, err := encode(img)
		if err != nil {
			return err
		}
		see(reading.Observation{Frame: frame, At: at, Size: [2]int{img.Cols(), img.Rows()}, JPEG: jpeg})
	}
	return ctx.Err()
}

func encode(img gocv.Mat) ([]byte, error) {
	buffer, err := gocv.IMEncodeWithParams(gocv.JPEGFileExt, img, []int{gocv.IMWriteJpegQuality, jpegQuality})
	if err != nil {
		return nil, err
	}
	defer buffer.Close()
	return bytes.Clone(buffer.GetBytes()), nil
}

// pace lets pictures through at their rate.
type pace struct {
	film    bool
	fps     float64 // of the film
	between time.Duration
	started time.Time
}

func newPace(rate, fps float64, film bool) *pace {
	if rate <= 0 {
		rate = cameraRate
		if film && fps > 0 {
			rate = fps
		}
	}
	return &pace{film: film, fps: fps, between: time.Duration(float64(time.Second) / rate), started: time.Now()}
}

// wait returns when the frame is due, with its moment in the film or since the camera was opened.
func (p *pace) wait(ctx context.Context, frame int) (time.Duration, error) {
	due := time.NewTimer(time.Until(p.started.Add(time.Duration(frame) * p.between)))
	defer due.Stop()
	select {
	case <-due.C:
	case <-ctx.Done():
		return 0, ctx.Err()
	}
	if p.film && p.fps > 0 {
		return time.Duration(float64(frame) / p.fps * float64(time.Second)), nil
	}
	return time.Since(p.started), nil
}
