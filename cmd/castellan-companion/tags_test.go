package main

import (
	"bytes"
	"encoding/json"
	"image"
	"math"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/castellan-companion/castellan/calibration"
	"github.com/castellan-companion/castellan/cmd/internal/program"
)

// testdata/tags.png shows tags 3 and 5 (40 mm) from straight above, one pixel to the millimetre, with GuessCamera's lens
// 256 mm over their faces. Tag 3 lies 40 mm to the left and 20 mm up of the middle, tag 5 45 mm to the right and 15 mm
// down, turned by a quarter.
const taggedPNG = "testdata/tags.png"

func TestTags(t *testing.T) {
	blank := filepath.Join(t.TempDir(), "blank.png")
	writePNG(t, blank, image.NewGray(image.Rect(0, 0, 320, 240)))
	var out bytes.Buffer
	require.NoError(t, (&tagsCommand{Size: 40, JSON: true, Images: []string{taggedPNG, blank}}).run(&out))
	lines := strings.Split(strings.TrimSpace(out.String()), "\n")
	require.Len(t, lines, 2)
	assert.JSONEq(t, `{"image":"`+blank+`","tags":[]}`, lines[1])
	assert.NotContains(t, lines[0], `"R"`, "without a camera nothing is known of the tags' places")
	var picture taggedPicture
	require.NoError(t, json.Unmarshal([]byte(lines[0]), &picture))
	require.Len(t, picture.Tags, 2)
	assert.Equal(t, []int{3, 5}, []int{picture.Tags[0].ID, picture.Tags[1].ID})
	want := [][4][2]float64{
		{{99.5, 119.5}, {139.5, 119.5}, {139.5, 79.5}, {99.5, 79.5}},
		{{224.5, 154.5}, {224.5, 114.5}, {184.5, 114.5}, {184.5, 154.5}},
	}
	for i, corners := range want {
		for c, corner := range corners {
			got := picture.Tags[i].Corners[c]
			assert.Less(t, math.Hypot(got[0]-corner[0], got[1]-corner[1]), 0.25, "tag %d, corner %d: %v", i, c, got)
		}
	}
}

func TestTagsWithCamera(t *testing.T) {
	file := filepath.Join(t.TempDir(), "camera.json")
	require.NoError(t, writeCamera(file, calibration.GuessCamera(320, 240)))
	command := tagsCommand{Size: 40, Camera: file, JSON: true, Images: []string{taggedPNG}}
	var out bytes.Buffer
	require.NoError(t, command.run(&out))
	var picture taggedPicture
	require.NoError(t, json.Unmarshal(out.Bytes(), &picture))
	require.Len(t, picture.Tags, 2)
	for i, want := range [][3]float64{{-40, -20, 256}, {45, 15, 256}} {
		require.NotNil(t, picture.Tags[i].T)
		for k := range want {
			assert.InDelta(t, want[k], picture.Tags[i].T[k], 2, "tag %d", i)
		}
	}
	// Tag 3 lies as printed: its x axis is the picture's, its y axis goes up in the picture, towards its top.
	assert.InDelta(t, 1, picture.Tags[0].R[0][0], 0.02)
	assert.InDelta(t, -1, picture.Tags[0].R[1][1], 0.02)
	// Tag 5 is turned by a quarter, counter-clockwise: its x axis goes up in the picture.
	assert.InDelta(t, -1, picture.Tags[1].R[1][0], 0.02)

	command.JSON = false
	out.Reset()
	require.NoError(t, command.run(&out))
	assert.Contains(t, out.String(), "tag36h11 3 at 119.5, 99.5 px, 26")
}

func TestTagsRefuses(t *testing.T) {
	var usage program.UsageError
	require.ErrorAs(t, (&tagsCommand{Size: 0}).run(&bytes.Buffer{}), &usage)
	err := (&tagsCommand{Size: 40, Images: []string{"no.jpg"}}).run(&bytes.Buffer{})
	require.ErrorContains(t, err, "no.jpg: there is no such file")
	err = (&tagsCommand{Size: 40, Images: []string{"tags_test.go"}}).run(&bytes.Buffer{})
	require.ErrorContains(t, err, "not a picture")
	err = (&tagsCommand{Size: 40, Camera: taggedPNG, Images: []string{taggedPNG}}).run(&bytes.Buffer{})
	require.ErrorContains(t, err, "is not JSON")
}
