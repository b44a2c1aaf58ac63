package vision

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gocv.io/x/gocv"

	"github.com/castellan-companion/castellan/vision/reading"
	"github.com/castellan-companion/castellan/vision/scene"
)

func TestBesideAHandOtherWeightsAreAsked(t *testing.T) {
	for _, c := range []struct {
		picture string
		same    bool // with the other weights as without them
	}{
		{picture: "testdata/hands/hand.json"},
		{picture: "testdata/hands/under.json"}, // Review must know of the hand too
		{picture: "testdata/stills/easy_08.json", same: true},
	} {
		s, err := scene.LoadStill(c.picture)
		require.NoError(t, err)
		img := gocv.IMRead(s.Image, gocv.IMReadColor)
		r, err := NewReader(Options{Camera: &s.View.Camera, Set: &s.Set})
		require.NoError(t, err)
		read := func(besideHands bool) reading.Reading {
			r.besideHands = besideHands
			out, err := r.Read(img)
			require.NoError(t, err)
			out.MS = 0
			return out
		}
		with, without := read(true), read(false)
		require.NoError(t, r.Close())
		require.NoError(t, img.Close())
		assert.True(t, scene.Compare(with.Castle, s.Castle, s.Hidden).ExactVisible, c.picture)
		assert.Equal(t, c.same, scene.Compare(without.Castle, s.Castle, s.Hidden).ExactVisible, c.picture)
		if c.same {
			assert.Equal(t, without, with, "%s: where there is no hand nothing changes", c.picture)
		}
	}
}
