package model

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/castellan-companion/castellan/vision/nn"
	"github.com/castellan-companion/castellan/vision/volume"
)

// said are Caliper's outputs about a wall from end to end, a tower and nothing else, along a frame's axes.
func said(f *volume.Frame, wall [2][2]float64, tower [2]float64) (pieces, ends []vote) {
	along := [2]float64{wall[1][0] - wall[0][0], wall[1][1] - wall[0][1]}
	length := math.Hypot(along[0], along[1])
	ax, ay := (along[0]*f.X[0]+along[1]*f.X[1])/length, (along[0]*f.Y[0]+along[1]*f.Y[1])/length
	for y := 0; y < f.H; y += CaliperStride {
		for x := 0; x < f.W; x += CaliperStride {
			out := make([]float32, CaliperChannels)
			out[CaliperNone], out[CaliperEnd] = 5, -5
			// near says whether a place is near this output, and writes where it is from there.
			near := func(at [2]float64, channel int) bool {
				dx := at[0] - f.Origin[0] - f.Step*(float64(x)*f.X[0]+float64(y)*f.Y[0])
				dy := at[1] - f.Origin[1] - f.Step*(float64(x)*f.X[1]+float64(y)*f.Y[1])
				if math.Hypot(dx, dy) > CaliperReach {
					return false
				}
				out[channel] = float32((dx*f.X[0] + dy*f.X[1]) / CaliperReach)
				out[channel+1] = float32((dx*f.Y[0] + dy*f.Y[1]) / CaliperReach)
				return true
			}
			if near([2]float64{(wall[0][0] + wall[1][0]) / 2, (wall[0][1] + wall[1][1]) / 2}, CaliperX) {
				out[CaliperWall] = 10
				out[CaliperCos2], out[CaliperSin2] = float32(ax*ax-ay*ay), float32(2*ax*ay)
				out[CaliperLength], out[CaliperWidth], out[CaliperHeight] = float32(CaliperMeasure(1.1*length)), float32(CaliperMeasure(8)), float32(CaliperMeasure(19))
			}
			if near(tower, CaliperX) {
				out[CaliperTower] = 10
				out[CaliperWidth], out[CaliperHeight] = float32(CaliperMeasure(16)), float32(CaliperMeasure(28))
			}
			for _, end := range wall {
				if near(end, CaliperEndX) {
					out[CaliperEnd] = 5
				}
			}
			pieces, ends = votes(out, f, x, y, pieces, ends)
		}
	}
	return pieces, ends
}

func TestCaliperIsUnderstood(t *testing.T) {
	wall, tower := [2][2]float64{{60, 20}, {100, 50}}, [2]float64{40, 70}
	for _, mirrored := range bothWays {
		f := CaliperFrame([2]float64{70, 45}, [3]float64{300, -200, 500}, 161, 161, mirrored)
		pieces, ends := said(&f, wall, tower)
		var found []Apart
		for _, near := range gather(pieces, pieceSpread) {
			found = append(found, measured(near))
		}
		require.Len(t, found, 2)
		var tips [][2]float64
		for _, near := range gather(ends, endSpread) {
			tips = append(tips, mean(near, 0).at)
		}
		require.Len(t, tips, 2)
		for _, a := range found {
			assert.Greater(t, a.P, 0.98)
			if a.Kind == CaliperTower {
				assert.InDeltaSlice(t, tower[:], a.At[:], 1e-3)
				assert.InDelta(t, 16, a.Width.MM, 1e-3)
				assert.InDelta(t, 28, a.Height.MM, 1e-3)
				continue
			}
			require.Equal(t, CaliperWall, a.Kind)
			assert.InDeltaSlice(t, []float64{80, 35}, a.At[:], 1e-3)
			assert.InDelta(t, 55, a.Length.MM, 1e-3)
			assert.InDelta(t, 0, math.Sin(a.Angle-math.Atan2(30, 40)), 1e-3)
			assert.True(t, a.covers([2]float64{98, 48}))
			assert.False(t, a.covers(tower))
			a.reach(tips)
			assert.InDelta(t, 50, a.Length.MM, 1e-3, "from end to end")
			a.reach(tips[:1])
			assert.InDelta(t, 50, a.Length.MM, 1e-3, "with one end unseen it stays")
		}
	}
}

func TestCaliperLooksTowardsTheCamera(t *testing.T) {
	eye := [3]float64{300, -200, 500}
	for _, mirrored := range bothWays {
		f := CaliperFrame([2]float64{50, 40}, eye, 101, 61, mirrored)
		assert.InDelta(t, 1, (250*f.Y[0]-240*f.Y[1])/math.Hypot(250, 240), 1e-9)
		assert.InDelta(t, 0, f.X[0]*f.Y[0]+f.X[1]*f.Y[1], 1e-9)
		for k, want := range [2]float64{50, 40} {
			assert.InDelta(t, want, f.Origin[k]+f.Step*(50*f.X[k]+30*f.Y[k]), 1e-9, "the middle")
		}
	}
}

func TestDifferLeavesOutTheExposure(t *testing.T) {
	const planes, side = 3, 16
	fresh := func() nn.Tensor {
		c := volume.Channels(planes)
		return nn.Tensor{H: side, W: side, C: c, Data: make([]float32, side*side*c)}
	}
	seen, bare := fresh(), fresh()
	for y := range side {
		for x := range side {
			for k := range 3 * planes {
				bare.At(y, x)[k] = 0.5 + 0.01*float32(x)
				seen.At(y, x)[k] = bare.At(y, x)[k] + 0.3 // a longer exposure
				if x < 5 {
					seen.At(y, x)[k]++ // a piece
				}
			}
			seen.At(y, x)[3*planes] = 0.7
		}
	}
	clear(bare.At(3, 9)[:3]) // out of the picture
	var in nn.Tensor
	Differ(&in, &seen, &bare)
	require.Equal(t, 6*planes+volume.NotColours, in.C)
	assert.InDelta(t, 0.8+0.02, in.At(7, 2)[0]-1, 1e-5, "the picture itself")
	assert.InDelta(t, 1, in.At(7, 2)[3*planes], 1e-5, "a piece")
	assert.InDelta(t, 0, in.At(7, 9)[3*planes], 1e-5, "the table")
	assert.Zero(t, in.At(3, 9)[3*planes])
	assert.InDelta(t, 0.7, in.At(7, 9)[6*planes], 1e-6)
}
