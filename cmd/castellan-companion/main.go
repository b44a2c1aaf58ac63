// Command castellan-companion has all commands of castellan. People call it through command castellan, which lies beside it.
package main

import (
	"github.com/castellan-companion/castellan/cmd/internal/program"
	"github.com/castellan-companion/castellan/cmd/internal/rules"
)

type commands struct {
	Eval           evalCommand  `cmd:"" help:"Judge the eye against scenes whose truth is known."`
	Read           readCommand  `cmd:"" help:"Read the castle from pictures."`
	Watch          watchCommand `cmd:"" help:"Follow a castle through a film or before a camera."`
	rules.Commands `embed:""`
	Calibrate      calibrateCommand `cmd:"" help:"Calibrate a camera's lens from photos of a chessboard."`
	Tags           tagsCommand      `cmd:"" help:"Find the tags in pictures."`
	Mat            matCommand       `cmd:"" help:"Write the tags to print, or a play mat with them, as PDF."`
	Doctor         doctorCommand    `cmd:"" help:"Examine whether this machine can run the companion."`
	Serve          serveCommand     `cmd:"" help:"Open the companion: watch the table and serve the dashboard."`
	Replay         replayCommand    `cmd:"" help:"Play a recorded or written game once more, on a page."`
	Export         exportCommand    `cmd:"" help:"Write a recorded game to files: JSON, notation, CSV, plan, time-lapse, report."`
}

func main() {
	if err := quietFFmpeg(); err != nil {
		program.Fail(err)
	}
	program.Main(&commands{})
}
