package chessboard

import (
	"math"
	"os"
	"path/filepath"
	"runtime/pprof"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gocv.io/x/gocv"

	"github.com/castellan-companion/castellan/calibration"
)

// With the tag matprofile (make leaks) gocv knows the Mats that were not closed.
func TestMain(m *testing.M) {
	code := m.Run()
	if open := pprof.Lookup("gocv.io/x/gocv.Mat"); open != nil && open.Count() > 0 {
		_ = open.WriteTo(os.Stderr, 1)
		code = 1
	}
	os.Exit(code)
}

func TestParseBoard(t *testing.T) {
	board, err := ParseBoard("9x6", 25)
	require.NoError(t, err)
	assert.Equal(t, Board{Columns: 9, Rows: 6, SquareMM: 25}, board)
	for _, bad := range []string{"", "9", "9x", "x6", "9x6x3", "9*6", "2x6", "9x101", "-9x6", "9x6 "} {
		_, err := ParseBoard(bad, 25)
		require.ErrorContains(t, err, "board", bad)
	}
	for _, bad := range []float64{0, -1, math.NaN(), math.Inf(1)} {
		_, err := ParseBoard("9x6", bad)
		require.ErrorContains(t, err, "square", bad)
	}
}

// views sees a board with a known camera from several sides.
func views(board Board, camera *calibration.Camera) [][][2]float64 {
	var all [][][2]float64
	for i := range 6 {
		tilt := 0.5 * float64(i-3)
		s, c := math.Sincos(tilt)
		turn, turned := math.Sincos(float64(i))
		pose := calibration.Pose{
			R: [3][3]float64{{turned, -turn, 0}, {c * turn, c * turned, -s}, {s * turn, s * turned, c}},
			T: [3]float64{-80, -60 + 10*float64(i), 500},
		}
		var view [][2]float64
		for row := range board.Rows {
			for column := range board.Columns {
				corner := [3]float64{float64(column) * board.SquareMM, float64(row) * board.SquareMM, 0}
				view = append(view, camera.Project(pose.ToCamera(corner)))
			}
		}
		all = append(all, view)
	}
	return all
}

func TestCalibrateFindsTheCamera(t *testing.T) {
	board := Board{Columns: 9, Rows: 6, SquareMM: 25}
	want := calibration.GuessCamera(640, 480)
	want.FX, want.FY, want.CX, want.CY = 540, 540, 331, 236
	want.Dist = [5]float64{-0.2, 0.05, 0.001, -0.001, 0}
	camera, rms, err := board.Calibrate(640, 480, views(board, &want), false)
	require.NoError(t, err)
	assert.InDelta(t, want.FX, camera.FX, 0.5)
	assert.InDelta(t, want.FY, camera.FY, 0.5)
	assert.InDelta(t, want.CX, camera.CX, 0.5)
	assert.InDelta(t, want.CY, camera.CY, 0.5)
	assert.InDelta(t, want.Dist[0], camera.Dist[0], 0.01)
	assert.Equal(t, 6, camera.Views)
	assert.Less(t, camera.RMSPx, 0.01)
	require.Len(t, rms, 6)
	assert.Empty(t, Outliers(rms))
}

func TestCalibrateRefusesWhatTellsNothing(t *testing.T) {
	board := Board{Columns: 9, Rows: 6, SquareMM: 25}
	camera := calibration.GuessCamera(640, 480)
	seen := views(board, &camera)
	_, _, err := board.Calibrate(640, 480, seen[:2], false)
	require.ErrorContains(t, err, "it takes 3")
	_, _, err = board.Calibrate(640, 480, append(seen, seen[0][:7]), false)
	require.ErrorContains(t, err, "7 corners")
}

func TestOutliers(t *testing.T) {
	assert.Equal(t, []int{1}, Outliers([]float64{0.19, 1.18, 0.17, 0.19, 0.38}))
	assert.Empty(t, Outliers([]float64{0.01, 0.2, 0.01}), "all far better than they need be")
	assert.Empty(t, Outliers(nil))
}

// OpenCV's own photos and the result that it publishes for them.
func TestOpenCVsPhotos(t *testing.T) {
	paths, err := filepath.Glob("../../../shared/photos/chessboard/*.jpg")
	require.NoError(t, err)
	if len(paths) == 0 {
		t.Skip("no ../shared/photos/chessboard beside the repository")
	}
	board := Board{Columns: 9, Rows: 6, SquareMM: 25}
	var seen [][][2]float64
	for _, path := range paths {
		gray := gocv.IMRead(path, gocv.IMReadGrayScale)
		corners, found := board.Find(gray)
		require.NoError(t, gray.Close())
		assert.True(t, found, path)
		seen = append(seen, corners)
	}
	camera, rms, err := board.Calibrate(640, 480, seen, true)
	require.NoError(t, err)
	assert.LessOrEqual(t, camera.RMSPx, 0.3927)
	assert.InEpsilon(t, 535.916, camera.FX, 0.001)
	assert.InDelta(t, camera.FX, camera.FY, 0)
	t.Logf("rms %.6f px, f %.3f, views %.3f", camera.RMSPx, camera.FX, rms)
	for _, i := range Outliers(rms) {
		assert.Equal(t, "left02.jpg", filepath.Base(paths[i]))
	}
	assert.Len(t, Outliers(rms), 1)
}
