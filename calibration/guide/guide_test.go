package guide

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/castellan-companion/castellan/calibration"
)

// page is the printed page of tags.
var page = calibration.TagLayout{
	{ID: 0, SizeMM: 40, CenterMM: [2]float64{-32, 32}},
	{ID: 1, SizeMM: 40, CenterMM: [2]float64{32, 32}},
	{ID: 2, SizeMM: 40, CenterMM: [2]float64{-32, -32}},
	{ID: 3, SizeMM: 40, CenterMM: [2]float64{32, -32}},
}

func lens() calibration.Camera {
	camera := calibration.GuessCamera(1280, 720)
	camera.FX, camera.FY = 930, 930
	camera.Dist[0] = -0.05
	return camera
}

// at is what is found of the page, turned by some degrees about the picture's axes, with its middle 300 mm before the camera, aside by x, y (mm).
func at(camera calibration.Camera, aboutX, aboutY, x, y float64) []calibration.TagDetection {
	sx, cx := math.Sincos(aboutX * math.Pi / 180)
	sy, cy := math.Sincos(aboutY * math.Pi / 180)
	view := calibration.View{Camera: camera, Pose: calibration.Pose{
		R: [3][3]float64{{cy, 0, -sy}, {sx * sy, -cx, sx * cy}, {-cx * sy, -sx, -cx * cy}}, T: [3]float64{x, y, 300},
	}}
	var tags []calibration.TagDetection
	for _, place := range page {
		tag := calibration.TagDetection{ID: place.ID}
		for i, corner := range place.Corners(calibration.DefaultTagFaceMM) {
			tag.Corners[i] = view.Pixel(corner)
		}
		tags = append(tags, tag)
	}
	return tags
}

// hold shows the same thing in two frames and gives the second step.
func hold(g *Guide, tags []calibration.TagDetection) Step {
	g.Look(tags)
	return g.Look(tags)
}

func TestGuideLeadsToTheLens(t *testing.T) {
	camera := lens()
	g := New(1280, 720)
	assert.Equal(t, Step{Do: ShowTags, Text: texts[ShowTags]}, g.Look(nil))
	assert.Equal(t, ShowTags, g.Look(at(camera, 0, 0, 0, 0)[:1]).Do)
	assert.Equal(t, Steady, g.Look(at(camera, 30, 0, 0, 0)).Do, "nothing is known yet of how it moves")
	assert.Equal(t, Steady, g.Look(at(camera, 30, 0, 20, 0)).Do, "it moves")
	_, err := g.Camera()
	require.ErrorIs(t, err, calibration.ErrFewViews)

	last := 0.0
	advance := func(want Do, tags []calibration.TagDetection) {
		t.Helper()
		step := hold(g, tags)
		assert.Equal(t, want, step.Do)
		assert.NotEmpty(t, step.Text)
		assert.Greater(t, step.Progress, last)
		last = step.Progress
	}
	advance(Tilt, at(camera, 30, 0, 0, 0))
	again := hold(g, at(camera, 30, 0, 0, 0))
	assert.InDelta(t, last, again.Progress, 0, "the same side again brings nothing")
	assert.Equal(t, Tilt, again.Do)
	advance(Tilt, at(camera, -30, 0, 0, 0))
	advance(Tilt, at(camera, 0, 30, 0, 0))
	advance(Tilt, at(camera, 0, -30, 0, 0))
	advance(HoldFlat, at(camera, 25, 25, 0, 0))
	advance(Spread, at(camera, 0, 0, 0, 0))
	advance(Spread, at(camera, 5, 5, -130, -60))
	step := hold(g, at(camera, 5, 5, 130, 60))
	for _, place := range [][2]float64{{130, -60}, {-130, 60}, {0, 60}, {0, -60}} {
		if step.Do == Done {
			break
		}
		step = hold(g, at(camera, -5, 5, place[0], place[1]))
	}
	assert.Equal(t, Done, step.Do)
	assert.InDelta(t, 1, step.Progress, 0)

	got, err := g.Camera()
	require.NoError(t, err)
	assert.InEpsilon(t, 930, got.FX, 0.01)
	assert.InDelta(t, -0.05, got.Dist[0], 0.01)
	assert.Less(t, got.RMSPx, 0.05)
}
