package guide

import (
	"math"

	"github.com/castellan-companion/castellan/calibration"
)

// Do is what the user is asked to do next.
type Do string

// The steps, in the order in which they are asked for.
const (
	ShowTags Do = "show_tags" // too few tags are in view
	Steady   Do = "steady"    // it moves too fast
	Tilt     Do = "tilt"      // look from another side
	HoldFlat Do = "hold_flat" // look from above
	Spread   Do = "spread"    // the tags have not been near the picture's edges yet
	Done     Do = "done"
)

var texts = map[Do]string{
	ShowTags: "Show at least two of the tags, flat and whole.",
	Steady:   "Hold still for a moment.",
	Tilt:     "Tilt the camera, or the page with the tags, to another side.",
	HoldFlat: "Now look at the tags straight from above.",
	Spread:   "Move so that the tags come near the edges of the picture.",
	Done:     "That is enough. The lens is measured.",
}

// Step is what the guide has to say after a frame.
type Step struct {
	Do       Do      `json:"do"`
	Text     string  `json:"text"`     // a sentence for people
	Progress float64 `json:"progress"` // 0 to 1
}

// What is collected.
const (
	leastTags   = 2
	tiltedViews = 5    // views from the side,
	tiltedDeg   = 18.0 // at least so far from straight above,
	apartDeg    = 9.0  // and so far from each other
	flatDeg     = 12.0 // a view from above is at most this far from it
	gridAcross  = 4    // fields across and down the picture that tags are seen in
	gridWanted  = 11   // of all of them
	steadyPx    = 2.5  // that corners move from one frame to the next at most
)

// Guide collects views of the tags. It is not safe for concurrent use.
type Guide struct {
	width, height int
	last          map[int][4][2]float64 // where the tags were in the frame before
	tilted        [][3]float64          // directions of the views from the side
	flat          bool
	fields        [gridAcross][gridAcross]bool
	views         [][]calibration.TagDetection
}

// New makes a guide for pictures of a size in pixels.
func New(width, height int) *Guide {
	return &Guide{width: width, height: height}
}

// Look takes the tags that were found in the next frame.
func (g *Guide) Look(tags []calibration.TagDetection) Step {
	if len(tags) < leastTags {
		g.last = nil
		return g.step(ShowTags)
	}
	if !g.steady(tags) {
		return g.step(Steady)
	}
	// From which side the tags are seen is clear enough with any lens.
	pose, _, _, err := calibration.PoseFromTags(calibration.GuessCamera(g.width, g.height), tags, calibration.PoseOptions{})
	if err != nil {
		return g.step(ShowTags)
	}
	if g.fresh(&pose, tags) {
		g.views = append(g.views, tags)
	}
	return g.step(g.next())
}

// steady tells whether the tags are where they were in the frame before, as blurred ones would not tell much.
func (g *Guide) steady(tags []calibration.TagDetection) bool {
	before := g.last
	g.last = map[int][4][2]float64{}
	still := false
	for _, tag := range tags {
		g.last[tag.ID] = tag.Corners
		if was, ok := before[tag.ID]; ok {
			still = true
			for c := range was {
				if math.Hypot(was[c][0]-tag.Corners[c][0], was[c][1]-tag.Corners[c][1]) > steadyPx {
					return false
				}
			}
		}
	}
	return still
}

// fresh tells whether a view has something that was missing, and notes it.
func (g *Guide) fresh(pose *calibration.Pose, tags []calibration.TagDetection) bool {
	fresh := false
	up := [3]float64{pose.R[0][2], pose.R[1][2], pose.R[2][2]}
	switch tilt := pose.TiltDeg(); {
	case tilt <= flatDeg && !g.flat:
		g.flat, fresh = true, true
	case tilt >= tiltedDeg && len(g.tilted) < tiltedViews && g.apart(up):
		g.tilted, fresh = append(g.tilted, up), true
	}
	for _, tag := range tags {
		for _, corner := range tag.Corners {
			x, y := int(corner[0]*gridAcross/float64(g.width)), int(corner[1]*gridAcross/float64(g.height))
			if x >= 0 && y >= 0 && x < gridAcross && y < gridAcross && !g.fields[y][x] {
				g.fields[y][x], fresh = true, true
			}
		}
	}
	return fresh
}

// apart tells whether a direction is unlike those of the views from the side so far.
func (g *Guide) apart(up [3]float64) bool {
	for _, had := range g.tilted {
		if math.Acos(min(1, up[0]*had[0]+up[1]*had[1]+up[2]*had[2])) < apartDeg*math.Pi/180 {
			return false
		}
	}
	return true
}

func (g *Guide) seenFields() int {
	n := 0
	for _, row := range g.fields {
		for _, seen := range row {
			if seen {
				n++
			}
		}
	}
	return n
}

// next is what is still missing.
func (g *Guide) next() Do {
	switch {
	case len(g.tilted) < tiltedViews:
		return Tilt
	case !g.flat:
		return HoldFlat
	case g.seenFields() < gridWanted:
		return Spread
	}
	return Done
}

func (g *Guide) step(do Do) Step {
	flat := 0
	if g.flat {
		flat = 1
	}
	const all = tiltedViews + 1 + gridWanted
	return Step{Do: do, Text: texts[do], Progress: float64(len(g.tilted)+flat+min(gridWanted, g.seenFields())) / all}
}

// Camera is the lens measured from what was seen so far, without a name; calibration.ErrFewViews as long as that is too little.
func (g *Guide) Camera() (calibration.Camera, error) {
	if len(g.tilted) < 2 {
		return calibration.Camera{}, calibration.ErrFewViews
	}
	camera, _, err := calibration.CameraFromViews(g.width, g.height, g.views, calibration.PoseOptions{})
	return camera, err
}
