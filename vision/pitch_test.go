package vision

import (
	"math"
	"path/filepath"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/castellan-companion/castellan/calibration"
	"github.com/castellan-companion/castellan/vision/scene"
	"github.com/castellan-companion/castellan/vision/watchful"
)

// Told the lens but not the piece set, the pitch is measured from the castle.
func TestPitchIsMeasured(t *testing.T) {
	files, err := filepath.Glob("../../shared/scenes/stills/*.json")
	require.NoError(t, err)
	if len(files) == 0 {
		t.Skip("there are no scenes in ../shared")
	}
	const every = 5 // a sample is enough
	var all []float64
	for i, file := range files {
		if i%every != 0 {
			continue
		}
		s, err := scene.LoadStill(file)
		require.NoError(t, err)
		if s.Lattice == nil {
			continue
		}
		got := readWith(t, &s, Options{Camera: &s.View.Camera})
		if !assert.NotNil(t, got.Lattice, file) {
			continue
		}
		off := math.Abs(got.Lattice.PitchMM/s.Set.PitchMM - 1)
		all = append(all, off)
		t.Logf("%s: %.2f %%", filepath.Base(file), 100*(got.Lattice.PitchMM/s.Set.PitchMM-1))
		assert.Less(t, off, 0.01, "%s: %v instead of %v mm", filepath.Base(file), got.Lattice.PitchMM, s.Set.PitchMM)
	}
	require.NotEmpty(t, all)
	t.Logf("pitch of %d castles: the worst within %.2f %%", len(all), 100*slices.Max(all))
}

// Tags that were printed to fit a page, or for larger paper: the castle beside them tells, and is read as well.
func TestTagsOfAnotherSize(t *testing.T) {
	files, err := filepath.Glob(filepath.Join("testdata", "stills", "*.json"))
	require.NoError(t, err)
	read := 0
	for _, file := range files {
		s, err := scene.LoadStill(file)
		require.NoError(t, err)
		if len(s.Castle.Towers)+len(s.Castle.Walls) < tellingPieces {
			continue
		}
		for _, printed := range []float64{0.94, 0.97, 1.03} {
			taken := calibration.DefaultTagSizeMM / printed
			got := readWith(t, &s, Options{Camera: &s.View.Camera, Set: &s.Set, TagSizeMM: taken})
			c := scene.Compare(got.Castle, s.Castle, s.Hidden)
			assert.True(t, c.Exact, "%s beside tags of %v: missing %v, invented %v", file, printed, c.Missing, c.Invented)
			require.Len(t, got.Notes, 1, file)
			assert.Equal(t, watchful.TagsSize, got.Notes[0].Code)
			require.NotNil(t, got.Lattice)
			assert.InEpsilon(t, s.Set.PitchMM/printed, got.Lattice.PitchMM, 0.004, "%s beside tags of %v", file, printed)
			read++
		}
	}
	assert.Positive(t, read)
}
