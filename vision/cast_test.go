package vision

import (
	"math"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gocv.io/x/gocv"

	"github.com/castellan-companion/castellan/vision/reading"
	"github.com/castellan-companion/castellan/vision/scene"
)

// tinted makes red, green and blue of a picture so many times as bright.
func tinted(t *testing.T, img gocv.Mat, gains [3]float64) {
	t.Helper()
	bgr, err := img.DataPtrUint8()
	require.NoError(t, err)
	for i, v := range bgr {
		bgr[i] = byte(min(255, math.Round(gains[2-i%3]*float64(v))))
	}
}

func TestCastIsTold(t *testing.T) {
	s, err := scene.LoadStill(filepath.Join("testdata", "stills", "easy_08.json"))
	require.NoError(t, err)
	img := gocv.IMRead(s.Image, gocv.IMReadColor)
	defer img.Close()
	r, err := NewReader(Options{})
	require.NoError(t, err)
	defer func() { require.NoError(t, r.Close()) }()
	gray, err := r.grey(img)
	require.NoError(t, err)
	tags, err := r.tags.Detect(gray)
	require.NoError(t, err)
	before, err := castOf(img, tags)
	require.NoError(t, err)
	tinted(t, img, [3]float64{1, 0.8, 0.5})
	after, err := castOf(img, tags)
	require.NoError(t, err)
	mean := math.Log(1*0.8*0.5) / 3
	for channel, gain := range [3]float64{1, 0.8, 0.5} {
		assert.InDelta(t, math.Log(gain)-mean, after[channel]-before[channel], 0.02)
	}
	none, err := castOf(img, nil)
	require.NoError(t, err)
	assert.Zero(t, none)
}

// A lamp that the camera takes for daylight makes all of the picture orange, and hides what is a keep.
func TestReadingUnderACast(t *testing.T) {
	for _, name := range [...]string{"easy_08", "light_16", "tilt_04", "trial_02"} {
		s, err := scene.LoadStill(filepath.Join("testdata", "stills", name+".json"))
		require.NoError(t, err)
		for _, gains := range [][3]float64{{1.25, 1, 0.5}, {0.6, 0.9, 1.3}} {
			img := gocv.IMRead(s.Image, gocv.IMReadColor)
			tinted(t, img, gains)
			r, err := NewReader(Options{Camera: &s.View.Camera, Set: &s.Set})
			require.NoError(t, err)
			got, err := r.Read(img)
			require.NoError(t, err)
			assertReads(t, &s, got.Castle, name, gains)
			require.NoError(t, r.Close())
			require.NoError(t, img.Close())
		}
	}
}

func TestWatchingUnderACast(t *testing.T) {
	s, err := scene.LoadStill(filepath.Join("testdata", "stills", "easy_08.json"))
	require.NoError(t, err)
	img := gocv.IMRead(s.Image, gocv.IMReadColor)
	defer img.Close()
	tinted(t, img, [3]float64{1.25, 1, 0.5})
	w, err := NewWatcher(Options{Camera: &s.View.Camera, Set: &s.Set})
	require.NoError(t, err)
	defer func() { require.NoError(t, w.Close()) }()
	for frame := range 20 {
		_, err := w.Frame(img, frame, float64(frame)/10)
		require.NoError(t, err)
	}
	assertReads(t, &s, w.Castle(), "watched")
}

func assertReads(t *testing.T, s *scene.Still, castle reading.Castle, what ...any) {
	t.Helper()
	c := scene.Compare(castle, s.Castle, s.Hidden)
	assert.True(t, c.Exact, "%v: missing %v, invented %v", what, c.Missing, c.Invented)
	assert.True(t, c.KeepsRight, "%v: keeps %v", what, castle.Keeps)
}
