package vision

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/castellan-companion/castellan/calibration"
	"github.com/castellan-companion/castellan/engine/castellan"
	"github.com/castellan-companion/castellan/vision/model"
	"github.com/castellan-companion/castellan/vision/reading"
	"github.com/castellan-companion/castellan/vision/volume"
)

// aslant is a camera that looks at the table's origin from 700 mm at 45 degrees.
func aslant() *volume.Lens { return volume.NewLens(aslantView()) }

func aslantView() calibration.View {
	c := math.Sqrt2 / 2
	return calibration.View{
		Camera: calibration.Camera{Width: 640, Height: 480, FX: 1500, FY: 1500, CX: 320, CY: 240},
		Pose:   calibration.Pose{R: [3][3]float64{{1, 0, 0}, {0, -c, -c}, {0, c, -c}}, T: [3]float64{0, 0, 700}},
	}
}

// painted is a picture of red keeps on a grey table.
func painted(t *testing.T, lens *volume.Lens, set *calibration.Set, keeps []reading.Keep) *volume.Picture {
	t.Helper()
	const w, h = 640, 480
	pix := make([]byte, 3*w*h)
	for i := range pix {
		pix[i] = 120
	}
	for _, k := range keeps {
		b, ok := newBody(lens, k.AtMM, set.KeepHeightMM*float64(k.Count), set.KeepMM/2)
		require.True(t, ok)
		paint := []byte{190, 30, 30}
		if k.Color == "blue" {
			paint = []byte{30, 30, 190}
		}
		for y := range h {
			for x := range w {
				if b.contains(float64(x), float64(y)) {
					copy(pix[3*(y*w+x):], paint)
				}
			}
		}
	}
	return volume.FromRGB(w, h, pix)
}

func TestHeadOfADoubleKeepIsNoSingleKeepBehindIt(t *testing.T) {
	lens, set := aslant(), calibration.DefaultSet()
	g := model.NewGrid([2]float64{0, -6}, 0, set.PitchMM) // the wall stands right before the keeps
	eye, h := lens.Eye(), set.KeepHeightMM
	behind := [2]float64{0, eye[1] * (1 - (eye[2]-h)/(eye[2]-2*h))} // where the head of a double keep at the origin seems to stand
	tall := reading.Keep{Color: "red", Count: 2}
	low := reading.Keep{Color: "red", Count: 1, AtMM: behind}
	before := reading.Keep{Color: "red", Count: 1, AtMM: [2]float64{0, -3}}
	wall := &reading.Castle{Walls: []castellan.Wall{{From: castellan.Node{I: -1}, To: castellan.Node{I: 1}}}}
	for _, c := range []struct {
		name     string
		there    []reading.Keep
		by       *reading.Castle
		others   []seenKeep
		atFoot   float64 // how much a closer look where a double one would stand speaks for it
		isDouble bool
	}{
		{"a double keep", []reading.Keep{tall}, &reading.Castle{}, nil, 5, true},
		{"a closer look sees no double one", []reading.Keep{tall}, &reading.Castle{}, nil, 3, false},
		{"a single keep", []reading.Keep{low}, &reading.Castle{}, nil, 5, false},
		{"two single keeps, one before the other", []reading.Keep{low, before}, &reading.Castle{}, []seenKeep{{Keep: before, double: 1}}, 5, false},
		{"what is below it cannot be seen", []reading.Keep{tall}, wall, nil, 5, false},
	} {
		s := &keepSearch{painted(t, lens, &set, c.there), lens, &set, &gauge{}}
		all := append([]seenKeep{{Keep: low, double: -4, footing: s.footingOf(low.AtMM, 0)}}, c.others...)
		s.heads(all, func(mm [2]float64) model.KeepLook {
			assert.InDeltaSlice(t, []float64{0, 0}, mm[:], 1, "%s: where a double one would stand", c.name)
			return model.KeepLook{Double: c.atFoot}
		}, nil, &g, c.by)
		assert.Equal(t, c.isDouble, all[0].double > 0, c.name)
	}
}

func TestASingleKeepFartherAwayIsNoDoubleOne(t *testing.T) {
	lens, set := aslant(), calibration.DefaultSet()
	g := model.NewGrid([2]float64{0, -6}, 0, set.PitchMM)
	wall := castellan.Wall{From: castellan.Node{I: -1}, To: castellan.Node{I: 1}}
	for _, c := range []struct {
		name     string
		count    int
		walls    []castellan.Wall
		isDouble bool
	}{
		{"a double keep", 2, nil, true},
		{"a single keep where the head of a double one would be", 1, nil, false},
		{"what is below it cannot be seen", 1, []castellan.Wall{wall}, true},
	} {
		s := &keepSearch{nil, lens, &set, &gauge{}}
		k := seenKeep{Keep: reading.Keep{Color: "red", Count: 2}, double: 3, footing: s.footingOf([2]float64{}, 1)}
		there := reading.Keep{Color: "red", Count: c.count, AtMM: k.footing[c.count-1]}
		s.picture = painted(t, lens, &set, []reading.Keep{there})
		all := []seenKeep{k}
		s.heads(all, nil, nil, &g, &reading.Castle{Walls: c.walls})
		assert.Equal(t, c.isDouble, all[0].double > 0, c.name)
	}
}

// However sure a closer look was, it looked where the head seems to stand, not where the keep does. On a cloth of the keep's colour that is all
// there is to go by.
func TestHeadIsSeenAgainstACloserLookUnlessTheClothHasItsColour(t *testing.T) {
	lens, set := aslant(), calibration.DefaultSet()
	g := model.NewGrid([2]float64{0, -6}, 0, set.PitchMM)
	eye, h := lens.Eye(), set.KeepHeightMM
	behind := [2]float64{0, eye[1] * (1 - (eye[2]-h)/(eye[2]-2*h))}
	const surelySingle = -13
	seesDouble := func([2]float64) model.KeepLook { return model.KeepLook{Double: 5} }
	for _, c := range []struct {
		table    []reading.Keep // what lies or stands there
		isDouble bool
	}{
		{[]reading.Keep{{Color: "red", Count: 2}}, true},
		{[]reading.Keep{{Color: "red", Count: 1, AtMM: behind}}, false},
		{cloth(), false},
	} {
		s := &keepSearch{painted(t, lens, &set, c.table), lens, &set, &gauge{}}
		all := []seenKeep{{Keep: reading.Keep{Color: "red", Count: 1, AtMM: behind}, double: surelySingle, footing: s.footingOf(behind, 0)}}
		s.heads(all, seesDouble, nil, &g, &reading.Castle{})
		assert.Equal(t, c.isDouble, all[0].double > 0, "%v", c.table)

		all = []seenKeep{{Keep: reading.Keep{Color: "red", Count: 1, AtMM: behind}, double: surelySingle, footing: s.footingOf(behind, 0)}}
		s.heads(all, seesDouble, []reading.Keep{all[0].Keep}, &g, &reading.Castle{})
		assert.Negative(t, all[0].double, "one that was single before")
	}
}

// cloth is as many keeps as cover the table about the origin.
func cloth() (all []reading.Keep) {
	for x := -80.0; x <= 80; x += 8 {
		for y := -80.0; y <= 80; y += 8 {
			all = append(all, reading.Keep{Color: "red", Count: 1, AtMM: [2]float64{x, y}})
		}
	}
	return all
}
