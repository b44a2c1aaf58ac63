package main

import (
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"path/filepath"
	"slices"

	"gocv.io/x/gocv"

	"github.com/castellan-companion/castellan/calibration"
	"github.com/castellan-companion/castellan/calibration/pieces"
	"github.com/castellan-companion/castellan/vision"
	"github.com/castellan-companion/castellan/vision/synth"
)

// courtyards judges how sets are measured by courtyards built of them (vision.MeasureSet).
func (j *job) courtyards(out io.Writer) error {
	var off []float64
	for k := range j.n {
		base := filepath.Join(j.dir, fmt.Sprintf("courtyard_%06d", j.seed+k))
		err := once(base, func(dir, name string) error {
			scene := synth.RandomCourtyard(rand.New(rand.NewPCG(j.seed+k, stream)), synth.LinedUp())
			return scene.WriteJPEG(dir, name, "courtyard", 1)
		})
		if err != nil {
			return err
		}
		measured, truth, err := j.measure(base)
		if errors.Is(err, pieces.ErrNoCourtyard) || errors.Is(err, calibration.ErrNoTags) {
			fmt.Fprintf(out, "%s: refused: %v\n", filepath.Base(base), err)
			continue
		}
		if err != nil {
			return err
		}
		off = append(off, math.Abs(measured/truth-1))
		fmt.Fprintf(out, "%s: pitch %.1f mm, %+.1f %%\n", filepath.Base(base), measured, 100*(measured/truth-1))
	}
	fmt.Fprintf(out, "of %d courtyards %d were measured, %d refused\n", j.n, len(off), int(j.n)-len(off))
	if len(off) > 0 {
		slices.Sort(off)
		fmt.Fprintf(out, "pitch off by: half within %.1f %%, 90 %% within %.1f %%, all within %.1f %%\n",
			100*off[len(off)/2], 100*off[len(off)*9/10], 100*off[len(off)-1])
	}
	return nil
}

// measure returns the pitch that was measured, and the true one (mm).
func (j *job) measure(base string) (measured, truth float64, err error) {
	set, err := calibration.LoadSet(base + ".json")
	if err != nil {
		return 0, 0, err
	}
	lens, err := j.lens(base)
	if err != nil {
		return 0, 0, err
	}
	img := gocv.IMRead(base+".jpg", gocv.IMReadColor)
	defer img.Close()
	learned, err := vision.MeasureSet(img, lens)
	return learned.Set.PitchMM, set.PitchMM, err
}
