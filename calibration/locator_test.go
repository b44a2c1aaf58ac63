package calibration

import (
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

func seeAll(view *View, layout TagLayout, noise func() float64) []TagDetection {
	var tags []TagDetection
	for _, place := range layout {
		tags = append(tags, see(view, place, noise))
	}
	return tags
}

// offMM is how far a camera is from where it should be, in a frame that may be another one: by the places of the layout's tags
// before the camera.
func offMM(got, want *View, places, truth TagLayout) float64 {
	worst := 0.0
	for _, place := range truth {
		found, _ := places.find(place.ID)
		a := got.ToCamera([3]float64{found.CenterMM[0], found.CenterMM[1], 0})
		b := want.ToCamera([3]float64{place.CenterMM[0], place.CenterMM[1], 0})
		worst = max(worst, math.Sqrt(dot(sub(a, b), sub(a, b))))
	}
	return worst
}

func locate(t *rapid.T, l *Locator, view *View, tags []TagDetection) (View, Quality) {
	got, quality, err := l.Locate(view.Width, view.Height, tags)
	if err != nil {
		t.Fatal(err)
	}
	return got, quality
}

func TestLocatorWithAHiddenTag(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		view := drawView(t)
		truth := drawLayout(t, 4)
		l := NewLocator(LocatorOptions{Camera: &view.Camera})
		first, _ := locate(t, l, &view, seeAll(&view, truth, drawNoise(t, 0.1)))
		hidden := rapid.IntRange(0, 3).Draw(t, "hidden")
		tags := slices.Delete(seeAll(&view, truth, drawNoise(t, 0.1)), hidden, hidden+1)
		then, quality := locate(t, l, &view, tags)
		if len(quality.LeftOut) != 0 {
			t.Fatalf("left out %v", quality.LeftOut)
		}
		if off, with := offMM(&then, &view, l.Layout(), truth), offMM(&first, &view, l.Layout(), truth); off > with+1.5 {
			t.Fatalf("off by %v mm, with all tags by %v mm", off, with)
		}
	})
}

func TestLocatorWithAPushedTag(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		view := drawView(t)
		truth := drawLayout(t, rapid.IntRange(2, 4).Draw(t, "tags"))
		// Where only one tag is left to tell where the camera is, noise in its corners tilts the view much more.
		noise := 0.1
		if len(truth) == 2 {
			noise = 0.02
		}
		l := NewLocator(LocatorOptions{Camera: &view.Camera})
		locate(t, l, &view, seeAll(&view, truth, drawNoise(t, noise)))
		before := l.Layout()
		pushed := rapid.IntRange(0, len(truth)-1).Draw(t, "pushed")
		s, c := math.Sincos(rapid.Float64Range(0, 2*math.Pi).Draw(t, "towards"))
		now := slices.Clone(truth)
		now[pushed].CenterMM[0] += 30 * c
		now[pushed].CenterMM[1] += 30 * s
		worst := 0.0 // that the other tags alone are off
		others := slices.Delete(slices.Clone(truth), pushed, pushed+1)
		// alone is how far off the other tags alone are: at their own places, and anywhere. Noise tilts the view the more the farther from
		// them one looks, and there the pushed tag is found.
		alone := func(tags []TagDetection) (at, anywhere float64) {
			var without View
			var err error
			without.Camera = view.Camera
			without.Pose, _, _, err = PoseFromTags(view.Camera, slices.Delete(slices.Clone(tags), pushed, pushed+1), PoseOptions{Layout: before})
			if err != nil {
				t.Fatal(err)
			}
			return offMM(&without, &view, before, others), offMM(&without, &view, before, truth)
		}
		for range settledTimes {
			tags := seeAll(&view, now, drawNoise(t, noise))
			got, quality := locate(t, l, &view, tags)
			if len(quality.LeftOut) != 1 || quality.LeftOut[0] != pushed {
				t.Fatalf("left out %v instead of %d", quality.LeftOut, pushed)
			}
			// It must do no more harm than were it not there at all.
			with, anywhere := alone(tags)
			if off := offMM(&got, &view, before, others); off > with+0.1 {
				t.Fatalf("off by %v mm, without the pushed tag by %v mm", off, with)
			}
			worst = max(worst, anywhere)
		}
		// From now on it is known to lie there.
		tags := seeAll(&view, now, drawNoise(t, noise))
		got, quality := locate(t, l, &view, tags)
		if len(quality.LeftOut) != 0 {
			t.Fatalf("left out %v where all lie still again", quality.LeftOut)
		}
		_, anywhere := alone(tags)
		worst = max(worst, anywhere)
		if off := offMM(&got, &view, l.Layout(), now); off > worst+settledMM {
			t.Fatalf("off by %v mm, where the others alone are by %v mm", off, worst)
		}
	})
}

// A corner under a sleeve makes a tag lie; it must not be believed however long that lasts, and at once when the sleeve is gone.
func TestLocatorWithATagCoveredInPart(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		view := drawView(t)
		truth := drawLayout(t, 4)
		l := NewLocator(LocatorOptions{Camera: &view.Camera})
		all := seeAll(&view, truth, noNoise)
		locate(t, l, &view, all)
		covered := rapid.IntRange(0, 3).Draw(t, "covered")
		tags := slices.Clone(all)
		edge := math.Hypot(all[covered].Corners[0][0]-all[covered].Corners[2][0], all[covered].Corners[0][1]-all[covered].Corners[2][1])
		tags[covered].Corners[0][1] += 0.2 * edge
		for range settledTimes + 1 {
			if _, quality := locate(t, l, &view, tags); !slices.Equal(quality.LeftOut, []int{covered}) {
				t.Fatalf("left out %v instead of %d", quality.LeftOut, covered)
			}
		}
		locate(t, l, &view, all)
		if _, quality := locate(t, l, &view, all); len(quality.LeftOut) != 0 {
			t.Fatalf("left out %v though all lie open", quality.LeftOut)
		}
	})
}

// A camera that was moved sees all tags elsewhere; the table frame stays.
func TestLocatorWithAMovedCamera(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		truth := drawLayout(t, 4)
		view := drawView(t)
		l := NewLocator(LocatorOptions{Camera: &view.Camera})
		locate(t, l, &view, seeAll(&view, truth, noNoise))
		before := l.Layout()
		moved := drawView(t)
		moved.Camera = view.Camera
		got, quality := locate(t, l, &moved, seeAll(&moved, truth, noNoise))
		if len(quality.LeftOut) != 0 {
			t.Fatalf("left out %v", quality.LeftOut)
		}
		if off := offMM(&got, &moved, before, truth); off > 0.5 {
			t.Fatalf("off by %v mm", off)
		}
	})
}

func TestLocatorPlacesTagsThatTurnUp(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		truth := drawLayout(t, 4)
		view := drawView(t)
		l := NewLocator(LocatorOptions{Camera: &view.Camera})
		all := seeAll(&view, truth, noNoise)
		locate(t, l, &view, all[:2])
		locate(t, l, &view, all[1:3])
		got, _ := locate(t, l, &view, all[2:])
		if len(l.Layout()) != 4 {
			t.Fatalf("placed %v", l.Layout())
		}
		if off := offMM(&got, &view, l.Layout(), truth); off > 1 {
			t.Fatalf("off by %v mm", off)
		}
	})
}

func TestLocatorKeepsAnEarlierLayoutsFrame(t *testing.T) {
	view := View{Camera: GuessCamera(1280, 720), Pose: Pose{R: lookDown(0.4, 0.1, 0.3), T: [3]float64{10, 20, 700}}}
	truth := TagLayout{
		{ID: 0, SizeMM: DefaultTagSizeMM, CenterMM: [2]float64{100, 100}}, {ID: 1, SizeMM: DefaultTagSizeMM, CenterMM: [2]float64{-150, -50}, AngleDeg: 70},
	}
	l := NewLocator(LocatorOptions{Camera: &view.Camera, Layout: truth})
	got, _, err := l.Locate(1280, 720, seeAll(&view, truth, noNoise))
	require.NoError(t, err)
	assert.InDeltaSlice(t, view.T[:], got.T[:], 0.05)

	_, _, err = l.Locate(1280, 720, nil)
	require.ErrorIs(t, err, ErrNoTags)
	_, _, err = l.Locate(640, 480, seeAll(&view, truth, noNoise))
	require.ErrorContains(t, err, "other proportions")
}

func TestLocatorWithoutALens(t *testing.T) {
	view := View{Camera: GuessCamera(1280, 720), Pose: Pose{R: lookDown(0.6, 0.1, 0), T: [3]float64{0, 0, 700}}}
	view.FX, view.FY = 1150, 1150
	truth := TagLayout{
		{ID: 0, SizeMM: 40, CenterMM: [2]float64{-200, -150}},
		{ID: 1, SizeMM: 40, CenterMM: [2]float64{200, -150}, AngleDeg: 40},
		{ID: 2, SizeMM: 40, CenterMM: [2]float64{200, 150}},
		{ID: 3, SizeMM: 40, CenterMM: [2]float64{-200, 150}, AngleDeg: -90},
	}
	got, quality, err := NewLocator(LocatorOptions{}).Locate(1280, 720, seeAll(&view, truth, noNoise))
	require.NoError(t, err)
	assert.InEpsilon(t, 1150, got.FX, 0.03)
	assert.Len(t, quality.Used, 4)
}
