package volume

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/castellan-companion/castellan/calibration"
	"github.com/castellan-companion/castellan/vision/nn"
)

// above is a camera 500 mm over the table's origin, looking straight down; the table's x is the picture's right.
func above() calibration.View {
	return calibration.View{
		Camera: calibration.Camera{Width: 200, Height: 160, FX: 400, FY: 400, CX: 100, CY: 80},
		Pose:   calibration.Pose{R: [3][3]float64{{1, 0, 0}, {0, -1, 0}, {0, 0, -1}}, T: [3]float64{0, 0, 500}},
	}
}

// ramp is a picture whose red grows with the column and whose green grows with the row.
func ramp(w, h int) *Picture {
	pix := make([]byte, 0, 3*w*h)
	for y := range h {
		for x := range w {
			pix = append(pix, byte(x), byte(y), 128)
		}
	}
	return FromRGB(w, h, pix)
}

func TestSampleSeesWhatTheCameraSees(t *testing.T) {
	view := above()
	lens := NewLens(view)
	s, c := math.Sincos(0.4)
	f := Frame{Origin: [2]float64{-20, -15}, X: [2]float64{c, s}, Y: [2]float64{-s, c}, Step: 1.2, W: 30, H: 25, Planes: []float64{0, 40}}
	var volume nn.Tensor
	var sampler Sampler
	sampler.Sample(&volume, ramp(200, 160), lens, &f)
	assert.Equal(t, [3]int{25, 30, Channels(2)}, [3]int{volume.H, volume.W, volume.C})
	for _, at := range [][2]int{{0, 0}, {29, 24}, {7, 13}, {16, 8}} {
		got := volume.At(at[1], at[0])
		x, y := float64(at[0])*f.Step, float64(at[1])*f.Step
		for plane, z := range f.Planes {
			p := view.Pixel([3]float64{f.Origin[0] + x*f.X[0] + y*f.Y[0], f.Origin[1] + x*f.X[1] + y*f.Y[1], z})
			// The mean over the volume is taken out, but differences between the colours stay.
			want := (math.Log(p[0]+toneOffset) - math.Log(128+toneOffset)) / 0.6
			assert.InDelta(t, want, float64(got[3*plane]-got[3*plane+2]), 0.02, "red at %v, plane %v", at, z)
			want = (math.Log(p[1]+toneOffset) - math.Log(128+toneOffset)) / 0.6
			assert.InDelta(t, want, float64(got[3*plane+1]-got[3*plane+2]), 0.02, "green at %v, plane %v", at, z)
		}
		assert.InDelta(t, 1, got[volume.C-1], 0, "seen")
	}
}

// Readings must not depend on how many processors there are, nor on what was sampled before.
func TestSampleIsTheSameOnAnyNumberOfGoroutines(t *testing.T) {
	lens, picture := NewLens(above()), ramp(200, 160)
	frame := func(w, h int, planes ...float64) Frame {
		return Frame{Origin: [2]float64{-90, -15}, X: [2]float64{1, 0}, Y: [2]float64{0, 1}, Step: 1.2, W: w, H: h, Planes: planes}
	}
	var several Sampler
	var got nn.Tensor
	for _, f := range []Frame{frame(40, 31, 0, 20, 40), frame(9, 50, 10), frame(40, 7, 0, 40)} {
		var want nn.Tensor
		(&Sampler{}).Sample(&want, picture, lens, &f)
		for _, several.Workers = range []int{2, 5} {
			several.Sample(&got, picture, lens, &f)
			assert.Equal(t, want, got, "%d goroutines", several.Workers)
		}
	}
}

func TestSampleMarksWhatTheCameraDoesNotSee(t *testing.T) {
	lens := NewLens(above())
	f := Frame{Origin: [2]float64{200, 0}, X: [2]float64{1, 0}, Y: [2]float64{0, 1}, Step: 2, W: 10, H: 10, Planes: []float64{0}}
	var volume nn.Tensor
	var sampler Sampler
	sampler.Sample(&volume, ramp(200, 160), lens, &f)
	for i := 0; i < len(volume.Data); i += volume.C {
		assert.Zero(t, volume.Data[i+volume.C-1])
		assert.Zero(t, volume.Data[i])
	}
}

func TestSlant(t *testing.T) {
	view := above()
	assert.InDelta(t, 0, NewLens(view).Slant(), 1e-9, "straight down")
	sin, cos := math.Sincos(0.5)
	view.R = [3][3]float64{{1, 0, 0}, {0, -cos, -sin}, {0, sin, -cos}}
	assert.InDelta(t, math.Tan(0.5), NewLens(view).Slant(), 1e-9)
	view.R = [3][3]float64{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}
	assert.Zero(t, NewLens(view).Slant(), "the axis has no way aside, though it looks up")
	view.R = [3][3]float64{{1, 0, 0}, {0, 0, -1}, {0, 1, 0}}
	assert.Greater(t, NewLens(view).Slant(), 1e6, "level")
}

func TestLensDoesNotFoldBack(t *testing.T) {
	view := above()
	view.Dist[0] = -0.3 // bends points far out back into the picture
	_, _, ok := NewLens(view).Project([3]float64{1500, 0, 0})
	assert.False(t, ok)
	u, v, ok := NewLens(view).Project([3]float64{0, 0, 0})
	assert.True(t, ok)
	assert.InDelta(t, 100, u, 1e-9)
	assert.InDelta(t, 80, v, 1e-9)
}
