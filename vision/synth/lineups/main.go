// Command lineups judges how piece sets are learned (calibration/pieces) from pictures of pieces laid out on tables of all sorts, in all
// sorts of light, whose measures are known. The pictures are rendered once and kept in a folder.
//
//	go run ./vision/synth/lineups -n 60 -seed 1001 -dir DIR
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
	"github.com/castellan-companion/castellan/vision/synth"
)

func main() {
	if err := run(os.Args[1:], os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "lineups:", err)
		os.Exit(1)
	}
}

func run(args []string, out io.Writer) error {
	flags := flag.NewFlagSet("lineups", flag.ExitOnError)
	n := flags.Uint64("n", 60, "how many line-ups")
	seed := flags.Uint64("seed", 1001, "seed of the first one; the next ones count up from it")
	dir := flags.String("dir", filepath.Join(os.TempDir(), "castellan-lineups"), "folder that keeps the pictures")
	draw := flags.Bool("draw", false, "write beside each picture one with what was understood (NAME_learned.png)")
	blind := flags.Bool("blind", false, "without the camera's lens: it is found from the tags")
	if err := flags.Parse(args); err != nil {
		return err
	}
	if err := os.MkdirAll(*dir, 0o755); err != nil {
		return fmt.Errorf("make the folder: %w", err)
	}
	var all tally
	for k := range *n {
		base := filepath.Join(*dir, fmt.Sprintf("lineup_%06d", *seed+k))
		if err := render(base, *seed+k); err != nil {
			return err
		}
		l, err := load(base, *blind)
		if err != nil {
			return err
		}
		learned, err := pieces.Learn(l.pictures, l.lens)
		fmt.Fprintf(out, "%s: %s\n", filepath.Base(base), all.add(l, learned, err))
		if *draw && err == nil {
			if err := drawLearned(base+"_learned.png", l.pictures.Pieces, learned); err != nil {
				return err
			}
		}
	}
	all.print(out)
	return nil
}

// stream sets these scenes apart from those of other commands with the same seeds.
const stream = 77

// render makes a line-up's pictures where they are not there yet.
func render(base string, seed uint64) error {
	const bare = "_bare"
	if _, err := os.Stat(base + bare + ".json"); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	dir, name := filepath.Split(base)
	scene := synth.RandomLineup(rand.New(rand.NewPCG(seed, stream)), synth.LinedUp())
	if err := scene.WriteJPEG(dir, name, "lineup", 1); err != nil {
		return err
	}
	return scene.Bare().WriteJPEG(dir, name+bare, "lineup", 1)
}

// lineup is a line-up with its truth.
type lineup struct {
	pictures pieces.Pictures
	lens     *calibration.Camera // nil where it shall not be known
	set      calibration.Set
	colours  []string // of the keeps, sorted
}

func load(base string, blind bool) (l lineup, err error) {
	if l.pictures.Pieces, err = picture(base + ".jpg"); err != nil {
		return l, err
	}
	if l.pictures.Bare, err = picture(base + "_bare.jpg"); err != nil {
		return l, err
	}
	if !blind {
		lens, err := calibration.LoadCamera(base + ".json")
		if err != nil {
			return l, err
		}
		l.lens = &lens
	}
	if l.set, err = calibration.LoadSet(base + ".json"); err != nil {
		return l, err
	}
	l.colours, err = colours(base + ".json")
	return l, err
}

func picture(path string) (image.Image, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return jpeg.Decode(file)
}
