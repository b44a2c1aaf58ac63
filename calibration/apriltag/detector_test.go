package apriltag

import (
	"bufio"
	"encoding/json"
	"image"
	"image/jpeg"
	"math"
	"os"
	"path/filepath"
	"slices"
	"sort"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/castellan-companion/castellan/calibration"
	"github.com/castellan-companion/castellan/calibration/srgb"
)

func newTestDetector(t testing.TB) *Detector {
	t.Helper()
	d, err := NewDetector()
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, d.Close()) })
	return d
}

// tabletop draws tags on a grey table as a camera with that exposure would show them: light is blurred by the lens, then
// brought to grey levels by sRGB's curve, and what is brighter than white is cut off.
func tabletop(d *Detector, view *calibration.View, layout calibration.TagLayout, exposure float64) *image.Gray {
	const samples, blur = 4, 0.9 // px
	gray := image.NewGray(image.Rect(0, 0, view.Width, view.Height))
	type printed struct {
		place calibration.TagPlace
		white [cellsAcross + 2][cellsAcross + 2]bool
	}
	var tags []printed
	for _, place := range layout {
		tags = append(tags, printed{place, cells(d.family, place.ID)})
	}
	const bare = 0.25
	nearTag := func(at [2]float64) bool {
		return slices.ContainsFunc(layout, func(place calibration.TagPlace) bool {
			return math.Hypot(at[0]-place.CenterMM[0], at[1]-place.CenterMM[1]) < place.SizeMM
		})
	}
	lightAt := func(pixel [2]float64) float64 {
		at, _ := view.OnPlane(pixel, calibration.DefaultTagFaceMM)
		for _, tag := range tags {
			s, c := math.Sincos(tag.place.AngleDeg * math.Pi / 180)
			x, y := at[0]-tag.place.CenterMM[0], at[1]-tag.place.CenterMM[1]
			cell := tag.place.SizeMM / cellsAcross
			column := int(math.Floor((c*x+s*y)/cell)) + len(tag.white)/2
			row := len(tag.white)/2 - 1 - int(math.Floor((-s*x+c*y)/cell))
			if column < 0 || row < 0 || column >= len(tag.white) || row >= len(tag.white) {
				continue
			}
			if tag.white[row][column] {
				return 0.8 * exposure
			}
			return 0.03 * exposure
		}
		return bare * exposure
	}
	for y := range view.Height {
		for x := range view.Width {
			light := 0.0
			if at, _ := view.OnPlane([2]float64{float64(x), float64(y)}, calibration.DefaultTagFaceMM); !nearTag(at) {
				light = bare * exposure
			} else {
				for i := range samples * samples {
					dx := (float64(i%samples)/(samples-1) - 0.5) * 2 * blur
					dy := (float64(i/samples)/(samples-1) - 0.5) * 2 * blur
					light += lightAt([2]float64{float64(x) + dx, float64(y) + dy}) / (samples * samples)
				}
			}
			level := sort.Search(256, func(v int) bool { return srgb.Light(byte(v)) >= light })
			gray.Pix[gray.PixOffset(x, y)] = uint8(min(level, 255))
		}
	}
	return gray
}

// aslant is a camera tilted by half a radian, so many millimetres from what it shows in the middle.
func aslant(camera calibration.Camera, distance float64) calibration.View {
	sin, cos := math.Sincos(0.5)
	return calibration.View{Camera: camera, Pose: calibration.Pose{
		R: [3][3]float64{{1, 0, 0}, {0, -cos, -sin}, {0, sin, -cos}}, T: [3]float64{0, 0, distance},
	}}
}

// cornersOff is how far from where a view shows them the corners of a tag were found, in pixels.
func cornersOff(view *calibration.View, place *calibration.TagPlace, found *calibration.TagDetection) (off [4]float64) {
	for c, corner := range place.Corners(calibration.DefaultTagFaceMM) {
		want := view.Pixel(corner)
		off[c] = math.Hypot(found.Corners[c][0]-want[0], found.Corners[c][1]-want[1])
	}
	return off
}

// A picture that is exposed too long has its white spread into the black; the corners must not follow.
func TestCornersAtAnyExposure(t *testing.T) {
	d := newTestDetector(t)
	camera := calibration.GuessCamera(640, 480)
	camera.FX, camera.FY = 560, 560
	view := aslant(camera, 480)
	layout := calibration.TagLayout{
		{ID: 0, SizeMM: 40, CenterMM: [2]float64{-150, -90}, AngleDeg: 10},
		{ID: 1, SizeMM: 40, CenterMM: [2]float64{150, -80}, AngleDeg: 100},
		{ID: 2, SizeMM: 40, CenterMM: [2]float64{140, 110}, AngleDeg: 200},
		{ID: 3, SizeMM: 40, CenterMM: [2]float64{-160, 120}, AngleDeg: 300},
		{ID: 586, SizeMM: 40, CenterMM: [2]float64{0, 0}, AngleDeg: 45}, // the family's last
	}
	for _, exposure := range []float64{0.05, 0.3, 1, 3} {
		picture := tabletop(d, &view, layout, exposure)
		tags, err := d.Detect(picture)
		require.NoError(t, err)
		require.Len(t, tags, len(layout), "exposure %v", exposure)
		large, err := d.DetectLarge(picture)
		require.NoError(t, err)
		require.GreaterOrEqual(t, len(large), len(layout)-1, "exposure %v", exposure)
		for _, tag := range slices.Concat(tags, large) {
			i := slices.IndexFunc(layout, func(p calibration.TagPlace) bool { return p.ID == tag.ID })
			require.GreaterOrEqual(t, i, 0, "tag %d", tag.ID)
			for c, off := range cornersOff(&view, &layout[i], &tag) {
				assert.Less(t, off, 0.25, "exposure %v, tag %d, corner %d", exposure, tag.ID, c)
			}
		}
	}
}

// Webcams show tags on the far side of the table with two or three pixels to a cell: a pixel that their corners were off would tilt the
// table by a degree or two.
func TestCornersOfSmallTags(t *testing.T) {
	d := newTestDetector(t)
	for _, sidePx := range []float64{20, 24, 28} {
		camera := calibration.GuessCamera(320, 240)
		view := aslant(camera, camera.FX*40/sidePx)
		layout := calibration.TagLayout{
			{ID: 0, SizeMM: 40, CenterMM: [2]float64{-90, -30}, AngleDeg: 10},
			{ID: 1, SizeMM: 40, CenterMM: [2]float64{0, 20}, AngleDeg: 130},
			{ID: 2, SizeMM: 40, CenterMM: [2]float64{80, -20}, AngleDeg: 205},
		}
		tags, err := d.Detect(tabletop(d, &view, layout, 1))
		require.NoError(t, err)
		require.Len(t, tags, len(layout), "of %v pixels", sidePx)
		for i, tag := range tags {
			for c, off := range cornersOff(&view, &layout[i], &tag) {
				assert.Less(t, off, 0.2, "of %v pixels, tag %d, corner %d", sidePx, tag.ID, c)
			}
		}
	}
}

// A picture may be a window into a larger one: its corners count from the window's corner.
func TestDetectInAWindow(t *testing.T) {
	d := newTestDetector(t)
	camera := calibration.GuessCamera(320, 240)
	view := calibration.View{Camera: camera, Pose: calibration.Pose{
		R: [3][3]float64{{1, 0, 0}, {0, -1, 0}, {0, 0, -1}}, T: [3]float64{0, 0, 200},
	}}
	whole := tabletop(d, &view, calibration.TagLayout{{ID: 7, SizeMM: 40}}, 1)
	inWhole, err := d.Detect(whole)
	require.NoError(t, err)
	require.Len(t, inWhole, 1)
	window := whole.SubImage(image.Rect(70, 40, 260, 210)).(*image.Gray)
	inWindow, err := d.Detect(window)
	require.NoError(t, err)
	require.Len(t, inWindow, 1)
	for c := range inWhole[0].Corners {
		assert.InDelta(t, inWhole[0].Corners[c][0]-70, inWindow[0].Corners[c][0], 0.02)
		assert.InDelta(t, inWhole[0].Corners[c][1]-40, inWindow[0].Corners[c][1], 0.02)
	}
}

func TestNothingToDetect(t *testing.T) {
	d := newTestDetector(t)
	for side := range 70 {
		for _, size := range []image.Point{{side, side}, {side, 100}, {100, side}} {
			gray := image.NewGray(image.Rectangle{Max: size})
			for i := range gray.Pix {
				gray.Pix[i] = byte(i * i >> 3)
			}
			for _, detect := range []func(*image.Gray) ([]calibration.TagDetection, error){d.Detect, d.DetectLarge} {
				tags, err := detect(gray)
				require.NoError(t, err)
				assert.Empty(t, tags)
			}
		}
	}
	_, err := d.Detect(&image.Gray{Pix: make([]byte, 10), Stride: 640, Rect: image.Rect(0, 0, 640, 480)})
	require.ErrorContains(t, err, "640x480")
}

func TestClosedDetector(t *testing.T) {
	d, err := NewDetector()
	require.NoError(t, err)
	require.NoError(t, d.Close())
	require.NoError(t, d.Close())
	_, err = d.Detect(image.NewGray(image.Rect(0, 0, 64, 64)))
	require.ErrorIs(t, err, ErrClosed)
}

// The tables that one detector leaves behind serve the others.
func TestDetectAfterAnotherDetectorWasClosed(t *testing.T) {
	d, other := newTestDetector(t), newTestDetector(t)
	view := calibration.View{Camera: calibration.GuessCamera(320, 240), Pose: calibration.Pose{
		R: [3][3]float64{{1, 0, 0}, {0, -1, 0}, {0, 0, -1}}, T: [3]float64{0, 0, 200},
	}}
	picture := tabletop(d, &view, calibration.TagLayout{{ID: 7, SizeMM: 40}}, 1)
	require.NoError(t, other.Close())
	for _, detector := range []*Detector{d, newTestDetector(t)} {
		tags, err := detector.Detect(picture)
		require.NoError(t, err)
		require.Len(t, tags, 1)
		assert.Equal(t, 7, tags[0].ID)
	}
}

func readGray(t testing.TB, path string) *image.Gray {
	t.Helper()
	file, err := os.Open(path)
	require.NoError(t, err)
	defer file.Close()
	picture, err := jpeg.Decode(file)
	require.NoError(t, err)
	if gray, ok := picture.(*image.Gray); ok {
		return gray
	}
	colour := picture.(*image.YCbCr)
	return &image.Gray{Pix: colour.Y, Stride: colour.YStride, Rect: colour.Rect}
}

// sharedFiles are files beside the repository, which not everybody has.
func sharedFiles(t testing.TB, pattern string) []string {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join("../../../shared", pattern))
	require.NoError(t, err)
	if len(paths) == 0 {
		t.Skipf("no ../shared/%s beside the repository", pattern)
	}
	return paths
}

// Over all scenes: every tag that lies open is found, to a tenth of a pixel, and pose and lens follow.
func TestScenes(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	d := newTestDetector(t)
	// Two tags lie under a hand, two are crossed by a hard shadow.
	covered := map[string]int{"clutter_04": 2, "clutter_19": 1, "clutter_05": 3, "light_04": 2}
	offsets := map[string][]float64{}
	var heights, tilts, focalLengths []float64
	for _, path := range sharedFiles(t, "scenes/stills/*.json") {
		name := strings.TrimSuffix(filepath.Base(path), ".json")
		var truth struct {
			Group  string
			Camera struct {
				R [3][3]float64
				T [3]float64
			}
			Tags []struct {
				ID      int
				Corners [4][2]float64 `json:"corners_px"`
			}
		}
		data, err := os.ReadFile(path)
		require.NoError(t, err)
		require.NoError(t, json.Unmarshal(data, &truth))

		tags, err := d.Detect(readGray(t, strings.TrimSuffix(path, ".json")+".jpg"))
		require.NoError(t, err)
		for _, want := range truth.Tags {
			at := slices.IndexFunc(tags, func(tag calibration.TagDetection) bool { return tag.ID == want.ID })
			if at < 0 {
				id, ok := covered[name]
				assert.True(t, ok && id == want.ID, "%s: tag %d not found", name, want.ID)
				continue
			}
			for c := range want.Corners {
				off := math.Hypot(tags[at].Corners[c][0]-want.Corners[c][0], tags[at].Corners[c][1]-want.Corners[c][1])
				offsets[truth.Group] = append(offsets[truth.Group], off)
			}
		}
		assert.LessOrEqual(t, len(tags), len(truth.Tags), "%s: tags that are not there", name)

		camera, err := calibration.LoadCamera(path)
		require.NoError(t, err)
		pose, _, _, err := calibration.PoseFromTags(camera, tags, calibration.PoseOptions{})
		require.NoError(t, err, name)
		want := calibration.Pose{R: truth.Camera.R, T: truth.Camera.T}
		height := 100 * math.Abs(pose.Centre()[2]/want.Centre()[2]-1)
		tilt := math.Abs(pose.TiltDeg() - want.TiltDeg())
		heights, tilts = append(heights, height), append(tilts, tilt)
		assert.Less(t, height, 1.0, "%s: height, per cent", name)
		assert.Less(t, tilt, 0.5, "%s: tilt, degrees", name)
		if want.TiltDeg() >= 20 {
			guessed, _, _, _, err := calibration.CameraFromTags(camera.Width, camera.Height, tags, calibration.PoseOptions{})
			require.NoError(t, err, name)
			focal := 100 * math.Abs(guessed.FX/camera.FX-1)
			focalLengths = append(focalLengths, focal)
			assert.Less(t, focal, 3.0, "%s: focal length, per cent", name)
		}
	}
	for group, all := range offsets {
		slices.Sort(all)
		t.Logf("%-8s corners off by: median %.2f px, 95 of 100 within %.2f px, all within %.2f px",
			group, all[len(all)/2], all[len(all)*95/100], all[len(all)-1])
		assert.Less(t, all[len(all)/2], 0.2, group)
	}
	for what, all := range map[string][]float64{"height (%)": heights, "tilt (deg)": tilts, "focal length (%)": focalLengths} {
		slices.Sort(all)
		t.Logf("%s off by: median %.3f, 95 of 100 within %.3f, all within %.3f",
			what, all[len(all)/2], all[len(all)*95/100], all[len(all)-1])
	}
}

// Photos with tags on robots, far away and small.
func TestPhotos(t *testing.T) {
	d := newTestDetector(t)
	for _, path := range sharedFiles(t, "photos/tags/*.txt") {
		tags, err := d.Detect(readGray(t, strings.TrimSuffix(path, ".txt")+".jpg"))
		require.NoError(t, err)
		worst := 0.0
		want := readTruth(t, path)
		for i, w := range want {
			nearest := math.Inf(1)
			for _, tag := range tags {
				off := 0.0
				for c := range w {
					off = max(off, math.Hypot(tag.Corners[c][0]-w[c][0], tag.Corners[c][1]-w[c][1]))
				}
				nearest = min(nearest, off)
			}
			assert.Less(t, nearest, 1.0, "%s: tag in line %d", path, i+1)
			worst = max(worst, nearest)
		}
		assert.Len(t, tags, len(want), path)
		t.Logf("%s: %d tags of %d, corners within %.2f px", filepath.Base(path), len(tags), len(want), worst)
	}
}

// readTruth reads lines "id, (x y), (x y), (x y), (x y)". They come from a detector that has (0,0) at the corner of the
// top-left pixel.
func readTruth(t *testing.T, path string) (corners [][4][2]float64) {
	t.Helper()
	file, err := os.Open(path)
	require.NoError(t, err)
	defer file.Close()
	for lines := bufio.NewScanner(file); lines.Scan(); {
		fields := strings.FieldsFunc(lines.Text(), func(r rune) bool { return strings.ContainsRune(",() ", r) })
		if len(fields) == 0 {
			continue
		}
		var numbers [9]float64
		for i := range numbers {
			require.NoError(t, json.Unmarshal([]byte(fields[i]), &numbers[i]))
		}
		var c [4][2]float64
		for i := range c {
			c[i] = [2]float64{numbers[1+2*i] - 0.5, numbers[2+2*i] - 0.5}
		}
		corners = append(corners, c)
	}
	return corners
}

func BenchmarkDetect(b *testing.B) {
	d := newTestDetector(b)
	camera := calibration.GuessCamera(1280, 720)
	view := calibration.View{Camera: camera, Pose: calibration.Pose{
		R: [3][3]float64{{1, 0, 0}, {0, -1, 0}, {0, 0, -1}}, T: [3]float64{0, 0, 650},
	}}
	gray := tabletop(d, &view, calibration.TagLayout{
		{ID: 0, SizeMM: 40, CenterMM: [2]float64{-200, -120}},
		{ID: 1, SizeMM: 40, CenterMM: [2]float64{200, -120}},
		{ID: 2, SizeMM: 40, CenterMM: [2]float64{200, 120}},
		{ID: 3, SizeMM: 40, CenterMM: [2]float64{-200, 120}},
	}, 1)
	for b.Loop() {
		if tags, err := d.Detect(gray); err != nil || len(tags) != 4 {
			b.Fatal(len(tags), err)
		}
	}
}
