package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"image"
	pixels "image/draw"
	"image/jpeg"
	"io/fs"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"gocv.io/x/gocv"

	"github.com/castellan-companion/castellan/calibration"
	"github.com/castellan-companion/castellan/engine/castellan"
	"github.com/castellan-companion/castellan/vision/model"
	"github.com/castellan-companion/castellan/vision/reading"
	"github.com/castellan-companion/castellan/vision/scene"
	"github.com/castellan-companion/castellan/vision/synth"
	"github.com/castellan-companion/castellan/vision/volume"
)

// example is a picture with its truth.
type example struct {
	name, group string
	pic         *volume.Picture
	view        calibration.View
	lens        *volume.Lens
	set         calibration.Set
	lattice     *reading.Lattice // nil without a castle
	castle      reading.Castle
	hidden      scene.Hidden
	hand        bool               // a hand may hide pieces that are not listed in hidden
	body        *image.Alpha       // which pixels show the castle and its keeps, by their measures
	file        string             // the picture's file; "" for a frame of a film, which stays in memory
	apart       []synth.PieceTruth // pieces that stand apart from each other,
	bare        *volume.Picture    // and the same table without them
}

// angle is the direction of its lattice's first axis, radians.
func (e *example) angle() float64 { return e.lattice.AngleDeg * math.Pi / 180 }

// grid is its lattice.
func (e *example) grid() model.Grid {
	return model.NewGrid(e.lattice.OriginMM, e.angle(), e.set.PitchMM)
}

// open reads the picture, unless it is in memory. Unless rng is nil, one that is too sharp is seen by a camera drawn from it, and
// noise is added.
func (e *example) open(rng *rand.Rand) error {
	if e.pic != nil {
		return nil
	}
	var camera *otherCamera
	if rng != nil && sharp(e.group) {
		camera = randomCamera(rng)
	}
	var err error
	if e.pic, err = picture(e.file, camera, rng); err != nil {
		return err
	}
	e.body = bodyOf(e)
	if e.apart != nil {
		e.bare, err = picture(strings.TrimSuffix(e.file, ".jpg")+synth.BareSuffix+".jpg", camera, rng)
	}
	return err
}

// picture reads one as another camera would show it, unless that is nil, with noise drawn from rng unless that is nil.
func picture(file string, camera *otherCamera, rng *rand.Rand) (*volume.Picture, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	img, err := jpeg.Decode(f)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	own := image.NewRGBA(img.Bounds())
	pixels.Draw(own, own.Rect, img, own.Rect.Min, pixels.Src)
	if camera != nil {
		if err := camera.apply(own); err != nil {
			return nil, fmt.Errorf("%s: %w", file, err)
		}
	}
	if rng != nil {
		randomGrain(rng, own)
	}
	return volume.FromImage(own), nil
}

// close frees the picture's memory, if it can be read again.
func (e *example) close() {
	if e.file != "" {
		e.pic, e.body, e.bare = nil, nil, nil
	}
}

// randomGrain adds noise to most pictures: from hardly any to that of a camera in a dim room.
func randomGrain(rng *rand.Rand, m *image.RGBA) {
	const least, most = 0.15, 3
	if rng.IntN(4) > 0 {
		synth.Grain(rng, m, least*math.Pow(most/least, rng.Float64()))
	}
}

// load reads all scenes and films below the folders whose names keep accepts; the scenes' pictures are not opened yet.
func load(dirs []string, keep func(name string) bool) ([]*example, error) {
	var paths []string
	for _, dir := range dirs {
		err := filepath.WalkDir(dir, func(path string, _ fs.DirEntry, err error) error {
			if err == nil && strings.HasSuffix(path, ".json") && keep(strings.TrimSuffix(filepath.Base(path), ".json")) {
				paths = append(paths, path)
			}
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	found := make([][]*example, len(paths))
	errs := make([]error, len(paths))
	var wait sync.WaitGroup
	slots := make(chan struct{}, 2)
	for i, path := range paths {
		wait.Go(func() {
			slots <- struct{}{}
			defer func() { <-slots }()
			found[i], errs[i] = loadFile(path)
		})
	}
	wait.Wait()
	var all []*example
	for _, f := range found {
		all = append(all, f...)
	}
	return all, errors.Join(errs...)
}

func loadFile(path string) ([]*example, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	var head struct {
		Schema  string             `json:"schema"`
		Apart   []synth.PieceTruth `json:"apart"`
		Cameras []struct {
			From int `json:"from_frame"`
			K    [3][3]float64
			Dist [5]float64 `json:"dist"`
			calibration.Pose
		} `json:"cameras"`
	}
	if err := json.Unmarshal(data, &head); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	switch head.Schema {
	case scene.StillSchema:
		s, err := scene.LoadStill(path)
		if err != nil {
			return nil, err
		}
		return []*example{{
			name: filepath.Base(s.Image), group: s.Group, file: s.Image, view: s.View, lens: volume.NewLens(s.View),
			set: s.Set, lattice: s.Lattice, castle: s.Castle, hidden: s.Hidden, apart: head.Apart,
		}}, nil
	case scene.FilmSchema:
		f, err := scene.LoadFilm(path)
		if err != nil {
			return nil, err
		}
		set, err := calibration.LoadSet(path)
		if err != nil {
			return nil, err
		}
		size, err := calibration.LoadCamera(path)
		if err != nil {
			return nil, err
		}
		return loadFilm(&f, set, func(frame int) calibration.View {
			v := calibration.View{Camera: size}
			for _, c := range head.Cameras {
				if c.From <= frame {
					v.FX, v.FY, v.CX, v.CY, v.Dist, v.Pose = c.K[0][0], c.K[1][1], c.K[0][2], c.K[1][2], c.Dist, c.Pose
				}
			}
			return v
		})
	}
	return nil, nil
}

// handEvery takes one in so many of the frames with a hand: the castle changes little between them.
const handEvery = 6

// loadFilm takes one frame of every quiet state and some with a hand.
func loadFilm(f *scene.Film, set calibration.Set, view func(frame int) calibration.View) ([]*example, error) {
	video, err := gocv.VideoCaptureFile(f.Video)
	if err != nil {
		return nil, err
	}
	defer video.Close()
	img := gocv.NewMat()
	defer img.Close()
	var all []*example
	for _, s := range f.States {
		for frame := s.From; frame <= s.To; frame++ {
			if !video.Read(&img) {
				return nil, fmt.Errorf("%s: ends before frame %d", f.Video, frame)
			}
			if s.Quiet && frame != s.From+(s.To-s.From)/2 || !s.Quiet && frame%handEvery != 0 {
				continue
			}
			group := "film"
			if !s.Quiet {
				group = "hand"
			}
			v := view(frame)
			e := &example{
				name: fmt.Sprintf("%s#%d", filepath.Base(f.Video), frame), group: group,
				pic: volume.FromBGR(nil, img.Cols(), img.Rows(), img.ToBytes()), view: v, lens: volume.NewLens(v), set: set,
				lattice: s.Lattice, castle: s.Castle, hand: !s.Quiet,
			}
			e.body = bodyOf(e)
			all = append(all, e)
		}
	}
	return all, nil
}

// walls of a castle by their ends, for look-up in either direction.
func wallSet(c *reading.Castle) map[castellan.Wall]bool {
	m := map[castellan.Wall]bool{}
	for _, w := range c.Walls {
		m[w] = true
		m[castellan.Wall{From: w.To, To: w.From}] = true
	}
	return m
}
