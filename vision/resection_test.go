package vision

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/castellan-companion/castellan/calibration"
)

const testPitch = 32.0 // mm

// seenMarks are the tops of towers on nodes up to so far from the middle of the table, as v shows them.
func seenMarks(v *calibration.View, far int) []mark {
	var marks []mark
	for i := -far; i <= far; i++ {
		for j := -far; j <= far; j++ {
			if (i+2*j)%3 != 0 {
				continue
			}
			at := [3]float64{float64(i) * testPitch, float64(j) * testPitch, 27}
			marks = append(marks, mark{at, v.Pixel(at)})
		}
	}
	return marks
}

// farthest is how far off a view shows any of the marks, in pitches.
func farthest(s *resection, v *calibration.View, marks []mark) float64 {
	far := 0.0
	for k := range marks {
		off := s.off(v, &marks[k])
		far = max(far, math.Hypot(off[0], off[1]))
	}
	return far
}

func drawView(t *rapid.T) calibration.View {
	camera := calibration.GuessCamera(1280, 720)
	return above(&camera, rapid.Float64Range(0, 0.85).Draw(t, "tilt"), rapid.Float64Range(500, 900).Draw(t, "distance"))
}

func TestResectionFindsTheCameraAmongWrongMarks(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		truth := drawView(t)
		right := seenMarks(&truth, 4)
		marks := append([]mark{}, right...)
		for k := 0; k < len(marks); k += rapid.IntRange(4, 9).Draw(t, "wrong") {
			turn := rapid.Float64Range(0, 2*math.Pi).Draw(t, "turn")
			marks[k].px[0] += 20 * math.Cos(turn)
			marks[k].px[1] += 20 * math.Sin(turn)
		}
		var by []float64
		for range 6 {
			by = append(by, rapid.Float64Range(-0.03, 0.03).Draw(t, "by"))
		}
		s := newResection(&truth, testPitch, false)
		start := s.changed(&truth, by)
		s = newResection(&start, testPitch, false)
		v, agree := s.solve(start, marks, 0.03)
		if far := farthest(&s, &v, right); far > 0.02 {
			t.Fatalf("the right marks are up to %v pitches off", far)
		}
		if agree < 0.5*float64(len(marks)) {
			t.Fatalf("only %v of %d marks agree", agree, len(marks))
		}
	})
}

func TestResectionFindsTheLens(t *testing.T) {
	camera := calibration.GuessCamera(1280, 720)
	truth := above(&camera, 0.6, 700)
	guessed := truth
	guessed.FX, guessed.FY = 1.1*truth.FX, 1.1*truth.FY
	s := newResection(&guessed, testPitch, true)
	v, _ := s.solve(guessed, seenMarks(&truth, 4), 0.03)
	assert.InDelta(t, 1, v.FX/truth.FX, 0.03)
	assert.InDelta(t, truth.TiltDeg(), v.TiltDeg(), 1)
}

// Few towers, each seen a little beside its place, say little of how the camera is held: less than what is known of it.
func TestResectionOfFewTowersStaysUpright(t *testing.T) {
	camera := calibration.GuessCamera(1280, 720)
	truth := above(&camera, 0.2, 900)
	marks := seenMarks(&truth, 1)
	require.Len(t, marks, 3)
	for k := range marks {
		marks[k].px[k%2] += 2
	}
	s := newResection(&truth, testPitch, false)
	v, _ := s.solve(truth, marks, 0.06)
	assert.InDelta(t, truth.TiltDeg(), v.TiltDeg(), 2)
}

func TestResectionWithoutMarksStays(t *testing.T) {
	camera := calibration.GuessCamera(1280, 720)
	truth := above(&camera, 0.3, 700)
	s := newResection(&truth, testPitch, true)
	v, agree := s.solve(truth, nil, 0.05)
	assert.Zero(t, agree)
	assert.InDelta(t, truth.TiltDeg(), v.TiltDeg(), 1e-6)
	assert.InDelta(t, truth.T[2], v.T[2], 1e-6)
}

// The same pixels show the same nodes after the table frame was laid along a lattice, whatever its pitch was taken for.
func TestAlongALattice(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v := drawView(t)
		g := drawGrid(t)
		laid := along(&v, &g, testPitch)
		n := drawNode(t, "node")
		i, j := float64(n.I)/4, float64(n.J)/4
		at := g.At(i, j)
		was, is := v.Pixel([3]float64{at[0], at[1], 0}), laid.Pixel([3]float64{i * testPitch, j * testPitch, 0})
		if math.Hypot(was[0]-is[0], was[1]-is[1]) > 1e-6*(1+math.Abs(was[0])+math.Abs(was[1])) {
			t.Fatalf("%v is seen at %v instead of %v", n, is, was)
		}
	})
}

// Marks that no camera could show lead to no place, rather than to one that is no number.
func TestResectionOfImpossibleMarks(t *testing.T) {
	camera := calibration.GuessCamera(1280, 720)
	camera.Dist[0] = -0.4
	truth := above(&camera, 0.8, 300)
	for _, px := range [][2]float64{{math.NaN(), 0}, {math.Inf(1), 5}, {1e300, -1e300}} {
		marks := append(seenMarks(&truth, 3), mark{[3]float64{0, -1e6, 0}, px}, mark{[3]float64{1e9, 1e9, 1e9}, px})
		s := newResection(&truth, testPitch, true)
		v, _ := s.solve(truth, marks, 0.03)
		assert.True(t, finite(&v), "%v", px)
	}
}
