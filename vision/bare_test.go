package vision

import (
	"image"
	"image/color"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gocv.io/x/gocv"
)

func TestNewsAreWhereSomethingWasPutAndNotWhereTheLightChanged(t *testing.T) {
	b := newBare()
	defer func() { require.NoError(t, b.Close()) }()
	for _, c := range []struct {
		grey float64
		put  bool
		news bool
	}{{100, false, false}, {130, false, false}, {130, true, true}} {
		picture := gocv.NewMatWithSizeFromScalar(gocv.NewScalar(c.grey, 0, 0, 0), 360, 640, gocv.MatTypeCV8U)
		if c.put {
			require.NoError(t, gocv.Rectangle(&picture, image.Rect(300, 200, 324, 224), color.RGBA{R: 90, G: 90, B: 90}, -1))
		}
		require.NoError(t, b.look(picture))
		require.NoError(t, b.see())
		require.NoError(t, b.look(picture))
		require.NoError(t, picture.Close())
		assert.Equal(t, c.news, b.news.share() > 0)
		assert.Equal(t, c.news, b.news.differs[53*b.news.w+78])
		assert.False(t, b.news.differs[10*b.news.w+10])
	}
}
