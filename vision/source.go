package vision

import (
	"errors"
	"fmt"
	"net/url"
	"os"
	"regexp"
	"strings"
	"time"

	"gocv.io/x/gocv"
)

// Source gives the frames of a film, a camera or a stream. It is not safe for concurrent use.
type Source struct {
	name    string
	capture *gocv.VideoCapture
	live    bool
	fps     float64 // of a file
	total   int     // frames that a file claims to have; 0 when it does not say
	frame   int
	opened  time.Time
	now     func() time.Time
}

// ErrEnd says that a film is over.
var ErrEnd = errors.New("the film is over")

var deviceName = regexp.MustCompile(`^(/dev/video\d+|/dev/v4l/.+|\d+)$`)

// OpenSource opens a video file, a camera (a device's path or number) or a URL.
func OpenSource(name string) (*Source, error) {
	s := &Source{name: name, now: time.Now}
	u, err := url.Parse(name)
	isURL := err == nil && u.Scheme != "" && u.Host != ""
	s.live = isURL || deviceName.MatchString(name)
	var device any = name
	switch {
	case !s.live:
		info, err := os.Stat(name)
		switch {
		case errors.Is(err, os.ErrNotExist):
			return nil, fmt.Errorf("%s: there is no such file", name)
		case err != nil:
			return nil, err
		case info.IsDir():
			return nil, fmt.Errorf("%s: this is a folder; name a video in it", name)
		}
	case !isURL && strings.HasPrefix(name, "/"):
		if _, err := os.Stat(name); err != nil {
			return nil, fmt.Errorf("%s: there is no such camera; is it plugged in?", name)
		}
	case !isURL:
		var n int
		if _, err := fmt.Sscan(name, &n); err != nil {
			return nil, fmt.Errorf("%s: this is no camera's number", name)
		}
		if _, err := os.Stat("/dev/video" + name); err != nil {
			return nil, fmt.Errorf("camera %s: there is no such camera; is it plugged in?", name)
		}
		device = n
	}
	s.capture, err = gocv.OpenVideoCapture(device)
	if err != nil || !s.capture.IsOpened() {
		if s.live {
			return nil, fmt.Errorf("%s: no picture comes from there; is it switched on, and used by no other program?", name)
		}
		return nil, fmt.Errorf("%s: this is not a video that can be read; is it whole?", name)
	}
	if !s.live {
		if s.fps = s.capture.Get(gocv.VideoCaptureFPS); !(s.fps > 0 && s.fps < 1000) {
			s.fps = 25
		}
		s.total = max(0, int(s.capture.Get(gocv.VideoCaptureFrameCount)))
	}
	s.opened = s.now()
	return s, nil
}

// Live says whether the frames come as they happen rather than from a file.
func (s *Source) Live() bool { return s.live }

// Close ends it.
func (s *Source) Close() error { return s.capture.Close() }

// Read puts the next frame into img and returns its number and its time since the first. At the end of a film the error is ErrEnd; a
// film that is shorter than it says, and a camera that gives nothing any more, are other errors.
func (s *Source) Read(img *gocv.Mat) (frame int, at time.Duration, err error) {
	if !s.capture.Read(img) || img.Empty() {
		switch {
		case s.live:
			return 0, 0, fmt.Errorf("%s: no more pictures come from there; was it unplugged or switched off?", s.name)
		case s.frame == 0:
			return 0, 0, fmt.Errorf("%s: this is not a video that can be read; is it whole?", s.name)
		case s.frame+cutShort < s.total:
			return 0, 0, fmt.Errorf("%s: the film breaks off after %d of %d frames; the file is not whole", s.name, s.frame, s.total)
		}
		return 0, 0, ErrEnd
	}
	frame = s.frame
	s.frame++
	if s.live {
		return frame, s.now().Sub(s.opened), nil
	}
	return frame, time.Duration(float64(frame) / s.fps * float64(time.Second)), nil
}

// cutShort is by how many frames a whole film may be shorter than its header says: some say one or two too many.
const cutShort = 5
