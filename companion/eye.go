package companion

import (
	"context"
	"time"

	"github.com/castellan-companion/castellan/vision/reading"
)

// Eye looks at a table.
type Eye interface {
	// Watch tells see everything it observes, in order, until the source has no more to show (nil), ctx is done (nil or
	// ctx's error) or the source fails (an error with a sentence for people). see is called from one goroutine at a time.
	Watch(ctx context.Context, see func(reading.Observation)) error
}

// Source is something to look at.
type Source struct {
	ID   string // by which it is chosen: "/dev/video0", "demo"; may be empty
	Name string // for people: "HD Webcam", "game.mp4"
	Eye  Eye

	// Film says that the source is a recording: every Watch begins at its first frame, and with it a new game.
	Film bool
	// Players are the colours of a recorded game in the order of play, when they are known beforehand.
	Players []string
	// EndTurns are the moments of a recorded game at which its players ended their turns.
	EndTurns []time.Duration
}
