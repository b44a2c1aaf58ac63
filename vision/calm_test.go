package vision

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gocv.io/x/gocv"
)

// stage makes small pictures of a table with things on it.
type stage struct {
	rng  *rand.Rand
	calm calm
	time float64
}

func newStage() *stage { return &stage{rng: rand.New(rand.NewPCG(1, 1))} }

type patch struct {
	x, y, w, h int
	darker     float32
}

// show judges a picture in this light (a logarithm) with these patches on the table.
func (s *stage) show(light float32, patches ...patch) *calm {
	t := s.calm.next()
	t.w, t.h = 160, 90
	t.pix = t.pix[:0]
	for y := range t.h {
		for x := range t.w {
			v := 5 + light*(1+0.3*float32(x)/160) + 0.1*float32((x/10+y/7)%2)
			for _, p := range patches {
				if x >= p.x && y >= p.y && x < p.x+p.w && y < p.y+p.h {
					v -= p.darker
				}
			}
			for range 3 {
				t.pix = append(t.pix, v+float32(s.rng.NormFloat64()*0.004))
			}
		}
	}
	s.time += 0.1
	s.calm.judge(s.time)
	return &s.calm
}

func TestCalm(t *testing.T) {
	piece := patch{80, 40, 4, 4, 0.5}
	hand := patch{100, 30, 60, 15, 0.6}
	s := newStage()
	c := s.show(0)
	assert.True(t, c.quiet)
	assert.True(t, c.disturbed, "nobody has looked yet")
	c = s.show(0)
	assert.True(t, c.quiet)
	assert.False(t, c.disturbed)

	c = s.show(0, hand)
	assert.False(t, c.quiet, "a hand comes in over the edge")
	c = s.show(0, hand, piece)
	assert.False(t, c.quiet, "and does not go away by keeping still for a moment")
	c = s.show(0, piece)
	assert.True(t, c.quiet, "the first frame without the hand is quiet")
	assert.True(t, c.disturbed, "and worth a look")
	c = s.show(0, piece)
	assert.True(t, c.quiet)
	assert.False(t, c.disturbed)
}

func TestCalmLight(t *testing.T) {
	for _, c := range []struct {
		name        string
		step        float32 // from one frame to the next
		frames      int     // that it takes
		told        int
		description string
	}{
		{"a lamp is dimmed", -0.05, 4, 1, "one change, however many frames it takes"},
		{"a cloud, or the camera's exposure", -0.02, 12, 1, "slow as it is"},
		{"the evening", -0.0005, 400, 0, "nobody notices"},
	} {
		s := newStage()
		for range 15 {
			s.show(0)
		}
		changes := 0
		for i := range c.frames + 16 {
			now := s.show(c.step * float32(min(i, c.frames)))
			assert.True(t, now.quiet, c.name+": a change of light moves nothing")
			assert.False(t, now.disturbed, c.name)
			if now.lightChanged {
				changes++
			}
		}
		assert.Equal(t, c.told, changes, c.name+": "+c.description)
	}
}

func TestCalmThingLeftAtTheEdge(t *testing.T) {
	s := newStage()
	for range 20 {
		s.show(0)
	}
	began := s.time
	mug := patch{0, 0, 20, 20, 0.9}
	quietAfter := 0.0
	for range 100 {
		if c := s.show(0, mug); c.quiet {
			quietAfter = s.time - began
			assert.True(t, c.disturbed)
			break
		}
	}
	assert.InDelta(t, leftLying, quietAfter, 0.5)
}

// People sit at the table: what moves at one edge must not keep what lies at another one from being known.
func TestCalmThingLeftWhileAnotherMoves(t *testing.T) {
	s := newStage()
	for range 20 {
		s.show(0)
	}
	mug := patch{0, 0, 20, 20, 0.9}
	for k := range 40 {
		c := s.show(0, mug, patch{100 + k%7*4, 70, 16, 20, 0.9})
		assert.False(t, c.quiet)
	}
	c := s.show(0, mug)
	assert.True(t, c.quiet, "the mug has been there for long")
	assert.True(t, c.disturbed)
}

func TestCalmHandThatDoesNotReachTheEdge(t *testing.T) {
	s := newStage()
	for range 20 {
		s.show(0)
	}
	for k := range 5 {
		c := s.show(0, patch{60, 30 + 6*k, 24, 12, 0.7})
		assert.False(t, c.quiet, "it moves")
	}
	assert.True(t, s.show(0).quiet)
}

// The first pictures of a camera may be bad.
func TestCalmBadFirstPicture(t *testing.T) {
	s := newStage()
	s.show(0, patch{0, 0, 160, 25, 0.5})
	quiet := false
	for range 6 {
		quiet = s.show(0).quiet
	}
	assert.True(t, quiet)
}

func TestPlaneIsFittedAndTakenOut(t *testing.T) {
	s := newStage()
	s.show(0)
	s.show(-0.4)
	assert.Less(t, s.calm.since.noise, 0.02)
	assert.InDelta(t, -0.46, s.calm.since.light, 0.01)
}

// Who sits at the table shifts now and then; that is not worth to wait for as it is for a hand.
func TestCalmSomebodyAtTheEdge(t *testing.T) {
	s := newStage()
	for range 40 {
		s.show(0)
	}
	began := s.time
	knee := patch{153, 30, 7, 40, 0.9}
	assert.False(t, s.show(0, knee).quiet, "it may be a hand that comes in")
	for !s.calm.quiet && s.time < began+leftLying {
		s.show(0, knee)
	}
	assert.InDelta(t, besideLying, s.time-began, 0.2)
}

// In the dark corners of a room there is nothing but noise.
func TestCalmDarkCorners(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 3))
	small := newThumbs()
	defer func() { require.NoError(t, small.Close()) }()
	img := gocv.NewMatWithSize(180, 320, gocv.MatTypeCV8UC3)
	defer img.Close()
	pixels, err := img.DataPtrUint8()
	require.NoError(t, err)
	var c calm
	for frame := range 60 {
		for i := range pixels {
			v := 150.0
			if i/3%320 < 60 {
				v = max(0, 4+3*rng.NormFloat64())
			}
			pixels[i] = uint8(v)
		}
		require.NoError(t, small.shrink(img, c.next()))
		c.judge(float64(frame) / 10)
		assert.True(t, c.quiet, "frame %d", frame)
	}
}
