package archive

import (
	"context"
	"errors"
	"slices"
	"sync"

	"github.com/castellan-companion/castellan/companion"
)

// ErrNotFound is returned where there is no such game, or no such event in it.
var ErrNotFound = errors.New("there is no such moment in the record")

// Record is where the games are kept.
type Record interface {
	Events(ctx context.Context, game, after int64, limit int) ([]companion.Event, error)
	Games(ctx context.Context) ([]companion.GameSummary, error)
}

// Archive reads games. Its methods may be called from any goroutine.
type Archive struct {
	record Record

	mu     sync.Mutex // guards all below
	open   []*game    // looked at lately, the newest last
	totals map[int64]Game
}

// keepOpen is how many games are kept in memory: the one that is played and those that are replayed.
const keepOpen = 4

// game is one with its state after every event: states[k] is after events[k].
type game struct {
	number int64
	events []companion.Event
	states []companion.State
}

// New makes an archive of a record.
func New(record Record) *Archive { return &Archive{record: record, totals: map[int64]Game{}} }

// State is a game as it stood after its event number seq; after the last one where seq is 0.
func (a *Archive) State(ctx context.Context, number, seq int64) (companion.State, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	g, err := a.read(ctx, number)
	if err != nil {
		return companion.State{}, err
	}
	if seq == 0 {
		seq = int64(len(g.states))
	}
	if seq < 1 || seq > int64(len(g.states)) {
		return companion.State{}, ErrNotFound
	}
	return g.states[seq-1], nil
}

// Events are all events of a game. They must not be changed.
func (a *Archive) Events(ctx context.Context, number int64) ([]companion.Event, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	g, err := a.read(ctx, number)
	if err != nil {
		return nil, err
	}
	return slices.Clip(g.events), nil
}

// read brings a game into memory, or up to date there.
func (a *Archive) read(ctx context.Context, number int64) (*game, error) {
	at := slices.IndexFunc(a.open, func(g *game) bool { return g.number == number })
	g := &game{number: number}
	if at >= 0 {
		g = a.open[at]
		a.open = slices.Delete(a.open, at, at+1)
	}
	fresh, err := a.record.Events(ctx, number, int64(len(g.events)), 0)
	if err != nil {
		return nil, err
	}
	var state companion.State
	if len(g.states) > 0 {
		state = g.states[len(g.states)-1]
	}
	for _, e := range fresh {
		state = state.Apply(e)
		g.events, g.states = append(g.events, e), append(g.states, state)
	}
	if len(g.events) == 0 {
		return nil, ErrNotFound
	}
	if a.open = append(a.open, g); len(a.open) > keepOpen {
		a.open = a.open[1:]
	}
	return g, nil
}
