package castellan

import "io"

// ResultSchema names the format of results.
const ResultSchema = "castellan-game-result/1"

// Status of a game.
type Status string

// What became of a game.
const (
	StatusInProgress Status = "in_progress"
	StatusFinished   Status = "finished"
	StatusIllegal    Status = "illegal"
)

// Result is what came out of a record (castellan-game-result/1). For an illegal one it shows the game before the offending
// action.
type Result struct {
	Schema      string         `json:"schema"`
	Status      Status         `json:"status"`
	TurnsPlayed int            `json:"turns_played"`
	Violations  []Refusal      `json:"violations"` // the reasons of the offending action
	Castle      ResultCastle   `json:"castle"`
	Courtyards  []Courtyard    `json:"courtyards"`
	Scores      map[string]int `json:"scores"`
	Keeps       map[string]int `json:"keeps"`
	Winner      []string       `json:"winner"`
	LeftOver    Supply         `json:"left_over"`
	Trace       []TraceEntry   `json:"trace"`
}

// ResultCastle is the castle, towers and walls sorted.
type ResultCastle struct {
	Towers []Node `json:"towers"`
	Walls  []Wall `json:"walls"`
}

// TraceEntry is the game after one action.
type TraceEntry struct {
	Turn          int               `json:"turn"`
	Player        string            `json:"player"`
	NewCourtyards int               `json:"new_courtyards"`
	PassedTo      *string           `json:"passed_to"`
	Hands         map[string]int    `json:"hands"`
	Piles         map[string][2]int `json:"piles"` // [wall, tower]
	Courtyards    int               `json:"courtyards"`
	Scores        map[string]int    `json:"scores"`
	FinalRound    bool              `json:"final_round"`
	Ended         bool              `json:"ended"`
}

// Encode writes the result as JSON, with a line break at the end.
func (r Result) Encode(w io.Writer) error { return encodeLine(w, r) }

func (g *Game) result(refused []Refusal, trace []TraceEntry) Result {
	setup := g.position.Setup()
	r := Result{
		Schema:      ResultSchema,
		Status:      StatusInProgress,
		TurnsPlayed: g.turns,
		Violations:  append([]Refusal{}, refused...), // encoding/json writes null for nil lists
		Castle:      ResultCastle{setup.Towers, setup.Walls},
		Courtyards:  append([]Courtyard{}, g.position.Courtyards()...),
		Scores:      g.position.Scores(),
		Keeps:       g.position.Keeps(),
		Winner:      []string{},
		LeftOver:    g.leftOver,
		Trace:       trace,
	}
	switch {
	case len(refused) > 0:
		r.Status = StatusIllegal
	case g.ended:
		r.Status, r.Winner = StatusFinished, append(r.Winner, g.Winner()...)
	}
	return r
}

func (g *Game) traceEntry(action int) TraceEntry {
	e := TraceEntry{
		Turn:          action,
		Player:        g.latest.Player,
		NewCourtyards: g.latest.NewCourtyards,
		Hands:         make(map[string]int),
		Piles:         make(map[string][2]int),
		Courtyards:    g.position.courtyards(),
		Scores:        g.position.Scores(),
		FinalRound:    g.final,
		Ended:         g.ended,
	}
	if g.latest.PassedTo != "" {
		e.PassedTo = &g.latest.PassedTo
	}
	for n, player := range g.start.Players {
		s := g.seats[n]
		e.Hands[player] = len(s.hand)
		e.Piles[player] = [2]int{len(s.wall), len(s.tow)}
	}
	return e
}
