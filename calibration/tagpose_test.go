package calibration

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// see is what a detector would find of a tag, with noise in its corners.
func see(view *View, place TagPlace, noise func() float64) TagDetection {
	tag := TagDetection{Family: "tag36h11", ID: place.ID, Margin: 100}
	for i, corner := range place.Corners(DefaultTagFaceMM) {
		pixel := view.Pixel(corner)
		tag.Corners[i] = [2]float64{pixel[0] + noise(), pixel[1] + noise()}
	}
	return tag
}

// drawLayout lays n tags near the corners of a playing area.
func drawLayout(t *rapid.T, n int) TagLayout {
	layout := make(TagLayout, n)
	for i := range layout {
		s, c := math.Sincos(float64(i)*math.Pi/2 + math.Pi/4)
		label := func(what string) string { return fmt.Sprintf("%s of tag %d", what, i) }
		layout[i] = TagPlace{
			ID: i, SizeMM: DefaultTagSizeMM,
			CenterMM: [2]float64{
				280*c + rapid.Float64Range(-40, 40).Draw(t, label("x")), 220*s + rapid.Float64Range(-40, 40).Draw(t, label("y")),
			},
			AngleDeg: rapid.Float64Range(-180, 180).Draw(t, label("angle")),
		}
	}
	return layout
}

// drawNoise is noise of at most px. Only its seed is drawn: values drawn one by one would be shrunk to a bias of all corners, which
// is no noise.
func drawNoise(t *rapid.T, px float64) func() float64 {
	random := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "noise"), 0))
	return func() float64 { return px * (2*random.Float64() - 1) }
}

func noNoise() float64 { return 0 }

// upBetween is the angle between the vertical of two poses as the camera sees them, in degrees.
func upBetween(a, b *Pose) float64 {
	up := func(p *Pose) [3]float64 { return [3]float64{p.R[0][2], p.R[1][2], p.R[2][2]} }
	ua, ub := up(a), up(b)
	n := cross(ua, ub)
	return math.Atan2(math.Sqrt(dot(n, n)), dot(ua, ub)) * 180 / math.Pi
}

func heightError(got, want *Pose) float64 { return math.Abs(got.Centre()[2]/want.Centre()[2] - 1) }

func TestPoseFromPerfectTags(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		view := drawView(t)
		places := drawLayout(t, rapid.IntRange(2, 5).Draw(t, "tags"))
		tags := make([]TagDetection, len(places))
		for i, place := range places {
			tags[i] = see(&view, place, noNoise)
		}
		pose, layout, quality, err := PoseFromTags(view.Camera, tags, PoseOptions{})
		if err != nil {
			t.Fatal(err)
		}
		if e := heightError(&pose, &view.Pose); e > 1e-4 {
			t.Fatalf("height is off by %v", e)
		}
		if e := upBetween(&pose, &view.Pose); e > 0.01 {
			t.Fatalf("tilt is off by %v degrees", e)
		}
		if len(layout) != len(places) || len(quality.LeftOut) != 0 {
			t.Fatalf("placed %v, left out %v", layout, quality.LeftOut)
		}
		var middle [2]float64
		for i := range layout {
			middle[0] += layout[i].CenterMM[0]
			middle[1] += layout[i].CenterMM[1]
		}
		if math.Hypot(middle[0], middle[1]) > 1e-6 {
			t.Fatalf("the tags' middle is %v, not the origin", middle)
		}
		if right := pose.R[0]; right[0] <= 0 || math.Abs(right[1]) > 1e-9 {
			t.Fatalf("the table's x axis does not go to the picture's right: %v", pose.R)
		}
	})
}

func TestPoseFromOneTag(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		view := drawView(t)
		if view.TiltDeg() < 15 {
			t.Skip("a small tag seen from nearly above tells its tilt only roughly")
		}
		tag := see(&view, drawLayout(t, 1)[0], noNoise)
		pose, _, _, err := PoseFromTags(view.Camera, []TagDetection{tag}, PoseOptions{})
		if err != nil {
			t.Fatal(err)
		}
		if e := heightError(&pose, &view.Pose); e > 0.001 {
			t.Fatalf("height is off by %v", e)
		}
	})
}

func TestPoseFromOneTagThatLooksNearlyTheSameMirrored(t *testing.T) {
	camera := GuessCamera(1280, 720)
	camera.FX *= 0.9
	camera.FY = camera.FX
	camera.Dist[0] = 0.001953125
	const tilt, towards = 28.80859375 * math.Pi / 180, 1.03125
	view := View{Camera: camera, Pose: Pose{
		R: lookDown(tilt*math.Cos(towards), tilt*math.Sin(towards), -0.258056640625), T: [3]float64{17.875, 2.8125, 681.375},
	}}
	diagonal := math.Sqrt2 / 2
	tag := see(&view, TagPlace{
		SizeMM: DefaultTagSizeMM, CenterMM: [2]float64{280*diagonal + 1, 220*diagonal + 0.015625}, AngleDeg: -0.75,
	}, noNoise)
	pose, _, _, err := PoseFromTags(view.Camera, []TagDetection{tag}, PoseOptions{})
	require.NoError(t, err)
	assert.Less(t, heightError(&pose, &view.Pose), 1e-4, "the fit goes on past the saddle between both tilts")
}

func TestPoseFromNoisyTags(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		view := drawView(t)
		var tags []TagDetection
		for _, place := range drawLayout(t, 4) {
			tags = append(tags, see(&view, place, drawNoise(t, 0.2)))
		}
		pose, _, quality, err := PoseFromTags(view.Camera, tags, PoseOptions{})
		if err != nil {
			t.Fatal(err)
		}
		if e := heightError(&pose, &view.Pose); e > 0.01 || e > 6*quality.HeightError {
			t.Fatalf("height is off by %v, said to be right to %v", e, quality.HeightError)
		}
		if e := upBetween(&pose, &view.Pose); e > 0.7 || e > 6*quality.TiltErrorDeg {
			t.Fatalf("tilt is off by %v degrees, said to be right to %v", e, quality.TiltErrorDeg)
		}
	})
}

func TestDamagedTagIsLeftOut(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		view := drawView(t)
		var tags []TagDetection
		for _, place := range drawLayout(t, 4) {
			tags = append(tags, see(&view, place, noNoise))
		}
		damaged := rapid.IntRange(0, 3).Draw(t, "damaged")
		tags[damaged].Corners[rapid.IntRange(0, 3).Draw(t, "corner")][0] += 12
		pose, _, quality, err := PoseFromTags(view.Camera, tags, PoseOptions{})
		if err != nil {
			t.Fatal(err)
		}
		if len(quality.LeftOut) != 1 || quality.LeftOut[0] != damaged {
			t.Fatalf("left out %v instead of %d", quality.LeftOut, damaged)
		}
		if e := heightError(&pose, &view.Pose); e > 1e-4 {
			t.Fatalf("height is off by %v", e)
		}
	})
}

func TestShiftedTagOfAKnownLayoutIsLeftOut(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		view := drawView(t)
		layout := drawLayout(t, 4)
		shifted := rapid.IntRange(0, 3).Draw(t, "shifted")
		towards := rapid.Float64Range(0, 2*math.Pi).Draw(t, "towards")
		var tags []TagDetection
		for i, place := range layout {
			if i == shifted {
				s, c := math.Sincos(towards)
				place.CenterMM[0] += 30 * c
				place.CenterMM[1] += 30 * s
			}
			tags = append(tags, see(&view, place, drawNoise(t, 0.1)))
		}
		pose, _, quality, err := PoseFromTags(view.Camera, tags, PoseOptions{Layout: layout})
		if err != nil {
			t.Fatal(err)
		}
		if len(quality.LeftOut) != 1 || quality.LeftOut[0] != shifted {
			t.Fatalf("left out %v instead of %d", quality.LeftOut, shifted)
		}
		without, _, _, err := PoseFromTags(view.Camera, slices.Delete(slices.Clone(tags), shifted, shifted+1), PoseOptions{Layout: layout})
		if err != nil {
			t.Fatal(err)
		}
		if c, want := pose.Centre(), without.Centre(); math.Sqrt(dot(sub(c, want), sub(c, want))) > 0.1 {
			t.Fatalf("without the tag the camera is found at %v, with it at %v", want, c)
		}
	})
}

func TestKnownLayoutGivesItsFrame(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		view := drawView(t)
		all := drawLayout(t, 4)
		known := all[:rapid.IntRange(1, 3).Draw(t, "known")]
		var tags []TagDetection
		for _, place := range all {
			tags = append(tags, see(&view, place, noNoise))
		}
		pose, layout, _, err := PoseFromTags(view.Camera, tags, PoseOptions{Layout: known})
		if err != nil {
			t.Fatal(err)
		}
		for i := range layout {
			if d := math.Hypot(layout[i].CenterMM[0]-all[i].CenterMM[0], layout[i].CenterMM[1]-all[i].CenterMM[1]); d > 0.05 {
				t.Fatalf("tag %d is placed %v mm off", layout[i].ID, d)
			}
		}
		if c, want := pose.Centre(), view.Centre(); math.Sqrt(dot(sub(c, want), sub(c, want))) > 0.1 {
			t.Fatalf("the camera hangs at %v, found at %v", want, c)
		}
	})
}

func TestCameraFromTiltedTags(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		view := drawView(t)
		if view.TiltDeg() < 20 {
			t.Skip("too little tilt to tell the focal length")
		}
		var tags []TagDetection
		for _, place := range drawLayout(t, 4) {
			tags = append(tags, see(&view, place, drawNoise(t, 0.05)))
		}
		camera, pose, _, quality, err := CameraFromTags(view.Width, view.Height, tags, PoseOptions{})
		if err != nil {
			t.Fatal(err)
		}
		if e := math.Abs(camera.FX/view.FX - 1); e > 0.05 || e > 6*quality.FocalLengthError {
			t.Fatalf("the focal length is off by %v, said to be right to %v", e, quality.FocalLengthError)
		}
		if e := upBetween(&pose, &view.Pose); e > 2 {
			t.Fatalf("tilt is off by %v degrees", e)
		}
	})
}

func TestFocalLengthIsNotKnownFromAbove(t *testing.T) {
	view := View{Camera: GuessCamera(1280, 720), Pose: Pose{R: lookDown(0, 0, 0), T: [3]float64{0, 0, 700}}}
	var tags []TagDetection
	for i, at := range [][2]float64{{-200, -150}, {200, -150}, {200, 150}, {-200, 150}} {
		tags = append(tags, see(&view, TagPlace{ID: i, SizeMM: DefaultTagSizeMM, CenterMM: at}, noNoise))
	}
	_, _, _, quality, err := CameraFromTags(1280, 720, tags, PoseOptions{})
	require.NoError(t, err)
	assert.Greater(t, quality.FocalLengthError, 0.1)
}

func TestNoPose(t *testing.T) {
	_, _, _, err := PoseFromTags(GuessCamera(1280, 720), nil, PoseOptions{})
	require.ErrorIs(t, err, ErrNoTags)

	crossed := TagDetection{Corners: [4][2]float64{{100, 100}, {900, 700}, {900, 100}, {100, 700}}}
	_, _, _, err = PoseFromTags(GuessCamera(1280, 720), []TagDetection{crossed}, PoseOptions{})
	require.ErrorIs(t, err, ErrTagsDisagree)

	_, _, _, err = PoseFromTags(GuessCamera(1280, 720), []TagDetection{crossed}, PoseOptions{TagSizeMM: -1})
	require.ErrorContains(t, err, "-1 mm")
}

// Tags on the sides of boxes lie in no plane: that some of them would fit one is chance.
func TestNoPoseFromTagsOnBoxes(t *testing.T) {
	view := View{Camera: GuessCamera(1280, 720), Pose: Pose{R: lookDown(0.5, 0, 0), T: [3]float64{0, 0, 900}}}
	var tags []TagDetection
	for i := range 12 {
		place := TagPlace{ID: i, SizeMM: DefaultTagSizeMM, CenterMM: [2]float64{float64(i%4)*120 - 180, float64(i/4)*120 - 120}}
		leaning := view
		if i%2 == 0 {
			leaning.R = lookDown(0.5-float64(i)*0.15, 0.4, 0)
		}
		tags = append(tags, see(&leaning, place, noNoise))
	}
	_, _, _, err := PoseFromTags(view.Camera, tags, PoseOptions{})
	require.ErrorIs(t, err, ErrTagsDisagree)
	_, _, _, err = PoseFromTags(view.Camera, tags[1:6], PoseOptions{})
	require.NoError(t, err, "of five, two may be bent")
}

// Whatever quadrilaterals come in, there is either an error or a pose of finite numbers.
func TestAnyQuadrilaterals(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		tags := make([]TagDetection, rapid.IntRange(1, 4).Draw(t, "tags"))
		for i := range tags {
			for c := range tags[i].Corners {
				tags[i].Corners[c] = [2]float64{
					float64(rapid.IntRange(-50, 1330).Draw(t, "x")), float64(rapid.IntRange(-50, 770).Draw(t, "y")),
				}
			}
		}
		pose, _, _, err := PoseFromTags(GuessCamera(1280, 720), tags, PoseOptions{})
		if err != nil {
			return
		}
		for _, v := range append(pose.T[:], append(pose.R[0][:], append(pose.R[1][:], pose.R[2][:]...)...)...) {
			if math.IsNaN(v) || math.IsInf(v, 0) {
				t.Fatalf("pose %v", pose)
			}
		}
	})
}

func BenchmarkPoseFromTags(b *testing.B) {
	view := View{Camera: GuessCamera(1280, 720), Pose: Pose{R: lookDown(0.5, 0.1, 0), T: [3]float64{0, 0, 700}}}
	var tags []TagDetection
	for i, at := range [][2]float64{{-200, -150}, {200, -150}, {200, 150}, {-200, 150}} {
		tags = append(tags, see(&view, TagPlace{ID: i, SizeMM: DefaultTagSizeMM, CenterMM: at, AngleDeg: float64(20 * i)}, noNoise))
	}
	for b.Loop() {
		if _, _, _, err := PoseFromTags(view.Camera, tags, PoseOptions{}); err != nil {
			b.Fatal(err)
		}
	}
}
