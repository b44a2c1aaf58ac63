package companion

import (
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

	Players []string `json:"players"` // colours in the order of play; empty while not known
	Turn    Turn     `json:"turn"`

	Castle     Castle         `json:"castle"`
	Courtyards []Courtyard    `json:"courtyards"`
	Violations []Violation    `json:"violations"`
	Scores     map[string]int `json:"scores"`
	Keeps      map[string]int `json:"keeps"`  // keep pieces on the table
	Winner     []string       `json:"winner"` // if the game ended now
	History    []Score        `json:"history"`
	Questions  []Question     `json:"questions"`

	// Overruled are the pieces about which a person's word stands against the eye's: in the castle or not, they stay so.
	Overruled []Piece `json:"overruled"`

	past           []Turn // the turns that have ended, so that an end can be taken back
	playersLearned bool   // from the keeps; nobody has said who plays
}

// Turn is the turn that is being played.
type Turn struct {
	Number int    `json:"number"` // from 1
	Player string `json:"player"` // "" while not known

	began Castle // as it stood when the turn began
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
}

// Score is the points of all players from a turn's moment on.
type Score struct {
	At     time.Time      `json:"at"`
	Turn   int            `json:"turn"`
	Scores map[string]int `json:"scores"`
}

// Codes of questions.
const (
	// PiecesMissing: pieces of earlier turns are not seen any more.
	PiecesMissing = "pieces_missing"
	// OutOfStep: most of the castle is not seen any more; another castle may stand there.
	OutOfStep = "out_of_step"
)

// Answers to questions.
const (
	TakenAway  = "taken_away"  // the camera is right: the pieces are gone
	StillThere = "still_there" // the record is right: the camera does not see them
	Obsolete   = "obsolete"    // the question settled itself
)

// Question is a doubt that a person can settle. ID is the number of the event that asked it.
type Question struct {
	ID      int64    `json:"id"`
	Code    string   `json:"code"`
	Pieces  []Piece  `json:"pieces"`
	Answers []string `json:"answers"`
}

// Apply is the state after this event.
func (s State) Apply(e Event) State {
	e.Fact.apply(&s, e)
	s.Game, s.Seq = e.Game, e.Seq
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

// Provisional tells whether courtyards and points are those of an earlier castle, because this one cannot be judged.
func (s State) Provisional() bool { return slices.ContainsFunc(s.Violations, Violation.spoils) }

// next is the player after this one in the order of play.
func (s State) next(player string) string {
	if len(s.Players) == 0 {
		return ""
	}
	return s.Players[(slices.Index(s.Players, player)+1)%len(s.Players)]
}

func (f GameStarted) apply(s *State, e Event) {
	*s = State{
		StartedAt: e.At, Source: f.Source, Film: f.Film, Players: f.Players, Turn: Turn{Number: 1},
		Courtyards: []Courtyard{}, Violations: []Violation{}, Questions: []Question{}, Overruled: []Piece{},
		Scores: map[string]int{}, Keeps: map[string]int{}, Winner: []string{},
	}
	if len(f.Players) > 0 {
		s.Turn.Player = f.Players[0]
	}
	for _, color := range f.Players {
		s.Scores[color], s.Keeps[color] = 0, 0
	}
	s.History = []Score{{e.At, 1, s.Scores}}
}

func (f PlayersSet) apply(s *State, _ Event) {
	s.Players, s.Turn.Player, s.playersLearned = f.Players, f.Turn, f.Learned
	scores, keeps := make(map[string]int, len(f.Players)), make(map[string]int, len(f.Players))
	for _, color := range f.Players {
		scores[color], keeps[color] = s.Scores[color], s.Keeps[color]
	}
	s.Scores, s.Keeps = scores, keeps
}

func (f PiecePlaced) apply(s *State, _ Event)  { s.Castle = s.Castle.With(f.Piece) }
func (f PieceRemoved) apply(s *State, _ Event) { s.Castle = s.Castle.Without(f.Piece) }
func (f KeepChanged) apply(s *State, _ Event)  { s.Castle = s.Castle.Without(f.From).With(f.To) }

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

func (f TurnEnded) apply(s *State, _ Event) {
	s.past = append(slices.Clone(s.past), s.Turn)
	s.Turn = Turn{Number: s.Turn.Number + 1, Player: f.Next, began: s.Castle}
}

func (TurnUndone) apply(s *State, _ Event) {
	if len(s.past) == 0 {
		return
	}
	s.Turn = s.past[len(s.past)-1]
	s.past = s.past[:len(s.past)-1]
}

func (f Corrected) apply(s *State, _ Event) {
	for _, p := range f.Remove {
		s.Castle = s.Castle.Without(p)
	}
	for _, p := range f.Add {
		s.Castle = s.Castle.With(p)
	}
	s.overrule(f.Add, f.Remove)
}

func (s *State) overrule(pieces ...[]Piece) {
	s.Overruled = CastleOf(slices.Concat(append(pieces, s.Overruled)...)...).pieces
}

func (f QuestionAsked) apply(s *State, e Event) {
	q := f.Question
	q.ID = e.Seq
	s.Questions = append(slices.Clone(s.Questions), q)
}

func (f QuestionAnswered) apply(s *State, _ Event) {
	if at := slices.IndexFunc(s.Questions, func(q Question) bool { return q.ID == f.ID }); at >= 0 && f.Answer == StillThere {
		s.overrule(s.Questions[at].Pieces)
	}
	s.Questions = slices.DeleteFunc(slices.Clone(s.Questions), func(q Question) bool { return q.ID == f.ID })
}

func (CameraNoted) apply(*State, Event) {}

func (c Courtyard) samePlace(other Courtyard) bool {
	return c.Area == other.Area && slices.Equal(c.Outline, other.Outline)
}

func (v Violation) same(other Violation) bool {
	return v.Code == other.Code && slices.Equal(v.Pieces, other.Pieces) && (len(v.Pieces) > 0 || v.Text == other.Text)
}
