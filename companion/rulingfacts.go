package companion

import (
	"slices"

	"github.com/castellan-companion/castellan/engine/castellan"
)

// Refusal is why a turn's end was refused. Reminder: only keeps were forgotten, which chivalry bids to let be put right.
type Refusal struct {
	Reminder bool                `json:"reminder"`
	Reasons  []castellan.Refusal `json:"reasons"`
}

// Adjustment are points that people added to what a player's courtyards are worth (or took from it), and why.
type Adjustment struct {
	Player string `json:"player"`
	Points int    `json:"points"`
	Reason string `json:"reason"`
}

// Corrected is a person's word against the eye's: pieces that are there, pieces that are not. Earlier: what was added is
// not of the running turn, but stood before.
type Corrected struct {
	Add     []Piece `json:"add"`
	Remove  []Piece `json:"remove"`
	Earlier bool    `json:"earlier,omitempty"`
	Reason  string  `json:"reason,omitempty"`
}

// RulingOverruled is a violation that people let stand.
type RulingOverruled struct {
	Violation Violation `json:"violation"`
	Reason    string    `json:"reason,omitempty"`
}

// ScoreOverruled changes a player's points by what the adjustment says.
type ScoreOverruled struct{ Adjustment }

// HouseChanged are agreements that hold from now on.
type HouseChanged struct{ House }

// GameContinued marks where a game goes its own way that was copied from another one up to event number Seq.
type GameContinued struct {
	Game int64 `json:"game"`
	Seq  int64 `json:"seq"`
}

// Kind implements Fact.
func (Corrected) Kind() string { return "corrected" }

// Kind implements Fact.
func (RulingOverruled) Kind() string { return "ruling_overruled" }

// Kind implements Fact.
func (ScoreOverruled) Kind() string { return "score_overruled" }

// Kind implements Fact.
func (HouseChanged) Kind() string { return "house_changed" }

// Kind implements Fact.
func (GameContinued) Kind() string { return "game_continued" }

func (f Corrected) apply(s *State, _ Event) {
	began := s.Turn.began
	var keeps []Piece // of earlier turns, taken away
	for _, p := range f.Remove {
		if began.Has(p) && !s.dividing(p) {
			began = began.Without(p)
			if p.Kind == KeepPiece {
				keeps = append(keeps, p)
			}
		}
		s.Castle = s.Castle.Without(p)
		s.Turn.takenBack = slices.DeleteFunc(slices.Clone(s.Turn.takenBack), func(t Piece) bool { return t == p })
	}
	for _, p := range f.Add {
		s.Castle = s.Castle.With(p)
		instead := func(keep Piece) bool { return s.oneCourtyard(keep, p) }
		if f.Earlier || p.Kind == KeepPiece && slices.ContainsFunc(keeps, instead) {
			began = began.With(p)
		}
	}
	s.overrule(f.Add, f.Remove)
	if !slices.Equal(began.pieces, s.Turn.began.pieces) {
		s.Turn.began = began
		s.resync()
	}
}

// dividing tells whether a piece is a keep in a courtyard that is divided in this turn: which part gets which keep is a matter
// of this turn.
func (s *State) dividing(p Piece) bool {
	return p.Kind == KeepPiece && s.game != nil && s.inDivided(p)
}

// oneCourtyard tells whether two keeps stand in the same courtyard.
func (s *State) oneCourtyard(a, b Piece) bool {
	return slices.ContainsFunc(s.Courtyards, func(c Courtyard) bool {
		return castellan.Within(c.Outline, a.Keep.At) && castellan.Within(c.Outline, b.Keep.At)
	})
}

func (s *State) overrule(pieces ...[]Piece) {
	s.Overruled = CastleOf(slices.Concat(append(pieces, s.Overruled)...)...).pieces
}

func (f RulingOverruled) apply(s *State, _ Event) {
	f.Violation.Overruled = true
	s.letStand = append(slices.Clip(s.letStand), f.Violation)
	s.Violations = slices.Clone(s.Violations)
	for k, v := range s.Violations {
		s.Violations[k].Overruled = v.Overruled || v.same(f.Violation)
	}
	s.Refused = nil
}

func (f ScoreOverruled) apply(s *State, _ Event) {
	s.Adjustments = append(slices.Clip(s.Adjustments), f.Adjustment)
}

func (f HouseChanged) apply(s *State, _ Event) { s.House = f.House }

// A game that was copied goes on without the film that it was read from.
func (GameContinued) apply(s *State, e Event) { s.Film, s.Source, s.StartedAt = false, "", e.At }
