package calibration

import (
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// scene is what the tests take of a scene's truth.
type scene struct {
	Group  string
	Camera struct {
		R [3][3]float64
		T [3]float64
	}
	Tags []struct {
		TagPlace
		CornersPx [4][2]float64 `json:"corners_px"`
	}
}

func readScene(t *testing.T, path string) scene {
	t.Helper()
	data, err := os.ReadFile(path)
	require.NoError(t, err)
	var s scene
	require.NoError(t, json.Unmarshal(data, &s))
	return s
}

func (s *scene) pose() Pose { return Pose{R: s.Camera.R, T: s.Camera.T} }

// The corners in the scene were projected by OpenCV, through a strong lens, and rounded to 0.01 px.
func TestProjectAgreesWithOpenCV(t *testing.T) {
	paths := []string{"testdata/scene.json"}
	shared, err := filepath.Glob("../../shared/scenes/stills/*.json")
	require.NoError(t, err)
	for _, path := range append(paths, shared...) {
		camera, err := LoadCamera(path)
		require.NoError(t, err)
		truth := readScene(t, path)
		view := View{Camera: camera, Pose: truth.pose()}
		for _, tag := range truth.Tags {
			for i, corner := range tag.Corners(DefaultTagFaceMM) {
				pixel := view.Pixel(corner)
				assert.InDelta(t, tag.CornersPx[i][0], pixel[0], 0.011, "%s tag %d corner %d x", path, tag.ID, i)
				assert.InDelta(t, tag.CornersPx[i][1], pixel[1], 0.011, "%s tag %d corner %d y", path, tag.ID, i)
			}
		}
	}
}

// drawCamera draws a camera as people own them, from wide-angle barrel to slight pincushion.
func drawCamera(t *rapid.T) Camera {
	width := rapid.IntRange(320, 4000).Draw(t, "width")
	height := rapid.IntRange(width/2, width).Draw(t, "height")
	f := float64(width) * rapid.Float64Range(0.6, 1.3).Draw(t, "focal")
	return Camera{
		Width: width, Height: height,
		FX: f, FY: f * rapid.Float64Range(0.98, 1.02).Draw(t, "aspect"),
		CX: float64(width) * rapid.Float64Range(0.47, 0.53).Draw(t, "cx"),
		CY: float64(height) * rapid.Float64Range(0.47, 0.53).Draw(t, "cy"),
		Dist: [5]float64{
			rapid.Float64Range(-0.35, 0.1).Draw(t, "k1"), rapid.Float64Range(-0.02, 0.15).Draw(t, "k2"),
			rapid.Float64Range(-0.003, 0.003).Draw(t, "p1"), rapid.Float64Range(-0.003, 0.003).Draw(t, "p2"),
			rapid.Float64Range(-0.02, 0.02).Draw(t, "k3"),
		},
	}
}

func TestRayIsTheInverseOfProject(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		camera := drawCamera(t)
		x := rapid.Float64Range(-0.8, 0.8).Draw(t, "x")
		y := rapid.Float64Range(-0.6, 0.6).Draw(t, "y")
		for part := 0.0; part <= 1; part += 1.0 / 16 {
			if !camera.monotone(part * part * (x*x + y*y) * 1.1) {
				t.Skip("beyond what this lens can see")
			}
		}
		pixel := camera.Project([3]float64{x * 700, y * 700, 700})
		gotX, gotY := camera.Ray(pixel)
		if math.Abs(gotX-x) > 1e-9 || math.Abs(gotY-y) > 1e-9 {
			t.Fatalf("ray (%v, %v) came back as (%v, %v)", x, y, gotX, gotY)
		}
	})
}

func TestRayStopsAtTheFold(t *testing.T) {
	camera := Camera{Width: 1280, Height: 720, FX: 900, FY: 900, CX: 640, CY: 360, Dist: [5]float64{-0.4}}
	fold := math.Sqrt(1 / (3 * 0.4))
	for _, pixel := range [][2]float64{{4000, 360}, {640, -5000}, {1e6, 1e6}, {-1e9, 3}} {
		x, y := camera.Ray(pixel)
		assert.InDelta(t, fold, math.Hypot(x, y), 0.05, "pixel %v", pixel)
		assert.Positive(t, x*(pixel[0]-camera.CX)+y*(pixel[1]-camera.CY), "pixel %v: the ray must point its way", pixel)
	}
}

func TestScaledSeesTheSame(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		camera := drawCamera(t)
		factor := rapid.IntRange(2, 4).Draw(t, "factor")
		scaled, err := camera.Scaled(camera.Width*factor, camera.Height*factor)
		if err != nil {
			t.Fatal(err)
		}
		point := [3]float64{
			rapid.Float64Range(-200, 200).Draw(t, "x"), rapid.Float64Range(-200, 200).Draw(t, "y"), 700,
		}
		small, big := camera.Project(point), scaled.Project(point)
		for i := range small {
			if want := (small[i]+0.5)*float64(factor) - 0.5; math.Abs(big[i]-want) > 1e-6 {
				t.Fatalf("pixel %v of the small picture is %v of the big one", small, big)
			}
		}
	})
	camera := GuessCamera(1280, 720)
	_, err := camera.Scaled(640, 480)
	require.ErrorContains(t, err, "1280x720")
}

func TestOnPlaneIsTheInverseOfPixel(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		view := drawView(t)
		z := rapid.Float64Range(0, 40).Draw(t, "z")
		want := [2]float64{rapid.Float64Range(-150, 150).Draw(t, "x"), rapid.Float64Range(-150, 150).Draw(t, "y")}
		got, ok := view.OnPlane(view.Pixel([3]float64{want[0], want[1], z}), z)
		if !ok || math.Hypot(got[0]-want[0], got[1]-want[1]) > 1e-6 {
			t.Fatalf("%v came back as %v (%v)", want, got, ok)
		}
	})
}

func TestOnPlaneKnowsTheHorizon(t *testing.T) {
	view := View{Camera: GuessCamera(1280, 720), Pose: Pose{R: lookDown(math.Pi/2*0.9, 0, 0), T: [3]float64{0, 0, 500}}}
	_, below := view.OnPlane([2]float64{640, 719}, 0)
	_, above := view.OnPlane([2]float64{640, 0}, 0)
	assert.NotEqual(t, below, above, "one edge of the picture shows the table, the other what is above the horizon")
}

// drawView draws a camera that hangs over the table and looks at its middle, without the lens's worst.
func drawView(t *rapid.T) View {
	camera := GuessCamera(1280, 720)
	camera.FX *= rapid.Float64Range(0.9, 1.2).Draw(t, "focal")
	camera.FY = camera.FX
	camera.Dist[0] = rapid.Float64Range(-0.15, 0.05).Draw(t, "k1")
	tilt := rapid.Float64Range(0, 50).Draw(t, "tilt") * math.Pi / 180
	towards := rapid.Float64Range(-math.Pi, math.Pi).Draw(t, "towards")
	pose := Pose{R: lookDown(tilt*math.Cos(towards), tilt*math.Sin(towards), rapid.Float64Range(-3, 3).Draw(t, "yaw"))}
	pose.T = [3]float64{
		rapid.Float64Range(-40, 40).Draw(t, "tx"), rapid.Float64Range(-30, 30).Draw(t, "ty"),
		rapid.Float64Range(550, 900).Draw(t, "distance"),
	}
	return View{Camera: camera, Pose: pose}
}

func TestNoAllocationPerPoint(t *testing.T) {
	camera, err := LoadCamera("testdata/scene.json")
	require.NoError(t, err)
	truth := readScene(t, "testdata/scene.json")
	view := View{Camera: camera, Pose: truth.pose()}
	var sink [2]float64
	assert.Zero(t, testing.AllocsPerRun(100, func() {
		pixel := view.Pixel([3]float64{20, 30, 27})
		sink, _ = view.OnPlane(pixel, 27)
	}))
	assert.InDelta(t, 20, sink[0], 1e-6)
}

func BenchmarkPixel(b *testing.B) {
	view := View{Camera: GuessCamera(1280, 720), Pose: Pose{R: lookDown(0.4, 0.1, 0), T: [3]float64{0, 0, 700}}}
	view.Dist = [5]float64{-0.1, 0.02, 0.001, 0.001, 0}
	for b.Loop() {
		view.Pixel([3]float64{100, 50, 27})
	}
}

func BenchmarkOnPlane(b *testing.B) {
	view := View{Camera: GuessCamera(1280, 720), Pose: Pose{R: lookDown(0.4, 0.1, 0), T: [3]float64{0, 0, 700}}}
	view.Dist = [5]float64{-0.1, 0.02, 0.001, 0.001, 0}
	for b.Loop() {
		view.OnPlane([2]float64{900, 600}, 27)
	}
}
