package model

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/castellan-companion/castellan/calibration"
	"github.com/castellan-companion/castellan/vision/nn"
	"github.com/castellan-companion/castellan/vision/volume"
)

// noisy is a picture of nothing in particular, seen from straight above the origin.
func noisy() (*volume.Picture, *volume.Lens) {
	view := calibration.View{
		Camera: calibration.Camera{Width: 320, Height: 240, FX: 400, FY: 400, CX: 160, CY: 120},
		Pose:   calibration.Pose{R: [3][3]float64{{1, 0, 0}, {0, -1, 0}, {0, 0, -1}}, T: [3]float64{0, 0, 500}},
	}
	rng := rand.New(rand.NewPCG(3, 1))
	pix := make([]byte, 3*view.Width*view.Height)
	for k := range pix {
		pix[k] = byte(rng.IntN(256))
	}
	return volume.FromRGB(view.Width, view.Height, pix), volume.NewLens(view)
}

func TestACloserLookAtAllOfAWindowIsAnotherLookAtIt(t *testing.T) {
	p, lens := noisy()
	g, set, w := NewGrid([2]float64{}, 0.2, 36), testSet(), Window{I0: -2, J0: -1, NI: 5, NJ: 4}
	var again, closer Runner
	want := again.Cells(p, lens, &g, w, &set)
	for _, views := range []int{1, 3, 8, 20} {
		again.LookAgain(&want, p, lens, &g, &set, views)
		got := closer.Cells(p, lens, &g, w, &set)
		closer.LookCloser(&got, w, p, lens, &g, &set, views)
		assert.InDeltaSlice(t, want.Out.Data, got.Out.Data, 1e-4, "%d ways", views)
	}
}

func TestGamesThatBeginAreSeenWithWeightsOfTheirOwn(t *testing.T) {
	p, lens := noisy()
	g, set, w := NewGrid([2]float64{}, 0.2, 36), testSet(), Window{I0: -2, J0: -1, NI: 5, NJ: 4}
	var usual, begun Runner
	begun.Begun = true
	assert.NotEqual(t, usual.Cells(p, lens, &g, w, &set).Out.Data, begun.Cells(p, lens, &g, w, &set).Out.Data)
	area := Rect{Axes: g, W: 150, H: 120}
	area.Axes.Pitch = 1
	assert.NotEqual(t, usual.Compass(p, lens, area, &set).Out.Data, begun.Compass(p, lens, area, &set).Out.Data)
	assert.NotEqual(t, usual.Spots(p, lens, area, &set).Out.Data, begun.Spots(p, lens, area, &set).Out.Data)
	again := usual.AsFromAbove(p, lens, &g, w, &set, 1)
	begun.Begun = false
	assert.Equal(t, again.Out.Data, begun.Cells(p, lens, &g, w, &set).Out.Data)
}

func TestACloserLookChangesWhatItSeesWell(t *testing.T) {
	w := Window{I0: -2, J0: -1, NI: 6, NJ: 5}
	for name, c := range map[string]struct {
		part             Window
		i2, j2, toI, toJ int // what changes, at twice the lattice coordinates
	}{
		"within":       {Window{I0: -1, J0: 0, NI: 4, NJ: 3}, 0, 2, 2, 2},
		"at a corner":  {Window{I0: -2, J0: -1, NI: 3, NJ: 3}, -6, -4, -2, 0},
		"at the other": {Window{I0: 1, J0: 1, NI: 3, NJ: 3}, 4, 4, 8, 8},
		"everywhere":   {w, -6, -4, 8, 8},
	} {
		m := CellMap{Window: w, Out: nn.NewTensor(2*w.NJ+3, 2*w.NI+3, CellChannels)}
		for k := range m.Out.Data {
			m.Out.Data[k] = 1
		}
		sum := nn.NewTensor(2*c.part.NJ+3, 2*c.part.NI+3, CellChannels)
		for k := range sum.Data {
			sum.Data[k] = 2 * 6
		}
		m.average(m.Out, 2, c.part, sum, 2)
		for j2 := -4; j2 <= 8; j2++ {
			for i2 := -6; i2 <= 8; i2++ {
				o := m.At(i2, j2)
				require.NotNil(t, o)
				want := float32(1)
				if i2 >= c.i2 && i2 <= c.toI && j2 >= c.j2 && j2 <= c.toJ {
					want = 3.5
				}
				assert.InDelta(t, want, o[0], 1e-6, "%s: %d,%d", name, i2, j2)
				assert.InDelta(t, want, o[CellChannels-1], 1e-6, "%s: %d,%d", name, i2, j2)
			}
		}
	}
}

func TestCommonPartOfWindows(t *testing.T) {
	w := Window{I0: -1, J0: 2, NI: 4, NJ: 3}
	assert.Equal(t, Window{I0: 1, J0: 2, NI: 2, NJ: 2}, w.Common(Window{I0: 1, J0: 0, NI: 9, NJ: 4}))
	assert.Equal(t, w, w.Common(w))
	apart := w.Common(Window{I0: 9, J0: 2, NI: 2, NJ: 2})
	assert.Negative(t, apart.NI)
}
