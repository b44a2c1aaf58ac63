package companion

import (
	"slices"

	"github.com/castellan-companion/castellan/engine/castellan"
)

// CardsPlayed are the cards of the running turn; each such event replaces the one before. Pieces is what they show, with
// CardsCounted.
type CardsPlayed struct {
	Cards  []string          `json:"cards"`
	Pieces *castellan.Supply `json:"pieces,omitempty"`
}

// PiecesPassed are the pieces of the running turn that fit nowhere and go to the left neighbour.
type PiecesPassed struct {
	Passed castellan.Supply `json:"passed"`
}

// TurnEnded ends the event's turn; Next is the player whose turn begins, "" after the last one. Played is the turn as the
// referee accepted it; it is missing where there is nothing to referee, or people ended the turn against the reasons in
// Overruled: then the castle counts as it stands.
type TurnEnded struct {
	Next      string              `json:"next"`
	Played    *Play               `json:"played,omitempty"`
	Overruled []castellan.Refusal `json:"overruled,omitempty"`
}

// TurnRefused is a turn that could not be ended, and why.
type TurnRefused struct{ Refusal }

// TurnUndone takes the last end of a turn back: it is Player's turn number Turn again.
type TurnUndone struct {
	Turn   int    `json:"turn"`
	Player string `json:"player"`
}

// TurnRedone ends a turn again whose end had been taken back.
type TurnRedone struct{ TurnEnded }

// GameEnded closes the game. ByHand: the players said so, not the cards.
type GameEnded struct {
	ByHand bool `json:"by_hand"`
}

// GameReopened takes a GameEnded by hand back.
type GameReopened struct{}

// Kind implements Fact.
func (CardsPlayed) Kind() string { return "cards_played" }

// Kind implements Fact.
func (PiecesPassed) Kind() string { return "pieces_passed" }

// Kind implements Fact.
func (TurnEnded) Kind() string { return "turn_ended" }

// Kind implements Fact.
func (TurnRefused) Kind() string { return "turn_refused" }

// Kind implements Fact.
func (TurnUndone) Kind() string { return "turn_undone" }

// Kind implements Fact.
func (TurnRedone) Kind() string { return "turn_redone" }

// Kind implements Fact.
func (GameEnded) Kind() string { return "game_ended" }

// Kind implements Fact.
func (GameReopened) Kind() string { return "game_reopened" }

func (f CardsPlayed) apply(s *State, _ Event) {
	s.Turn.Cards, s.Turn.Pieces = append([]string{}, f.Cards...), f.Pieces
	s.Refused, s.undone = nil, nil
}

func (f PiecesPassed) apply(s *State, _ Event) {
	s.Turn.Passed = f.Passed
	s.Refused, s.undone = nil, nil
}

func (f TurnEnded) apply(s *State, _ Event) {
	s.end(f)
	s.undone = nil
}

func (f TurnRefused) apply(s *State, _ Event) { s.Refused = &f.Refusal }

func (TurnUndone) apply(s *State, _ Event) {
	if len(s.past) == 0 {
		return
	}
	last := s.past[len(s.past)-1]
	s.past = s.past[:len(s.past)-1]
	s.progress, s.Turn, s.FinalRound = last.progress, last.turn, last.finalRound
	s.undone = append(slices.Clip(s.undone), last.ended)
	s.Refused, s.Ended = nil, false
}

func (f TurnRedone) apply(s *State, _ Event) {
	s.end(f.TurnEnded)
	s.undone = s.undone[:max(0, len(s.undone)-1)]
}

func (f GameEnded) apply(s *State, _ Event)  { s.Ended, s.endedByHand, s.Refused = true, f.ByHand, nil }
func (GameReopened) apply(s *State, _ Event) { s.Ended, s.endedByHand = false, false }

// end goes on to the next turn.
func (s *State) end(f TurnEnded) {
	s.past = append(slices.Clip(s.past), moment{s.progress, s.Turn, s.FinalRound, f})
	s.putCardsAside()
	if s.game != nil {
		s.game = s.after(f)
		s.FinalRound = s.FinalRound || s.game.FinalRound()
	}
	s.Turn = Turn{Number: s.Turn.Number + 1, Player: f.Next, Cards: []string{}, began: s.Castle}
	s.Refused = nil
}
