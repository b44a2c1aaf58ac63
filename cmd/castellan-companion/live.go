package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"gocv.io/x/gocv"

	"github.com/castellan-companion/castellan/vision"
	"github.com/castellan-companion/castellan/vision/reading"
	"github.com/castellan-companion/castellan/vision/source"
)

const (
	cameraRate  = 15 // pictures a second of a live camera
	jpegQuality = 80
)

// liveEye watches a film at its pace, or a camera as it happens (companion.Eye).
type liveEye struct {
	source  string
	rate    float64 // pictures a second; 0 for a film's own pace and cameraRate
	options vision.Options

	mu   sync.Mutex
	told []reading.Change // guarded by mu: what people said since the last picture
}

// Learn implements companion.Learner.
func (e *liveEye) Learn(changes []reading.Change) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.told = append(e.told, changes...)
}

// lessons are what people said since it was asked last.
func (e *liveEye) lessons() []reading.Change {
	e.mu.Lock()
	defer e.mu.Unlock()
	told := e.told
	e.told = nil
	return told
}

// Watch implements companion.Eye.
func (e *liveEye) Watch(ctx context.Context, see func(reading.Observation)) (err error) {
	src, err := source.Open(e.source)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, src.Close()) }()
	watcher, err := vision.NewWatcher(e.options)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, watcher.Close()) }()
	img := gocv.NewMat()
	defer func() { err = errors.Join(err, img.Close()) }()

	started := time.Now()
	var due time.Duration // of the next picture that is looked at
	for ctx.Err() == nil {
		frame, at, err := src.Read(&img)
		if errors.Is(err, source.ErrEnd) {
			return nil
		} else if err != nil {
			return err
		}
		if src.Live() {
			if at < due {
				continue
			}
			due = at + time.Duration(float64(time.Second)/rateOf(e.rate))
		} else if err := sleep(ctx, time.Until(started.Add(e.pace(frame, at)))); err != nil {
			return err
		}
		jpeg, err := encode(img)
		if err != nil {
			return err
		}
		if told := e.lessons(); len(told) > 0 {
			watcher.Correct(told)
		}
		obs, err := observe(watcher, img, jpeg, frame, at)
		if err != nil {
			return fmt.Errorf("%s: picture %d: %w", e.source, frame, err)
		}
		see(obs)
	}
	return ctx.Err()
}

// rateOf is how many pictures of a camera are looked at in a second, where the flag says so or not.
func rateOf(flag float64) float64 {
	if flag > 0 {
		return flag
	}
	return cameraRate
}

// pace is when a film's picture is due after its beginning.
func (e *liveEye) pace(frame int, at time.Duration) time.Duration {
	if e.rate > 0 {
		return time.Duration(float64(frame) / e.rate * float64(time.Second))
	}
	return at
}

func sleep(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// observe looks at a picture, which people are shown as jpeg.
func observe(watcher *vision.Watcher, img gocv.Mat, jpeg []byte, frame int, at time.Duration) (reading.Observation, error) {
	events, err := watcher.Frame(img, frame, at.Seconds())
	if err != nil {
		return reading.Observation{}, err
	}
	castle := watcher.Castle()
	return reading.Observation{
		Frame: frame, At: at, Size: [2]int{img.Cols(), img.Rows()}, JPEG: jpeg, Quiet: watcher.Quiet(),
		Events: slices.Clone(events), Current: &castle, Outlines: watcher.Outlines(),
		Doubts: watcher.Doubts(), Notes: watcher.Notes(),
	}, nil
}

func encode(img gocv.Mat) ([]byte, error) {
	buffer, err := gocv.IMEncodeWithParams(gocv.JPEGFileExt, img, []int{gocv.IMWriteJpegQuality, jpegQuality})
	if err != nil {
		return nil, err
	}
	defer buffer.Close()
	return bytes.Clone(buffer.GetBytes()), nil
}
