package export

import (
	"context"
	"errors"
	"image/png"
	"io"

	"github.com/castellan-companion/castellan/companion"
	"github.com/castellan-companion/castellan/companion/plan"
	"github.com/castellan-companion/castellan/companion/report"
	"github.com/castellan-companion/castellan/companion/timelapse"
)

// ErrNobodyPlays is returned for a game in which nobody is known to play.
var ErrNobodyPlays = errors.New("nobody is known to play in this game, so it cannot be written down")

// File is a kind of file that a game can be taken away in.
type File struct {
	MediaType string
	// Write writes the game of these events; what shows a moment shows the last one.
	Write func(ctx context.Context, w io.Writer, events []companion.Event) error
}

// Files are the kinds that there are, by the name of the file.
var Files = map[string]File{
	"game.json":      {"application/json", plainly(writeRecord)},
	"game.txt":       {"text/plain; charset=utf-8", plainly(writeNotation)},
	"castle.json":    {"application/json", plainly(writeCastle)},
	"scores.csv":     {"text/csv; charset=utf-8", plainly(report.Scores)},
	"plan.svg":       {"image/svg+xml", plainly(writeSVG)},
	"plan.png":       {"image/png", plainly(writePNG)},
	"timelapse.gif":  {"image/gif", plainly(writeGIF)},
	"timelapse.mp4":  {"video/mp4", film(".mp4")},
	"timelapse.webp": {"image/webp", film(".webp")},
	"report.pdf":     {"application/pdf", report.Write},
}

func plainly(write func(io.Writer, []companion.Event) error) func(context.Context, io.Writer, []companion.Event) error {
	return func(_ context.Context, w io.Writer, events []companion.Event) error { return write(w, events) }
}

func writeRecord(w io.Writer, events []companion.Event) error {
	record, known := companion.Written(events)
	if !known {
		return ErrNobodyPlays
	}
	return record.Encode(w)
}

func writeNotation(w io.Writer, events []companion.Event) error {
	record, known := companion.Written(events)
	if !known {
		return ErrNobodyPlays
	}
	text, err := record.Notation()
	if err != nil {
		return err
	}
	_, err = io.WriteString(w, text)
	return err
}

func writeCastle(w io.Writer, events []companion.Event) error {
	state := companion.Fold(events)
	return state.Castle.Setup(append([]string{}, state.Players...)).Encode(w)
}

func writeSVG(w io.Writer, events []companion.Event) error {
	return plan.Draw(companion.Fold(events)).SVG(w)
}

const planPixels = 1600 // of the longer side

func writePNG(w io.Writer, events []companion.Event) error {
	return png.Encode(w, plan.Draw(companion.Fold(events)).Picture(planPixels))
}

func writeGIF(w io.Writer, events []companion.Event) error {
	return timelapse.GIF(w, timelapse.Moments(events))
}

func film(ending string) func(context.Context, io.Writer, []companion.Event) error {
	return func(ctx context.Context, w io.Writer, events []companion.Event) error {
		return timelapse.Film(ctx, w, ending, timelapse.Moments(events))
	}
}
