package solid

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/castellan-companion/castellan/calibration"
	"github.com/castellan-companion/castellan/engine/castellan"
	"github.com/castellan-companion/castellan/vision/model"
	"github.com/castellan-companion/castellan/vision/reading"
	"github.com/castellan-companion/castellan/vision/volume"
)

// slanted is a lens half a metre above the table that looks along Y at its origin, and a picture whose brightness grows from left to right.
func slanted() (*volume.Lens, *volume.Picture) {
	const w, h, cos, sin = 640, 480, 0.6, 0.8
	view := calibration.View{
		Camera: calibration.Camera{Width: w, Height: h, FX: 800, FY: 800, CX: w / 2, CY: h / 2},
		Pose: calibration.Pose{
			R: [3][3]float64{{1, 0, 0}, {0, -cos, -sin}, {0, sin, -cos}},
			T: [3]float64{0, 0, 500},
		},
	}
	pix := make([]byte, 3*w*h)
	for i := range w * h {
		for c := range 3 {
			pix[3*i+c] = byte(20 + i%w*200/w)
		}
	}
	return volume.NewLens(view), volume.FromRGB(w, h, pix)
}

func TestUnfold(t *testing.T) {
	lens, picture := slanted()
	set := calibration.DefaultSet()
	g := model.NewGrid([2]float64{}, 0, set.PitchMM)
	w := castellan.Wall{To: castellan.Node{I: 1}}
	castle := &reading.Castle{
		Towers: []castellan.Node{{}},
		Walls:  []castellan.Wall{{From: castellan.Node{J: 1}, To: castellan.Node{I: 1, J: 1}}},
	}
	take := func(c *reading.Castle, w castellan.Wall, keeps ...reading.Keep) *model.Strip {
		s := New(lens.Eye(), &g, &set, c, keeps)
		out := &model.Strip{}
		s.Unfold(picture, lens, w, out)
		return out
	}
	ahead, turned, back := take(castle, w), take(castle, castellan.Wall{From: w.To, To: w.From}), &model.Strip{}
	turned.Mirror(back)
	assert.Equal(t, ahead.Left, !turned.Left)
	assert.InDelta(t, ahead.Seen, turned.Seen, 1e-9)
	assert.InDelta(t, ahead.Eye[0], back.Eye[0], 1e-6)
	assert.InDelta(t, ahead.Eye[1], back.Eye[1], 1e-6)
	same := 0
	for row := range model.StripRows {
		for column := range model.StripColumns {
			if assert.InDeltaSlice(t, ahead.Sample(row, column), back.Sample(row, column), 1e-3) {
				same++
			}
		}
	}
	assert.Equal(t, model.StripRows*model.StripColumns, same, "from its other end it is its mirror image")

	const top, middle, last = model.StripBehind, model.StripColumns / 2, model.StripRows - 1
	assert.Zero(t, ahead.Sample(last-model.StripGround+1, 3)[model.StripSeen], "its tower stands on the table at its foot")
	assert.Zero(t, ahead.Sample(last-model.StripGround, 3)[model.StripSeen], "and on the foot itself")
	assert.EqualValues(t, 1, ahead.Sample(last, middle)[model.StripSeen])
	assert.EqualValues(t, 1, ahead.Sample(last, middle)[model.StripTable])
	assert.EqualValues(t, 1, ahead.Sample(top, middle)[model.StripWall], "over its top the wall behind it is seen")
	assert.EqualValues(t, 1, take(&reading.Castle{}, w).Sample(top, middle)[model.StripTable], "where there is one")
	assert.Greater(t, ahead.Sample(top, middle+5)[model.StripRed], ahead.Sample(top, middle)[model.StripRed])
	assert.Less(t, turned.Sample(top, middle+5)[model.StripRed], turned.Sample(top, middle)[model.StripRed])

	hidden := take(castle, w, reading.Keep{Count: 2, AtMM: [2]float64{0.5 * set.PitchMM, -0.5 * set.PitchMM}})
	assert.Less(t, hidden.Seen, 0.8*ahead.Seen, "a double keep stands before it")
}
