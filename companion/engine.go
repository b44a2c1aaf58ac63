package companion

import (
	"slices"

	"github.com/castellan-companion/castellan/engine/castellan"
)

// begin sets the engine's game up. It is nil where one cannot be played.
func (s *State) begin() {
	game, err := castellan.NewGame(s.start(s.Players, s.First), castellan.DefaultRules())
	if err != nil {
		game = nil
	}
	s.game = game
}

// resync tells the engine what stood when the running turn began, and whose turn it is, after people said otherwise. Where
// that castle is against the rules, the engine goes on with the one it knows.
func (s *State) resync() {
	if s.game == nil {
		return
	}
	s.game = corrected(s.game, s.Turn.began.Setup(s.Players), s.Turn.Player)
}

// after is the engine's game after the end of a turn.
func (s *State) after(f TurnEnded) *castellan.Game {
	if f.Played != nil {
		turn := f.Played.Turn
		if game, ruling := s.game.Apply(castellan.Action{Turn: &turn}); ruling.Verdict == castellan.Accepted {
			return game
		}
	}
	return corrected(s.game, s.judged().Setup(s.Players), f.Next)
}

// corrected is the game with this castle, or where the castle is against the rules with its own, and with this player's turn.
func corrected(game *castellan.Game, castle castellan.Setup, next string) *castellan.Game {
	for _, castle := range []castellan.Setup{castle, game.Position().Setup()} {
		castle.Keeps = slices.Clone(castle.Keeps)
		correction := castellan.Correction{Castle: castle, Next: next}
		if after, ruling := game.Apply(castellan.Action{Correct: &correction}); ruling.Verdict == castellan.Accepted {
			return after
		}
	}
	return game
}

// over tells whether the last turn has been played.
func (s State) over() bool {
	return s.Cards == CardsTapped && s.FinalRound && s.lastTurns == 0 || s.game != nil && s.game.Ended()
}
