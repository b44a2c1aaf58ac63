package archive

import (
	"context"
	"slices"

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

	totals map[string]*total // by colour
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

func sumUp(s companion.GameSummary, events []companion.Event) Game {
	g := Game{GameSummary: s, Players: []string{}, Scores: map[string]int{}, Winner: []string{}}
	var state companion.State
	var turnBegan companion.Event
	g.totals = map[string]*total{}
	for _, e := range events {
		before := state
		state = state.Apply(e)
		if state.Turn.Number != before.Turn.Number {
			if before.Turn.Number > 0 && state.Turn.Number > before.Turn.Number {
				g.player(before.Turn.Player).turn(e.At.Sub(turnBegan.At))
			}
			turnBegan = e
		}
	}
	g.Players = append(g.Players, state.Players...)
	g.Names, g.Scores, g.Ended, g.Film = state.Names, state.Scores, state.Ended, state.Film
	g.Winner = append(g.Winner, state.Winner...)
	g.Turns = state.Turn.Number
	for _, c := range state.Courtyards {
		if c.Owner != nil {
			g.player(*c.Owner).courtyard(c.Value, c.Double)
		}
	}
	for color, points := range state.Scores {
		g.player(color).points = points
	}
	return g
}

func (g *Game) player(color string) *total {
	if g.totals[color] == nil {
		g.totals[color] = &total{}
	}
	return g.totals[color]
}

// played tells whether a game counts in statistics: people played it, to some end.
func (g *Game) played() bool { return len(g.Players) > 1 && g.Turns > 1 && slices.Max(scoresOf(g)) > 0 }

func scoresOf(g *Game) []int {
	points := []int{0}
	for _, p := range g.Scores {
		points = append(points, p)
	}
	return points
}
