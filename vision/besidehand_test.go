package vision

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gocv.io/x/gocv"

	"github.com/castellan-companion/castellan/vision/reading"
	"github.com/castellan-companion/castellan/vision/scene"
	"github.com/castellan-companion/castellan/vision/volume"
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

func TestAHandOverACastleIsTold(t *testing.T) {
	everywhere, nowhere := func([2]float64) bool { return true }, func([2]float64) bool { return false }
	for _, c := range []struct {
		picture string
		reach   func(mm [2]float64) bool
		want    bool
	}{
		{"testdata/hands/hand.json", everywhere, true},
		{"testdata/hands/hand.json", nowhere, false},
		{"testdata/hands/under.json", everywhere, true},
		{"testdata/stills/easy_08.json", everywhere, false},
		{"testdata/shadows/ends.json", everywhere, false},
	} {
		s, err := scene.LoadStill(c.picture)
		require.NoError(t, err)
		img := gocv.IMRead(s.Image, gocv.IMReadColor)
		r, err := NewReader(Options{Camera: &s.View.Camera, Set: &s.Set})
		require.NoError(t, err)
		read, err := r.Read(img)
		require.NoError(t, err)
		lens := volume.NewLens(*r.last.view)
		assert.Equal(t, c.want, r.runner.HandOver(around(&read.Castle), r.picture, lens, &r.last.grid, &r.last.set, c.reach), c.picture)
		require.NoError(t, r.Close())
		require.NoError(t, img.Close())
	}
}
