package rules

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"strings"

	"github.com/castellan-companion/castellan/cmd/internal/files"
	"github.com/castellan-companion/castellan/cmd/internal/program"
	"github.com/castellan-companion/castellan/engine/castellan"
	"github.com/castellan-companion/castellan/engine/castellan/selfplay"
)

// Check is castellan check.
type Check struct {
	Files  []string `arg:"" optional:"" help:"Game files (.json, .json.gz) or - for standard input."`
	JSON   bool     `help:"Print JSON, one result to a line."`
	Random int      `placeholder:"N" help:"Instead of files, play N random games and check the engine after every turn."`
	Seed   uint64   `help:"Seed of the first random game; each further one has the next number."`
}

// Run referees the games one after the other. A file that cannot be read does not keep the others from being refereed.
func (c Check) Run() error {
	switch {
	case c.Random < 0:
		return program.UsageError("--random wants a number of games")
	case c.Random > 0 && len(c.Files) > 0:
		return program.UsageError("give game files or --random, not both")
	case c.Random == 0 && len(c.Files) == 0:
		return program.UsageError("which games? Name game files, or use --random N")
	case c.Random > 0:
		return c.random(os.Stdout)
	}
	return c.write(os.Stdout)
}

func (c Check) write(w io.Writer) error {
	out := bufio.NewWriter(w)
	var failures []error
	for _, name := range c.Files {
		if err := c.check(out, name); err != nil {
			failures = append(failures, err)
		}
	}
	return errors.Join(append(failures, out.Flush())...)
}

func (c Check) check(w io.Writer, name string) error {
	record, err := files.Read(name, castellan.DecodeRecord)
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
	return writeResult(w, name, record.Start, result)
}

// random lets the engine play against itself.
func (c Check) random(w io.Writer) error {
	var tally selfplay.Tally
	for n := range uint64(c.Random) {
		seed := c.Seed + n
		if _, err := selfplay.Play(rand.New(rand.NewPCG(seed, 0)), castellan.DefaultRules(), &tally); err != nil {
			return fmt.Errorf("the game with seed %d does not hold together: %w", seed, err)
		}
	}
	if c.JSON {
		return json.NewEncoder(w).Encode(tally)
	}
	_, err := fmt.Fprintf(w, "%d games, %d turns, %d pieces, %d courtyards, %d divisions, %d double keeps, %d turns that passed pieces on: all holds together.\n",
		tally.Games, tally.Turns, tally.Pieces, tally.Courtyards, tally.Divisions, tally.Doubles, tally.Passes)
	return err
}

func writeResult(w io.Writer, name string, start castellan.Start, r castellan.Result) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s after %d turns\n", name, strings.ReplaceAll(string(r.Status), "_", " "), r.TurnsPlayed)
	for _, v := range r.Violations {
		fmt.Fprintf(&b, "  turn %d, %s: %s: %s\n", v.Turn, v.Where, v.Code, v.Text)
	}
	if start.Cards == castellan.CardsTracked {
		for _, difference := range start.Deck.Explain() {
			fmt.Fprintf(&b, "  not the printed deck: %s\n", difference)
		}
	}
	for _, p := range start.Players {
		fmt.Fprintf(&b, "  %s: %d points, %d keeps\n", p, r.Scores[p], r.Keeps[p])
	}
	if len(r.Winner) > 0 {
		fmt.Fprintf(&b, "  Winner: %s\n", strings.Join(r.Winner, " and "))
	}
	_, err := io.WriteString(w, b.String())
	return err
}
