package vision

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/castellan-companion/castellan/vision/scene"
)

// From straight above, the height of a blue keep in the dark hardly shows: with nothing known beforehand it was taken for a double one.
func TestAKeepThatLooksAsMuchLikeADoubleOneIsASingleOne(t *testing.T) {
	s, err := scene.LoadStill("testdata/keeps/above.json")
	require.NoError(t, err)
	out := readWith(t, &s, Options{Camera: &s.View.Camera, Set: &s.Set})
	match := scene.Compare(out.Castle, s.Castle, s.Hidden)
	assert.True(t, match.ExactVisible)
	assert.True(t, match.KeepsRight)
}
