package main

import (
	"encoding/json"
	"fmt"
	"io"
	"math"
	"os"
	"slices"
	"strings"

	"github.com/castellan-companion/castellan/calibration"
	"github.com/castellan-companion/castellan/calibration/pieces"
	"github.com/castellan-companion/castellan/vision/synth"
)

// colours are those of the keeps in a scene file, sorted.
func colours(path string) ([]string, error) {
	content, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	var truth synth.Truth
	if err := json.Unmarshal(content, &truth); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	var all []string
	for _, k := range truth.Castle.Keeps {
		all = append(all, k.Color)
	}
	slices.Sort(all)
	return all, nil
}

// Learned measures are wrong where they differ from the truth by more than these parts: no castle could be read by them. A tower's cap
// may be 12 % wider than its diameter, and merlons hide how high a piece is.
const (
	wrongPitch   = 0.03
	wrongMeasure = 0.25
)

// measures of a set, by their names.
var measures = []struct {
	name string
	of   func(*calibration.Set) float64
}{
	{"pitch", func(s *calibration.Set) float64 { return s.PitchMM }},
	{"tower diameter", func(s *calibration.Set) float64 { return s.TowerDiameterMM }},
	{"tower height", func(s *calibration.Set) float64 { return s.TowerHeightMM }},
	{"wall thickness", func(s *calibration.Set) float64 { return s.WallThicknessMM }},
	{"wall height", func(s *calibration.Set) float64 { return s.WallHeightMM }},
	{"keep width", func(s *calibration.Set) float64 { return s.KeepMM }},
	{"keep height", func(s *calibration.Set) float64 { return s.KeepHeightMM }},
}

// tally counts what was learned.
type tally struct {
	right, wrong, refused int
	looks                 []int       // of those that were learned rightly: how many at the first look, at the second and so on
	off                   [][]float64 // of each measure and line-up, as parts of the truth
}

// add judges what was learned of a line-up, in a few words.
func (t *tally) add(l lineup, got pieces.Learned, err error) string {
	if err != nil {
		t.refused++
		return "refused: " + err.Error()
	}
	if t.off == nil {
		t.off = make([][]float64, len(measures))
	}
	var words []string
	good := got.Set.Short == l.set.Short && got.Set.Long == l.set.Long
	for k, m := range measures {
		off := m.of(&got.Set)/m.of(&l.set) - 1
		t.off[k] = append(t.off[k], math.Abs(off))
		most := wrongMeasure
		if k == 0 {
			most = wrongPitch
		}
		good = good && math.Abs(off) <= most
		words = append(words, fmt.Sprintf("%s %+.1f %%", m.name, 100*off))
	}
	var found []string
	for _, p := range got.Pieces {
		if p.Kind == pieces.Keep {
			found = append(found, p.Color)
		}
	}
	slices.Sort(found)
	if !slices.Equal(found, l.colours) {
		good = false
		words = append(words, fmt.Sprintf("keeps %v instead of %v", found, l.colours))
	}
	verdict := "wrong: "
	if good {
		t.right++
		n := len(l.pictures.Looks)
		for len(t.looks) < n {
			t.looks = append(t.looks, 0)
		}
		t.looks[n-1]++
		verdict = "right: "
	} else {
		t.wrong++
	}
	return verdict + strings.Join(words, ", ")
}

func (t *tally) print(out io.Writer) {
	n := t.right + t.wrong + t.refused
	fmt.Fprintf(out, "of %d line-ups %d were learned rightly, %d wrongly, %d refused\n", n, t.right, t.wrong, t.refused)
	for k, right := range t.looks {
		fmt.Fprintf(out, "rightly at look %d: %d\n", k+1, right)
	}
	for k, off := range t.off {
		slices.Sort(off)
		fmt.Fprintf(out, "%-15s off by: half within %.1f %%, 95 %% within %.1f %%, all within %.1f %%\n", measures[k].name,
			100*off[len(off)/2], 100*off[len(off)*95/100], 100*off[len(off)-1])
	}
}
