package companion

import (
	"fmt"
	"slices"
)

// Command is what people can do to a game.
type Command interface {
	// facts decides what the command makes happen, or why it cannot.
	facts(State) ([]Fact, error)
}

// RefusedError is why a command was not carried out. The game is unchanged.
type RefusedError struct {
	Code string // stable, for programs
	Text string // one sentence for people
}

func (r *RefusedError) Error() string { return r.Text }

func refuse(code, format string, args ...any) error {
	return &RefusedError{Code: code, Text: fmt.Sprintf(format, args...)}
}

// NewGame begins another game at this table; the one before stays in the record. Players are the colours in the order of
// play, the first one begins; none at all leaves it to the keeps to tell.
type NewGame struct {
	Players []string `json:"players"`
}

// SetPlayers says who plays, in the order of play, and whose turn it is ("" for the first one's).
type SetPlayers struct {
	Players []string `json:"players"`
	Turn    string   `json:"turn"`
}

// EndTurn ends the turn of this number, so that two people who press at the same moment end one turn; 0 is the current turn.
type EndTurn struct {
	Turn int `json:"turn"`
}

// UndoTurn takes the last end of a turn back.
type UndoTurn struct{}

// Correct is a person's word against the eye's. It stands until the eye sees the piece change.
type Correct struct {
	Add    []Piece `json:"add"`
	Remove []Piece `json:"remove"`
	Reason string  `json:"reason"`
}

// Answer settles a question with one of its answers.
type Answer struct {
	Question int64  `json:"question"`
	Answer   string `json:"answer"`
}

// Colors are the colours of keeps that there are, those of an edition beside each other.
var Colors = []string{"red", "blue", "yellow", "green"}

const maxPlayers = 4

func checkPlayers(players []string) error {
	if len(players) < 2 || len(players) > maxPlayers {
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

func (c NewGame) facts(State) ([]Fact, error) {
	if len(c.Players) > 0 {
		if err := checkPlayers(c.Players); err != nil {
			return nil, err
		}
	}
	return []Fact{GameStarted{Players: slices.Clone(c.Players)}}, nil
}

func (c SetPlayers) facts(State) ([]Fact, error) {
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
	return []Fact{PlayersSet{Players: slices.Clone(c.Players), Turn: turn}}, nil
}

func (c EndTurn) facts(s State) ([]Fact, error) {
	if c.Turn != 0 && c.Turn != s.Turn.Number {
		return nil, refuse("turn", "Turn %d has ended already; it is turn %d now.", c.Turn, s.Turn.Number)
	}
	return []Fact{TurnEnded{Next: s.next(s.Turn.Player)}}, nil
}

func (UndoTurn) facts(s State) ([]Fact, error) {
	if len(s.past) == 0 {
		return nil, refuse("turn", "This is the first turn; there is none to take back.")
	}
	last := s.past[len(s.past)-1]
	return []Fact{TurnUndone{Turn: last.Number, Player: last.Player}}, nil
}

func (c Correct) facts(s State) ([]Fact, error) {
	if len(c.Add)+len(c.Remove) == 0 {
		return nil, refuse("correction", "The correction names no piece.")
	}
	for _, p := range c.Remove {
		if !s.Castle.Has(p) {
			return nil, refuse("correction", "There is no %s to take away.", p)
		}
	}
	for _, p := range c.Add {
		if s.Castle.Has(p) {
			return nil, refuse("correction", "There is a %s already.", p)
		}
	}
	return []Fact{Corrected(c)}, nil
}

func (c Answer) facts(s State) ([]Fact, error) {
	at := slices.IndexFunc(s.Questions, func(q Question) bool { return q.ID == c.Question })
	if at < 0 {
		return nil, refuse("question", "This question is not open any more.")
	}
	q := s.Questions[at]
	if !slices.Contains(q.Answers, c.Answer) {
		return nil, refuse("answer", "%q is no answer to this question.", c.Answer)
	}
	facts := []Fact{QuestionAnswered{q.ID, c.Answer}}
	if c.Answer == TakenAway {
		facts = append(facts, Corrected{Remove: q.Pieces})
	}
	return facts, nil
}
