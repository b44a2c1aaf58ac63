package main

import (
	"errors"
	"fmt"
	"os"

	"gocv.io/x/gocv"

	"github.com/castellan-companion/castellan/vision"
)

// isFilm tells whether a source is a file.
func isFilm(source string) bool {
	info, err := os.Stat(source)
	return err == nil && info.Mode().IsRegular()
}

// checkSource tells what is wrong with a camera or a film before anything is begun with it: that it is not there, and of
// a film that it is none or not whole.
func checkSource(name string) error {
	if isFilm(name) {
		return checkWhole(name)
	}
	source, err := vision.OpenSource(name)
	if err != nil {
		return err
	}
	return source.Close()
}

// checkFilm tells whether a file is no film at all.
func checkFilm(name string) error {
	film, err := openFilm(name)
	if err != nil {
		return err
	}
	return film.Close()
}

// checkWhole tells whether a file is no film, or ends before the last of the pictures that it is said to have.
func checkWhole(name string) (err error) {
	film, err := openFilm(name)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, film.Close()) }()
	img := gocv.NewMat()
	defer func() { err = errors.Join(err, img.Close()) }()
	if !film.Read(&img) {
		return noFilm(name)
	}
	const tooMany = 5 // by which a whole film's header may overstate its frames
	last := film.Get(gocv.VideoCaptureFrameCount) - 1 - tooMany
	if last <= 0 {
		return nil // short, or of a kind that does not say
	}
	film.Set(gocv.VideoCapturePosFrames, last)
	if film.Get(gocv.VideoCapturePosFrames) < last { // it goes on from where the file ends
		return fmt.Errorf("%s: the film breaks off before its end; the file is not whole", name)
	}
	return nil
}

// openFilm opens a film with FFmpeg alone: the readers that OpenCV would try next can do no better, but complain aloud.
func openFilm(name string) (*gocv.VideoCapture, error) {
	film, err := gocv.VideoCaptureFileWithAPI(name, gocv.VideoCaptureFFmpeg)
	if err != nil {
		return nil, errors.Join(noFilm(name), film.Close())
	}
	return film, nil
}

func noFilm(name string) error {
	return fmt.Errorf("%s: this is not a video that can be read; is it whole?", name)
}

// checkRate looks at --rate: 0 stands where it was not given.
func checkRate(rate float64) error {
	if !(rate >= 0) {
		return usageError("--rate wants a number of frames a second, more than 0")
	}
	return nil
}
