// Command gen writes random scenes with their truth, as JPEG and castellan-scene/1 pairs.
//
//	go run ./vision/synth/gen -n 200 -seed 1 -out DIR -preset wild -size 960x540
//	go run ./vision/synth/gen -n 800 -seed 1 -out DIR -preset usual -size 1280x720 -window 512x448
//	go run ./vision/synth/gen -n 800 -seed 1 -out DIR -preset begun -size 1280x720 -window 288x256 -none
//	go run ./vision/synth/gen -n 800 -seed 1 -out DIR -preset home -size 1280x720 -window 512x448 -gaps 0.25
//	go run ./vision/synth/gen -film -n 4 -seed 1 -out DIR -preset usual -size 1280x720
//
// Those of the preset pieces, which show pieces that stand apart from each other, come with a picture of the bare table.
package main

import (
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"strings"

	"github.com/castellan-companion/castellan/vision/synth"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "gen:", err)
		os.Exit(1)
	}
}

func run(args []string) error {
	flags := flag.NewFlagSet("gen", flag.ExitOnError)
	n := flags.Uint64("n", 10, "how many scenes")
	seed := flags.Uint64("seed", 1, "seed of the first scene; the next ones count up from it")
	out := flags.String("out", "", "folder to write to; it is made where it is missing")
	preset := flags.String("preset", "wild", "what the scenes are like: "+strings.Join(synth.PresetNames(), ", "))
	size := flags.String("size", "960x540", "width x height in pixels")
	window := flags.String("window", "", "width x height of the only part of each picture that is rendered, about some piece of its castle")
	keeps := flags.Bool("keeps", false, "with -window: about a keep of its castle; scenes without one are left out")
	hands := flags.Bool("hands", false, "with -window: about a tower that a hand hides or is beside; scenes without one are left out")
	gaps := flags.Float64("gaps", 0, "share of the walls between towers that hold without them that are left out")
	few := flags.Bool("few", false, "a castle of two to ten pieces in each")
	none := flags.Bool("none", false, "no castles, only what lies about: with -window mostly a loose piece")
	film := flags.Bool("film", false, "films of games instead of pictures, as AVI and castellan-video/1 pairs")
	workers := flags.Int("workers", 1, "how many goroutines render")
	if err := flags.Parse(args); err != nil {
		return err
	}
	knobs, err := synth.Preset(*preset)
	if err != nil {
		return err
	}
	if _, err := fmt.Sscanf(*size, "%dx%d", &knobs.Width, &knobs.Height); err != nil || knobs.Width < 16 || knobs.Height < 16 {
		return fmt.Errorf("size %q is not of the form 960x540", *size)
	}
	switch {
	case *few && *none:
		return errors.New("a scene has few pieces or none: leave out -few or -none")
	case *gaps < 0 || *gaps > 1:
		return fmt.Errorf("%g is no share: give -gaps a number from 0 to 1", *gaps)
	case *none && *gaps > 0:
		return errors.New("where there is no castle there are no gaps: leave out -none or -gaps")
	case (*few || *none || *gaps > 0) && (*film || *preset == "pieces"):
		return errors.New("films and pictures of pieces that stand apart have castles or pieces of their own: leave out -few, -none and -gaps")
	case *few:
		knobs.Pieces, knobs.Negative = synth.Count{Min: 2, Max: 10}, 0
	case *none:
		knobs.Negative = 1
	}
	knobs.Gaps = *gaps
	var width, height int
	if *window != "" {
		if _, err := fmt.Sscanf(*window, "%dx%d", &width, &height); err != nil || width < 16 || height < 16 {
			return fmt.Errorf("window %q is not of the form 512x448", *window)
		}
		if *film || *preset == "pieces" {
			return errors.New("films and pictures of pieces that stand apart are rendered whole: leave -window out")
		}
	}
	if (*keeps || *hands) && *window == "" {
		return errors.New("-keeps and -hands say what a window is about: say how large it is, with -window")
	}
	if *keeps && *hands {
		return errors.New("a window is about keeps or about hands: leave out -keeps or -hands")
	}
	if *out == "" {
		return errors.New("say where to write the pictures, with -out DIR")
	}
	if err := os.MkdirAll(*out, 0o755); err != nil {
		return fmt.Errorf("make the folder: %w", err)
	}
	for k := range *n {
		rng := rand.New(rand.NewPCG(*seed+k, 0))
		name := fmt.Sprintf("%s_%06d", *preset, *seed+k)
		switch {
		case *film:
			err = synth.RandomFilm(rng, knobs).Write(*out, name, *workers)
		case *preset == "pieces":
			err = synth.RandomPieces(rng, knobs).WriteWithBare(*out, name, *preset, *workers)
		default:
			s := synth.RandomScene(rng, knobs)
			switch {
			case *keeps:
				if !s.NarrowToKeep(rng, width, height) {
					continue
				}
			case *hands:
				if !s.NarrowToHand(rng, width, height) {
					continue
				}
			case *window != "":
				s.Narrow(rng, width, height)
			}
			err = s.WriteJPEG(*out, name, *preset, *workers)
		}
		if err != nil {
			return err
		}
	}
	return nil
}
