package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"gocv.io/x/gocv"

	"github.com/castellan-companion/castellan/companion/demo"
	"github.com/castellan-companion/castellan/companion/doctor"
	"github.com/castellan-companion/castellan/companion/words"
	"github.com/castellan-companion/castellan/vision"
	"github.com/castellan-companion/castellan/vision/source"
)

// checkOpenCV tells whether OpenCV has what films and cameras are read with.
func checkOpenCV(ctx context.Context) doctor.Finding {
	version := words.Values{"version": gocv.OpenCVVersion()}
	switch {
	case !gocv.VideoRegistry.HasBackend(gocv.VideoCaptureFFmpeg):
		return doctor.New(ctx, "opencv", doctor.Broken, "films", version)
	case !gocv.VideoRegistry.HasBackend(gocv.VideoCaptureV4L2):
		return doctor.New(ctx, "opencv", doctor.Broken, "webcams", version)
	}
	return doctor.New(ctx, "opencv", doctor.Fine, "fine", version)
}

// How much of the demo's film the machine's speed is measured on: a castle is standing and growing there.
const (
	speedFrom   = 150 // frames
	speedFrames = 60
	speedTime   = 5 * time.Second
)

// readingRate is how many pictures a second this machine follows, measured on the demo's film.
func readingRate(ctx context.Context) (rate float64, err error) {
	folder, err := os.MkdirTemp("", "castellan-")
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(folder)) }()
	files, err := demo.Unpack(folder)
	if err != nil {
		return 0, err
	}
	o, err := eyeFlags{Camera: files.Camera, Set: files.Set}.options()
	if err != nil {
		return 0, err
	}
	film, err := source.Open(files.Film)
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, film.Close()) }()
	watcher, err := vision.NewWatcher(o)
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, watcher.Close()) }()
	img := gocv.NewMat()
	defer func() { err = errors.Join(err, img.Close()) }()
	var spent time.Duration
	for frames := 0; ctx.Err() == nil; {
		frame, at, err := film.Read(&img)
		if err != nil {
			return 0, err
		}
		if frame < speedFrom {
			continue
		}
		start := time.Now()
		if _, err := watcher.Frame(img, frame, at.Seconds()); err != nil {
			return 0, fmt.Errorf("frame %d: %w", frame, err)
		}
		spent += time.Since(start)
		if frames++; frames == speedFrames || spent > speedTime {
			return float64(frames) / spent.Seconds(), nil
		}
	}
	return 0, ctx.Err()
}
