package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"time"

	"gocv.io/x/gocv"

	"github.com/castellan-companion/castellan/engine/castellan"
	"github.com/castellan-companion/castellan/vision"
	"github.com/castellan-companion/castellan/vision/reading"
	"github.com/castellan-companion/castellan/vision/source"
)

type watchCommand struct {
	eyeFlags `embed:""`
	Rate     float64 `help:"Look at no more than so many frames a second."`
	JSON     bool    `help:"Print JSON lines."`
	Source   string  `arg:"" help:"Video file, camera (device path or number) or URL."`
}

// Run reports on standard output what happens.
func (c *watchCommand) Run() error {
	if err := checkRate(c.Rate); err != nil {
		return err
	}
	o, err := c.options()
	if err != nil {
		return err
	}
	out := json.NewEncoder(os.Stdout)
	return watch(c.Source, o, c.Rate, func(e reading.Event) error {
		if c.JSON {
			return out.Encode(e)
		}
		return say(os.Stdout, e)
	})
}

// watch reports what happens in a film or before a camera, with scores, until the film is over. Rate bounds the frames looked at in a
// second; 0 is no bound.
func watch(name string, o vision.Options, rate float64, report func(reading.Event) error) error {
	src, err := source.Open(name)
	if err != nil {
		return err
	}
	defer src.Close()
	watcher, err := vision.NewWatcher(o)
	if err != nil {
		return err
	}
	defer watcher.Close()
	img := gocv.NewMat()
	defer img.Close()
	var last reading.Event
	var ms []float64
	frames := 0
	due := time.Duration(-1)
	var end error
	for {
		frame, at, err := src.Read(&img)
		if err != nil {
			end = err // what was seen until then is still told
			break
		}
		frames = frame + 1
		last.Frame, last.TS = frame, at.Seconds()
		if rate > 0 {
			if at < due {
				continue
			}
			due = at + time.Duration(float64(time.Second)/rate)
		}
		start := time.Now()
		events, err := watcher.Frame(img, frame, at.Seconds())
		if err != nil {
			return fmt.Errorf("%s: frame %d: %w", name, frame, err)
		}
		ms = append(ms, float64(time.Since(start).Microseconds())/1000)
		for _, e := range events {
			if e.Kind == reading.KindCastle {
				e.Score = e.Castle.Scores()
				last.Confidence = e.Confidence
			}
			if err := report(e); err != nil {
				return err
			}
		}
	}
	if frames == 0 {
		return end
	}
	castle := watcher.Castle()
	final := reading.Event{
		Frame: last.Frame, TS: last.TS, Kind: reading.KindCastle, Castle: &castle, Score: castle.Scores(),
		Confidence: last.Confidence, Final: true,
	}
	if err := report(final); err != nil {
		return err
	}
	mean, p95 := times(ms)
	err = report(reading.Event{Frame: last.Frame, TS: last.TS, Kind: reading.KindEnd, Frames: frames, MSMean: mean, MSP95: p95})
	if errors.Is(end, source.ErrEnd) {
		end = nil
	}
	return errors.Join(err, end)
}

// times are the mean and the 95th percentile, to a hundredth.
func times(ms []float64) (mean, p95 float64) {
	if len(ms) == 0 {
		return 0, 0
	}
	for _, v := range ms {
		mean += v / float64(len(ms))
	}
	ms = slices.Sorted(slices.Values(ms))
	hundredths := func(x float64) float64 { return float64(int(100*x+0.5)) / 100 }
	return hundredths(mean), hundredths(ms[min(len(ms)-1, len(ms)*95/100)])
}

// say prints an event in words.
func say(w io.Writer, e reading.Event) error {
	var what string
	switch e.Kind {
	case reading.KindQuiet:
		what = "a hand, or motion"
		if *e.Quiet {
			what = "quiet"
		}
	case reading.KindCastle:
		what = fmt.Sprintf("castle of %d towers, %d walls, %d keeps; score %v", len(e.Castle.Towers), len(e.Castle.Walls), len(e.Castle.Keeps), e.Score)
		if e.Final {
			what = "final: " + what
		}
	case reading.KindEnd:
		what = fmt.Sprintf("the end, after %d frames (%.1f ms each, 95 %% under %.1f ms)", e.Frames, e.MSMean, e.MSP95)
	default:
		what = e.Kind
		if e.Kind == reading.KindTrial {
			what = map[bool]string{true: "trial", false: "trial ends"}[*e.On]
		}
		if e.Color != "" {
			what += " " + e.Color
		}
		if e.Piece != "" && e.Kind != reading.KindKeep {
			what += " " + e.Piece
		}
		switch at := e.At.(type) {
		case castellan.Node:
			what += fmt.Sprintf(" at %d,%d", at.I, at.J)
		case castellan.Wall:
			what += fmt.Sprintf(" from %d,%d to %d,%d", at.From.I, at.From.J, at.To.I, at.To.J)
		}
	}
	_, err := fmt.Fprintf(w, "%7.1f s  frame %5d  %s\n", e.TS, e.Frame, what)
	return err
}
