package calibration

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// sides are views of one camera of a table, tilted by some degrees each.
func sides(camera Camera, tilts ...[2]float64) []View {
	var views []View
	for _, t := range tilts {
		v := View{Camera: camera, Pose: Pose{R: lookDown(t[0]*math.Pi/180, t[1]*math.Pi/180, 0)}}
		v.T = [3]float64{10, -15, 750}
		views = append(views, v)
	}
	return views
}

func TestCameraFromViews(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	layout := TagLayout{
		{ID: 0, SizeMM: 40, CenterMM: [2]float64{-250, -160}},
		{ID: 1, SizeMM: 40, CenterMM: [2]float64{260, -150}, AngleDeg: 30},
		{ID: 2, SizeMM: 40, CenterMM: [2]float64{240, 170}, AngleDeg: -80},
		{ID: 3, SizeMM: 40, CenterMM: [2]float64{-260, 180}, AngleDeg: 140},
	}
	for _, want := range []Camera{
		{FX: 820, CX: 650, CY: 352, Dist: [5]float64{-0.12}}, {FX: 1350, CX: 627, CY: 371, Dist: [5]float64{0.03}},
	} {
		want.Width, want.Height, want.FY = 1280, 720, want.FX
		var views [][]TagDetection
		for i, view := range sides(want, [2]float64{2, -3}, [2]float64{25, 0}, [2]float64{-22, 8}, [2]float64{5, 26}, [2]float64{3, -28}) {
			for k := range layout { // the tags lie elsewhere each time
				layout[k].CenterMM[0] += float64(10 * (i - 2))
				layout[k].AngleDeg += 25
			}
			views = append(views, seeAll(&view, layout, func() float64 { return rng.Float64()*0.2 - 0.1 }))
		}
		got, focalError, err := CameraFromViews(1280, 720, views, PoseOptions{})
		require.NoError(t, err)
		assert.InEpsilon(t, want.FX, got.FX, min(0.01, 6*focalError))
		assert.InDelta(t, want.CX, got.CX, 5)
		assert.InDelta(t, want.CY, got.CY, 5)
		assert.InDelta(t, want.Dist[0], got.Dist[0], 0.02)
		assert.Less(t, got.RMSPx, 0.2)
		assert.Equal(t, 5, got.Views)
	}
}

func TestCameraFromTooFewViews(t *testing.T) {
	_, _, err := CameraFromViews(1280, 720, nil, PoseOptions{})
	require.ErrorIs(t, err, ErrFewViews)
	view := sides(GuessCamera(1280, 720), [2]float64{30, 0})[0]
	tags := seeAll(&view, TagLayout{{ID: 0, SizeMM: 40}, {ID: 1, SizeMM: 40, CenterMM: [2]float64{150, 0}}}, noNoise)
	_, _, err = CameraFromViews(1280, 720, [][]TagDetection{tags, nil}, PoseOptions{})
	require.ErrorIs(t, err, ErrFewViews)

	got, focalError, err := CameraFromViews(1280, 720, [][]TagDetection{tags, tags}, PoseOptions{})
	require.NoError(t, err)
	assert.InEpsilon(t, view.FX, got.FX, 0.03)
	assert.Greater(t, focalError, 0.002)
}
