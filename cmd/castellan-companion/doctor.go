package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/castellan-companion/castellan/companion/doctor"
	"github.com/castellan-companion/castellan/companion/webcam"
	"github.com/castellan-companion/castellan/companion/words"
)

type doctorCommand struct {
	Addr  string `help:"Where the companion is to be served." default:"127.0.0.1:8080" placeholder:"HOST:PORT"`
	Store string `help:"File in which games are kept. Default: castellan/games.db among your user's data." placeholder:"FILE"`
	JSON  bool   `help:"Print JSON."`
}

// doctorReport is what doctor --json prints.
type doctorReport struct {
	State    doctor.State     `json:"state"` // the worst
	Findings []doctor.Finding `json:"findings"`
}

// Run examines this machine. What it finds is its result: it fails only where it cannot look.
func (c *doctorCommand) Run() error {
	return c.run(words.In(context.Background(), words.Environment()), os.Stdout)
}

func (c *doctorCommand) run(ctx context.Context, w io.Writer) error {
	file, err := (&serveCommand{Store: c.Store}).storeFile()
	if err != nil {
		return err
	}
	findings := doctor.Examine(ctx, append(examination(filepath.Dir(file), false), doctor.Port(c.Addr))...)
	if c.JSON {
		return json.NewEncoder(w).Encode(doctorReport{doctor.Worst(findings), findings})
	}
	return writeFindings(w, findings)
}

// examination is the checks that make sense at any time, also while the companion is served; folder is where games are kept,
// and watching says that some camera gives pictures now.
func examination(folder string, watching bool) []doctor.Check {
	return []doctor.Check{checkOpenCV, doctor.Cameras(webcam.List, watching), doctor.Disk(folder), doctor.Speed(readingRate)}
}

func writeFindings(w io.Writer, findings []doctor.Finding) error {
	var errs []error
	for _, f := range findings {
		mark := map[doctor.State]string{doctor.Fine: "ok  ", doctor.Warning: "hm  ", doctor.Broken: "BAD "}[f.State]
		_, err := fmt.Fprintf(w, "%s %s\n", mark, f.Text)
		errs = append(errs, err)
		if f.Fix != "" {
			_, err = fmt.Fprintf(w, "     %s\n", f.Fix)
			errs = append(errs, err)
		}
	}
	return errors.Join(errs...)
}
