// Command castellan reads castles from pictures, referees games and serves the companion's dashboard.
package main

import (
	"errors"
	"fmt"
	"os"

	"github.com/alecthomas/kong"
)

type commands struct {
	Eval      evalCommand      `cmd:"" help:"Judge the eye against scenes whose truth is known."`
	Read      readCommand      `cmd:"" help:"Read the castle from pictures."`
	Watch     watchCommand     `cmd:"" help:"Follow a castle through a film or before a camera."`
	Score     scoreCommand     `cmd:"" help:"Courtyards, values and violations of a castle file."`
	Check     checkCommand     `cmd:"" help:"Referee game scripts."`
	Calibrate calibrateCommand `cmd:"" help:"Calibrate a camera's lens from photos of a chessboard."`
	Tags      tagsCommand      `cmd:"" help:"Find the tags in pictures."`
	Mat       matCommand       `cmd:"" help:"Write the tags to print, or a play mat with them, as PDF."`
	Doctor    doctorCommand    `cmd:"" help:"Examine whether this machine can run the companion."`
	Serve     serveCommand     `cmd:"" help:"Open the companion: watch the table and serve the dashboard."`
	Replay    replayCommand    `cmd:"" help:"Play a recorded or written game once more, on a page."`
	Export    exportCommand    `cmd:"" help:"Write a recorded game to files: JSON, notation, CSV, plan, time-lapse, report."`
}

// Exit codes are a contract with the programs that call us.
const (
	exitFailed = 1
	exitUsage  = 2
)

func main() {
	var c commands
	parser, err := kong.New(&c, kong.Name("castellan"), kong.UsageOnError(),
		kong.Description("A companion for the castle on your table."))
	if err != nil {
		panic(err)
	}
	ctx, err := parser.Parse(os.Args[1:])
	if err != nil {
		fmt.Fprintf(os.Stderr, "castellan: %v\nTry 'castellan --help'.\n", err)
		os.Exit(exitUsage)
	}
	if err := errors.Join(quietFFmpeg(), ctx.Run()); err != nil {
		fmt.Fprintf(os.Stderr, "castellan: %v\n", err)
		if _, ok := errors.AsType[usageError](err); ok {
			os.Exit(exitUsage)
		}
		os.Exit(exitFailed)
	}
}

// usageError is an error in how the command was called rather than in what it was asked to do.
type usageError string

func (e usageError) Error() string { return string(e) }
