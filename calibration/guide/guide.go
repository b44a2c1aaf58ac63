package guide

import (
	"errors"

	"github.com/castellan-companion/castellan/calibration"
)

// Do is what the user is asked to do next.
type Do string

// The steps.
const (
	ShowTags Do = "show_tags" // no tags, or too few, are in view
	HoldFlat Do = "hold_flat" // look from above
	Tilt     Do = "tilt"      // look from the side, from further and further sides
	Nearer   Do = "nearer"    // the tags fill too little of the picture
	Steady   Do = "steady"    // it moves too fast
	Done     Do = "done"
)

// Step is what the guide has to say after a frame.
type Step struct {
	Do       Do      `json:"do"`
	Text     string  `json:"text"`     // a sentence for people
	Progress float64 `json:"progress"` // 0 to 1
}

// Guide collects views of the tags. It is not safe for concurrent use.
type Guide struct {
	width, height int
}

// New makes a guide for pictures of a size in pixels.
func New(width, height int) *Guide {
	return &Guide{width: width, height: height}
}

var errNotYet = errors.New("the guide has not seen enough yet")

// Look takes the tags that were found in the next frame.
func (g *Guide) Look(tags []calibration.TagDetection) Step {
	_ = tags
	return Step{Do: ShowTags}
}

// Camera is the lens measured from what was seen so far; an error as long as that is too little.
func (g *Guide) Camera() (calibration.Camera, error) {
	return calibration.Camera{}, errNotYet
}
