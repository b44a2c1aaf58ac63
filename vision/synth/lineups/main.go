// Command lineups judges how piece sets are learned (vision.LearnSet) from pictures of pieces laid out on tables of all sorts, in all
// sorts of light, whose measures are known; or by courtyards built of them (vision.MeasureSet). The pictures are rendered once and kept in a folder.
//
//	go run ./vision/synth/lineups -n 60 -seed 1001 -dir DIR
//	go run ./vision/synth/lineups -courtyards
package main

import (
	"errors"
	"flag"
	"fmt"
	"image"
	"image/jpeg"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"

	"github.com/castellan-companion/castellan/calibration"
	"github.com/castellan-companion/castellan/calibration/pieces"
	"github.com/castellan-companion/castellan/vision"
	"github.com/castellan-companion/castellan/vision/synth"
)

func main() {
	if err := run(os.Args[1:], os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "lineups:", err)
		os.Exit(1)
	}
}

// job is what to judge by.
type job struct {
	n, seed uint64
	dir     string
	draw    bool
	blind   bool
	looks   int
}

func run(args []string, out io.Writer) error {
	var j job
	flags := flag.NewFlagSet("lineups", flag.ExitOnError)
	flags.Uint64Var(&j.n, "n", 60, "how many line-ups")
	flags.Uint64Var(&j.seed, "seed", 1001, "seed of the first one; the next ones count up from it")
	flags.StringVar(&j.dir, "dir", filepath.Join(os.TempDir(), "castellan-lineups"), "folder that keeps the pictures; to be emptied when the renderer has changed")
	flags.BoolVar(&j.draw, "draw", false, "write beside each line-up a picture with what was understood (NAME_learned.png)")
	flags.BoolVar(&j.blind, "blind", false, "without the camera's lens: it is found from the tags")
	flags.IntVar(&j.looks, "looks", 3, "how often pieces that were refused are turned and looked at again, at most")
	courtyards := flags.Bool("courtyards", false, "judge sets measured by courtyards")
	if err := flags.Parse(args); err != nil {
		return err
	}
	if err := os.MkdirAll(j.dir, 0o755); err != nil {
		return fmt.Errorf("make the folder: %w", err)
	}
	if *courtyards {
		return j.courtyards(out)
	}
	return j.lineups(out)
}

// lineups judges how sets are learned from pieces that stand apart.
func (j *job) lineups(out io.Writer) error {
	var all tally
	for k := range j.n {
		base := filepath.Join(j.dir, fmt.Sprintf("lineup_%06d", j.seed+k))
		if err := j.render(base, j.seed+k); err != nil {
			return err
		}
		l, err := j.load(base)
		if err != nil {
			return err
		}
		// People who are told that it is unclear turn the pieces and let them be measured again.
		looks, learned, refused := l.pictures.Looks, pieces.Learned{}, error(nil)
		for n := range looks {
			l.pictures.Looks = looks[:n+1]
			if learned, refused = vision.LearnSet(l.pictures, l.lens); refused == nil {
				break
			}
		}
		n := len(l.pictures.Looks)
		fmt.Fprintf(out, "%s: looks %d, %s\n", filepath.Base(base), n, all.add(l, learned, refused))
		if j.draw && refused == nil {
			if err := drawLearned(base+"_learned.png", l.pictures.Looks[n-1], learned); err != nil {
				return err
			}
		}
	}
	all.print(out)
	return nil
}

// stream sets these scenes apart from those of other commands with the same seeds.
const stream = 77

// once draws pictures where they are not there yet.
func once(base string, draw func(dir, name string) error) error {
	if _, err := os.Stat(base + ".json"); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	dir, name := filepath.Split(base)
	return draw(dir, name)
}

// look is the name of a line-up's picture at the n-th look, counted from 0.
func look(base string, n int) string {
	if n == 0 {
		return base
	}
	return fmt.Sprintf("%s_look%d", base, n+1)
}

// render makes a line-up's pictures.
func (j *job) render(base string, seed uint64) error {
	scene := synth.RandomLineup(rand.New(rand.NewPCG(seed, stream)), synth.LinedUp())
	err := once(base, func(dir, name string) error { return scene.WriteWithBare(dir, name, "lineup", 1) })
	for n := 1; n < j.looks && err == nil; n++ {
		err = once(look(base, n), func(dir, name string) error {
			return scene.Relaid(rand.New(rand.NewPCG(seed, stream+uint64(n)))).WriteJPEG(dir, name, "lineup", 1)
		})
	}
	return err
}

// lineup is a line-up with its truth.
type lineup struct {
	pictures pieces.Pictures
	lens     *calibration.Camera // nil where it shall not be known
	set      calibration.Set
	colours  []string // of the keeps, sorted
}

func (j *job) load(base string) (l lineup, err error) {
	for n := range j.looks {
		seen, err := picture(look(base, n) + ".jpg")
		if err != nil {
			return l, err
		}
		l.pictures.Looks = append(l.pictures.Looks, seen)
	}
	if l.pictures.Bare, err = picture(base + synth.BareSuffix + ".jpg"); err != nil {
		return l, err
	}
	if l.lens, err = j.lens(base); err != nil {
		return l, err
	}
	if l.set, err = calibration.LoadSet(base + ".json"); err != nil {
		return l, err
	}
	l.colours, err = colours(base + ".json")
	return l, err
}

// lens is the camera's, nil where it shall not be known.
func (j *job) lens(base string) (*calibration.Camera, error) {
	if j.blind {
		return nil, nil //nolint:nilnil // nothing is to be known
	}
	lens, err := calibration.LoadCamera(base + ".json")
	return &lens, err
}

func picture(path string) (image.Image, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return jpeg.Decode(file)
}
