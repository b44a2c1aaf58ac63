package companion

import (
	"context"
	"time"
)

// Record keeps the events of games. What it has accepted survives a power cut.
type Record interface {
	// Begin stores the first event of a new game and returns the game's number, which replaces the event's.
	Begin(ctx context.Context, first Event) (int64, error)
	// Append stores the next event of a game. An event whose number is not the next one is refused.
	Append(ctx context.Context, e Event) error
	// Events are at most limit events of a game, in order, from the one numbered after+1 on. limit 0 means all.
	Events(ctx context.Context, game, after int64, limit int) ([]Event, error)
	// Games lists all games, newest first.
	Games(ctx context.Context) ([]GameSummary, error)
}

// GameSummary is a game in a list of games.
type GameSummary struct {
	Game      int64     `json:"game"`
	StartedAt time.Time `json:"started_at"`
	LastAt    time.Time `json:"last_at"`
	Events    int64     `json:"events"`
}
