package castellan

import (
	"fmt"
	"maps"
	"slices"

	"github.com/go-json-experiment/json"
)

// Ruleset says how the game is played where the printed rules leave something open. Each field is one reading.
// Start from DefaultRules and change what the table has agreed on.
type Ruleset struct {
	Set PieceSet `json:"-"` // measures of the pieces

	// DoubleCountsAsTwoKeeps: keeps are counted by the piece, so a double keep is two, also in a tie-break.
	// Otherwise a double keep counts once.
	DoubleCountsAsTwoKeeps bool `json:"double-counts-as-two-keeps"`
	// NobodyScores: where nobody has a point at the end, all share the victory. Otherwise nobody wins.
	NobodyScores bool `json:"nobody-scores"`
	// HangingLoopRing: the towers of a loop that hangs inside a courtyard count for it too. Otherwise only the
	// tower that the loop hangs on does. The loop's area is never part of the courtyard around it.
	HangingLoopRing bool `json:"hanging-loop-ring"`
	// OpenEndsMeet: several wall ends may meet on a node without a tower. Otherwise that is CodeOpenEndsMeet.
	OpenEndsMeet bool `json:"open-ends-meet"`
	// ClaimMandatory: a courtyard that was closed must be claimed. Otherwise it may be left to nobody, and stays so.
	ClaimMandatory bool `json:"claim-mandatory"`
	// DoubleOnSubdivision: a part of a divided courtyard that gets a new keep may get the double keep.
	DoubleOnSubdivision bool `json:"double-on-subdivision"`
	// PassJudgedAtEndOfTurn: a piece may be passed on when no place for its kind is left after everything else of
	// the turn is laid. Otherwise there must have been none at the beginning of the turn either.
	PassJudgedAtEndOfTurn bool `json:"pass-judged-at-end-of-turn"`
	// PassedPieceMustBeUsed: the receiver must build what was passed on. Otherwise they may pass it on again freely.
	PassedPieceMustBeUsed bool `json:"passed-piece-must-be-used"`
	// FirstTurnOrder: the very first piece may be a wall, if a tower follows in that turn.
	FirstTurnOrder bool `json:"first-turn-order"`
	// TwoSetsFromThreePlayers: three or four players build with two sets in full. Otherwise three players have
	// only as many pieces as their three decks show.
	TwoSetsFromThreePlayers bool `json:"two-sets-from-three-players"`
}

// DefaultRules are the readings that we recommend, with the standard piece set.
func DefaultRules() Ruleset {
	return Ruleset{
		Set:                     StandardSet(),
		DoubleCountsAsTwoKeeps:  true,
		NobodyScores:            true,
		HangingLoopRing:         true,
		OpenEndsMeet:            true,
		ClaimMandatory:          true,
		DoubleOnSubdivision:     true,
		PassJudgedAtEndOfTurn:   true,
		PassedPieceMustBeUsed:   true,
		FirstTurnOrder:          true,
		TwoSetsFromThreePlayers: true,
	}
}

// with changes readings by their names.
func (r Ruleset) with(readings map[string]bool) (Ruleset, error) {
	for _, name := range slices.Sorted(maps.Keys(readings)) {
		text, err := json.Marshal(map[string]bool{name: readings[name]})
		if err != nil {
			return r, err
		}
		if json.Unmarshal(text, &r, json.RejectUnknownMembers(true)) != nil {
			return r, fmt.Errorf("ruleset/%s: there is no such reading of the rules", name)
		}
	}
	return r, nil
}

// Supply counts grey pieces by kind.
type Supply struct {
	Towers int `json:"tower"`
	Long   int `json:"long"`
	Short  int `json:"short"`
}

var oneSet = Supply{Towers: 32, Long: 26, Short: 30}

// oneDeck is what the 14 cards of one player show together.
var oneDeck = Supply{Towers: 16, Long: 13, Short: 15}

// Supply is what lies in the box for this number of players.
func (r Ruleset) Supply(players int) Supply {
	switch {
	case players == 3 && !r.TwoSetsFromThreePlayers:
		return oneDeck.times(players)
	case players > 2:
		return oneSet.times(2)
	}
	return oneSet
}

func (s Supply) times(n int) Supply { return Supply{n * s.Towers, n * s.Long, n * s.Short} }

// Of is the number of pieces of one kind.
func (s Supply) Of(k Kind) int { return *s.of(k) }

// Add changes the number of pieces of one kind by n.
func (s *Supply) Add(k Kind, n int) { *s.of(k) += n }

func (s *Supply) of(k Kind) *int {
	switch k {
	case Tower:
		return &s.Towers
	case LongWall:
		return &s.Long
	default:
		return &s.Short
	}
}
