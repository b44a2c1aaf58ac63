package vision

import (
	"image"
	"math"
)

// calm judges from small pictures whether frames are quiet. A hand comes in over the picture's edge, and it differs from the last
// quiet picture where it is; pieces that were placed differ too, but don't reach the edge.
type calm struct {
	ref, prev, now thumb // the last quiet picture, the last one, this one
	fromPrev       change
	fromRef        change
	since          *change // the change since the last quiet picture: one of these

	blobs   []blob          // memory
	changed image.Rectangle // around all that changed since the last quiet picture, in the small one

	frames       int
	quiet        bool
	disturbed    bool    // quiet now, and something may have changed since the last quiet frame that was not disturbed
	lightChanged bool    // the light begins to change in this frame
	visited      bool    // a hand was in the picture since the last quiet frame
	stillSince   float64 // time of the first of the frames that are all alike
	changing     int     // frames since the light last changed
}

// next is where the next small picture goes.
func (c *calm) next() *thumb {
	c.prev, c.now = c.now, c.prev
	return &c.now
}

const (
	leastChange   = 0.12  // logarithm of brightness: less is noise, or a soft shadow
	changeInNoise = 6     // times the noise
	handShare     = 0.004 // of the picture's pixels: less is no hand
	stillChange   = 0.08
	stillShare    = 0.0007
	// A change at the edge that stays as it is for so long (seconds) is not a hand but something left lying there.
	leftLying = 3.0
	// lightStep is the change of light from one quiet picture to the next (logarithm) from which the light is said to change.
	lightStep = 0.03
)

// judge looks at the small picture in now, at t seconds.
func (c *calm) judge(t float64) {
	c.frames++
	c.disturbed, c.lightChanged = false, false
	n := len(c.now.pix)
	if len(c.ref.pix) != n { // the first picture, or another camera
		c.ref.copyFrom(&c.now)
		c.prev.copyFrom(&c.now)
		c.stillSince = t
		c.quiet, c.disturbed = true, true
		return
	}
	c.fromPrev.compare(&c.prev, &c.now)
	moving := 0
	c.blobs = c.fromPrev.blobs(c.blobs[:0], max(stillChange, changeInNoise*c.fromPrev.noise), 3)
	for _, b := range c.blobs {
		moving += b.area
	}
	if float64(moving) > stillShare*float64(n/3) {
		c.stillSince = t
	}
	c.since = &c.fromPrev
	if !c.quiet { // else the last picture was the last quiet one
		c.since = &c.fromRef
		c.since.compare(&c.ref, &c.now)
	}
	hand := 0
	c.changed = image.Rectangle{}
	c.blobs = c.since.blobs(c.blobs[:0], max(leastChange, changeInNoise*c.since.noise), 4)
	for _, b := range c.blobs {
		c.changed = c.changed.Union(b.bounds)
		if b.edge > 0 {
			hand = max(hand, b.area)
		}
	}
	quiet := float64(hand) < handShare*float64(n/3) || t-c.stillSince > leftLying
	if !quiet {
		c.quiet, c.visited = false, true
		return
	}
	c.disturbed = c.visited || len(c.blobs) > 0
	c.visited = false
	c.quiet = true
	c.changing++
	if math.Abs(c.since.light) > lightStep {
		c.lightChanged = c.changing > 10 && !c.disturbed
		c.changing = 0
	}
	c.ref.copyFrom(&c.now)
}

func (t *thumb) copyFrom(o *thumb) {
	t.w, t.h = o.w, o.h
	t.pix = append(t.pix[:0], o.pix...)
}
