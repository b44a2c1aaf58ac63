package vision

import (
	"path/filepath"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gocv.io/x/gocv"

	"github.com/castellan-companion/castellan/calibration"
	learning "github.com/castellan-companion/castellan/calibration/pieces"
	"github.com/castellan-companion/castellan/vision/reading"
	"github.com/castellan-companion/castellan/vision/scene"
	"github.com/castellan-companion/castellan/vision/watchful"
)

// The pictures of testdata/courtyards are rendered (vision/synth's RandomCourtyard); the sets are of other sizes than the game's.
func TestASetIsMeasuredByACourtyard(t *testing.T) {
	files, err := filepath.Glob("testdata/courtyards/*.json")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for _, file := range files {
		for name, known := range map[string]bool{"with its lens": true, "without": false} {
			t.Run(filepath.Base(file)+" "+name, func(t *testing.T) {
				s, err := scene.LoadStill(file)
				require.NoError(t, err)
				camera := &s.View.Camera
				if !known {
					camera = nil
				}
				got, err := measureIn(t, s.Image, camera)
				require.NoError(t, err)
				assert.InEpsilon(t, s.Set.PitchMM, got.Set.PitchMM, 0.03, "pitch")
				assert.True(t, got.Set.Rough)
				assert.Empty(t, got.Set.Name)
				kinds := map[learning.Kind]int{}
				for _, p := range got.Pieces {
					kinds[p.Kind]++
					assert.NotEmpty(t, p.Outline)
				}
				assert.Equal(t, 4, kinds[learning.Tower])
				assert.Equal(t, 2, kinds[learning.Long])
				assert.Equal(t, 2, kinds[learning.Short])
			})
		}
	}
}

func measureIn(t *testing.T, picture string, camera *calibration.Camera) (learning.Learned, error) {
	t.Helper()
	img := gocv.IMRead(picture, gocv.IMReadColor)
	defer img.Close()
	return MeasureSet(img, camera)
}

func TestNoSetIsMeasured(t *testing.T) {
	for _, other := range []string{"easy_08", "negative_05"} {
		_, err := measureIn(t, filepath.Join("testdata", "stills", other+".jpg"), nil)
		require.ErrorIs(t, err, learning.ErrNoCourtyard, other)
	}
	bare := gocv.NewMatWithSizeFromScalar(gocv.NewScalar(90, 90, 90, 0), 480, 640, gocv.MatTypeCV8UC3)
	defer bare.Close()
	_, err := MeasureSet(bare, nil)
	require.ErrorIs(t, err, calibration.ErrNoTags)
	empty := gocv.NewMat()
	defer empty.Close()
	_, err = MeasureSet(empty, nil)
	require.ErrorIs(t, err, ErrEmptyPicture)
}

// A set whose pitch is a little off is as good as one that is known, if it says so.
func TestReadWithARoughSet(t *testing.T) {
	for _, name := range []string{"easy_08", "tilt_04", "trial_02"} {
		for _, by := range []float64{0.96, 1.04} {
			s, err := scene.LoadStill(filepath.Join("testdata", "stills", name+".json"))
			require.NoError(t, err)
			rough := s.Set.Sized(by)
			rough.Rough = true
			got := readWith(t, &s, Options{Camera: &s.View.Camera, Set: &rough})
			c := scene.Compare(got.Castle, s.Castle, s.Hidden)
			assert.True(t, c.Exact, "%s: missing %v, invented %v", name, c.Missing, c.Invented)
			require.NotNil(t, got.Lattice)
			assert.InEpsilon(t, s.Set.PitchMM, got.Lattice.PitchMM, 0.015, name)
		}
	}
}

// A film finds the pitch of a rough set by itself, and keeps it: what it sees last does not bend it.
func TestAFilmFindsThePitch(t *testing.T) {
	s, err := scene.LoadStill(filepath.Join("testdata", "stills", "trial_02.json"))
	require.NoError(t, err)
	img := gocv.IMRead(s.Image, gocv.IMReadColor)
	defer img.Close()
	rough := s.Set.Sized(1.04)
	rough.Rough = true
	for name, known := range map[string]struct {
		set   *calibration.Set
		taken float64 // for how large the tags are taken, as a share of what they are
	}{
		"rough": {&rough, 1}, "unknown": {nil, 1}, "known": {&s.Set, 1},
		"known, beside tags printed to fit a page": {&s.Set, 1 / 0.97},
	} {
		w, err := NewWatcher(Options{Camera: &s.View.Camera, Set: known.set, TagSizeMM: known.taken * calibration.DefaultTagSizeMM})
		require.NoError(t, err)
		for frame := range 40 {
			_, err := w.Frame(img, frame, float64(frame)/10)
			require.NoError(t, err)
		}
		assert.InEpsilon(t, known.taken*s.Set.PitchMM, w.reader.set.PitchMM, 0.01, name)
		told := slices.ContainsFunc(w.Notes(), func(n reading.Note) bool { return n.Code == watchful.TagsSize })
		assert.Equal(t, known.taken != 1, told, "%s: %v", name, w.Notes())
		assert.False(t, w.reader.pitchFree(), name)
		c := scene.Compare(w.Castle(), s.Castle, s.Hidden)
		assert.True(t, c.Exact, "%s: missing %v, invented %v", name, c.Missing, c.Invented)
		require.NoError(t, w.Close())
	}
}
