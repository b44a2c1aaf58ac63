package companion

import (
	"context"
	"errors"
	"time"
)

// Record keeps the events of games. What it has accepted survives a power cut.
type Record interface {
	// Begin stores the first event of a new game at a table and returns the game's number, which replaces the event's.
	Begin(ctx context.Context, place string, first Event) (int64, error)
	// Append stores the next event of a game, and with it the picture (JPEG) where it has one of its own. An event whose
	// number is not the next one is refused.
	Append(ctx context.Context, e Event, jpeg []byte) error
	// Copy stores the events of a game up to number last once more as a new game at a table, and then one event more. It returns the
	// new game's number, which replaces those of the events. Pictures stay with the old game.
	Copy(ctx context.Context, place string, game, last int64, next Event) (int64, error)
	// Events are at most limit events of a game, in order, from the one numbered after+1 on. limit 0 means all.
	Events(ctx context.Context, game, after int64, limit int) ([]Event, error)
	// Picture is the picture (JPEG) that was stored with an event, or ErrNoPicture.
	Picture(ctx context.Context, game, seq int64) ([]byte, error)
	// Games lists the games of all tables, newest first.
	Games(ctx context.Context) ([]GameSummary, error)
}

// ErrNoPicture is returned where an event has no picture of its own.
var ErrNoPicture = errors.New("there is no such picture")

// GameSummary is a game in a list of games.
type GameSummary struct {
	Game      int64     `json:"game"`
	Place     string    `json:"place"` // the table at which it is played
	StartedAt time.Time `json:"started_at"`
	LastAt    time.Time `json:"last_at"`
	Events    int64     `json:"events"`
}
