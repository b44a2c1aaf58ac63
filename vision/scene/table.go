package scene

import (
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
	"strings"
	"text/tabwriter"
)

// WriteTable writes the report for people: the groups, the videos, the reliability of the confidences and doubts, and a line for
// each file that is not all right.
func (r *Report) WriteTable(w io.Writer) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	r.writeGroups(t)
	r.writeFilms(t)
	r.writeReliability(t)
	r.writeDoubts(t)
	r.writeFaults(t)
	return t.Flush()
}

func (r *Report) writeGroups(w io.Writer) {
	if len(r.Groups) == 0 {
		return
	}
	fmt.Fprintln(w, "group\tpictures\texact\texact (hidden pieces not counted)\tprecision\trecall\tkeeps right\tscore right\tms mean\tms 95%")
	for _, g := range r.Groups {
		fmt.Fprintf(w, "%s\t%d\t%s\t%s\t%s\t%s\t%s\t%s\t%.1f\t%.1f\n", g.Group, g.Pictures, percent(g.Exact), percent(g.ExactVisible),
			partOf(g.Matched, g.Read), partOf(g.Matched, g.Truth), percent(g.KeepsRight), percent(g.ScoreRight), g.MSMean, g.MSP95)
	}
	fmt.Fprintln(w)
	if all := r.Groups[len(r.Groups)-1]; all.Blank > 0 {
		fmt.Fprintf(w, "Pictures without a castle in which none of two or more pieces was read: %d of %d (%s).\n\n",
			all.BlankRight, all.Blank, partOf(all.BlankRight, all.Blank))
	}
}

func (r *Report) writeFilms(w io.Writer) {
	if len(r.Films) == 0 {
		return
	}
	fmt.Fprintln(w, "video\tfinal castle\tcourtyards\tscore\tquiet spans exact\tquiet frames exact\tevents right\tinvented\tms mean\tms 95%")
	for _, f := range r.Films {
		if f.Error != "" {
			fmt.Fprintf(w, "%s\tnot watched\n", f.File)
			continue
		}
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%d of %d\t%s\t%d of %d\t%d\t%.1f\t%.1f\n", f.File,
			verdict(f.FinalExact), verdict(f.FinalCourtyards), verdict(f.FinalScore), f.SpansExact, f.Spans,
			partOf(f.FramesExact, f.Frames), f.Right, f.Events, len(f.Invented), f.MSMean, f.MSP95)
	}
	fmt.Fprintln(w)
}

func (r *Report) writeReliability(w io.Writer) {
	if len(r.Reliability) == 0 {
		return
	}
	fmt.Fprintln(w, "confidence\tpieces\tmean\tright")
	for _, b := range r.Reliability {
		fmt.Fprintf(w, "%.2f to %.2f\t%d\t%s\t%s\n", b.From, b.To, b.Pieces, percent(b.MeanP), partOf(b.Right, b.Pieces))
	}
	fmt.Fprintln(w)
}

func (r *Report) writeDoubts(w io.Writer) {
	d := &r.Doubts
	if d.Misses > 0 {
		fmt.Fprintf(w, "Towers and walls missing or invented: %d, of which %d were in doubt (%s).\n", d.Misses, d.Foreseen, partOf(d.Foreseen, d.Misses))
	}
	if d.Doubts > 0 {
		fmt.Fprintf(w, "Doubts: %d, of which the second alternative was right in %d (%s); by their probabilities it should be in %.1f.\n",
			d.Doubts, d.SecondRight, partOf(d.SecondRight, d.Doubts), d.SecondP)
	}
	if d.Misses+d.Doubts > 0 {
		fmt.Fprintln(w)
	}
}

func (r *Report) writeFaults(w io.Writer) {
	title := "not right:\n"
	line := func(file, fault string) {
		fmt.Fprintf(w, "%s%s\t%s\n", title, file, fault)
		title = ""
	}
	for i := range r.Stills {
		if row := &r.Stills[i]; !row.right() {
			line(row.File, row.fault())
		}
	}
	for i := range r.Films {
		row := &r.Films[i]
		if row.Error != "" {
			line(row.File, row.Error)
			continue
		}
		for _, e := range row.Missing {
			line(row.File, fmt.Sprintf("frame %d: %s not reported", e.Frame, describe(e)))
		}
		for _, e := range row.Invented {
			line(row.File, fmt.Sprintf("frame %d: %s reported, but it is not so", e.Frame, describe(e)))
		}
	}
}

// fault says what is wrong with a picture's reading, in a few words.
func (r *StillRow) fault() string {
	if r.Error != "" {
		return r.Error
	}
	var faults []string
	for _, f := range []struct {
		what   string
		pieces []Piece
	}{{"missing", r.Missing}, {"invented", r.Invented}} {
		if len(f.pieces) > 0 {
			faults = append(faults, fmt.Sprintf("%d of %d pieces %s (%s)", len(f.pieces), r.Truth, f.what, some(f.pieces)))
		}
	}
	if !r.KeepsRight {
		faults = append(faults, "keeps")
	}
	if !r.TrialRight {
		faults = append(faults, "trial towers")
	}
	if !r.ScoreRight {
		faults = append(faults, fmt.Sprintf("score %s instead of %s", points(r.Score), points(r.TrueScore)))
	}
	return strings.Join(faults, "; ")
}

// some names the first few pieces.
func some(pieces []Piece) string {
	const few = 3
	var names []string
	for _, p := range pieces[:min(few, len(pieces))] {
		names = append(names, p.String())
	}
	if len(pieces) > few {
		names = append(names, "...")
	}
	return strings.Join(names, ", ")
}

func points(score map[string]int) string {
	if len(score) == 0 {
		return "none"
	}
	var parts []string
	for _, color := range slices.Sorted(maps.Keys(score)) {
		parts = append(parts, fmt.Sprintf("%s %d", color, score[color]))
	}
	return strings.Join(parts, ", ")
}

func verdict(right bool) string {
	if right {
		return "right"
	}
	return "wrong"
}

// percent rounds down, so that it takes all to make 100.0 %.
func percent(share float64) string { return fmt.Sprintf("%.1f %%", math.Floor(1000*share+1e-6)/10) }

// partOf is a share in percent; of nothing there is none.
func partOf(part, whole int) string {
	if whole == 0 {
		return "-"
	}
	return percent(share(part, whole))
}
