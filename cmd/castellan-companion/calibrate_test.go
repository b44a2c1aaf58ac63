package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"image"
	"image/png"
	"math"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/castellan-companion/castellan/calibration"
	"github.com/castellan-companion/castellan/cmd/internal/program"
)

func writePNG(t *testing.T, path string, picture image.Image) {
	t.Helper()
	file, err := os.Create(path)
	require.NoError(t, err)
	require.NoError(t, png.Encode(file, picture))
	require.NoError(t, file.Close())
}

// chessboardPhotos draws a board of 9x6 inner corners and 25 mm squares as the camera sees it from several sides.
func chessboardPhotos(t *testing.T, camera calibration.Camera) []string {
	t.Helper()
	const square, columns, rows, samples = 25.0, 10, 7, 3
	folder := t.TempDir()
	var paths []string
	for i := range 5 {
		s, c := math.Sincos(0.35 * float64(i-2))
		turn, turned := math.Sincos(0.2 * float64(i))
		view := calibration.View{Camera: camera, Pose: calibration.Pose{
			R: [3][3]float64{{turned, -turn, 0}, {c * turn, c * turned, -s}, {s * turn, s * turned, c}},
		}}
		middle := view.ToCamera([3]float64{square * columns / 2, square * rows / 2, 0})
		view.T = [3]float64{-middle[0], -middle[1], 420 - middle[2]}
		picture := image.NewGray(image.Rect(0, 0, camera.Width, camera.Height))
		for y := range camera.Height {
			for x := range camera.Width {
				light := 0
				for k := range samples * samples {
					pixel := [2]float64{float64(x) + float64(k%samples-1)/samples, float64(y) + float64(k/samples-1)/samples}
					at, ok := view.OnPlane(pixel, 0)
					column, row := int(math.Floor(at[0]/square)), int(math.Floor(at[1]/square))
					black := (column+row)%2 == 0 && column >= 0 && row >= 0 && column < columns && row < rows
					if !ok || !black {
						light += 230
					} else {
						light += 20
					}
				}
				picture.Pix[picture.PixOffset(x, y)] = uint8(light / (samples * samples))
			}
		}
		path := filepath.Join(folder, fmt.Sprintf("view%d.png", i))
		writePNG(t, path, picture)
		paths = append(paths, path)
	}
	return paths
}

func TestCalibrate(t *testing.T) {
	want := calibration.GuessCamera(480, 360)
	want.FX, want.FY = 430, 430
	want.Dist[0] = -0.1
	photos := chessboardPhotos(t, want)
	blank := filepath.Join(t.TempDir(), "blank.png")
	writePNG(t, blank, image.NewGray(image.Rect(0, 0, 480, 360)))
	file := filepath.Join(t.TempDir(), "desk.json")

	command := calibrateCommand{Board: "9x6", Square: 25, FixAspect: true, Out: file, JSON: true, Images: append(photos, blank)}
	var out bytes.Buffer
	require.NoError(t, command.run(&out))
	var report calibrationReport
	require.NoError(t, json.Unmarshal(out.Bytes(), &report))
	assert.InEpsilon(t, 430, report.K[0][0], 0.01)
	assert.Less(t, report.RMSPx, 0.3)
	assert.Empty(t, report.Outliers)
	require.Len(t, report.Views, len(photos)+1)
	for i, view := range report.Views {
		assert.Equal(t, i < len(photos), view.Found, view.Image)
		assert.Equal(t, view.Found, view.RMSPx != nil, view.Image)
	}

	camera, err := calibration.LoadCamera(file)
	require.NoError(t, err)
	assert.Equal(t, "desk", camera.Name)
	assert.Equal(t, len(photos), camera.Views)
	assert.InDelta(t, report.K[0][0], camera.FX, 0)

	command.JSON = false
	out.Reset()
	require.NoError(t, command.run(&out))
	assert.Contains(t, out.String(), "blank.png: nothing found")
	assert.Contains(t, out.String(), "Found in 5 of 6 photos")
	assert.Contains(t, out.String(), "Quality: good, but from 5 pictures only")
}

// OpenCV's own photos, of which left02 is blurred.
func TestCalibrateDropsOutliers(t *testing.T) {
	photos, err := filepath.Glob("../../../shared/photos/chessboard/*.jpg")
	require.NoError(t, err)
	if len(photos) == 0 {
		t.Skip("no ../shared/photos/chessboard beside the repository")
	}
	coverage := filepath.Join(t.TempDir(), "coverage.png")
	run := func(command calibrateCommand) (report calibrationReport) {
		command.Board, command.Square, command.FixAspect, command.JSON, command.Images = "9x6", 25, true, true, photos
		var out bytes.Buffer
		require.NoError(t, command.run(&out))
		require.NoError(t, json.Unmarshal(out.Bytes(), &report))
		return report
	}
	all := run(calibrateCommand{Coverage: coverage})
	fewer := run(calibrateCommand{DropOutliers: true})
	for _, report := range []calibrationReport{all, fewer} {
		require.Len(t, report.Outliers, 1)
		assert.Equal(t, "left02.jpg", filepath.Base(report.Outliers[0]))
		for _, view := range report.Views {
			assert.True(t, view.Found)
			assert.Equal(t, filepath.Base(view.Image) == "left02.jpg" && report.RMSPx == fewer.RMSPx, view.Dropped, view.Image)
		}
	}
	assert.InDelta(t, 0.3926, all.RMSPx, 0.0001)
	assert.InDelta(t, 535.916, all.K[0][0], 0.5)
	assert.Contains(t, all.Quality, "good")
	assert.Less(t, fewer.RMSPx, 0.25)
	assert.InDelta(t, 535.916, fewer.K[0][0], 4)
	file, err := os.Open(coverage)
	require.NoError(t, err)
	defer file.Close()
	picture, err := png.Decode(file)
	require.NoError(t, err)
	assert.Equal(t, image.Pt(640, 480), picture.Bounds().Size())
	assert.Greater(t, all.Covered, 0.6)
}

func TestCalibrateFromTags(t *testing.T) {
	command := calibrateCommand{Board: "9x6", Square: 25, Tags: true, JSON: true, Images: []string{taggedPNG, taggedPNG}}
	var out bytes.Buffer
	require.NoError(t, command.run(&out))
	var report calibrationReport
	require.NoError(t, json.Unmarshal(out.Bytes(), &report))
	assert.Len(t, report.Views, 2)
	assert.True(t, report.Views[0].Found)
	assert.Less(t, report.RMSPx, 0.5)
	assert.Equal(t, [2]int{320, 240}, report.Size)

	blank := filepath.Join(t.TempDir(), "blank.png")
	writePNG(t, blank, image.NewGray(image.Rect(0, 0, 320, 240)))
	command.Images = []string{taggedPNG, blank}
	require.ErrorIs(t, command.run(&out), calibration.ErrFewViews)

	var usage program.UsageError
	command.Coverage = "coverage.png"
	require.ErrorAs(t, command.run(&out), &usage)
}

func TestCalibrateRefuses(t *testing.T) {
	folder := t.TempDir()
	small, large := filepath.Join(folder, "small.png"), filepath.Join(folder, "large.png")
	writePNG(t, small, image.NewGray(image.Rect(0, 0, 64, 48)))
	writePNG(t, large, image.NewGray(image.Rect(0, 0, 80, 60)))
	file := filepath.Join(folder, "camera.json")
	for name, c := range map[string]struct {
		command calibrateCommand
		want    string
	}{
		"nothing found": {calibrateCommand{Board: "9x6", Square: 25, Images: []string{small}}, "found in 0 of the pictures"},
		"two sizes":     {calibrateCommand{Board: "9x6", Square: 25, Images: []string{small, large}}, "large.png is 80x60"},
		"no file":       {calibrateCommand{Board: "9x6", Square: 25, Images: []string{"no.jpg"}}, "no.jpg: there is no such file"},
	} {
		t.Run(name, func(t *testing.T) {
			c.command.Out = file
			require.ErrorContains(t, c.command.run(&bytes.Buffer{}), c.want)
			assert.NoFileExists(t, file)
		})
	}
	var usage program.UsageError
	require.ErrorAs(t, (&calibrateCommand{Board: "9 by 6", Square: 25}).run(&bytes.Buffer{}), &usage)
	require.ErrorAs(t, (&calibrateCommand{Board: "9x6", Square: -1}).run(&bytes.Buffer{}), &usage)
}

func TestCameraFileIsWrittenWholeOrNot(t *testing.T) {
	folder := t.TempDir()
	err := writeCamera(filepath.Join(folder, "none", "camera.json"), calibration.GuessCamera(640, 480))
	require.ErrorContains(t, err, "camera.json cannot be written: no such file or directory")

	require.NoError(t, os.Mkdir(filepath.Join(folder, "taken"), 0o755))
	require.ErrorContains(t, writeCamera(filepath.Join(folder, "taken"), calibration.GuessCamera(640, 480)), "cannot be written")
	left, err := os.ReadDir(folder)
	require.NoError(t, err)
	assert.Len(t, left, 1, "no half-written file stays behind")
}
