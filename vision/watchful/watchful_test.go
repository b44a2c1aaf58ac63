package watchful

import (
	"encoding/json"
	"image"
	"image/jpeg"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/castellan-companion/castellan/calibration"
	"github.com/castellan-companion/castellan/vision/reading"
)

// load gives a picture with all that its scene file says.
func load(t *testing.T, path string) Frame {
	t.Helper()
	file, err := os.Open(strings.TrimSuffix(path, ".json") + ".jpg")
	require.NoError(t, err)
	defer file.Close()
	picture, err := jpeg.Decode(file)
	require.NoError(t, err)
	colour := picture.(*image.YCbCr)
	data, err := os.ReadFile(path)
	require.NoError(t, err)
	var truth struct {
		Camera  calibration.Pose
		Tags    calibration.TagLayout
		Set     struct{ PitchMM, TowerHeightMM float64 }
		Lattice *reading.Lattice
		Castle  reading.Castle
	}
	require.NoError(t, json.Unmarshal(data, &truth))
	camera, err := calibration.LoadCamera(path)
	require.NoError(t, err)
	set, err := calibration.LoadSet(path)
	require.NoError(t, err)
	f := Frame{
		Gray: &image.Gray{Pix: colour.Y, Stride: colour.YStride, Rect: colour.Rect}, Layout: truth.Tags, PitchMM: set.PitchMM,
		View: &calibration.View{Camera: camera, Pose: truth.Camera},
	}
	if truth.Lattice != nil {
		truth.Lattice.PitchMM = set.PitchMM
		node := func(i, j int) {
			at := truth.Lattice.MM([2]float64{float64(i), float64(j)})
			for _, z := range []float64{0, set.TowerHeightMM} {
				f.Castle = append(f.Castle, f.View.Pixel([3]float64{at[0], at[1], z}))
			}
		}
		for _, n := range truth.Castle.Towers {
			node(n.I, n.J)
		}
		for _, wall := range truth.Castle.Walls {
			node(wall.From.I, wall.From.J)
			node(wall.To.I, wall.To.J)
		}
	}
	return f
}

// tag is where a frame should show its tag 1.
func tag(f Frame) tagInView {
	f.findTags()
	return f.memory.tags[1]
}

// newLook looks at one frame after the other, five a second, and gives the codes of what is noted then.
func newLook() func(Frame) []string {
	w := New()
	at := time.Duration(0)
	return func(f Frame) []string {
		at += 200 * time.Millisecond
		return codes(w.Look(at, f))
	}
}

func codes(notes []reading.Note) []string {
	found := []string{}
	for _, n := range notes {
		found = append(found, n.Code)
	}
	return found
}

func text(notes []reading.Note, code string) string {
	for _, n := range notes {
		if n.Code == code {
			return n.Text
		}
	}
	return ""
}

// altered is a copy of a frame with other pixels.
func altered(f Frame, level func(x, y int, was uint8) float64) Frame {
	size := f.Gray.Rect.Size()
	gray := image.NewGray(image.Rectangle{Max: size})
	for y := range size.Y {
		for x := range size.X {
			gray.Pix[y*gray.Stride+x] = uint8(max(0, min(255, level(x, y, f.Gray.Pix[y*f.Gray.Stride+x]))))
		}
	}
	f.Gray = gray
	return f
}

// blurred is a frame out of focus by a box of 2r+1 pixels, three times over.
func blurred(f Frame, r int) Frame {
	size := f.Gray.Rect.Size()
	for range 3 {
		for _, step := range []int{1, f.Gray.Stride} {
			was := f.Gray
			f.Gray = image.NewGray(image.Rectangle{Max: size})
			for i := range f.Gray.Pix {
				sum := 0
				for k := -r; k <= r; k++ {
					sum += int(was.Pix[max(0, min(i+k*step, len(was.Pix)-1))])
				}
				f.Gray.Pix[i] = uint8(sum / (2*r + 1))
			}
		}
	}
	return f
}

// stills are pictures in which all is well.
func stills(t *testing.T) map[string]Frame {
	t.Helper()
	paths, err := filepath.Glob("../testdata/stills/*.json")
	require.NoError(t, err)
	require.NotEmpty(t, paths)
	frames := map[string]Frame{}
	for _, path := range paths {
		frames[strings.TrimSuffix(filepath.Base(path), ".json")] = load(t, path)
	}
	return frames
}

func TestGoodPictures(t *testing.T) {
	for name, f := range stills(t) {
		assert.Empty(t, Judge(f), name)
	}
}

// Nothing is said of the pictures of ../shared/scenes but that a hand covers a tag, and that one of those lit from the far side glares.
func TestScenes(t *testing.T) {
	paths, err := filepath.Glob("../../../shared/scenes/stills/*.json")
	require.NoError(t, err)
	if len(paths) == 0 {
		t.Skip("no ../shared/scenes beside the repository")
	}
	expected := map[string]struct{ code, text string }{
		"clutter_04": {TagsCovered, "Tag 2 is"}, "clutter_19": {TagsCovered, "Tag 1 is"}, "light_08": {Glare, "mirrored"},
	}
	for _, path := range paths {
		name := strings.TrimSuffix(filepath.Base(path), ".json")
		notes := Judge(load(t, path))
		if want, ok := expected[name]; ok {
			assert.Contains(t, text(notes, want.code), want.text, name)
			notes = slices.DeleteFunc(notes, func(n reading.Note) bool { return n.Code == want.code })
		}
		assert.Empty(t, notes, name)
	}
}

func TestJudge(t *testing.T) {
	for name, f := range stills(t) {
		t.Run(name, func(t *testing.T) {
			dark := altered(f, func(_, _ int, was uint8) float64 { return 0.25 * float64(was) })
			assert.Equal(t, []string{TooDark}, codes(Judge(dark)), "darkness hides all else")

			bright := altered(f, func(_, _ int, was uint8) float64 { return 200 + 3*float64(was) })
			assert.Contains(t, codes(Judge(bright)), TooBright)

			assert.Contains(t, codes(Judge(blurred(f, 4))), Blurred)

			scene := f.scene()
			x0, y0 := scene.Min.X+scene.Dx()/2, scene.Min.Y+scene.Dy()/2
			glaring := altered(f, func(x, y int, was uint8) float64 {
				dx, dy := float64(x-x0)/float64(scene.Dx()), float64(y-y0)/float64(scene.Dy())
				return float64(was) + 500*math.Exp(-(dx*dx+dy*dy)/0.05)
			})
			assert.Equal(t, []string{Glare}, codes(Judge(glaring)))

			hidden := tag(f)
			lo, hi := bounds(hidden.corners[:])
			covered := altered(f, func(x, y int, was uint8) float64 {
				if float64(x) > lo[0]-9 && float64(x) < (lo[0]+3*hi[0])/4 && float64(y) > lo[1]-9 && float64(y) < hi[1]+9 {
					return 120 + float64(x+y&7)
				}
				return float64(was)
			})
			notes := Judge(covered)
			assert.Equal(t, []string{TagsCovered}, codes(notes))
			assert.Contains(t, notes[0].Text, "Tag 1 is covered. Uncover it")

			pushed := f
			pushed.Pushed = []int{0, 3}
			assert.Contains(t, text(Judge(pushed), TagPushed), "Tags 0 and 3 were pushed. Leave them")

			misprinted := f
			misprinted.Misprinted = true
			assert.Contains(t, text(Judge(misprinted), TagsSize), "at 100 %")
		})
	}
}

func TestJudgeWhereTheCameraStands(t *testing.T) {
	f := stills(t)["tilt_04"]
	w, h := f.size()

	// A quarter of the size: from four times as far.
	small := image.NewGray(image.Rect(0, 0, int(w)/4, int(h)/4))
	for y := range small.Rect.Dy() {
		for x := range small.Rect.Dx() {
			small.Pix[y*small.Stride+x] = uint8(f.grey(4*float64(x)+1.5, 4*float64(y)+1.5))
		}
	}
	far := f
	far.Gray, far.Castle = small, nil
	camera, err := f.View.Scaled(small.Rect.Dx(), small.Rect.Dy())
	require.NoError(t, err)
	far.View = &calibration.View{Camera: camera, Pose: f.View.Pose}
	assert.Contains(t, text(Judge(far), TooFar), "and it takes 22")

	// The left part of the picture is not there: some of the castle and two tags are out.
	lo, _ := bounds(f.Castle)
	cut := int(lo[0]) + 4
	window := f
	window.Gray = f.Gray.SubImage(image.Rect(cut, 0, int(w), int(h))).(*image.Gray)
	window.Gray.Rect = image.Rectangle{Max: window.Gray.Rect.Size()}
	moved := *f.View
	moved.CX -= float64(cut)
	window.View, window.Castle = &moved, nil
	for _, p := range f.Castle {
		window.Castle = append(window.Castle, [2]float64{p[0] - float64(cut), p[1]})
	}
	notes := Judge(window)
	assert.Contains(t, codes(notes), CastleCutOff)
	assert.Contains(t, codes(notes), TagsOutside)

	apart := f
	apart.Apart = true
	assert.Contains(t, codes(Judge(apart)), CastleApart)
	apart.Hand = true
	assert.NotContains(t, codes(Judge(apart)), CastleApart, "hands go by themselves")

	flat := f
	s, c := math.Sincos(65 * math.Pi / 180)
	flat.View = &calibration.View{Camera: f.View.Camera, Pose: calibration.Pose{
		R: [3][3]float64{{1, 0, 0}, {0, -c, -s}, {0, s, -c}}, T: [3]float64{0, 0, 700},
	}}
	assert.Contains(t, text(Judge(flat), TooSlanted), "65 degrees")
}

func TestJudgeKnowingNothing(t *testing.T) {
	assert.Equal(t, []string{TooDark}, codes(Judge(Frame{Gray: image.NewGray(image.Rect(0, 0, 64, 48))})))
	assert.Equal(t, []reading.Note{}, Judge(Frame{Gray: &image.Gray{}}))
}

// A watch says what has lasted for a while, until it has been gone for a while.
func TestWatch(t *testing.T) {
	f := stills(t)["easy_08"]
	dark := altered(f, func(_, _ int, was uint8) float64 { return 0.25 * float64(was) })
	look := newLook()
	assert.Empty(t, look(f))
	for k := range 5 {
		assert.Empty(t, look(dark), "look %d", k)
	}
	assert.Equal(t, []string{TooDark}, look(dark))
	for range 5 {
		assert.Equal(t, []string{TooDark}, look(f))
	}
	assert.Empty(t, look(f), "gone when gone")

	bumped := f
	bumped.Bumped, bumped.Light = true, true
	assert.Equal(t, []string{Bumped, LightChanged}, look(bumped))
	told := 0
	for len(look(f)) > 0 {
		told++
	}
	assert.InDelta(t, eventLasts.Seconds(), float64(told)*0.2, 0.3)
}

// A hand that covers a tag is not worth a word, and what was said of a covered tag before it came stays until it is gone.
func TestWatchUnderAHand(t *testing.T) {
	f := stills(t)["easy_08"]
	hidden := tag(f)
	lo, hi := bounds(hidden.corners[:])
	covered := altered(f, func(x, y int, was uint8) float64 {
		if float64(x) > lo[0]-9 && float64(x) < hi[0]+9 && float64(y) > lo[1]-9 && float64(y) < hi[1]+9 {
			return 120 + float64(x+y&7)
		}
		return float64(was)
	})
	under := covered
	under.Hand = true
	look := newLook()
	for range 20 {
		require.Empty(t, look(under))
	}
	for range 6 {
		look(covered)
	}
	require.Equal(t, []string{TagsCovered}, look(covered), "something lies on it")
	for range 20 {
		require.Equal(t, []string{TagsCovered}, look(under))
	}
	for range 6 {
		look(f)
	}
	assert.Empty(t, look(f))
}

func TestWatchWithoutTags(t *testing.T) {
	f := stills(t)["easy_08"]
	lost := Frame{Gray: f.Gray, Lost: true}
	look := newLook()
	for range 5 {
		require.Empty(t, look(lost))
	}
	assert.Equal(t, []string{NoTags}, look(lost))
	lost.Tags = []calibration.TagDetection{{ID: 1, Corners: [4][2]float64{{9, 90}, {90, 90}, {90, 9}, {9, 9}}}}
	for range 5 {
		look(lost)
	}
	assert.Equal(t, []string{NoPose}, look(lost))
}

func TestHuntingFocus(t *testing.T) {
	sharp := stills(t)["easy_08"]
	soft := blurred(sharp, 2)
	w := New()
	at := time.Duration(0)
	told := func(f Frame) bool {
		at += 250 * time.Millisecond
		return slices.Contains(codes(w.Look(at, f)), FocusHunting)
	}
	for range 8 {
		require.False(t, told(sharp))
	}
	for range 8 {
		require.False(t, told(soft), "it changed once")
	}
	hunting := false
	for i := range 24 {
		f := sharp
		if i%4 < 2 {
			f = soft
		}
		hunting = told(f) || hunting
	}
	assert.True(t, hunting)
	for range 40 {
		hunting = told(sharp)
	}
	assert.False(t, hunting, "it has settled")
}

func BenchmarkWatch(b *testing.B) {
	f := Frame{Gray: image.NewGray(image.Rect(0, 0, 1280, 720))}
	for i := range f.Gray.Pix {
		f.Gray.Pix[i] = uint8(i * 7)
	}
	for i := range 4 {
		x, y := float64(100+900*(i%2)), float64(100+500*(i/2))
		f.Tags = append(f.Tags, calibration.TagDetection{ID: i, Corners: [4][2]float64{{x, y + 60}, {x + 60, y + 60}, {x + 60, y}, {x, y}}})
	}
	w := New()
	at := time.Duration(0)
	b.ReportAllocs()
	for b.Loop() {
		at += 66 * time.Millisecond
		w.Look(at, f)
	}
}
