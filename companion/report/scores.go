package report

import (
	"encoding/csv"
	"io"
	"strconv"
	"time"

	"github.com/castellan-companion/castellan/companion"
)

// Scores writes a line for every turn, with all players' points at its end.
func Scores(w io.Writer, events []companion.Event) error {
	turns, final := Turns(events)
	table := csv.NewWriter(w)
	head := []string{"turn", "player", "ended_at"}
	if err := table.Write(append(head, final.Players...)); err != nil {
		return err
	}
	for _, t := range turns {
		line := []string{strconv.Itoa(t.Number), t.Player, t.EndedAt.Format(time.RFC3339)}
		for _, color := range final.Players {
			line = append(line, strconv.Itoa(t.Scores[color]))
		}
		if err := table.Write(line); err != nil {
			return err
		}
	}
	table.Flush()
	return table.Error()
}

// Turn is a turn of a game that has ended.
type Turn struct {
	Number  int
	Player  string
	EndedAt time.Time
	Scores  map[string]int
}

// Turns are the turns whose end stands; the one that was not ended is the last. It also gives the game as it stands.
func Turns(events []companion.Event) ([]Turn, companion.State) {
	var turns []Turn
	var state companion.State
	for _, e := range events {
		before := state
		state = state.Apply(e)
		switch {
		case state.Turn.Number > before.Turn.Number && before.Turn.Number > 0:
			turns = append(turns, Turn{before.Turn.Number, before.Turn.Player, e.At, before.Scores})
		case state.Turn.Number < before.Turn.Number:
			turns = turns[:max(0, state.Turn.Number-1)]
		}
	}
	if n := len(events); n > 0 && !state.Ended {
		turns = append(turns, Turn{state.Turn.Number, state.Turn.Player, events[n-1].At, state.Scores})
	}
	return turns, state
}
