package companion

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"time"
)

// Event is one thing that happened in a game, as it stands in the record: number Seq (from 1) of game Game,
// in the turn number Turn (from 1) of Player ("" when not known). In JSON the fact stands under "data":
// {"game":1,"seq":7,"at":"2026-01-31T20:15:00Z","turn":3,"player":"red","kind":"piece_placed","data":{...}}.
type Event struct {
	Game   int64
	Seq    int64
	At     time.Time
	Turn   int
	Player string
	Fact   Fact

	// Picture is the number of the event whose picture shows this one, 0 for none, and Confidence the eye's in its reading (0..1).
	Picture    int64
	Confidence float64
}

// Fact is what an event says. Each kind of fact knows how it changes the state.
type Fact interface {
	// Kind is the fact's stable name in the record.
	Kind() string
	apply(*State, Event)
}

type eventJSON struct {
	Game   int64           `json:"game"`
	Seq    int64           `json:"seq"`
	At     time.Time       `json:"at"`
	Turn   int             `json:"turn"`
	Player string          `json:"player"`
	Kind   string          `json:"kind"`
	Data   json.RawMessage `json:"data"`

	Picture    int64   `json:"picture,omitempty"`
	Confidence float64 `json:"confidence,omitempty"`
}

// MarshalJSON writes the event as described at Event.
func (e Event) MarshalJSON() ([]byte, error) {
	data, err := json.Marshal(e.Fact)
	if err != nil {
		return nil, err
	}
	return json.Marshal(eventJSON{e.Game, e.Seq, e.At, e.Turn, e.Player, e.Fact.Kind(), data, e.Picture, e.Confidence})
}

// UnmarshalJSON reads what MarshalJSON writes; a kind that it does not know is an error.
func (e *Event) UnmarshalJSON(b []byte) error {
	var in eventJSON
	if err := json.Unmarshal(b, &in); err != nil {
		return err
	}
	fact, err := ReadFact(in.Kind, in.Data)
	if err != nil {
		return err
	}
	*e = Event{in.Game, in.Seq, in.At, in.Turn, in.Player, fact, in.Picture, in.Confidence}
	return nil
}

// ReadFact reads a fact of this kind from the JSON of its event's data.
func ReadFact(kind string, data []byte) (Fact, error) {
	read, known := factReaders[kind]
	if !known {
		return nil, fmt.Errorf("the record holds an event of the unknown kind %q; it was written by a newer version", kind)
	}
	fact, err := read(data)
	if err != nil {
		return nil, fmt.Errorf("event of the kind %q: %w", kind, err)
	}
	return fact, nil
}

var factReaders = readers(
	reader[GameStarted],
	reader[PlayersSet],
	reader[PiecePlaced],
	reader[PieceRemoved],
	reader[KeepChanged],
	reader[CourtyardClosed],
	reader[CourtyardChanged],
	reader[CourtyardClaimed],
	reader[CourtyardOpened],
	reader[ViolationFound],
	reader[ViolationMended],
	reader[ScoreChanged],
	reader[CardsPlayed],
	reader[PiecesPassed],
	reader[TurnEnded],
	reader[TurnRefused],
	reader[TurnUndone],
	reader[TurnRedone],
	reader[GameEnded],
	reader[GameReopened],
	reader[Corrected],
	reader[RulingOverruled],
	reader[ScoreOverruled],
	reader[HouseChanged],
	reader[GameContinued],
	reader[QuestionAsked],
	reader[QuestionAnswered],
	reader[CameraNoted],
)

// Kinds are all kinds of facts that there are.
func Kinds() []string { return slices.Sorted(maps.Keys(factReaders)) }

func readers(all ...func() (string, func([]byte) (Fact, error))) map[string]func([]byte) (Fact, error) {
	byKind := make(map[string]func([]byte) (Fact, error), len(all))
	for _, reader := range all {
		kind, read := reader()
		byKind[kind] = read
	}
	return byKind
}

func reader[F Fact]() (string, func([]byte) (Fact, error)) {
	var zero F
	return zero.Kind(), func(data []byte) (Fact, error) {
		var fact F
		err := json.Unmarshal(data, &fact)
		return fact, err
	}
}
