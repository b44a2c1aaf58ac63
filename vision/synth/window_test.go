package synth

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// A window shows what the whole picture shows there, a tower at least, and its truth is that of its own pixels.
func TestNarrowShowsPartOfThePicture(t *testing.T) {
	k := Easy()
	k.Width, k.Height = 320, 180
	for seed := range uint64(6) {
		whole := sceneOf(seed, k)
		part := sceneOf(seed, k)
		part.Narrow(rand.New(rand.NewPCG(seed, 1)), 160, 140)
		before, after := whole.Truth(), part.Truth()
		assert.Equal(t, [2]int{160, 140}, after.Size)
		left := before.Camera.K[0][2] - after.Camera.K[0][2]
		top := before.Camera.K[1][2] - after.Camera.K[1][2]
		assert.True(t, left >= 0 && left <= 160 && top >= 0 && top <= 40, "seed %d: %v, %v", seed, left, top)
		require.NotEmpty(t, before.Tags)
		for i := range before.Tags {
			assert.InDelta(t, before.Tags[i].CornersPx[0][0]-left, after.Tags[i].CornersPx[0][0], 1e-9)
			assert.InDelta(t, before.Tags[i].CornersPx[3][1]-top, after.Tags[i].CornersPx[3][1], 1e-9)
		}
		towers := 0
		for y := 0.0; y < 140; y += 4 {
			for x := 0.0; x < 160; x += 4 {
				piece := part.PieceAt(x, y)
				assert.Equal(t, whole.PieceAt(x+left, y+top), piece)
				if len(piece) > 5 && piece[:5] == "tower" {
					towers++
				}
			}
		}
		assert.Positive(t, towers, "seed %d", seed)
		assert.Equal(t, 160, part.Render(1).Rect.Dx())
	}
}

func TestNarrowIsNoLargerThanThePicture(t *testing.T) {
	s := sceneOf(1, small(Easy()))
	s.Narrow(rand.New(rand.NewPCG(1, 1)), 500, 500)
	assert.Equal(t, [2]int{160, 90}, s.Truth().Size)
}

// Whichever keep a window is about, it is seen near its middle.
func TestNarrowToKeepShowsAKeep(t *testing.T) {
	k := Stacks()
	k.Width, k.Height = 640, 360
	about := 0
	for seed := range uint64(6) {
		s := sceneOf(seed, k)
		if !s.NarrowToKeep(rand.New(rand.NewPCG(seed, 1)), 120, 100) {
			assert.Equal(t, [2]int{640, 360}, s.Truth().Size, "seed %d: all of it, where there is no keep or the picture does not show it", seed)
			continue
		}
		assert.Equal(t, [2]int{120, 100}, s.Truth().Size)
		nearest := math.Inf(1)
		for _, keep := range s.keeps {
			u, v, ok := s.camera.Project(keep.AtMM[0], keep.AtMM[1], s.design.KeepHeightMM)
			require.True(t, ok)
			nearest = min(nearest, max(math.Abs(u-60)/120, math.Abs(v-50)/100))
		}
		assert.LessOrEqual(t, nearest, 0.14, "seed %d: of the window, from its middle to the keep", seed)
		about++
	}
	assert.GreaterOrEqual(t, about, 4)
}

func TestNarrowToKeepLeavesScenesWithoutOne(t *testing.T) {
	s := sceneOf(1, small(Easy()))
	s.keeps = nil
	assert.False(t, s.NarrowToKeep(rand.New(rand.NewPCG(1, 1)), 50, 40))
	assert.Equal(t, [2]int{160, 90}, s.Truth().Size)
}

// A window about a hand shows the hand, or a tower of the castle not far from it: in most, both.
func TestNarrowToHandShowsAHandAtTheCastle(t *testing.T) {
	k := HomeHands()
	k.Width, k.Height = 640, 360
	about, hands := 0, 0
	for seed := range uint64(6) {
		s := sceneOf(seed, k)
		if !s.NarrowToHand(rand.New(rand.NewPCG(seed, 1)), 160, 140) {
			assert.Equal(t, [2]int{640, 360}, s.Truth().Size, "seed %d: all of it, where no hand is at the castle", seed)
			continue
		}
		about++
		assert.Equal(t, [2]int{160, 140}, s.Truth().Size)
		towers := 0
		for _, n := range s.castle.towers {
			at := s.node(n)
			if u, v, ok := s.camera.Project(at.X, at.Y, s.design.TowerHeightMM); ok && u >= 0 && v >= 0 && u < 160 && v < 140 {
				towers++
			}
		}
		assert.Positive(t, towers, "seed %d", seed)
		if showsHand(s, 160, 140) {
			hands++
		}
	}
	assert.GreaterOrEqual(t, about, 4)
	assert.GreaterOrEqual(t, hands, about-1)
}

// showsHand tells whether a hand is what is seen at some pixel, of every fourth.
func showsHand(s *Scene, width, height int) bool {
	for y := 0; y < height; y += 4 {
		for x := 0; x < width; x += 4 {
			d, ok := s.camera.towards(float64(x), float64(y))
			if !ok {
				continue
			}
			if c := s.world.trace(s.camera.eye(), d, roleHand, false); c.key >= 0 && s.world.instances[c.key].role == roleHand {
				return true
			}
		}
	}
	return false
}

func TestNarrowToHandLeavesScenesWithoutOne(t *testing.T) {
	k := small(Easy())
	k.HandResting, k.HandOver = 0, 0
	s := sceneOf(1, k)
	assert.False(t, s.NarrowToHand(rand.New(rand.NewPCG(1, 1)), 50, 40))
	assert.Equal(t, [2]int{160, 90}, s.Truth().Size)
}

// Where there is no castle, a window is mostly about a loose piece: that is what may be taken for one.
func TestNarrowWithoutACastleIsMostlyAboutALoosePiece(t *testing.T) {
	k := Begun()
	k.Width, k.Height, k.Negative = 640, 360, 1
	with, about := 0, 0
	for seed := range uint64(24) {
		whole, part := sceneOf(seed, k), sceneOf(seed, k)
		_, loose := whole.thingsShown()
		if len(loose) == 0 {
			continue
		}
		with++
		part.Narrow(rand.New(rand.NewPCG(seed, 1)), 120, 110)
		assert.Equal(t, [2]int{120, 110}, part.Truth().Size, "seed %d", seed)
		if _, in := part.thingsShown(); len(in) > 0 {
			about++
		}
	}
	require.Greater(t, with, 10)
	assert.Greater(t, about, with/2)
}
