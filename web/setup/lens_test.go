package setup

import (
	"context"
	"image"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/castellan-companion/castellan/calibration"
	"github.com/castellan-companion/castellan/calibration/guide"
	"github.com/castellan-companion/castellan/calibration/guide/guidetest"
	"github.com/castellan-companion/castellan/companion"
)

// film shows one picture after the other.
type film struct {
	jpeg  []byte
	shown int64
}

func (f *film) Picture(_ context.Context, shown int64) (*companion.Picture, error) {
	f.shown++
	if shown == f.shown {
		panic("a picture was shown twice")
	}
	return &companion.Picture{Number: f.shown, JPEG: f.jpeg}, nil
}

func TestLensIsMeasuredAndUsed(t *testing.T) {
	camera := calibration.GuessCamera(1280, 720)
	camera.FX, camera.FY = 930, 930
	tags := &guidetest.Sheet{Camera: camera, Held: guidetest.Enough}
	desk, eye := openDesk(t, nil)
	desk.Pictures, desk.Tags = &film{jpeg: encode(t, image.NewGray(image.Rect(0, 0, 1280, 720)))}, tags
	desk.BeginLens()
	var step LensStep
	for range 2 * len(tags.Held) {
		assert.Nil(t, eye.camera, "it is used when it is measured")
		var err error
		step, err = desk.GuideLens(t.Context())
		require.NoError(t, err)
		assert.Len(t, step.Tags, 4)
		if step.Do == guide.Done {
			break
		}
	}
	require.Equal(t, guide.Done, step.Do)
	require.NotNil(t, eye.camera)
	assert.InEpsilon(t, 930, eye.camera.FX, 0.01)

	again, err := desk.GuideLens(t.Context())
	require.NoError(t, err)
	assert.Equal(t, step, again, "what is done stays done")
	desk.BeginLens()
	again, err = desk.GuideLens(t.Context())
	require.NoError(t, err)
	assert.Equal(t, guide.Steady, again.Do, "it begins anew")
}
