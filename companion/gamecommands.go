package companion

import (
	"math/rand/v2"
	"slices"
)

// Drawn is the First of a NewGame whose starter is drawn.
const Drawn = "drawn"

// NewGame begins another game at this table; the one before stays in the record. Players are the colours clockwise; First
// begins: a colour, Drawn, or "" for the first of the players. No players at all leaves it to the keeps to tell.
type NewGame struct {
	Players []string `json:"players"`
	First   string   `json:"first"`
	Agreement
}

// SetPlayers says who plays, clockwise, and whose turn it is ("" for the first one's).
type SetPlayers struct {
	Players []string `json:"players"`
	Turn    string   `json:"turn"`
}

// ChangeHouse changes what the players have agreed on.
type ChangeHouse struct{ House }

// EndGame ends a game in which the cards do not tell when it is over.
type EndGame struct{}

func (c NewGame) facts(State) ([]Fact, error) {
	started := GameStarted{Players: slices.Clone(c.Players), First: c.First, Agreement: c.normal()}
	if len(c.Players) > 0 {
		if err := checkPlayers(c.Players); err != nil {
			return nil, err
		}
		switch c.First {
		case Drawn:
			started.First = c.Players[rand.IntN(len(c.Players))]
		case "":
			started.First = c.Players[0]
		}
	}
	if err := started.check(started.Players, started.First); err != nil {
		return nil, err
	}
	return []Fact{started}, nil
}

func (c SetPlayers) facts(s State) ([]Fact, error) {
	if err := checkPlayers(c.Players); err != nil {
		return nil, err
	}
	turn := c.Turn
	if turn == "" {
		turn = c.Players[0]
	}
	if !slices.Contains(c.Players, turn) {
		return nil, refuse("color", "It cannot be %s's turn: %s does not play.", turn, turn)
	}
	if s.Cards == CardsTracked && !slices.Equal(c.Players, s.Players) {
		return nil, refuse("players", "The cards of this game have been dealt; begin a new game for other players.")
	}
	return []Fact{PlayersSet{Players: slices.Clone(c.Players), Turn: turn}}, nil
}

func (c ChangeHouse) facts(s State) ([]Fact, error) {
	if err := c.check(s.Players); err != nil {
		return nil, err
	}
	return []Fact{HouseChanged{c.clone()}}, nil
}

func (EndGame) facts(s State) ([]Fact, error) {
	if s.Ended {
		return nil, refuse("ended", "The game is over already.")
	}
	return []Fact{GameEnded{ByHand: true}}, nil
}
