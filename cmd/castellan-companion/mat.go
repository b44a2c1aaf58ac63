package main

import (
	"fmt"
	"io"
	"os"

	"github.com/castellan-companion/castellan/calibration/playmat"
	"github.com/castellan-companion/castellan/cmd/internal/files"
	"github.com/castellan-companion/castellan/cmd/internal/program"
)

type matCommand struct {
	Paper   string `help:"Paper: a4 or letter." default:"a4"`
	PlayMat bool   `help:"Instead of a page of tags to cut out, a play mat for a copy shop: A1, or 36x24 inches with --paper letter."`
	Out     string `help:"File to write; - is standard output. Default: castellan-tags.pdf or castellan-mat.pdf." placeholder:"FILE"`
}

// Run writes the PDF.
func (c *matCommand) Run() error {
	paper, err := playmat.ParsePaper(c.Paper)
	if err != nil {
		return program.UsageError(err.Error())
	}
	name, write, advice := "castellan-tags.pdf", playmat.WriteTags, "Print it at 100 % and measure the ruler on it."
	if c.PlayMat {
		name, write, advice = "castellan-mat.pdf", playmat.WriteMat, "Have it printed at 100 %, on something matt."
	}
	switch c.Out {
	case "-":
		return write(os.Stdout, paper)
	case "":
	default:
		name = c.Out
	}
	if err := files.WriteWhole(name, func(w io.Writer) error { return write(w, paper) }); err != nil {
		return err
	}
	fmt.Fprintf(os.Stderr, "Written to %s. %s\n", name, advice)
	return nil
}
