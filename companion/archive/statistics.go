package archive

import (
	"cmp"
	"context"
	"slices"
	"time"
)

// Statistics are over all games in which somebody made points. A what-if is a game of its own if it was played on to the end; what was
// copied into it counts in the game in which it happened. A game that was left unfinished, and finished as a what-if, is one game. A film,
// which may be watched again and again, counts only where people said that the game is over.
type Statistics struct {
	Games   int          `json:"games"`
	Turns   int          `json:"turns"`   // that were ended
	Players []PlayerLine `json:"players"` // who has won most comes first
}

// PlayerLine is what is known of one player. Who has no name counts by the colour.
type PlayerLine struct {
	Name             string  `json:"name"`
	Color            string  `json:"color"` // played last
	Games            int     `json:"games"`
	Wins             int     `json:"wins"`              // games that are over; shared victories too
	Points           float64 `json:"points"`            // in a game, on average
	BestPoints       int     `json:"best_points"`       // in a game
	Courtyards       int     `json:"courtyards"`        // claimed
	AverageCourtyard float64 `json:"average_courtyard"` // its value, on average
	BestCourtyard    int     `json:"best_courtyard"`
	DoubleGain       int     `json:"double_gain"` // points that double keeps have brought beyond single ones
	AverageTurnS     float64 `json:"average_turn_s"`
	LongestTurnS     float64 `json:"longest_turn_s"`
}

// total is what one player has done in one game.
type total struct {
	courtyards int
	value      int
	best       int
	gain       int
	turns      int
	thinking   time.Duration
	longest    time.Duration
}

func (t *total) turn(took time.Duration) {
	t.turns++
	t.thinking += took
	t.longest = max(t.longest, took)
}

func (t *total) courtyard(value int, double bool) {
	t.courtyards++
	t.value += value
	t.best = max(t.best, value)
	if double {
		t.gain += value / 2
	}
}

// Statistics sums up all games.
func (a *Archive) Statistics(ctx context.Context) (Statistics, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	games, err := a.games(ctx)
	if err != nil {
		return Statistics{}, err
	}
	s := Statistics{Players: []PlayerLine{}}
	lines := map[string]*player{}
	elsewhere := finishedElsewhere(games)
	for _, g := range slices.Backward(games) {
		if !g.played() && !elsewhere[g.Game] {
			continue
		}
		s.Turns += g.ownTurns
		if !elsewhere[g.Game] {
			s.Games++
		}
		for _, color := range g.Players {
			name := cmp.Or(g.Names[color], color)
			if lines[name] == nil {
				lines[name] = &player{PlayerLine: PlayerLine{Name: name}}
			}
			lines[name].did(color, g.player(color))
			if !elsewhere[g.Game] {
				lines[name].reached(g.Scores[color], g.Ended && slices.Contains(g.Winner, color))
			}
		}
	}
	for _, p := range lines {
		s.Players = append(s.Players, p.line())
	}
	slices.SortFunc(s.Players, func(a, b PlayerLine) int {
		return cmp.Or(cmp.Compare(b.Wins, a.Wins), cmp.Compare(b.Points, a.Points), cmp.Compare(a.Name, b.Name))
	})
	return s, nil
}

// finishedElsewhere are the unfinished games that were played to the end in a what-if.
func finishedElsewhere(games []Game) map[int64]bool {
	byNumber := make(map[int64]Game, len(games))
	for _, g := range games {
		byNumber[g.Game] = g
	}
	elsewhere := map[int64]bool{}
	for _, g := range games {
		if !g.played() {
			continue
		}
		for from := byNumber[g.ContinuedFrom]; from.Game != 0 && !from.Ended; from = byNumber[from.ContinuedFrom] {
			elsewhere[from.Game] = true
		}
	}
	return elsewhere
}

// player sums up one player's games.
type player struct {
	PlayerLine
	points, value, turns int
	thinking             time.Duration
}

// reached adds how a game ended.
func (p *player) reached(points int, won bool) {
	p.Games++
	if won {
		p.Wins++
	}
	p.points += points
	p.BestPoints = max(p.BestPoints, points)
}

// did adds what the player did in a game.
func (p *player) did(color string, t *total) {
	p.Color = color
	p.Courtyards += t.courtyards
	p.value += t.value
	p.BestCourtyard = max(p.BestCourtyard, t.best)
	p.DoubleGain += t.gain
	p.turns += t.turns
	p.thinking += t.thinking
	p.LongestTurnS = max(p.LongestTurnS, t.longest.Seconds())
}

func (p *player) line() PlayerLine {
	line := p.PlayerLine
	if p.Games > 0 {
		line.Points = float64(p.points) / float64(p.Games)
	}
	if p.Courtyards > 0 {
		line.AverageCourtyard = float64(p.value) / float64(p.Courtyards)
	}
	if p.turns > 0 {
		line.AverageTurnS = p.thinking.Seconds() / float64(p.turns)
	}
	return line
}
