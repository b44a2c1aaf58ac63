package vision

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gocv.io/x/gocv"

	"github.com/castellan-companion/castellan/vision/scene"
)

// From straight above, the height of the red keep in this picture hardly shows: with nothing known beforehand it was taken for a double one.
func TestAKeepThatLooksAsMuchLikeADoubleOneIsASingleOne(t *testing.T) {
	s, err := scene.LoadStill("testdata/keeps/above.json")
	require.NoError(t, err)
	img := gocv.IMRead(s.Image, gocv.IMReadColor)
	defer func() { require.NoError(t, img.Close()) }()
	r, err := NewReader(Options{Camera: &s.View.Camera, Set: &s.Set})
	require.NoError(t, err)
	defer func() { require.NoError(t, r.Close()) }()
	out, err := r.Read(img)
	require.NoError(t, err)
	match := scene.Compare(out.Castle, s.Castle, s.Hidden)
	assert.True(t, match.ExactVisible)
	assert.True(t, match.KeepsRight)
}
