package client

import (
	"github.com/castellan-companion/castellan/companion"
	"github.com/castellan-companion/castellan/engine/castellan"
	"github.com/castellan-companion/castellan/vision/reading"
)

// Game is a game as it stands, and how the table is watched.
type Game struct {
	Game        int64                  `json:"game"`
	Seq         int64                  `json:"seq"`
	Players     []string               `json:"players"`
	First       string                 `json:"first"`
	Cards       companion.CardMode     `json:"cards"`
	Turn        companion.Turn         `json:"turn"`
	FinalRound  bool                   `json:"final_round"`
	Ended       bool                   `json:"ended"`
	Castle      Castle                 `json:"castle"`
	Courtyards  []companion.Courtyard  `json:"courtyards"`
	Violations  []companion.Violation  `json:"violations"`
	Scores      map[string]int         `json:"scores"`
	Keeps       map[string]int         `json:"keeps"`
	Winner      []string               `json:"winner"`
	Questions   []companion.Question   `json:"questions"`
	Refused     *companion.Refusal     `json:"refused"`
	Adjustments []companion.Adjustment `json:"adjustments"`
	Checklist   companion.Checklist    `json:"checklist"`
	Provisional bool                   `json:"provisional"`
	Status      companion.Status       `json:"status"`
}

// Castle is all that stands, in the lists of castellan-castle/1.
type Castle struct {
	Towers []castellan.Node `json:"towers"`
	Walls  []castellan.Wall `json:"walls"`
	Keeps  []castellan.Keep `json:"keeps"`
	Trial  []reading.Trial  `json:"trial"`
}

// Update is what happened at the table and how the game stands after it. Dropped is how many updates this client was too slow
// for: their events are to be had by Events.
type Update struct {
	Game    Game
	Events  []companion.Event
	Dropped int64
}
