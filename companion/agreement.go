package companion

import (
	"maps"
	"slices"

	"github.com/castellan-companion/castellan/engine/castellan"
)

// CardMode says how far the companion keeps account of cards.
type CardMode string

// The ways to play with cards.
const (
	CardsIgnored CardMode = "ignored" // the companion looks at the castle only
	CardsCounted CardMode = "counted" // players say how many pieces their cards show together
	CardsTapped  CardMode = "tapped"  // players tap the cards that they play; the deck is known, the piles are not
	CardsTracked CardMode = "tracked" // the deck and the order of every pile are known, as in a written game
)

// Agreement is what the players agree on before the game.
type Agreement struct {
	Cards CardMode                   `json:"cards"`
	Deck  castellan.Deck             `json:"deck,omitempty"`  // what every player has; with CardsTapped and CardsTracked
	Piles map[string]castellan.Piles `json:"piles,omitempty"` // by colour, the top card first; with CardsTracked
	House
}

// House are agreements that may be changed during the game.
type House struct {
	// Names are the players' names by colour; who has none goes by the colour.
	Names map[string]string `json:"names,omitempty"`
	// LaidIsPlayed: a piece that was linked stays. Otherwise the pieces of a turn may be tried and taken back until its end.
	LaidIsPlayed bool `json:"laid_is_played"`
	// EndAfterS is after how many seconds without a hand a turn ends by itself, once all is built and claimed; 0 for never.
	EndAfterS float64 `json:"end_after_s"`
}

// normal fills in what may be left out.
func (a Agreement) normal() Agreement {
	if a.Cards == "" {
		a.Cards = CardsIgnored
	}
	if a.Cards == CardsTapped && len(a.Deck) == 0 {
		a.Deck = castellan.ReconstructedDeck()
	}
	return a
}

// start is the beginning of the engine's game.
func (a Agreement) start(players []string, first string) castellan.Start {
	start := castellan.Start{Players: players, First: first, Cards: castellan.CardsIgnored}
	switch a.Cards {
	case CardsTracked:
		start.Cards, start.Deck, start.Piles = castellan.CardsTracked, a.Deck, a.Piles
	case CardsTapped, CardsCounted:
		start.Cards = castellan.CardsCounted
	case CardsIgnored:
	}
	return start
}

// check tells why a game cannot be played by this agreement.
func (a Agreement) check(players []string, first string) error {
	switch a.Cards {
	case CardsIgnored, CardsCounted, CardsTapped, CardsTracked:
	default:
		return refuse("cards", "Cards are ignored, counted, tapped or tracked, not %q.", a.Cards)
	}
	if len(players) == 0 {
		if a.Cards != CardsIgnored {
			return refuse("players", "Say who plays, so that cards can be kept account of.")
		}
		return nil
	}
	if a.Cards == CardsTapped {
		if err := a.Deck.Check(); err != nil {
			return refuse("deck", "The deck cannot be played with: %s.", err)
		}
	}
	if _, err := castellan.NewGame(a.start(players, first), castellan.DefaultRules()); err != nil {
		return refuse("start", "The game cannot begin like this: %s.", err)
	}
	return a.House.check(players)
}

const maxNameLength = 40

func (h House) check(players []string) error {
	if !(h.EndAfterS >= 0) {
		return refuse("end_after_s", "A turn can end by itself after some seconds, not after %g.", h.EndAfterS)
	}
	for color, name := range h.Names {
		if len(players) > 0 && !slices.Contains(players, color) {
			return refuse("names", "%s does not play, so %q cannot be that player's name.", color, name)
		}
		if len([]rune(name)) > maxNameLength {
			return refuse("names", "A name has at most %d letters.", maxNameLength)
		}
	}
	return nil
}

func (h House) clone() House {
	h.Names = maps.Clone(h.Names)
	return h
}
