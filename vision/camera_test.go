package vision

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gocv.io/x/gocv"
)

func TestTagsAreFoundAgainWhereTheyWere(t *testing.T) {
	r, err := NewReader(Options{})
	require.NoError(t, err)
	defer func() { require.NoError(t, r.Close()) }()
	img := gocv.IMRead("testdata/stills/tilt_04.jpg", gocv.IMReadColor)
	defer img.Close()
	require.False(t, img.Empty())
	gray, err := r.grey(img)
	require.NoError(t, err)
	tags, err := r.tags.Detect(gray)
	require.NoError(t, err)
	require.Len(t, tags, 4)

	again, err := r.detectNear(gray, tags)
	require.NoError(t, err)
	assert.Len(t, again, 4)
	assert.Less(t, movement(tags, again), 0.05, "pixels")

	tags[2].ID = 7 // a tag that is not there
	again, err = r.detectNear(gray, tags)
	require.NoError(t, err)
	assert.Len(t, again, 3)
}
