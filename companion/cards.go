package companion

import (
	"maps"
	"slices"

	"github.com/castellan-companion/castellan/engine/castellan"
)

// seat is what is known of a player's cards with CardsTapped.
type seat struct {
	played []string // in earlier turns
	hand   int      // number of cards in the hand
}

const (
	handAtFirst = 4 // cards
	drawAlways  = 1 // cards after each turn, besides those for draw symbols
)

// card looks a card of the deck up; one that is not in it shows nothing.
func (s State) card(id string) castellan.Card {
	at := slices.IndexFunc(s.Deck, func(c castellan.Card) bool { return c.ID == id })
	if at < 0 {
		return castellan.Card{}
	}
	return s.Deck[at]
}

// Hand are the cards that a player can play as far as is known: with CardsTapped those that were not played yet, with
// CardsTracked those in the hand. Otherwise there are none.
func (s State) Hand(player string) []string {
	switch {
	case s.Cards == CardsTracked && s.game != nil:
		return append([]string{}, s.game.Hand(player)...)
	case s.Cards == CardsTapped:
		hand := []string{}
		for _, c := range s.Deck {
			if !slices.Contains(s.seats[player].played, c.ID) {
				hand = append(hand, c.ID)
			}
		}
		return hand
	}
	return []string{}
}

// draws is how many cards the player whose turn it is draws at its end.
func (s State) draws() int {
	draws := drawAlways
	for _, id := range s.Turn.Cards {
		draws += s.card(id).Draw
	}
	player := s.Turn.Player
	switch {
	case s.FinalRound:
		return 0
	case s.Cards == CardsTracked && s.game != nil:
		piles := s.game.Piles(player)
		return min(draws, len(piles.Wall)+len(piles.Tower))
	case s.Cards == CardsTapped:
		seat := s.seats[player]
		return min(draws, max(0, len(s.Deck)-len(seat.played)-seat.hand))
	}
	return 0
}

// putCardsAside keeps account of the cards of the turn that ends, with CardsTapped. A player without cards begins the final
// round: everybody else has one turn more.
func (s *State) putCardsAside() {
	if s.Cards != CardsTapped {
		return
	}
	draws := s.draws()
	seat := s.seats[s.Turn.Player]
	seat.played = slices.Concat(seat.played, s.Turn.Cards)
	seat.hand = max(0, seat.hand-len(s.Turn.Cards)) + draws
	s.seats = maps.Clone(s.seats)
	s.seats[s.Turn.Player] = seat
	switch {
	case s.FinalRound:
		s.lastTurns--
	case len(seat.played) >= len(s.Deck):
		s.FinalRound, s.lastTurns = true, len(s.Players)-1
	}
}

func seatsAtFirst(players []string) map[string]seat {
	seats := make(map[string]seat, len(players))
	for _, color := range players {
		seats[color] = seat{hand: handAtFirst}
	}
	return seats
}

// shown are the pieces that the cards of the running turn show, if that is known.
func (s State) shown() (castellan.Supply, bool) {
	var shown castellan.Supply
	switch s.Cards {
	case CardsTapped, CardsTracked:
		for _, id := range s.Turn.Cards {
			shown = plus(shown, s.card(id).Pieces(), 1)
		}
		return shown, len(s.Turn.Cards) > 0
	case CardsCounted:
		if s.Turn.Pieces == nil {
			return shown, false
		}
		return *s.Turn.Pieces, true
	case CardsIgnored:
	}
	return shown, false
}

// plus adds n times the supply b to a.
func plus(a, b castellan.Supply, n int) castellan.Supply {
	for _, kind := range grayKinds {
		a.Add(kind, n*b.Of(kind))
	}
	return a
}

var grayKinds = []castellan.Kind{castellan.Tower, castellan.LongWall, castellan.ShortWall}

// Checklist is what there is to do in the running turn.
type Checklist struct {
	Hand   []string          `json:"hand"`           // cards that can be played
	Owed   castellan.Supply  `json:"owed"`           // handed over by the right neighbour
	Due    *castellan.Supply `json:"due,omitempty"`  // to be built in this turn altogether; nil while not known
	Built  castellan.Supply  `json:"built"`          // so far
	Passed castellan.Supply  `json:"passed"`         // handed on, because they fit nowhere, and not built after all
	Left   *castellan.Supply `json:"left,omitempty"` // still to be built; below zero where too much was built
	// Unclaimed is the number of courtyards without a keep.
	Unclaimed int `json:"unclaimed"`
	Draw      int `json:"draw"` // cards to draw at the turn's end
	// Complete: all is built and claimed, and nothing is against the rules.
	Complete bool `json:"complete"`
}

// stillPassed are the pieces handed on that were not built after all: people may find a place for them, or rebuild.
func stillPassed(passed, due, built castellan.Supply) castellan.Supply {
	var still castellan.Supply
	for _, kind := range grayKinds {
		still.Add(kind, max(0, min(passed.Of(kind), due.Of(kind)-built.Of(kind))))
	}
	return still
}

// Checklist tells what there is to do in the running turn.
func (s State) Checklist() Checklist {
	list := Checklist{Hand: s.Hand(s.Turn.Player), Passed: s.Turn.Passed, Draw: s.draws()}
	if s.game != nil {
		list.Owed = s.game.Owed(s.Turn.Player)
	}
	for _, p := range s.laid() {
		kind, _ := p.engine().Kind(castellan.StandardSet())
		list.Built.Add(kind, 1)
	}
	for _, c := range s.Courtyards {
		if c.Owner == nil {
			list.Unclaimed++
		}
	}
	if shown, known := s.shown(); known {
		due := plus(shown, list.Owed, 1)
		list.Passed = stillPassed(s.Turn.Passed, due, list.Built)
		left := plus(plus(due, list.Built, -1), list.Passed, -1)
		list.Due, list.Left = &due, &left
	}
	blocked := slices.ContainsFunc(s.Violations, func(v Violation) bool { return !v.Overruled })
	list.Complete = list.Left != nil && *list.Left == castellan.Supply{} && list.Unclaimed == 0 && !blocked && !s.Ended
	return list
}
