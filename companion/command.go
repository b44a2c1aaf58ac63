package companion

import (
	"fmt"
	"slices"

	"github.com/castellan-companion/castellan/engine/castellan"
)

// Command is what people can do to a game.
type Command interface {
	// facts decides what the command makes happen, or why it cannot. Facts beside an error tell of the refusal.
	facts(State) ([]Fact, error)
}

// RefusedError is why a command was not carried out. The game is unchanged.
type RefusedError struct {
	Code string `json:"code"` // stable, for programs
	Text string `json:"text"` // one sentence for people
	// Reasons are all the referee's reasons, and Reminder says that only keeps were forgotten, where it was he who refused.
	Reasons  []castellan.Refusal `json:"reasons,omitempty"`
	Reminder bool                `json:"reminder,omitempty"`
}

func (r *RefusedError) Error() string { return r.Text }

func refuse(code, format string, args ...any) error {
	return &RefusedError{Code: code, Text: fmt.Sprintf(format, args...)}
}

// Colors are the colours of keeps that there are, those of an edition beside each other.
var Colors = []string{"red", "blue", "yellow", "green"}

func checkPlayers(players []string) error {
	if len(players) < castellan.MinPlayers || len(players) > castellan.MaxPlayers {
		return refuse("players", "A game is for two to four players.")
	}
	for i, color := range players {
		if !slices.Contains(Colors, color) {
			return refuse("color", "There are no %s keeps; choose red, blue, yellow or green.", color)
		}
		if slices.Contains(players[:i], color) {
			return refuse("color", "Two players cannot both be %s.", color)
		}
	}
	return nil
}
