package vision

import (
	"math"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/castellan-companion/castellan/vision/scene"
)

// Without tags, what is read is right, and what cannot be told is left open.
func TestReadWithoutTags(t *testing.T) {
	files, err := filepath.Glob("testdata/stills/*.json")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	read := 0
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			s, err := scene.LoadStill(file)
			require.NoError(t, err)
			got := readWith(t, &s, Options{Camera: &s.View.Camera, Set: &s.Set, NoTags: true})
			if !got.Found {
				assert.Equal(t, "none", got.Pose.Source)
				assert.Empty(t, got.Castle.Towers)
				assert.Empty(t, got.Pieces)
				return
			}
			read++
			require.NotNil(t, s.Lattice, "there is no castle")
			assert.Equal(t, "castle", got.Pose.Source)
			c := scene.Compare(got.Castle, s.Castle, s.Hidden)
			assert.True(t, c.Exact, "missing %v, invented %v", c.Missing, c.Invented)
			tilt := func(up float64) float64 { return math.Acos(-up) * 180 / math.Pi }
			most := 2.0 // degrees
			if len(s.Castle.Towers) < 15 {
				most = 6 // they span too little of the picture to tell
			}
			assert.InDelta(t, tilt(s.View.R[2][2]), tilt(got.Pose.R[2][2]), most, "tilt in degrees")
			assert.LessOrEqual(t, got.Confidence, untaggedTrust)
		})
	}
	assert.Positive(t, read, "some can be read")
}
