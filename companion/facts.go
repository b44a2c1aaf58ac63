package companion

// GameStarted is the first event of every game. Players may be empty: then the keeps' colours will tell. First begins; "" is
// the first of the players.
type GameStarted struct {
	Players []string `json:"players"`
	First   string   `json:"first,omitempty"`
	Source  string   `json:"source"`
	Film    bool     `json:"film"`
	Agreement
}

// PlayersSet says who plays, in the order of play, and whose turn it is. Learned: not a person said so but the first
// keeps' colours.
type PlayersSet struct {
	Players []string `json:"players"`
	Turn    string   `json:"turn"`
	Learned bool     `json:"learned,omitempty"`
}

// PiecePlaced is a piece that came to stand. Confidence is the eye's in its whole castle (0..1).
type PiecePlaced struct {
	Piece      Piece   `json:"piece"`
	Confidence float64 `json:"confidence"`
}

// PieceRemoved is a piece that was taken back.
type PieceRemoved struct {
	Piece Piece `json:"piece"`
}

// KeepChanged is a keep that was moved, or stacked into a double keep.
type KeepChanged struct{ KeepChange }

// CourtyardClosed is a courtyard that was not there before, perhaps claimed already.
type CourtyardClosed struct {
	Courtyard Courtyard `json:"courtyard"`
}

// CourtyardChanged is a courtyard that has another value than it had, or lost its owner.
type CourtyardChanged struct {
	Was       Courtyard `json:"was"`
	Courtyard Courtyard `json:"courtyard"`
}

// CourtyardClaimed is a courtyard into which its (new) owner put a keep.
type CourtyardClaimed struct {
	Courtyard Courtyard `json:"courtyard"`
}

// CourtyardOpened is a courtyard that is there no more: opened again, or divided.
type CourtyardOpened struct {
	Courtyard Courtyard `json:"courtyard"`
}

// ViolationFound is something that the rules do not allow.
type ViolationFound struct {
	Violation Violation `json:"violation"`
}

// ViolationMended is a violation that is there no more.
type ViolationMended struct {
	Violation Violation `json:"violation"`
}

// ScoreChanged has the points of every player, 0 included.
type ScoreChanged struct {
	Scores map[string]int `json:"scores"`
	Keeps  map[string]int `json:"keeps"`
	Winner []string       `json:"winner"`
}

// QuestionAsked waits for a person's answer; the game goes on meanwhile.
type QuestionAsked struct {
	Question Question `json:"question"`
}

// QuestionAnswered settles a question. Answer is one of the question's, or Obsolete when it settled itself.
type QuestionAnswered struct {
	ID     int64  `json:"id"`
	Answer string `json:"answer"`
}

// CameraNoted is something about the picture that people should know of: What is one of the reading's kinds lost, found,
// slide, bump and light, or "ended" when a film is over.
type CameraNoted struct {
	What string `json:"what"`
}

// The kinds are the contract of the record: they are never renamed.

// Kind implements Fact.
func (GameStarted) Kind() string { return "game_started" }

// Kind implements Fact.
func (PlayersSet) Kind() string { return "players_set" }

// Kind implements Fact.
func (PiecePlaced) Kind() string { return "piece_placed" }

// Kind implements Fact.
func (PieceRemoved) Kind() string { return "piece_removed" }

// Kind implements Fact.
func (KeepChanged) Kind() string { return "keep_changed" }

// Kind implements Fact.
func (CourtyardClosed) Kind() string { return "courtyard_closed" }

// Kind implements Fact.
func (CourtyardChanged) Kind() string { return "courtyard_changed" }

// Kind implements Fact.
func (CourtyardClaimed) Kind() string { return "courtyard_claimed" }

// Kind implements Fact.
func (CourtyardOpened) Kind() string { return "courtyard_opened" }

// Kind implements Fact.
func (ViolationFound) Kind() string { return "violation_found" }

// Kind implements Fact.
func (ViolationMended) Kind() string { return "violation_mended" }

// Kind implements Fact.
func (ScoreChanged) Kind() string { return "score_changed" }

// Kind implements Fact.
func (QuestionAsked) Kind() string { return "question_asked" }

// Kind implements Fact.
func (QuestionAnswered) Kind() string { return "question_answered" }

// Kind implements Fact.
func (CameraNoted) Kind() string { return "camera_noted" }
