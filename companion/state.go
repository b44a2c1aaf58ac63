package companion

import (
	"cmp"
	"maps"
	"slices"
	"time"

	"github.com/castellan-companion/castellan/engine/castellan"
)

// State is a game as it stands. It is the fold of the game's events and never changed in place once it was handed out.
type State struct {
	Game      int64     `json:"game"`
	Seq       int64     `json:"seq"` // of the last event
	StartedAt time.Time `json:"started_at"`
	Source    string    `json:"source"`
	Film      bool      `json:"film"`

	Players []string `json:"players"` // colours, clockwise; empty while not known
	First   string   `json:"first"`   // who began; "" while not known
	Agreement
	Turn       Turn `json:"turn"`
	FinalRound bool `json:"final_round"` // a player is out of cards: everybody else has one turn more
	Ended      bool `json:"ended"`

	Castle     Castle         `json:"castle"`
	Courtyards []Courtyard    `json:"courtyards"`
	Violations []Violation    `json:"violations"`
	Scores     map[string]int `json:"scores"` // with what people have overruled
	Keeps      map[string]int `json:"keeps"`  // keep pieces on the table
	Winner     []string       `json:"winner"` // if the game ended now
	History    []Score        `json:"history"`
	Questions  []Question     `json:"questions"`
	// Adjustments are the points that people added to what the castle is worth, or took from it.
	Adjustments []Adjustment `json:"adjustments"`
	// Refused says why the turn's end was refused; nil as soon as anything has changed.
	Refused *Refusal `json:"refused,omitempty"`

	// Overruled are the pieces about which a person's word stands against the eye's: in the castle or not, they stay so.
	Overruled []Piece `json:"overruled"`

	progress
	past           []moment    // before each end of a turn that stands
	undone         []TurnEnded // that can be done again, the next one last
	letStand       []Violation // that people have overruled
	asked          []asking    // all doubts of the eye that were asked about
	endedByHand    bool
	playersLearned bool // from the keeps; nobody has said who plays
}

// progress is what the ends of turns have brought. It is never changed in place.
type progress struct {
	game      *castellan.Game // when the running turn began; nil while nobody has said who plays
	seats     map[string]seat // with CardsTapped
	lastTurns int             // still to be played in the final round, with CardsTapped
}

// moment is the game just before the end of a turn.
type moment struct {
	progress
	turn       Turn
	finalRound bool
	ended      TurnEnded
}

// Turn is the turn that is being played.
type Turn struct {
	Number int               `json:"number"`           // from 1
	Player string            `json:"player"`           // "" while not known
	Cards  []string          `json:"cards"`            // played in this turn
	Pieces *castellan.Supply `json:"pieces,omitempty"` // what they show, with CardsCounted; nil while not known
	Passed castellan.Supply  `json:"passed"`           // pieces handed on, because they fit nowhere

	began     Castle  // as it stood when the turn began
	takenBack []Piece // of this turn, where what is laid is played
}

// Courtyard is an enclosed place. Towers are all that count for it, Area is in unit squares, Value is doubled already where
// Double. Outline is its border, node by node counter-clockwise.
type Courtyard struct {
	Towers  []castellan.Node `json:"towers"`
	Area    int              `json:"area"`
	Value   int              `json:"value"`
	Owner   *string          `json:"owner"` // nil where no keep stands
	Double  bool             `json:"double"`
	Outline []castellan.Node `json:"outline"`
}

// Violation is something against the rules: its code and sentence are the engine's, Pieces are those concerned.
type Violation struct {
	Code   string  `json:"code"`
	Text   string  `json:"text"`
	Pieces []Piece `json:"pieces"`
	// Reminder: something was forgotten, which chivalry bids to let be put right.
	Reminder bool `json:"reminder,omitempty"`
	// Overruled: people let it stand.
	Overruled bool `json:"overruled,omitempty"`
}

// Score is the points of all players from a turn's moment on.
type Score struct {
	At     time.Time      `json:"at"`
	Turn   int            `json:"turn"`
	Scores map[string]int `json:"scores"`
}

// Apply is the state after this event.
func (s State) Apply(e Event) State {
	before := s
	e.Fact.apply(&s, e)
	s.Game, s.Seq = e.Game, e.Seq
	if s.Turn.Number == before.Turn.Number && !slices.Equal(s.Castle.pieces, before.Castle.pieces) {
		s.Refused, s.undone = nil, nil
	}
	return s
}

// Fold is the state after these events.
func Fold(events []Event) State {
	var s State
	for _, e := range events {
		s = s.Apply(e)
	}
	return s
}

// Placed are the pieces that the running turn has added so far.
func (s State) Placed() []Piece {
	placed := []Piece{}
	for _, p := range s.Castle.pieces {
		if !slices.ContainsFunc(s.Turn.began.pieces, p.isAt) {
			placed = append(placed, p)
		}
	}
	return placed
}

// Provisional tells whether courtyards and points may turn out otherwise: a question is open, or they are those of an earlier
// castle, because this one cannot be judged.
func (s State) Provisional() bool {
	return len(s.Questions) > 0 || slices.ContainsFunc(s.Violations, Violation.spoils)
}

func (f GameStarted) apply(s *State, e Event) {
	*s = State{
		StartedAt: e.At, Source: f.Source, Film: f.Film, Players: f.Players, Agreement: f.normal(),
		Turn: Turn{Number: 1, Cards: []string{}}, Adjustments: []Adjustment{},
		Courtyards: []Courtyard{}, Violations: []Violation{}, Questions: []Question{}, Overruled: []Piece{},
		Scores: map[string]int{}, Keeps: map[string]int{}, Winner: []string{},
	}
	if len(f.Players) > 0 {
		s.First = cmp.Or(f.First, f.Players[0])
		s.Turn.Player = s.First
		s.seats = seatsAtFirst(f.Players)
		s.begin()
	}
	for _, color := range f.Players {
		s.Scores[color], s.Keeps[color] = 0, 0
	}
	s.History = []Score{{e.At, 1, s.Scores}}
}

func (f PlayersSet) apply(s *State, _ Event) {
	same := slices.Equal(s.Players, f.Players) && s.game != nil
	s.Players, s.Turn.Player, s.playersLearned = f.Players, f.Turn, f.Learned
	s.First = cmp.Or(s.First, f.Turn)
	switch {
	case f.Learned:
		s.game = nil
	case same:
		s.resync()
	default:
		s.seats = seatsAtFirst(f.Players)
		s.begin()
		s.resync()
	}
	scores, keeps := make(map[string]int, len(f.Players)), make(map[string]int, len(f.Players))
	for _, color := range f.Players {
		scores[color], keeps[color] = s.Scores[color], s.Keeps[color]
	}
	s.Scores, s.Keeps = scores, keeps
}

func (f PiecePlaced) apply(s *State, _ Event) { s.Castle = s.Castle.With(f.Piece) }

func (f PieceRemoved) apply(s *State, _ Event) {
	s.Castle = s.Castle.Without(f.Piece)
	if s.LaidIsPlayed && f.Piece.isGrey() && !slices.Contains(s.Turn.takenBack, f.Piece) {
		s.Turn.takenBack = append(slices.Clip(s.Turn.takenBack), f.Piece)
	}
}

// A keep that is moved within its courtyard remains the keep that stood there.
func (f KeepChanged) apply(s *State, _ Event) {
	s.Castle = s.Castle.Without(f.From).With(f.To)
	if s.oneCourtyard(f.From, f.To) && f.From.Keep.Count == f.To.Keep.Count && s.Turn.began.Has(f.From) {
		s.Turn.began = s.Turn.began.Without(f.From).With(f.To)
	}
}

func (f CourtyardClosed) apply(s *State, _ Event) {
	s.Courtyards = append(slices.Clone(s.Courtyards), f.Courtyard)
}

func (f CourtyardChanged) apply(s *State, _ Event) { s.replaceCourtyard(f.Was, f.Courtyard) }
func (f CourtyardClaimed) apply(s *State, _ Event) { s.replaceCourtyard(f.Courtyard, f.Courtyard) }

func (s *State) replaceCourtyard(was, is Courtyard) {
	s.Courtyards = slices.Clone(s.Courtyards)
	if at := slices.IndexFunc(s.Courtyards, was.samePlace); at >= 0 {
		s.Courtyards[at] = is
	}
}

func (f CourtyardOpened) apply(s *State, _ Event) {
	s.Courtyards = slices.DeleteFunc(slices.Clone(s.Courtyards), f.Courtyard.samePlace)
}

func (f ViolationFound) apply(s *State, _ Event) {
	s.Violations = append(slices.Clone(s.Violations), f.Violation)
}

func (f ViolationMended) apply(s *State, _ Event) {
	s.Violations = slices.DeleteFunc(slices.Clone(s.Violations), f.Violation.same)
}

func (f ScoreChanged) apply(s *State, e Event) {
	s.Scores, s.Keeps, s.Winner = f.Scores, f.Keeps, f.Winner
	if last := s.History[len(s.History)-1]; !maps.Equal(last.Scores, f.Scores) {
		s.History = append(slices.Clone(s.History), Score{e.At, s.Turn.Number, f.Scores})
	}
}

func (CameraNoted) apply(*State, Event) {}

func (c Courtyard) samePlace(other Courtyard) bool {
	return c.Area == other.Area && slices.Equal(c.Outline, other.Outline)
}

// ClaimedAlike tells whether two courtyards are the same place with the same owner.
func (c Courtyard) ClaimedAlike(other Courtyard) bool {
	return c.samePlace(other) && c.Owner != nil && other.Owner != nil && *c.Owner == *other.Owner
}

func (v Violation) same(other Violation) bool {
	return v.Code == other.Code && slices.Equal(v.Pieces, other.Pieces) && (len(v.Pieces) > 0 || v.Text == other.Text)
}
