package vision

import (
	"bytes"
	"math"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gocv.io/x/gocv"

	"github.com/castellan-companion/castellan/vision/reading"
	"github.com/castellan-companion/castellan/vision/scene"
	"github.com/castellan-companion/castellan/vision/volume"
)

// retoned makes red, green and blue of a picture so many times as bright, and lays a veil over it that is so many levels bright.
func retoned(t *testing.T, img gocv.Mat, gains [3]float64, veil float64) {
	t.Helper()
	bgr, err := img.DataPtrUint8()
	require.NoError(t, err)
	for i, v := range bgr {
		bgr[i] = byte(min(255, math.Round(veil+gains[2-i%3]*float64(v))))
	}
}

func TestWhatAPictureMakesOfBlackAndWhite(t *testing.T) {
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
	before, err := printOf(img, tags)
	require.NoError(t, err)
	gains := [3]float64{0.8, 0.6, 0.4}
	retoned(t, img, gains, 30)
	after, err := printOf(img, tags)
	require.NoError(t, err)
	assert.Greater(t, after.cast[0], before.cast[0]+0.1)
	assert.Less(t, after.cast[2], before.cast[2]-0.1)
	assert.InDelta(t, 0, after.cast[0]+after.cast[1]+after.cast[2], 1e-9)
	assert.InDelta(t, 30+0.6*before.black, after.black, 2)
	assert.InDelta(t, 30+0.6*before.white, after.white, 2)
	assert.InDelta(t, 30+0.6*before.darkest, after.darkest, 4, "what is dark has colours of its own")
	none, err := printOf(img, nil)
	require.NoError(t, err)
	assert.Zero(t, none)
}

// What looks like a veil by the tags alone is none where something in the picture is dark; what is usual is left alone.
func TestWhatIsTakenOff(t *testing.T) {
	for name, c := range map[string]struct {
		print tagPrint
		want  [3]byte // of a pixel of 120, 120, 120
	}{
		"nothing known":              {tagPrint{}, [3]byte{120, 120, 120}},
		"as most cameras see it":     {tagPrint{cast: [3]float64{0.1, 0.05, -0.15}, black: 60, white: 200, darkest: 50}, [3]byte{120, 120, 120}},
		"pale":                       {tagPrint{black: 143, white: 200, darkest: 130}, [3]byte{40, 40, 40}},
		"small tags beside a shadow": {tagPrint{black: 143, white: 200, darkest: 20}, [3]byte{120, 120, 120}},
		"twice the known cast":       {tagPrint{cast: [3]float64{0.2, 0.2, -0.4}}, [3]byte{109, 109, 147}},
	} {
		const side = 8
		p := volume.FromRGB(side, side, bytes.Repeat([]byte{120}, 3*side*side))
		c.print.takeOff(p)
		r, g, b := p.At(3, 4)
		assert.Equal(t, c.want, [3]byte{r, g, b}, name)
	}
}

// A lamp that the camera takes for daylight makes all of the picture orange, and a dusty lens all of it pale: neither hides what is a keep.
func TestReadingWhatIsOrangeOrPale(t *testing.T) {
	for _, name := range [...]string{"easy_08", "light_16", "tilt_04", "trial_02"} {
		s, err := scene.LoadStill(filepath.Join("testdata", "stills", name+".json"))
		require.NoError(t, err)
		for what, look := range map[string]struct {
			gains [3]float64
			veil  float64
		}{"orange": {[3]float64{1.25, 1, 0.5}, 0}, "blue": {[3]float64{0.6, 0.9, 1.3}, 0}, "pale": {[3]float64{0.4, 0.4, 0.4}, 100}} {
			img := gocv.IMRead(s.Image, gocv.IMReadColor)
			retoned(t, img, look.gains, look.veil)
			r, err := NewReader(Options{Camera: &s.View.Camera, Set: &s.Set})
			require.NoError(t, err)
			got, err := r.Read(img)
			require.NoError(t, err)
			assertReads(t, &s, got.Castle, name+" "+what)
			require.NoError(t, r.Close())
			require.NoError(t, img.Close())
		}
	}
}

func TestWatchingWhatIsOrange(t *testing.T) {
	s, err := scene.LoadStill(filepath.Join("testdata", "stills", "easy_08.json"))
	require.NoError(t, err)
	img := gocv.IMRead(s.Image, gocv.IMReadColor)
	defer img.Close()
	retoned(t, img, [3]float64{1.25, 1, 0.5}, 0)
	w, err := NewWatcher(Options{Camera: &s.View.Camera, Set: &s.Set})
	require.NoError(t, err)
	defer func() { require.NoError(t, w.Close()) }()
	for frame := range 20 {
		_, err := w.Frame(img, frame, float64(frame)/10)
		require.NoError(t, err)
	}
	assertReads(t, &s, w.Castle(), "watched")
}

func assertReads(t *testing.T, s *scene.Still, castle reading.Castle, what string) {
	t.Helper()
	c := scene.Compare(castle, s.Castle, s.Hidden)
	assert.True(t, c.Exact, "%s: missing %v, invented %v", what, c.Missing, c.Invented)
	assert.True(t, c.KeepsRight, "%s: keeps %v", what, castle.Keeps)
}
