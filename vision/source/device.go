package source

import (
	"errors"
	"io/fs"
	"os"

	"gocv.io/x/gocv"
)

// device is a camera or stream that has been opened. Read and Close are called from one goroutine.
type device interface {
	// Read puts the next frame into img, waiting until there is one. It is false when the device has gone.
	Read(img *gocv.Mat) bool
	Close() error
}

// camera is a Video4Linux device.
type camera struct {
	path          string
	width, height int // wanted; 0 is usualSize
}

// usualSize is the size of picture that a camera is asked for where nobody chose one: pieces are large enough in it, and most
// cameras give it at 30 frames a second.
var usualSize = struct{ width, height float64 }{1280, 720}

func (c camera) open() (device, error) {
	file, err := os.OpenFile(c.path, os.O_RDWR, 0)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, &GoneError{c.path, Missing, "there is no such camera; is it plugged in?"}
	case errors.Is(err, fs.ErrPermission):
		return nil, &GoneError{
			c.path, Forbidden,
			"you may not use this camera; add yourself to the group video (sudo usermod -aG video $USER) and log in again",
		}
	case err != nil:
		return nil, &GoneError{c.path, Unopened, "this camera cannot be opened; pull its plug and put it in again"}
	}
	if err := file.Close(); err != nil {
		return nil, err
	}
	capture, err := gocv.VideoCaptureFileWithAPI(c.path, gocv.VideoCaptureV4L2)
	if err != nil {
		return nil, errors.Join(
			&GoneError{c.path, Silent, "no picture comes from there; is it switched on, and used by no other program?"}, capture.Close(),
		)
	}
	width, height := usualSize.width, usualSize.height
	if c.width > 0 {
		width, height = float64(c.width), float64(c.height)
	}
	// USB has not the room for large pictures that are not compressed. A camera without this format keeps its own, one without
	// this size takes the next.
	capture.Set(gocv.VideoCaptureFOURCC, capture.ToCodec("MJPG"))
	capture.Set(gocv.VideoCaptureFrameWidth, width)
	capture.Set(gocv.VideoCaptureFrameHeight, height)
	return capture, nil
}

// address is where a stream comes from: RTSP, HTTP, MJPEG.
type address struct {
	url  string
	name string // the same without its password
}

func (a address) open() (device, error) {
	capture, err := gocv.VideoCaptureFileWithAPI(a.url, gocv.VideoCaptureFFmpeg)
	if err != nil {
		return nil, errors.Join(
			&GoneError{a.name, Pictureless, "no picture comes from there; is it switched on, and the address right?"}, capture.Close(),
		)
	}
	return capture, nil
}
