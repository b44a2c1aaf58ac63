package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/castellan-companion/castellan/cmd/internal/program"
	"github.com/castellan-companion/castellan/companion"
	"github.com/castellan-companion/castellan/companion/export"
	"github.com/castellan-companion/castellan/companion/sqlite"
	"github.com/castellan-companion/castellan/companion/words"
)

type exportCommand struct {
	Game  int64    `arg:"" optional:"" help:"Number of a game in the store; 0 for the last one."`
	Files []string `arg:"" optional:"" help:"Files to write, such as report.pdf or friday-report.pdf. Without one, the kinds are listed."`
	Store string   `help:"File in which games are kept. Default: castellan/games.db among your user's data." placeholder:"FILE"`
}

// Run writes the game to every file that is named.
func (c *exportCommand) Run() error {
	return c.run(words.In(context.Background(), words.Environment()), os.Stdout)
}

func (c *exportCommand) run(ctx context.Context, out io.Writer) (err error) {
	kinds := slices.Sorted(maps.Keys(export.Files))
	if len(c.Files) == 0 {
		_, err := fmt.Fprintln(out, strings.Join(kinds, "\n"))
		return err
	}
	for _, name := range c.Files {
		if _, known := kindOf(name); !known {
			return program.UsageError(fmt.Sprintf("%s: a file ends in one of %s", name, strings.Join(kinds, ", ")))
		}
	}
	file, err := (&serveCommand{Store: c.Store}).storeFile()
	if err != nil {
		return err
	}
	store, err := sqlite.Open(ctx, file)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, store.Close()) }()
	number, err := known(ctx, store, c.Game)
	if err != nil {
		return err
	}
	events, err := store.Events(ctx, number, 0, 0)
	if err != nil {
		return err
	}
	for _, name := range c.Files {
		if err := writeExport(ctx, name, events); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	return nil
}

// kindOf finds the kind of file that a name ends in.
func kindOf(name string) (export.File, bool) {
	for kind, file := range export.Files {
		if strings.HasSuffix(filepath.Base(name), kind) {
			return file, true
		}
	}
	return export.File{}, false
}

func writeExport(ctx context.Context, name string, events []companion.Event) (err error) {
	kind, _ := kindOf(name)
	file, err := os.Create(name)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	return kind.Write(ctx, file, events)
}
