package main

import (
	"bytes"
	"fmt"
	"image"
	"math"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/castellan-companion/castellan/calibration"
	"github.com/castellan-companion/castellan/calibration/apriltag"
	"github.com/castellan-companion/castellan/cmd/internal/program"
)

// pageOfTags draws the printed page, turned by some degrees about the picture's axes, with its middle before the camera at a place (mm).
func pageOfTags(t *testing.T, camera calibration.Camera, aboutX, aboutY, x, y, z float64) image.Image {
	t.Helper()
	sx, cx := math.Sincos(aboutX * math.Pi / 180)
	sy, cy := math.Sincos(aboutY * math.Pi / 180)
	view := calibration.View{Camera: camera, Pose: calibration.Pose{
		R: [3][3]float64{{cy, 0, -sy}, {sx * sy, -cx, sx * cy}, {-cx * sy, -sx, -cx * cy}}, T: [3]float64{x, y, z},
	}}
	var white [4][10][10]bool
	for id := range white {
		var err error
		white[id], err = apriltag.Cells(id)
		require.NoError(t, err)
	}
	const tag, apart, samples = 40.0, 58.0, 2
	picture := image.NewGray(image.Rect(0, 0, camera.Width, camera.Height))
	for v := range camera.Height {
		for u := range camera.Width {
			light := 0
			for k := range samples * samples {
				at, ok := view.OnPlane([2]float64{float64(u) + (float64(k%samples)-0.5)/samples, float64(v) + (float64(k/samples)-0.5)/samples}, 0.4)
				column, row := math.Floor(at[0]/apart+1), math.Floor(1-at[1]/apart)
				shade := 235
				if ok && column >= 0 && column < 2 && row >= 0 && row < 2 {
					i := int(math.Floor((at[0]-(column-0.5)*apart+tag/2)/(tag/8))) + 1
					j := int(math.Floor((tag/2-(at[1]-(0.5-row)*apart))/(tag/8))) + 1
					if i > 0 && j > 0 && i < 9 && j < 9 && !white[int(row)*2+int(column)][j][i] {
						shade = 20
					}
				}
				light += shade
			}
			picture.Pix[picture.PixOffset(u, v)] = uint8(light / (samples * samples))
		}
	}
	return picture
}

func TestGuided(t *testing.T) {
	want := calibration.GuessCamera(640, 360)
	want.FX, want.FY = 470, 470
	folder := t.TempDir()
	for i, place := range [][5]float64{
		{30, 0, 0, 0, 260},
		{-30, 0, 0, 0, 260},
		{0, 30, 0, 0, 260},
		{0, -30, 0, 0, 260},
		{25, 25, 0, 0, 260},
		{0, 0, 0, 0, 260},
		{5, 5, -105, -45, 260},
		{5, 5, 105, 45, 260},
		{5, 5, 105, -45, 260},
		{5, 5, -105, 45, 260},
	} {
		picture := pageOfTags(t, want, place[0], place[1], place[2], place[3], place[4])
		for _, held := range []string{"a", "b"} { // only what is held still counts
			writePNG(t, filepath.Join(folder, fmt.Sprintf("%02d%s.png", i, held)), picture)
		}
	}
	var told bytes.Buffer
	got, err := guided(folder, &told)
	require.NoError(t, err)
	assert.InEpsilon(t, 470, got.FX, 0.02, "the pictures are small")
	assert.Less(t, got.RMSPx, 0.3)
	assert.Contains(t, told.String(), "Hold still")
	assert.Contains(t, told.String(), "to another side")
	assert.Contains(t, told.String(), "straight from above")
	assert.Contains(t, told.String(), "[####################] That is enough")
}

func TestGuidedRefuses(t *testing.T) {
	_, err := guided(filepath.Join(t.TempDir(), "no.mp4"), &bytes.Buffer{})
	require.ErrorContains(t, err, "no such file")
	folder := t.TempDir()
	writePNG(t, filepath.Join(folder, "blank.png"), image.NewGray(image.Rect(0, 0, 320, 240)))
	var told bytes.Buffer
	_, err = guided(folder, &told)
	require.ErrorIs(t, err, calibration.ErrFewViews)
	assert.Contains(t, told.String(), "Show at least two of the tags")
	var usage program.UsageError
	require.ErrorAs(t, (&calibrateCommand{Board: "9x6", Square: 25, Guided: true, Images: []string{folder, folder}}).run(&told), &usage)
}
