package calibration

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func writeFile(t *testing.T, content string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "file.json")
	require.NoError(t, os.WriteFile(path, []byte(content), 0o600))
	return path
}

func TestLoadCameraFromSceneAndVideo(t *testing.T) {
	camera, err := LoadCamera("testdata/scene.json")
	require.NoError(t, err)
	assert.Equal(t, Camera{
		Width: 1600, Height: 1200, FX: 977.4253, FY: 978.5056, CX: 802.7904, CY: 597.8941,
		Dist: [5]float64{-0.155373, 0.008827, 0.001124, 0.00024, 0},
	}, camera, "only lens and size are taken, never the pose")

	camera, err = LoadCamera("testdata/video.json")
	require.NoError(t, err)
	assert.Equal(t, 1280, camera.Width)
	assert.InDelta(t, 974.1217, camera.FX, 0)
}

func TestLoadSet(t *testing.T) {
	set, err := LoadSet("testdata/scene.json")
	require.NoError(t, err)
	assert.Equal(t, DefaultSet().Short, set.Short, "what a scene's set leaves out is as in the game")

	set, err = LoadSet(writeFile(t, `{"schema":"castellan-set/1","name":"printed","pitch_mm":40,"colour":"pink"}`))
	require.NoError(t, err)
	want := DefaultSet()
	want.Name, want.PitchMM = "printed", 40
	assert.Equal(t, want, set)

	written, err := json.Marshal(set)
	require.NoError(t, err)
	again, err := LoadSet(writeFile(t, string(written)))
	require.NoError(t, err)
	assert.Equal(t, set, again)
}

func TestCameraRoundTrip(t *testing.T) {
	camera := Camera{
		Name: "desk cam", Width: 1280, Height: 720, FX: 900, FY: 901, CX: 640, CY: 361, Dist: [5]float64{-0.1, 0.02, 1e-3, 2e-3, 3e-3},
		RMSPx: 0.21, Views: 13, Pose: &Pose{R: lookDown(0.3, 0.2, 0.1), T: [3]float64{1, 2, 700}},
	}
	written, err := json.Marshal(camera)
	require.NoError(t, err)
	read, err := LoadCamera(writeFile(t, string(written)))
	require.NoError(t, err)
	assert.Equal(t, camera, read)
}

func TestBadFiles(t *testing.T) {
	const (
		size  = `"size":[1280,720]`
		k     = `"K":[[900,0,640],[0,900,360],[0,0,1]]`
		dist  = `"dist":[0,0,0,0,0]`
		start = `{"schema":"castellan-camera/1",`
	)
	for name, c := range map[string]struct{ content, want string }{
		"not JSON":          {"{\n\"schema\":\n!", "line 3 is not JSON"},
		"not an object":     {"[1,2]", "want a JSON object, got: array"},
		"no schema":         {"{}", "schema: missing"},
		"other schema":      {`{"schema":"castellan-castle/1"}`, `schema: "castellan-castle/1" is no camera`},
		"no size":           {start + k + "," + dist + "}", "size: want [width, height]"},
		"negative size":     {start + `"size":[-1,720],` + k + "," + dist + "}", "size: want [width, height]"},
		"no K":              {start + size + "," + dist + "}", "K: want [[fx,0,cx]"},
		"ragged K":          {start + size + "," + dist + `,"K":[[1,0,0],[0,1],[0,0,1]]}`, "K: want [[fx,0,cx]"},
		"no focal length":   {start + size + "," + dist + `,"K":[[0,0,640],[0,900,360],[0,0,1]]}`, "fx and fy above 0"},
		"too many dist":     {start + size + "," + k + `,"dist":[0,0,0,0,0,1,2,3]}`, "dist: want the five coefficients [k1,k2,p1,p2,k3], got 8"},
		"words":             {start + size + "," + k + `,"dist":"none"}`, "dist: unexpected string"},
		"R without t":       {start + size + "," + k + "," + dist + `,"R":[[1,0,0],[0,1,0],[0,0,1]]}`, "t: want three numbers"},
		"R no rotation":     {start + size + "," + k + "," + dist + `,"R":[[2,0,0],[0,1,0],[0,0,1]],"t":[0,0,1]}`, "not a rotation"},
		"R mirrors":         {start + size + "," + k + "," + dist + `,"R":[[1,0,0],[0,1,0],[0,0,-1]],"t":[0,0,1]}`, "mirrors"},
		"scene without K":   {`{"schema":"castellan-scene/1",` + size + `}`, "camera.K: want"},
		"video, no cameras": {`{"schema":"castellan-video/1",` + size + `}`, "cameras: the list is empty"},
	} {
		t.Run(name, func(t *testing.T) {
			path := writeFile(t, c.content)
			_, err := LoadCamera(path)
			require.ErrorContains(t, err, c.want)
			require.ErrorContains(t, err, path)
		})
	}
	_, err := LoadCamera("no/such/file.json")
	require.EqualError(t, err, "no/such/file.json: no such file or directory")
}

func TestBadSets(t *testing.T) {
	for name, c := range map[string]struct{ content, want string }{
		"camera":         {`{"schema":"castellan-camera/1"}`, "is no piece set"},
		"negative":       {`{"schema":"castellan-set/1","pitch_mm":-3}`, "pitch_mm: -3 must be above 0"},
		"long is short":  {`{"schema":"castellan-set/1","long":1}`, "long: a long wall (1) must be longer"},
		"scene, no set":  {`{"schema":"castellan-scene/1"}`, "set: missing"},
		"scene, bad set": {`{"schema":"castellan-scene/1","set":{"keep_mm":0}}`, "set.keep_mm: 0 must be above 0"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := LoadSet(writeFile(t, c.content))
			require.ErrorContains(t, err, c.want)
		})
	}
}
