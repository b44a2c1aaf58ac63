package vision

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/castellan-companion/castellan/calibration"
	"github.com/castellan-companion/castellan/vision/reading"
	"github.com/castellan-companion/castellan/vision/volume"
)

// overhead is a camera that looks straight down at the table's origin from 500 mm.
func overhead() *volume.Lens {
	return volume.NewLens(calibration.View{
		Camera: calibration.Camera{Width: 640, Height: 480, FX: 900, FY: 900, CX: 320, CY: 240},
		Pose:   calibration.Pose{R: [3][3]float64{{1, 0, 0}, {0, -1, 0}, {0, 0, -1}}, T: [3]float64{0, 0, 500}},
	})
}

func TestAKeepLargerThanTheOthersIsADoubleOne(t *testing.T) {
	lens, set := overhead(), calibration.DefaultSet()
	places := [][2]float64{{-60, 20}, {45, 45}, {50, -40}, {-40, -50}, {0, -60}, {0, 60}}
	red := func(count int, at [2]float64) reading.Keep { return reading.Keep{Color: "red", Count: count, AtMM: at} }
	blue := func(at [2]float64) reading.Keep { return reading.Keep{Color: "blue", Count: 2, AtMM: at} } // a colour that looks large
	for _, c := range []struct {
		name    string
		keeps   []reading.Keep
		doubles []bool // where that is said
	}{
		{
			"a double one among three",
			[]reading.Keep{red(1, places[0]), red(2, places[1]), red(1, places[2]), red(1, places[3])},
			[]bool{false, true, false, false},
		},
		{
			"the larger one of its colour, though those of another are as large",
			[]reading.Keep{blue(places[0]), blue(places[2]), blue(places[3]), red(1, places[4]), red(1, places[5]), red(2, places[1])},
			[]bool{false, false, false, false, false, true},
		},
		{"all alike", []reading.Keep{red(1, places[0]), red(1, places[1]), red(1, places[2])}, []bool{false, false, false}},
		{"too few to compare with", []reading.Keep{red(1, places[0]), red(2, places[1])}, nil},
	} {
		s := &keepSearch{painted(t, lens, &set, c.keeps), lens, &set, &gauge{}}
		var all []seenKeep
		for _, k := range c.keeps {
			all = append(all, seenKeep{Keep: k})
		}
		s.weighSizes(all)
		for i, k := range all {
			switch {
			case c.doubles == nil:
				assert.Zero(t, k.double, "%s: keep %d", c.name, i)
			case c.doubles[i]:
				assert.Positive(t, k.double, "%s: keep %d", c.name, i)
			default:
				assert.Negative(t, k.double, "%s: keep %d", c.name, i)
			}
		}
	}
}

func TestBulkIsToldOnlyWhereItCanBeSeen(t *testing.T) {
	lens, set := overhead(), calibration.DefaultSet()
	p := painted(t, lens, &set, []reading.Keep{{Color: "red", Count: 1, AtMM: [2]float64{30, 10}}})
	var g gauge
	share, ok := g.bulk(p, lens, &set, "red", [2]float64{30, 10})
	require.True(t, ok)
	assert.InDelta(t, 0.85, share, 0.2, "a round keep, whose side is as bright as its top")
	_, ok = g.bulk(p, lens, &set, "blue", [2]float64{30, 10})
	assert.False(t, ok, "no blue there")
	_, ok = g.bulk(p, lens, &set, "red", [2]float64{-30, 10})
	assert.False(t, ok, "bare table")
	_, ok = g.bulk(p, lens, &set, "red", [2]float64{170, 0})
	assert.False(t, ok, "at the picture's edge")
}
