package setup

import (
	"bytes"
	"context"
	"encoding/json"
	"image"
	"image/color"
	"image/draw"
	"image/jpeg"
	"math"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/castellan-companion/castellan/calibration"
	"github.com/castellan-companion/castellan/calibration/apriltag"
	"github.com/castellan-companion/castellan/companion"
	"github.com/castellan-companion/castellan/vision/reading"
)

// wall shows one picture; none where it is nil.
type wall struct{ jpeg []byte }

func (w wall) Picture(ctx context.Context, _ int64) (*companion.Picture, error) {
	if w.jpeg == nil {
		<-ctx.Done()
		return nil, ctx.Err()
	}
	return &companion.Picture{Number: 7, JPEG: w.jpeg}, nil
}

type eye struct {
	camera *calibration.Camera
	set    calibration.Set
}

func (e *eye) Camera() *calibration.Camera { return e.camera }
func (e *eye) Set() calibration.Set        { return e.set }

func (e *eye) UseSet(_ context.Context, set calibration.Set) error {
	e.set = set
	return nil
}

func openDesk(t *testing.T, picture []byte) (*Desk, *eye) {
	t.Helper()
	tags, err := apriltag.NewDetector()
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, tags.Close()) })
	folder := t.TempDir()
	memory, err := OpenMemory(folder)
	require.NoError(t, err)
	e := &eye{set: calibration.DefaultSet()}
	return &Desk{
		Pictures: wall{picture}, Eye: e, Tags: tags, Shelf: calibration.Shelf{Folder: filepath.Join(folder, "sets")}, Memory: memory,
	}, e
}

// still is a rendered picture of a castle between four tags, with the camera's true place.
type still struct {
	jpeg   []byte
	camera calibration.Camera
	pose   calibration.Pose
	first  [4][2]float64 // corners of the tag 0
}

func loadStill(t *testing.T, name string) still {
	t.Helper()
	base := filepath.Join("..", "..", "vision", "testdata", "stills", name)
	content, err := os.ReadFile(base + ".jpg")
	require.NoError(t, err)
	truth, err := os.ReadFile(base + ".json")
	require.NoError(t, err)
	var scene struct {
		Camera struct {
			R [3][3]float64
			T [3]float64
		}
		Tags []struct {
			ID      int           `json:"id"`
			Corners [4][2]float64 `json:"corners_px"`
		}
	}
	require.NoError(t, json.Unmarshal(truth, &scene))
	camera, err := calibration.LoadCamera(base + ".json")
	require.NoError(t, err)
	require.Zero(t, scene.Tags[0].ID)
	return still{content, camera, calibration.Pose{R: scene.Camera.R, T: scene.Camera.T}, scene.Tags[0].Corners}
}

func (e *eye) UseCamera(_ context.Context, camera calibration.Camera) error {
	e.camera = &camera
	return nil
}

func codes(notes []reading.Note) []string {
	all := []string{}
	for _, n := range notes {
		all = append(all, n.Code)
	}
	return all
}

func TestLookFindsTagsAndView(t *testing.T) {
	for _, name := range []string{"easy_08", "tilt_04"} {
		truth := loadStill(t, name)
		desk, eye := openDesk(t, truth.jpeg)
		eye.camera = &truth.camera
		look, err := desk.Look(t.Context())
		require.NoError(t, err, name)
		assert.Equal(t, int64(7), look.Picture, name)
		assert.Equal(t, [2]int{1280, 720}, look.Size, name)
		assert.Empty(t, look.Missing, name)
		require.Len(t, look.Tags, 4, name)
		for i, corner := range look.Tags[0].Corners {
			assert.InDelta(t, truth.first[i][0], corner[0], 1, name)
			assert.InDelta(t, truth.first[i][1], corner[1], 1, name)
		}
		require.NotNil(t, look.View, name)
		height := truth.pose.Centre()[2]
		assert.InEpsilon(t, height, look.View.HeightMM, 0.01, name)
		assert.InDelta(t, truth.pose.TiltDeg(), look.View.TiltDeg, 1, name)
		distance := height / math.Cos(truth.pose.TiltDeg()*math.Pi/180)
		assert.InDelta(t, eye.set.TowerDiameterMM*truth.camera.FX/distance, look.View.TowerPx, 6, name)
		assert.Empty(t, look.Notes, name)
	}
}

func TestLookSaysWhatToMend(t *testing.T) {
	whole, err := jpeg.Decode(bytes.NewReader(loadStill(t, "easy_08").jpeg))
	require.NoError(t, err)
	tests := []struct {
		name  string
		shown image.Rectangle // the rest is covered by grey
		want  []string
	}{
		{"nothing to be seen", image.Rectangle{}, []string{"no_tags"}},
		{"the left half covered", image.Rect(640, 0, 1280, 720), []string{"tags_missing"}},
	}
	for _, test := range tests {
		img := image.NewRGBA(whole.Bounds())
		draw.Draw(img, img.Rect, image.NewUniform(color.Gray{128}), image.Point{}, draw.Src)
		draw.Draw(img, test.shown, whole, test.shown.Min, draw.Src)
		var b bytes.Buffer
		require.NoError(t, jpeg.Encode(&b, img, nil))
		desk, _ := openDesk(t, b.Bytes())
		look, err := desk.Look(t.Context())
		require.NoError(t, err, test.name)
		assert.Subset(t, codes(look.Notes), test.want, test.name)
	}
}

func TestLookWithoutAPicture(t *testing.T) {
	desk, _ := openDesk(t, nil)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := desk.Look(ctx)
	require.ErrorIs(t, err, ErrNoPicture)

	desk.Pictures = wall{[]byte("no picture")}
	_, err = desk.Look(t.Context())
	assert.ErrorContains(t, err, "cannot be read")
}

func TestSetIsKeptAndUsed(t *testing.T) {
	desk, eye := openDesk(t, nil)
	own := calibration.DefaultSet()
	own.Name, own.PitchMM = "printed", 40
	require.NoError(t, desk.KeepSet(t.Context(), own))
	assert.Equal(t, own, eye.set)
	assert.Equal(t, "printed", desk.Memory.Choices().Set)

	preset := calibration.Presets()[0]
	require.NoError(t, desk.UseSet(t.Context(), preset.Name))
	assert.Equal(t, preset, eye.set)
	require.NoError(t, desk.UseSet(t.Context(), "printed"))
	assert.Equal(t, own, eye.set)

	require.ErrorIs(t, desk.UseSet(t.Context(), "another"), calibration.ErrNoSuchSet)
	own.PitchMM = -1
	require.Error(t, desk.KeepSet(t.Context(), own))
	assert.Equal(t, 40.0, eye.set.PitchMM, "what was refused is not used")
}

func TestMemoryOutlivesTheCompanion(t *testing.T) {
	folder := t.TempDir()
	memory, err := OpenMemory(folder)
	require.NoError(t, err)
	assert.Equal(t, Choices{Steps: []string{}}, memory.Choices())
	require.NoError(t, memory.Change(func(c *Choices) {
		c.Done, c.Source, c.Set = true, "/dev/video0@1920x1080", "mine"
		c.Lenses = map[string]calibration.Camera{"/dev/video0": calibration.GuessCamera(1280, 720)}
		c.Did("tags")
		c.Did("camera")
		c.Did("tags")
	}))
	again, err := OpenMemory(folder)
	require.NoError(t, err)
	assert.Equal(t, memory.Choices(), again.Choices())
	assert.Equal(t, []string{"tags", "camera"}, again.Choices().Steps)

	require.NoError(t, os.WriteFile(filepath.Join(folder, memoryFile), []byte(`{"done":tr`), 0o600))
	damaged, err := OpenMemory(folder)
	require.NoError(t, err)
	assert.False(t, damaged.Choices().Done, "people are asked again")
}

func TestMemoryThatCannotBeKeptIsNotChanged(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "gone")
	memory, err := OpenMemory(folder)
	require.NoError(t, err)
	require.ErrorContains(t, memory.Change(func(c *Choices) { c.Done = true }), "cannot be kept")
	assert.False(t, memory.Choices().Done)
}
