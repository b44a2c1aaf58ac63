package phone

import (
	"bytes"
	"errors"
	"image/jpeg"
	"time"
)

// Frame is one picture that the phone took.
type Frame struct {
	JPEG []byte
	Size [2]int    // width and height in pixels
	At   time.Time // when it came
}

// Bounds on what a phone may send: a phone's largest camera picture fits, what would only fill memory does not.
const (
	maxBytes = 4 << 20
	maxSide  = 4096
	minSide  = 64
)

// Errors of newFrame.
var (
	errNoPicture = errors.New("this is not a JPEG picture")
	errSize      = errors.New("pictures must be between 64 and 4096 pixels wide and high")
)

// newFrame checks a picture as far as its header tells.
func newFrame(content []byte, at time.Time) (Frame, error) {
	header, err := jpeg.DecodeConfig(bytes.NewReader(content))
	if err != nil {
		return Frame{}, errNoPicture
	}
	if min(header.Width, header.Height) < minSide || max(header.Width, header.Height) > maxSide {
		return Frame{}, errSize
	}
	return Frame{JPEG: content, Size: [2]int{header.Width, header.Height}, At: at}, nil
}
