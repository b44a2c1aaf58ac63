package rules

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"strings"

	"github.com/castellan-companion/castellan/cmd/internal/files"
	"github.com/castellan-companion/castellan/engine/castellan"
)

// Score is castellan score.
type Score struct {
	File string `arg:"" help:"Castle file (.json, .json.gz) or - for standard input."`
	JSON bool   `help:"Print JSON."`
}

// Run prints courtyards, values and violations of one castle.
func (c Score) Run() error {
	debug.SetGCPercent(200) // a short life: of a large castle there is little garbage before the end
	return c.write(os.Stdout)
}

func (c Score) write(w io.Writer) error {
	setup, err := files.Read(c.File, castellan.DecodeSetup)
	if err != nil {
		return err
	}
	evaluation := castellan.Evaluate(setup, castellan.DefaultRules())
	if c.JSON {
		return evaluation.Encode(w)
	}
	return writeEvaluation(w, setup, evaluation)
}

func writeEvaluation(w io.Writer, s castellan.Setup, e castellan.Evaluation) error {
	out := bufio.NewWriterSize(w, 1<<16)
	for _, v := range e.Violations {
		fmt.Fprintf(out, "%s: %s\n", v.Code, v.Text)
	}
	fmt.Fprintf(out, "%d towers, %d walls, %d courtyards\n", len(s.Towers), len(s.Walls), len(e.Courtyards))
	for _, c := range e.Courtyards {
		owner := c.Owner
		if owner == "" {
			owner = "nobody"
		}
		double := ""
		if c.Double {
			double = ", double keep"
		}
		fmt.Fprintf(out, "  %3d points  %-8s %d towers, area %d%s\n", c.Value, owner, len(c.Towers), c.Area, double)
	}
	for _, p := range s.Players {
		fmt.Fprintf(out, "%s: %d points, %d keeps\n", p, e.Scores[p], e.Keeps[p])
	}
	if len(e.Winner) > 0 {
		fmt.Fprintf(out, "Ahead: %s\n", strings.Join(e.Winner, " and "))
	}
	return out.Flush()
}
