package source

import (
	"errors"
	"fmt"
	"net/url"
	"os"
	"regexp"
	"strconv"
	"time"

	"gocv.io/x/gocv"
)

// Source gives frames one after the other. It is not safe for concurrent use.
type Source interface {
	// Read puts the next frame, eight-bit blue, green and red, into img and returns its number, from 0, and its time since the
	// first. At the end of a film the error is ErrEnd, while a live source is away a GoneError; a film that is shorter than it says
	// gives another error.
	Read(img *gocv.Mat) (frame int, at time.Duration, err error)
	// Live says whether the frames come as they happen rather than from a file.
	Live() bool
	// Close ends it.
	Close() error
}

// ErrEnd says that a film is over.
var ErrEnd = errors.New("the film is over")

// GoneError says that a live source gives no frames at the moment. Reading on tries to open it again.
type GoneError struct {
	Name   string
	Reason string // one of the reasons below
	Text   string // a sentence for people that says what to do
}

// Why a live source gives no frames.
const (
	Unplugged   = "camera_unplugged"    // it gave some before
	Stuck       = "camera_stuck"        // it is there, but gives nothing
	OddKind     = "camera_odd_kind"     // its pictures cannot be read
	Missing     = "camera_missing"      // there is no such device
	Forbidden   = "camera_forbidden"    // its device may not be opened
	Unopened    = "camera_unopened"     // its device cannot be opened
	Silent      = "camera_silent"       // a device without a picture
	Unanswered  = "address_unanswered"  // an address that takes too long
	Pictureless = "address_pictureless" // an address without a picture
)

func (e *GoneError) Error() string { return e.Name + ": " + e.Text }

// Code is the reason (companion.Coded).
func (e *GoneError) Code() string { return e.Reason }

var deviceName = regexp.MustCompile(`^(/dev/video\d+|/dev/v4l/[^@]+|\d+)(?:@(\d+)x(\d+))?$`)

// Open opens a video file, a folder of pictures, an address, or a camera: a device's path or number, behind which "@1280x720" may
// ask for a size of picture.
func Open(name string) (Source, error) {
	if device := deviceName.FindStringSubmatch(name); device != nil {
		width, _ := strconv.Atoi(device[2])
		height, _ := strconv.Atoi(device[3])
		return openLive(name, camera{path: devicePath(device[1]), width: width, height: height}.open)
	}
	if u, err := url.Parse(name); err == nil && u.Scheme != "" && u.Host != "" {
		return openLive(u.Redacted(), address{name, u.Redacted()}.open)
	}
	info, err := os.Stat(name)
	switch {
	case errors.Is(err, os.ErrNotExist):
		return nil, fmt.Errorf("%s: there is no such file", name)
	case err != nil:
		return nil, err
	case info.IsDir():
		return openFolder(name)
	}
	f, err := openFilm(name)
	if err != nil {
		return nil, err
	}
	return f, nil
}

// Check tells what is wrong with a source before anything is begun with it: that it is not there or gives no pictures, and of a
// film that it is none or not whole.
func Check(name string) error {
	src, err := Open(name)
	if err != nil {
		return err
	}
	if f, ok := src.(*film); ok {
		err = f.check()
	}
	return errors.Join(err, src.Close())
}

// devicePath is the path of a camera given by path or number.
func devicePath(device string) string {
	if _, err := strconv.Atoi(device); err == nil {
		return "/dev/video" + device
	}
	return device
}
