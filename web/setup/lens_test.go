package setup

import (
	"context"
	"image"
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/castellan-companion/castellan/calibration"
	"github.com/castellan-companion/castellan/calibration/guide"
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

// sheet is a page with the four tags, held before a camera in one way after the other (TagFinder).
type sheet struct {
	camera calibration.Camera
	held   []hold
	next   int
}

// hold is how the sheet is held: tilted about the picture's axes (degrees), its middle at a place before the camera (mm).
type hold struct{ aboutX, aboutY, x, y float64 }

func (s *sheet) Detect(*image.Gray) ([]calibration.TagDetection, error) {
	h := s.held[min(s.next, len(s.held)-1)]
	s.next++
	sx, cx := math.Sincos(h.aboutX * math.Pi / 180)
	sy, cy := math.Sincos(h.aboutY * math.Pi / 180)
	view := calibration.View{Camera: s.camera, Pose: calibration.Pose{
		R: [3][3]float64{{cy, 0, -sy}, {sx * sy, -cx, sx * cy}, {-cx * sy, -sx, -cx * cy}}, T: [3]float64{h.x, h.y, 300},
	}}
	var tags []calibration.TagDetection
	for id, middle := range [][2]float64{{-32, 32}, {32, 32}, {-32, -32}, {32, -32}} {
		place := calibration.TagPlace{ID: id, SizeMM: calibration.DefaultTagSizeMM, CenterMM: middle}
		tag := calibration.TagDetection{ID: id}
		for i, corner := range place.Corners(calibration.DefaultTagFaceMM) {
			tag.Corners[i] = view.Pixel(corner)
		}
		tags = append(tags, tag)
	}
	return tags, nil
}

func TestLensIsMeasuredAndUsed(t *testing.T) {
	camera := calibration.GuessCamera(1280, 720)
	camera.FX, camera.FY = 930, 930
	tags := &sheet{camera: camera}
	for _, h := range []hold{
		{30, 0, 0, 0},
		{-30, 0, 0, 0},
		{0, 30, 0, 0},
		{0, -30, 0, 0},
		{25, 25, 0, 0},
		{},
		{5, 5, -130, -60},
		{5, 5, 130, 60},
		{-5, 5, 130, -60},
		{-5, 5, -130, 60},
		{-5, 5, 0, 60},
		{-5, 5, 0, -60},
	} {
		tags.held = append(tags.held, h, h) // still for two pictures
	}
	desk, eye := openDesk(t, nil)
	desk.Pictures, desk.Tags = &film{jpeg: encode(t, image.NewGray(image.Rect(0, 0, 1280, 720)))}, tags
	desk.BeginLens()
	var step LensStep
	for range tags.held {
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
