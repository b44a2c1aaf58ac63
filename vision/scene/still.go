package scene

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"

	"github.com/castellan-companion/castellan/calibration"
	"github.com/castellan-companion/castellan/engine/castellan"
	"github.com/castellan-companion/castellan/vision/reading"
)

// Schemas of the files that hold a truth.
const (
	StillSchema = "castellan-scene/1"
	FilmSchema  = "castellan-video/1"
)

// Still is a picture and what it shows.
type Still struct {
	File    string // path of the JSON file
	Image   string // path of the picture
	Group   string
	View    calibration.View // the true one
	Set     calibration.Set
	Lattice *reading.Lattice // nil when there is no castle
	Castle  reading.Castle
	Score   map[string]int // points by colour
	Hidden  Hidden
}

// Hidden is what a hand or sleeve covers.
type Hidden struct {
	pieces pieceSet // towers and walls
	keeps  int      // pieces of the castle's keeps that are hidden; which ones is not known
}

// Keeps is how many pieces of the castle's keeps are hidden.
func (h Hidden) Keeps() int { return h.keeps }

// Any says whether anything is hidden.
func (h Hidden) Any() bool { return len(h.pieces) > 0 || h.keeps > 0 }

// lattice is the lattice of a truth file: the pitch stands with the set.
type lattice struct {
	OriginMM [2]float64 `json:"origin_mm"`
	AngleDeg float64    `json:"angle_deg"`
}

func (l *lattice) withPitch(pitchMM float64) *reading.Lattice {
	if l == nil {
		return nil
	}
	return &reading.Lattice{OriginMM: l.OriginMM, AngleDeg: l.AngleDeg, PitchMM: pitchMM}
}

// stillFile is castellan-scene/1, as far as it is needed here: calibration reads the lens and the set from it.
type stillFile struct {
	Image    string           `json:"image"`
	Group    string           `json:"group"`
	Camera   calibration.Pose `json:"camera"`
	Lattice  *lattice         `json:"lattice"`
	Castle   reading.Castle   `json:"castle"`
	Score    map[string]int   `json:"score"`
	Occluded []string         `json:"occluded"`
}

// LoadStill reads a castellan-scene/1 file. Its errors name the file and the field that is wrong. The picture is not
// looked at. A score that the file does not tell is what the castle counts by the rules.
func LoadStill(path string) (Still, error) {
	var f stillFile
	if err := load(path, StillSchema, &f); err != nil {
		return Still{}, err
	}
	camera, err := calibration.LoadCamera(path)
	if err != nil {
		return Still{}, err
	}
	set, err := calibration.LoadSet(path)
	if err != nil {
		return Still{}, err
	}
	if f.Image == "" {
		return Still{}, fmt.Errorf("%s: image: missing; the file does not name its picture", path)
	}
	s := Still{
		File: path, Image: filepath.Join(filepath.Dir(path), f.Image), Group: f.Group,
		View: calibration.View{Camera: camera, Pose: f.Camera}, Set: set,
		Lattice: f.Lattice.withPitch(set.PitchMM), Score: f.Score,
	}
	if s.Group == "" {
		s.Group = "(no group)"
	}
	if s.Castle, err = placed(f.Castle, s.Lattice); err != nil {
		return Still{}, fmt.Errorf("%s: %w", path, err)
	}
	if s.Hidden, err = readHidden(f.Occluded); err != nil {
		return Still{}, fmt.Errorf("%s: %w", path, err)
	}
	if s.Score == nil {
		s.Score = s.Castle.Scores()
	}
	return s, nil
}

// load reads the JSON file at path into v, after a look at its schema.
func load(path, schema string, v any) error {
	data, got, err := readSchema(path)
	if err != nil {
		return err
	}
	if got != schema {
		return fmt.Errorf("%s: schema: %q is not %s", path, got, schema)
	}
	if err := json.Unmarshal(data, v); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	return nil
}

// readSchema reads a JSON file and the schema that it claims, "" if none.
func readSchema(path string) (data []byte, schema string, err error) {
	data, err = os.ReadFile(path)
	if err != nil {
		return nil, "", err
	}
	var head struct {
		Schema string `json:"schema"`
	}
	if err := json.Unmarshal(data, &head); err != nil {
		return nil, "", fmt.Errorf("%s: not a truth file: %w", path, err)
	}
	return data, head.Schema, nil
}

// placed is the castle with the lattice places of its keeps filled in, without those that a hand is still carrying
// (count 0).
func placed(c reading.Castle, l *reading.Lattice) (reading.Castle, error) {
	if l == nil && len(c.Towers)+len(c.Walls)+len(c.Keeps)+len(c.Trial) > 0 {
		return reading.Castle{}, errors.New("lattice: missing, though there is a castle")
	}
	var keeps []reading.Keep
	for _, k := range c.Keeps {
		if k.Count > 0 {
			k.At = l.Place(k.AtMM)
			keeps = append(keeps, k)
		}
	}
	c.Keeps = keeps
	return c, nil
}

var (
	hiddenTower = regexp.MustCompile(`^tower (-?\d+),(-?\d+)$`)
	hiddenWall  = regexp.MustCompile(`^wall (-?\d+),(-?\d+)-(-?\d+),(-?\d+)$`)
)

// readHidden reads the ids of hidden pieces: "tower i,j", "wall i,j-i,j", "keep". Trial towers are no part of the castle.
func readHidden(ids []string) (Hidden, error) {
	h := Hidden{pieces: pieceSet{}}
	for _, id := range ids {
		if m := hiddenTower.FindStringSubmatch(id); m != nil {
			at := node(m[1], m[2])
			h.pieces[newPiece(at, at)] = struct{}{}
		} else if m := hiddenWall.FindStringSubmatch(id); m != nil {
			h.pieces[newPiece(node(m[1], m[2]), node(m[3], m[4]))] = struct{}{}
		} else if id == "keep" {
			h.keeps++
		} else if !strings.HasPrefix(id, "trial ") {
			return Hidden{}, fmt.Errorf("occluded: %q is no piece; want \"tower i,j\", \"wall i,j-i,j\", \"trial i,j\" or \"keep\"", id)
		}
	}
	return h, nil
}

// node reads two numbers that are known to be whole; ones out of range become the largest that fit.
func node(i, j string) castellan.Node {
	var n castellan.Node
	n.I, _ = strconv.Atoi(i)
	n.J, _ = strconv.Atoi(j)
	return n
}
