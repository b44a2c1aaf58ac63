package calibration

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
)

// Schemas of the files from which cameras and sets are read.
const (
	CameraSchema = "castellan-camera/1"
	SetSchema    = "castellan-set/1"
	sceneSchema  = "castellan-scene/1"
	videoSchema  = "castellan-video/1"
)

// lens is the part of a camera that camera/1, scene/1 and video/1 files share.
type lens struct {
	K    [][]float64 `json:"K"`
	Dist []float64   `json:"dist"`
}

// cameraFile is castellan-camera/1.
type cameraFile struct {
	Schema string `json:"schema"`
	Name   string `json:"name,omitempty"`
	Size   []int  `json:"size"`
	lens
	RMSPx float64 `json:"rms_px"`
	Views int     `json:"views"`
	// Quality is the same in words, for people who read the file; it is not read back.
	Quality string      `json:"quality,omitempty"`
	R       [][]float64 `json:"R,omitempty"`
	T       []float64   `json:"t,omitempty"`
}

// truthFile is what may be taken of a castellan-scene/1 or castellan-video/1 file: the lens, the size and the set.
type truthFile struct {
	Size    []int           `json:"size"`
	Camera  lens            `json:"camera"`
	Cameras []lens          `json:"cameras"`
	Set     json.RawMessage `json:"set"`
}

// LoadCamera reads a camera from a castellan-camera/1 file. Of a castellan-scene/1 file it takes the camera's K and dist and
// the size, of a castellan-video/1 file the same of the first camera; never the pose.
func LoadCamera(path string) (Camera, error) {
	camera, err := loadCamera(path)
	if err != nil {
		return Camera{}, fmt.Errorf("%s: %w", path, err)
	}
	return camera, nil
}

func loadCamera(path string) (Camera, error) {
	data, schema, err := readFile(path)
	if err != nil {
		return Camera{}, err
	}
	var truth truthFile
	switch schema {
	case CameraSchema:
		var camera Camera
		err := json.Unmarshal(data, &camera)
		return camera, err
	case sceneSchema:
		if err := unmarshal(data, &truth); err != nil {
			return Camera{}, err
		}
		return truth.Camera.camera("camera.", truth.Size)
	case videoSchema:
		if err := unmarshal(data, &truth); err != nil {
			return Camera{}, err
		}
		if len(truth.Cameras) == 0 {
			return Camera{}, errors.New("cameras: the list is empty or missing")
		}
		return truth.Cameras[0].camera("cameras[0].", truth.Size)
	}
	return Camera{}, fmt.Errorf("schema: %q is no camera; want %s (or a scene or video file)", schema, CameraSchema)
}

// LoadSet reads the measures of a piece set from a castellan-set/1 file, or the set of a castellan-scene/1 or
// castellan-video/1 file. Measures that the file does not give are those of DefaultSet.
func LoadSet(path string) (Set, error) {
	set, err := loadSet(path)
	if err != nil {
		return Set{}, fmt.Errorf("%s: %w", path, err)
	}
	return set, nil
}

func loadSet(path string) (Set, error) {
	data, schema, err := readFile(path)
	if err != nil {
		return Set{}, err
	}
	prefix := ""
	switch schema {
	case SetSchema:
	case sceneSchema, videoSchema:
		var truth truthFile
		if err := unmarshal(data, &truth); err != nil {
			return Set{}, err
		}
		if truth.Set == nil {
			return Set{}, errors.New("set: missing")
		}
		data, prefix = truth.Set, "set."
	default:
		return Set{}, fmt.Errorf("schema: %q is no piece set; want %s (or a scene or video file)", schema, SetSchema)
	}
	set := DefaultSet()
	if err := unmarshal(data, &set); err != nil {
		return Set{}, err
	}
	err = set.check(prefix)
	return set, err
}

// check names the first measure that cannot be.
func (s *Set) check(prefix string) error {
	for _, m := range []struct {
		field string
		value float64
	}{
		{"pitch_mm", s.PitchMM},
		{"short", float64(s.Short)},
		{"tower_diameter_mm", s.TowerDiameterMM},
		{"tower_height_mm", s.TowerHeightMM},
		{"wall_thickness_mm", s.WallThicknessMM},
		{"wall_height_mm", s.WallHeightMM},
		{"keep_mm", s.KeepMM},
		{"keep_height_mm", s.KeepHeightMM},
	} {
		if !(m.value > 0) {
			return fmt.Errorf("%s%s: %v must be above 0", prefix, m.field, m.value)
		}
	}
	if s.Long <= s.Short {
		return fmt.Errorf("%slong: a long wall (%d) must be longer than a short one (%d)", prefix, s.Long, s.Short)
	}
	return nil
}

// MarshalJSON writes the set as castellan-set/1.
func (s Set) MarshalJSON() ([]byte, error) {
	type plain Set // without this method
	return json.Marshal(struct {
		Schema string `json:"schema"`
		plain
	}{SetSchema, plain(s)})
}

// MarshalJSON writes the camera as castellan-camera/1.
func (c Camera) MarshalJSON() ([]byte, error) {
	k := c.K()
	f := cameraFile{
		Schema: CameraSchema, Name: c.Name, Size: []int{c.Width, c.Height},
		lens:  lens{K: [][]float64{k[0][:], k[1][:], k[2][:]}, Dist: c.Dist[:]},
		RMSPx: c.RMSPx, Views: c.Views, Quality: c.Quality(),
	}
	if c.Pose != nil {
		f.R = [][]float64{c.Pose.R[0][:], c.Pose.R[1][:], c.Pose.R[2][:]}
		f.T = c.Pose.T[:]
	}
	return json.Marshal(f)
}

// UnmarshalJSON reads castellan-camera/1. Its errors begin with the field that is wrong.
func (c *Camera) UnmarshalJSON(data []byte) error {
	var f cameraFile
	if err := unmarshal(data, &f); err != nil {
		return err
	}
	if f.Schema != CameraSchema {
		return fmt.Errorf("schema: %q is not %s", f.Schema, CameraSchema)
	}
	read, err := f.camera("", f.Size)
	if err != nil {
		return err
	}
	read.Name, read.RMSPx, read.Views = f.Name, f.RMSPx, f.Views
	if f.R != nil || f.T != nil {
		if read.Pose, err = readPose(f.R, f.T); err != nil {
			return err
		}
	}
	*c = read
	return nil
}

// camera checks the lens; its errors name the field, which stands behind prefix in the file.
func (l *lens) camera(prefix string, size []int) (Camera, error) {
	if len(size) != 2 || size[0] < 1 || size[1] < 1 {
		return Camera{}, fmt.Errorf("size: want [width, height] of the picture in pixels, got %v", size)
	}
	if !isMatrix3(l.K) || !(l.K[0][0] > 0) || !(l.K[1][1] > 0) {
		return Camera{}, fmt.Errorf("%sK: want [[fx,0,cx],[0,fy,cy],[0,0,1]] with fx and fy above 0, got %v", prefix, l.K)
	}
	if len(l.Dist) != 5 && len(l.Dist) != 4 && len(l.Dist) != 0 {
		return Camera{}, fmt.Errorf("%sdist: want the five coefficients [k1,k2,p1,p2,k3], got %d", prefix, len(l.Dist))
	}
	c := Camera{Width: size[0], Height: size[1], FX: l.K[0][0], FY: l.K[1][1], CX: l.K[0][2], CY: l.K[1][2]}
	copy(c.Dist[:], l.Dist)
	return c, nil
}

func readPose(r [][]float64, t []float64) (*Pose, error) {
	if !isMatrix3(r) {
		return nil, fmt.Errorf("R: want a 3x3 rotation matrix, got %v", r)
	}
	if len(t) != 3 {
		return nil, fmt.Errorf("t: want three numbers (mm), got %v", t)
	}
	p := &Pose{T: [3]float64(t)}
	for i := range p.R {
		p.R[i] = [3]float64(r[i])
	}
	for i := range p.R {
		for j := range p.R {
			want := 0.0
			if i == j {
				want = 1
			}
			if math.Abs(dot(p.R[i], p.R[j])-want) > 1e-3 {
				return nil, fmt.Errorf("R: %v is not a rotation matrix", r)
			}
		}
	}
	if dot(cross(p.R[0], p.R[1]), p.R[2]) < 0 {
		return nil, fmt.Errorf("R: %v mirrors; want a rotation", r)
	}
	return p, nil
}

func isMatrix3(m [][]float64) bool {
	return len(m) == 3 && len(m[0]) == 3 && len(m[1]) == 3 && len(m[2]) == 3
}

// readFile reads a JSON file and the schema it claims. Its errors do not repeat the path.
func readFile(path string) (data []byte, schema string, err error) {
	data, err = os.ReadFile(path)
	if err != nil {
		if failed, ok := errors.AsType[*os.PathError](err); ok {
			err = failed.Err
		}
		return nil, "", err
	}
	var head struct {
		Schema string `json:"schema"`
	}
	if err := unmarshal(data, &head); err != nil {
		return nil, "", err
	}
	if head.Schema == "" {
		return nil, "", errors.New("schema: missing; the file does not say what it is")
	}
	return data, head.Schema, nil
}

// unmarshal is json.Unmarshal with errors that a person can act on: they name the line or the field.
func unmarshal(data []byte, v any) error {
	err := json.Unmarshal(data, v)
	if syntax, ok := errors.AsType[*json.SyntaxError](err); ok {
		line := 1 + bytes.Count(data[:min(int(syntax.Offset), len(data))], []byte("\n"))
		return fmt.Errorf("line %d is not JSON: %w", line, syntax)
	}
	if mistaken, ok := errors.AsType[*json.UnmarshalTypeError](err); ok {
		if mistaken.Field == "" {
			return fmt.Errorf("want a JSON object, got: %s", mistaken.Value)
		}
		return fmt.Errorf("%s: unexpected %s", mistaken.Field, mistaken.Value)
	}
	return err
}
