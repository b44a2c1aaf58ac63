package archive

import (
	"context"
	"slices"
	"time"

	"github.com/castellan-companion/castellan/companion"
)

// Game is a game in the list of games, with what came of it.
type Game struct {
	companion.GameSummary
	Players []string          `json:"players"`
	Names   map[string]string `json:"names,omitempty"`
	Turns   int               `json:"turns"` // begun
	Scores  map[string]int    `json:"scores"`
	Winner  []string          `json:"winner"` // or who leads
	Ended   bool              `json:"ended"`
	Film    bool              `json:"film"`
	// ContinuedFrom is the game from which this one was continued as a what-if; 0 for none.
	ContinuedFrom int64 `json:"continued_from,omitempty"`

	ownTurns int               // ended in this game, not in the one from which it was continued
	totals   map[string]*total // by colour
}

// Games lists all games, newest first.
func (a *Archive) Games(ctx context.Context) ([]Game, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.games(ctx)
}

func (a *Archive) games(ctx context.Context) ([]Game, error) {
	summaries, err := a.record.Games(ctx)
	if err != nil {
		return nil, err
	}
	all := make([]Game, 0, len(summaries))
	for _, s := range summaries {
		known, ok := a.totals[s.Game]
		if !ok || known.Events != s.Events {
			events, err := a.record.Events(ctx, s.Game, 0, 0)
			if err != nil {
				return nil, err
			}
			known = sumUp(s, events)
			a.totals[s.Game] = known
		}
		all = append(all, known)
	}
	return all, nil
}

const (
	// longestThought is how long nothing may happen before the table is taken to have been left alone.
	longestThought = 15 * time.Minute
	// shortestTurn is how long a turn takes at least that was played, not read from a written game.
	shortestTurn = time.Second
)

func sumUp(s companion.GameSummary, events []companion.Event) Game {
	g := Game{GameSummary: s, Players: []string{}, Scores: map[string]int{}, Winner: []string{}}
	var state, copied companion.State
	var took time.Duration // the running turn, so far
	var last companion.Event
	g.totals = map[string]*total{}
	for _, e := range events {
		before := state
		state = state.Apply(e)
		took += min(e.At.Sub(last.At), longestThought)
		last = e
		if from, ok := e.Fact.(companion.GameContinued); ok {
			// What was copied counts in the game in which it happened.
			g.ContinuedFrom, g.totals, copied, took = from.Game, map[string]*total{}, state, 0
		}
		if state.Turn.Number != before.Turn.Number {
			if before.Turn.Number > 0 && state.Turn.Number > before.Turn.Number && took >= shortestTurn {
				g.player(before.Turn.Player).turn(took)
			}
			took = 0
		}
	}
	g.Players = append(g.Players, state.Players...)
	g.Names, g.Scores, g.Ended, g.Film = state.Names, state.Scores, state.Ended, state.Film
	g.Winner = append(g.Winner, state.Winner...)
	g.Turns = state.Turn.Number
	g.ownTurns = g.Turns - max(1, copied.Turn.Number)
	for _, c := range state.Courtyards {
		if c.Owner != nil && !slices.ContainsFunc(copied.Courtyards, c.ClaimedAlike) {
			g.player(*c.Owner).courtyard(c.Value, c.Double)
		}
	}
	return g
}

func (g *Game) player(color string) *total {
	if g.totals[color] == nil {
		g.totals[color] = &total{}
	}
	return g.totals[color]
}

// played tells whether people played a game: to some end, or if it is a what-if or a film, to its own end.
func (g *Game) played() bool {
	tried := g.Film || g.ContinuedFrom != 0
	return len(g.Players) > 1 && slices.Max(scoresOf(g)) > 0 && g.ownTurns > 0 && (g.Ended || !tried)
}

func scoresOf(g *Game) []int {
	points := []int{0}
	for _, p := range g.Scores {
		points = append(points, p)
	}
	return points
}
