package source

import (
	"errors"
	"fmt"
	"time"

	"gocv.io/x/gocv"
)

// film is a video file.
type film struct {
	name    string
	capture *gocv.VideoCapture
	fps     float64
	total   int // frames that the file claims to have; 0 when it does not say
	frame   int
}

// usualRate is taken for a film that does not say how many frames a second it has.
const usualRate = 25

func openFilm(name string) (*film, error) {
	// FFmpeg alone: the readers that OpenCV would try next can do no better, but complain aloud.
	capture, err := gocv.VideoCaptureFileWithAPI(name, gocv.VideoCaptureFFmpeg)
	if err != nil {
		return nil, errors.Join(notAFilm(name), capture.Close())
	}
	f := &film{name: name, capture: capture, fps: capture.Get(gocv.VideoCaptureFPS)}
	if !(f.fps > 0 && f.fps < 1000) {
		f.fps = usualRate
	}
	f.total = max(0, int(capture.Get(gocv.VideoCaptureFrameCount)))
	return f, nil
}

func notAFilm(name string) error {
	return fmt.Errorf("%s: this is not a video that can be read; is it whole?", name)
}

// Live implements Source.
func (f *film) Live() bool { return false }

// Close implements Source.
func (f *film) Close() error { return f.capture.Close() }

// cutShort is by how many frames a whole film may be shorter than its header says: some say one or two too many.
const cutShort = 5

// Read implements Source.
func (f *film) Read(img *gocv.Mat) (frame int, at time.Duration, err error) {
	if !f.capture.Read(img) || img.Empty() {
		switch {
		case f.frame == 0:
			return 0, 0, notAFilm(f.name)
		case f.frame+cutShort < f.total:
			return 0, 0, fmt.Errorf("%s: the film breaks off after %d of %d frames; the file is not whole", f.name, f.frame, f.total)
		}
		return 0, 0, ErrEnd
	}
	frame = f.frame
	f.frame++
	return frame, time.Duration(float64(frame) / f.fps * float64(time.Second)), nil
}

// check tells whether the film ends before the last of the frames that it is said to have. It can be read no more after that.
func (f *film) check() error {
	img := gocv.NewMat()
	defer img.Close()
	if !f.capture.Read(&img) {
		return notAFilm(f.name)
	}
	last := float64(f.total - 1 - cutShort)
	if last <= 0 {
		return nil // short, or of a kind that does not say
	}
	f.capture.Set(gocv.VideoCapturePosFrames, last)
	if f.capture.Get(gocv.VideoCapturePosFrames) < last { // it goes on from where the file ends
		return fmt.Errorf("%s: the film breaks off before its end; the file is not whole", f.name)
	}
	return nil
}
