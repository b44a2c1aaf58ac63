package vision

import (
	"image"
	"math"
	"slices"
)

// calm judges from small pictures whether frames are quiet. A hand comes in over the picture's edge, and it differs from the last
// quiet picture where it is; pieces that were placed differ too, but don't reach the edge. What moves and is large is a hand wherever it
// is.
type calm struct {
	ref, prev, now thumb // the last quiet picture, the last one, this one
	fromPrev       change
	fromRef        change
	since          *change // the change since the last quiet picture: one of these

	blobs   []blob          // where that is
	changed image.Rectangle // around all of that in the small picture

	frames       int
	quiet        bool
	disturbed    bool      // quiet now, and something may have changed since the last quiet frame that was not disturbed
	lightChanged bool      // the light begins to change in this frame
	visited      bool      // a hand was in the picture since the last quiet frame
	moved        []float64 // per pixel, the time when it last moved
	stirred      float64   // when anything last moved
	asked        bool      // whether the camera was bumped was asked since then
	last         float64   // time of the last picture
	quietFor     float64   // seconds of quiet since the beginning
	changing     int       // frames since the light last changed
	light        float64   // how bright it is against the first picture (logarithm)
	usual        float64   // the same for what it was some seconds before
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
	stillShare    = 0.0007 // of the picture's pixels, or stillPart of a blob's: no more of them move in a blob at rest
	stillPart     = 0.02
	// A change at the edge that stays as it is for so long (seconds) is not a hand but something left lying there.
	leftLying = 3.0
	// Somebody who sits at the table can be seen at the picture's edge, and hardly ever sits quite still. What reaches no further into the
	// picture than this share of its shorter side is over nothing; it need not stay longer than besideLying.
	besideShare = 0.1
	besideLying = 0.4
	// Until the table has been seen quiet for some time, nobody knows what it looks like: cameras begin with bad pictures, and hands may
	// have been in the first one. So a change need not stay longer than leastLying and so many times as long as there was quiet.
	leastLying = 0.25
	lyingQuiet = 3
	// lightStep is the change of light (logarithm) from which the light is said to change: as against what it was some seconds before, of
	// which lightMemory is the time in which all but a third is forgotten. A cloud takes a second or two, a camera's exposure too.
	lightStep   = 0.05
	lightMemory = 5.0
)

// judge looks at the small picture in now, at t seconds.
func (c *calm) judge(t float64) {
	c.frames++
	c.disturbed, c.lightChanged = false, false
	pixels := len(c.now.pix) / 3
	passed := t - c.last
	c.last = t
	if len(c.ref.pix) != len(c.now.pix) { // the first picture, or another camera
		c.begin(t)
		return
	}
	c.fromPrev.compare(&c.prev, &c.now)
	c.blobs = c.fromPrev.blobs(c.blobs, max(stillChange, changeInNoise*c.fromPrev.noise), 3)
	if len(c.blobs) > 0 {
		moving := 0
		for i, id := range c.fromPrev.label {
			if id > 0 {
				c.moved[i] = t
				moving++
			}
		}
		if float64(moving) > stillShare*float64(pixels) {
			c.stirred, c.asked = t, false
		}
	}
	c.since = &c.fromPrev
	if !c.quiet { // else the last picture was the last quiet one
		c.since = &c.fromRef
		c.since.compare(&c.ref, &c.now)
	}
	c.blobs = c.since.blobs(c.blobs, max(leastChange, changeInNoise*c.since.noise), 4)
	c.changed = image.Rectangle{}
	for i := range c.blobs {
		c.changed = c.changed.Union(c.blobs[i].bounds)
	}
	if c.hand(t, pixels) {
		c.quiet, c.visited = false, true
		return
	}
	c.disturbed = c.visited || len(c.blobs) > 0
	c.visited, c.quiet = false, true
	c.quietFor += passed
	c.changing++
	c.light += c.since.light
	c.usual += (c.light - c.usual) * min(1, passed/lightMemory)
	if math.Abs(c.light-c.usual) > lightStep {
		c.lightChanged = c.changing > 10 && !c.disturbed
		c.changing, c.usual = 0, c.light
	}
	c.ref.copyFrom(&c.now)
}

// halted says, once, that what changed since the last quiet picture has come to a halt, as it does when the camera was bumped: then what lies
// at the picture's edge seems to be a hand there.
func (c *calm) halted() bool {
	const halt = 0.15 // seconds
	if c.quiet || c.asked || c.last-c.stirred < halt {
		return false
	}
	c.asked = true
	return true
}

// reaches says whether what changed at the picture's edge, or what is connected with it there, is at a pixel of the small picture or beside it.
func (c *calm) reaches(at image.Point) bool {
	around := image.Rect(at.X-1, at.Y-1, at.X+2, at.Y+2).Intersect(image.Rect(0, 0, c.since.w, c.since.h))
	for v := around.Min.Y; v < around.Max.Y; v++ {
		for u := around.Min.X; u < around.Max.X; u++ {
			if id := c.since.label[v*c.since.w+u]; id > 0 && c.blobs[id-1].edge > 0 {
				return true
			}
		}
	}
	return false
}

// spread is the largest part of the picture's pixels that what changed at its edge, or is connected with that, takes up.
func (c *calm) spread() float64 {
	largest := 0
	for i := range c.blobs {
		if c.blobs[i].edge > 0 {
			largest = max(largest, c.blobs[i].area)
		}
	}
	return float64(largest) / float64(len(c.since.label))
}

// settle takes the picture for a quiet one, in which something may have changed.
func (c *calm) settle() {
	c.ref.copyFrom(&c.now)
	c.visited, c.quiet, c.disturbed = false, true, true
}

// begin takes the picture for a quiet one.
func (c *calm) begin(t float64) {
	c.ref.copyFrom(&c.now)
	c.prev.copyFrom(&c.now)
	c.moved = slices.Repeat([]float64{t}, len(c.now.pix)/3)
	c.quiet, c.disturbed, c.quietFor, c.stirred = true, true, 0, t
}

// hand says whether any of the blobs is a hand. What lies at the edge without moving becomes a part of the last quiet picture.
func (c *calm) hand(t float64, pixels int) bool {
	if len(c.blobs) == 0 {
		return false
	}
	lying := min(leftLying, leastLying+lyingQuiet*c.quietFor)
	for i := range c.blobs {
		c.blobs[i].patience = leftLying
		if c.beside(&c.blobs[i]) {
			c.blobs[i].patience = besideLying
		}
	}
	for i, id := range c.since.label {
		if id <= 0 {
			continue
		}
		b := &c.blobs[id-1]
		if c.moved[i] == t {
			b.moving++
		}
		if t-c.moved[i] < min(lying, b.patience) {
			b.restless++
		}
	}
	large, moving, resting := 0, 0, false
	for i := range c.blobs {
		b := &c.blobs[i]
		moving += b.moving
		if b.edge == 0 {
			continue
		}
		b.lying = float64(b.restless) <= max(stillShare*float64(pixels), stillPart*float64(b.area))
		if resting = resting || b.lying; !b.lying {
			large = max(large, b.area)
		}
	}
	hand := float64(max(large, moving)) >= handShare*float64(pixels)
	if hand && resting {
		c.absorb()
	}
	return hand
}

// beside says whether a blob is at the edge of the picture only.
func (c *calm) beside(b *blob) bool {
	w, h := c.now.w, c.now.h
	deep := int(besideShare * float64(min(w, h)))
	return b.bounds.Max.X <= deep || b.bounds.Max.Y <= deep || b.bounds.Min.X >= w-deep || b.bounds.Min.Y >= h-deep
}

// absorb takes the blobs at rest on the edge into the last quiet picture, in its light.
func (c *calm) absorb() {
	for i, id := range c.since.label {
		if id <= 0 || !c.blobs[id-1].lying {
			continue
		}
		x, y := c.since.across[i%c.now.w], c.since.upward[i/c.now.w]
		for ch, p := range c.since.planes {
			c.ref.pix[3*i+ch] = c.now.pix[3*i+ch] - float32(p[0]+p[1]*x+p[2]*y)
		}
	}
}

func (t *thumb) copyFrom(o *thumb) {
	t.w, t.h = o.w, o.h
	t.pix = append(t.pix[:0], o.pix...)
}
