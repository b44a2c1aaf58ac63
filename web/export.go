package web

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image/png"
	"io"
	"net/http"
	"strconv"

	"github.com/gin-gonic/gin"

	"github.com/castellan-companion/castellan/companion"
	"github.com/castellan-companion/castellan/companion/plan"
	"github.com/castellan-companion/castellan/companion/report"
	"github.com/castellan-companion/castellan/companion/timelapse"
)

// export is a file that a game can be taken away in.
type export struct {
	kind  string // media type
	write func(context.Context, io.Writer, []companion.Event) error
}

// exports by the name of the file. A plan is of the last of the events.
var exports = map[string]export{
	"game.json":      {"application/json", writeRecord},
	"game.txt":       {"text/plain; charset=utf-8", writeNotation},
	"castle.json":    {"application/json", writeCastle},
	"scores.csv":     {"text/csv; charset=utf-8", writeScores},
	"plan.svg":       {"image/svg+xml", writeSVG},
	"plan.png":       {"image/png", writePNG},
	"timelapse.gif":  {"image/gif", writeGIF},
	"timelapse.mp4":  {"video/mp4", film(".mp4")},
	"timelapse.webp": {"image/webp", film(".webp")},
	"report.pdf":     {"application/pdf", writeReport},
}

var errNobodyPlays = errors.New("nobody is known to play in this game, so it cannot be written down")

// exportGame answers with a game as a file; the query seq says up to which event.
func (s *Server) exportGame(c *gin.Context) {
	wanted, known := exports[c.Param("file")]
	if !known {
		problem(c, http.StatusNotFound, "file", "There is no such kind of file; /api lists them.")
		return
	}
	game, err := s.gameNumber(c.Param("game"))
	seq, err2 := strconv.Atoi(c.DefaultQuery("seq", "0"))
	if errors.Join(err, err2) != nil || seq < 0 {
		problem(c, http.StatusBadRequest, "number", "A game is named by its number or as current, a moment by the number of an event.")
		return
	}
	events, err := s.archive.Events(c.Request.Context(), game)
	if err != nil {
		s.lookedUp(c, err)
		return
	}
	if seq > 0 {
		events = events[:min(seq, len(events))]
	}
	var file bytes.Buffer
	if err := wanted.write(c.Request.Context(), &file, events); err != nil {
		s.log.Warn("a game could not be exported", "file", c.Param("file"), "error", err)
		problem(c, http.StatusNotImplemented, "export", sentenceOf(err))
		return
	}
	c.Header("Content-Disposition", fmt.Sprintf(`inline; filename="castellan-%d-%s"`, game, c.Param("file")))
	c.Data(http.StatusOK, wanted.kind, file.Bytes())
}

func sentenceOf(err error) string { return "The file cannot be made: " + err.Error() + "." }

func writeRecord(_ context.Context, w io.Writer, events []companion.Event) error {
	record, known := companion.Written(events)
	if !known {
		return errNobodyPlays
	}
	return record.Encode(w)
}

func writeNotation(_ context.Context, w io.Writer, events []companion.Event) error {
	record, known := companion.Written(events)
	if !known {
		return errNobodyPlays
	}
	text, err := record.Notation()
	if err != nil {
		return err
	}
	_, err = io.WriteString(w, text)
	return err
}

func writeCastle(_ context.Context, w io.Writer, events []companion.Event) error {
	state := companion.Fold(events)
	return state.Castle.Setup(append([]string{}, state.Players...)).Encode(w)
}

func writeScores(_ context.Context, w io.Writer, events []companion.Event) error {
	return report.Scores(w, events)
}

func writeSVG(_ context.Context, w io.Writer, events []companion.Event) error {
	return plan.Draw(companion.Fold(events)).SVG(w)
}

const planPixels = 1600 // of the longer side

func writePNG(_ context.Context, w io.Writer, events []companion.Event) error {
	return png.Encode(w, plan.Draw(companion.Fold(events)).Picture(planPixels))
}

func writeGIF(_ context.Context, w io.Writer, events []companion.Event) error {
	return timelapse.GIF(w, timelapse.Moments(events))
}

func film(ending string) func(context.Context, io.Writer, []companion.Event) error {
	return func(ctx context.Context, w io.Writer, events []companion.Event) error {
		return timelapse.Film(ctx, w, ending, timelapse.Moments(events))
	}
}

func writeReport(_ context.Context, w io.Writer, events []companion.Event) error {
	return report.Write(w, events)
}
