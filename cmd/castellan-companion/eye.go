package main

import (
	"bufio"
	"errors"
	"fmt"
	"image"
	_ "image/jpeg"
	"image/png"
	"io"
	"os"

	"gocv.io/x/gocv"

	"github.com/castellan-companion/castellan/calibration"
	"github.com/castellan-companion/castellan/cmd/internal/files"
	"github.com/castellan-companion/castellan/vision"
)

// eyeFlags tell the eye what is known of camera and pieces.
type eyeFlags struct {
	Camera string `help:"Camera file (castellan-camera/1), or a scene or video file whose lens is taken." placeholder:"FILE"`
	Set    string `help:"Piece set file (castellan-set/1), or a scene or video file whose measures are taken." placeholder:"FILE"`
}

// options loads the files.
func (f eyeFlags) options() (vision.Options, error) {
	var o vision.Options
	if f.Camera != "" {
		c, err := calibration.LoadCamera(f.Camera)
		if err != nil {
			return o, err
		}
		o.Camera = &c
	}
	if f.Set != "" {
		s, err := calibration.LoadSet(f.Set)
		if err != nil {
			return o, err
		}
		o.Set = &s
	}
	return o, nil
}

// loadPicture reads a picture file. The caller closes the Mat.
func loadPicture(path string) (gocv.Mat, error) {
	if info, err := os.Stat(path); err != nil {
		if errors.Is(err, os.ErrNotExist) {
			return gocv.Mat{}, fmt.Errorf("%s: there is no such file", path)
		}
		return gocv.Mat{}, err
	} else if info.IsDir() {
		return gocv.Mat{}, fmt.Errorf("%s: this is a folder; name the pictures in it", path)
	}
	if err := checkWholePicture(path); err != nil {
		return gocv.Mat{}, err
	}
	img := gocv.IMRead(path, gocv.IMReadColor)
	if img.Empty() {
		return gocv.Mat{}, errors.Join(fmt.Errorf("%s: this is not a picture that can be read; use a JPEG or PNG file", path), img.Close())
	}
	return img, nil
}

// checkWholePicture finds files that break off: OpenCV would read them as far as they go and leave the rest grey.
func checkWholePicture(path string) error {
	file, err := os.Open(path)
	if err != nil {
		return files.Error(err)
	}
	defer file.Close()
	_, _, err = image.Decode(bufio.NewReader(file))
	_, brokenPNG := errors.AsType[png.FormatError](err)
	if brokenPNG || errors.Is(err, io.ErrUnexpectedEOF) {
		return fmt.Errorf("%s: the picture breaks off; the file is not whole", path)
	}
	return nil // what Go cannot read OpenCV may
}
