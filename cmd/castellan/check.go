package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/castellan-companion/castellan/engine/castellan"
)

type checkCommand struct {
	Files []string `arg:"" help:"Game files (.json, .json.gz) or - for standard input."`
	JSON  bool     `help:"Print JSON, one result to a line."`
}

// Run referees the games one after the other. A file that cannot be read does not keep the others from being refereed.
func (c checkCommand) Run() error {
	out := bufio.NewWriter(os.Stdout)
	var failures []error
	for _, name := range c.Files {
		if err := c.check(out, name); err != nil {
			failures = append(failures, err)
		}
	}
	return errors.Join(append(failures, out.Flush())...)
}

func (c checkCommand) check(w io.Writer, name string) error {
	record, err := readFile(name, castellan.DecodeRecord)
	if err != nil {
		return err
	}
	_, result, err := record.Replay(castellan.DefaultRules())
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	if c.JSON {
		return result.Encode(w)
	}
	return writeResult(w, name, record.Start.Players, result)
}

func writeResult(w io.Writer, name string, players []string, r castellan.Result) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s after %d turns\n", name, strings.ReplaceAll(string(r.Status), "_", " "), r.TurnsPlayed)
	for _, v := range r.Violations {
		fmt.Fprintf(&b, "  turn %d, %s: %s: %s\n", v.Turn, v.Where, v.Code, v.Text)
	}
	for _, p := range players {
		fmt.Fprintf(&b, "  %s: %d points, %d keeps\n", p, r.Scores[p], r.Keeps[p])
	}
	if len(r.Winner) > 0 {
		fmt.Fprintf(&b, "  Winner: %s\n", strings.Join(r.Winner, " and "))
	}
	_, err := io.WriteString(w, b.String())
	return err
}
