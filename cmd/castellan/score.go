package main

import (
	"bufio"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"strings"

	"github.com/castellan-companion/castellan/engine/castellan"
)

type scoreCommand struct {
	File string `arg:"" help:"Castle file (.json, .json.gz) or - for standard input."`
	JSON bool   `help:"Print JSON."`
}

// Run prints courtyards, values and violations of one castle.
func (c scoreCommand) Run() error {
	debug.SetGCPercent(200) // a short life: of a large castle there is little garbage before the end
	return c.write(os.Stdout)
}

func (c scoreCommand) write(w io.Writer) error {
	setup, err := readFile(c.File, castellan.DecodeSetup)
	if err != nil {
		return err
	}
	evaluation := castellan.Evaluate(setup, castellan.DefaultRules())
	if c.JSON {
		return evaluation.Encode(w)
	}
	return writeEvaluation(w, setup, evaluation)
}

// readFile decodes a file, packed by gzip or not, or standard input for "-". Its errors name the file.
func readFile[T any](name string, decode func(io.Reader) (T, error)) (value T, err error) {
	in, shown := os.Stdin, "standard input"
	if name != "-" {
		shown = name
		if in, err = os.Open(name); err != nil {
			return value, fileError(err)
		}
		defer in.Close()
	}
	plain, err := unpacked(in)
	if err == nil {
		value, err = decode(plain)
	}
	if _, ok := errors.AsType[*os.PathError](err); ok {
		return value, fileError(err)
	}
	if err != nil {
		return value, fmt.Errorf("%s: %w", shown, err)
	}
	return value, nil
}

// fileError shortens the errors of the operating system to "name: what".
func fileError(err error) error {
	if path, ok := errors.AsType[*os.PathError](err); ok {
		return fmt.Errorf("%s: %w", path.Path, path.Err)
	}
	return err
}

// unpacked tells a gzip file by its first two bytes.
func unpacked(r io.Reader) (io.Reader, error) {
	buffered := bufio.NewReaderSize(r, 1<<16)
	head, err := buffered.Peek(2)
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, err
	}
	if string(head) != "\x1f\x8b" {
		return buffered, nil
	}
	plain, err := gzip.NewReader(buffered)
	if err != nil {
		return nil, damaged(err)
	}
	return gunzip{plain}, nil
}

// gunzip says of faults in the packed data that it is these that are at fault, and not the JSON.
type gunzip struct{ r *gzip.Reader }

func (g gunzip) Read(b []byte) (int, error) {
	n, err := g.r.Read(b)
	if err != nil && !errors.Is(err, io.EOF) {
		err = damaged(err)
	}
	return n, err
}

func damaged(err error) error { return fmt.Errorf("the gzip file is damaged: %w", err) }

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
