package castellan

import (
	"fmt"
	"slices"
)

// Cards says how far a game keeps account of cards.
type Cards string

const (
	CardsTracked Cards = "tracked" // hands and piles are known: the referee counts cards and pieces
	CardsCounted Cards = "counted" // each turn says how many pieces its cards showed: the referee counts pieces
	CardsIgnored Cards = "ignored" // the referee looks at the castle only
)

// Piles are a player's two shuffled piles, the top card first.
type Piles struct {
	Wall  []string `json:"wall"`
	Tower []string `json:"tower"`
}

// Start is how a game begins.
type Start struct {
	Players []string // colours, clockwise
	First   string   // who begins
	Cards   Cards
	// Readings that the table has agreed on, by their names in a Ruleset. The others are as in the rules given.
	Readings map[string]bool
	Deck     Deck             // with CardsTracked
	Piles    map[string]Piles // by player, before the starting hands are taken; with CardsTracked
}

// handFromEachPile is how many cards of each pile make the hand to begin with.
const handFromEachPile = 2

// Turn is all that a player does in a turn, in the order of the rules.
type Turn struct {
	Player string
	Play   []string // cards, by name
	Pieces *Supply  // what the cards played show; with CardsCounted
	Build  []Piece  // in the order laid
	Pass   Supply   // handed to the left neighbour, because nothing of its kind fits any more
	Claims []Claim
	Draw   []string // WallBack or TowerBack for each card drawn
}

// What a Claim does.
const (
	NewKeep   = "new"   // a new keep is set
	StaysKeep = "stays" // of the parts of a divided courtyard this one keeps the old keep
)

// Claim puts a keep into a courtyard that was closed in this turn.
type Claim struct {
	At    [2]float64 `json:"at"`   // lattice units, strictly inside the courtyard
	Keep  string     `json:"keep"` // NewKeep or StaysKeep
	Count int        `json:"count"`
}

// seat is what the referee knows of one player's cards and pieces.
type seat struct {
	hand []string
	wall []string // piles, the top card first
	tow  []string
	owed Supply // pieces handed over by the right neighbour, to be built next turn
}

func (s *seat) pile(back string) *[]string {
	if back == WallBack {
		return &s.wall
	}
	return &s.tow
}

func (s *seat) out() bool { return len(s.hand)+len(s.wall)+len(s.tow) == 0 }

// Game is a game at one moment. It never changes: an action gives a new one. The same start and actions give the same game.
type Game struct {
	rules    Ruleset
	start    *Start
	cards    map[string]Card
	position *Position
	seats    []seat
	next     int   // seat whose turn it is
	turns    int   // played so far
	final    bool  // somebody has run out of cards
	last     []int // seats that still have their last turn
	ended    bool
	leftOver Supply
	latest   TurnSummary
	before   *Game // the game that the latest action changed; nil at the start
}

// TurnSummary is what the latest turn brought.
type TurnSummary struct {
	Player        string
	NewCourtyards int
	PassedTo      string // "" where nothing was passed, or nobody was left to build it
}

// NewGame sets the table. An error says which field of the start is wrong.
func NewGame(start Start, rules Ruleset) (*Game, error) {
	if err := rules.Set.Check(); err != nil {
		return nil, err
	}
	if err := checkPlayers(start.Players); err != nil {
		return nil, err
	}
	rules, err := rules.with(start.Readings)
	if err != nil {
		return nil, err
	}
	first := slices.Index(start.Players, start.First)
	if first < 0 {
		return nil, fmt.Errorf("first: %.40q is not one of the players", start.First)
	}
	g := &Game{
		rules:    rules,
		start:    &start,
		position: NewPosition(start.Players, rules),
		seats:    make([]seat, len(start.Players)),
		next:     first,
	}
	switch start.Cards {
	case CardsTracked:
		if err := g.deal(); err != nil {
			return nil, err
		}
		return g, nil
	case CardsCounted, CardsIgnored:
		return g, nil
	}
	return nil, fmt.Errorf("cards: %.40q is none of %q, %q, %q", start.Cards, CardsTracked, CardsCounted, CardsIgnored)
}

// deal checks the piles and takes the starting hands from them.
func (g *Game) deal() error {
	if err := g.start.Deck.Check(); err != nil {
		return err
	}
	g.cards = make(map[string]Card, len(g.start.Deck))
	for _, c := range g.start.Deck {
		g.cards[c.ID] = c
	}
	for n, player := range g.start.Players {
		piles, ok := g.start.Piles[player]
		if !ok {
			return fmt.Errorf("piles/%s: this player has no piles", player)
		}
		if err := g.checkPiles(player, piles); err != nil {
			return err
		}
		s := &g.seats[n]
		*s = seat{wall: piles.Wall, tow: piles.Tower}
		for _, pile := range [2]*[]string{&s.wall, &s.tow} {
			taken := min(handFromEachPile, len(*pile))
			s.hand = append(s.hand, (*pile)[:taken]...)
			*pile = (*pile)[taken:]
		}
	}
	return nil
}

// checkPiles makes sure that a player's piles are the deck, each card once and in the pile of its back.
func (g *Game) checkPiles(player string, piles Piles) error {
	seen := make(map[string]bool, len(g.cards))
	for _, pile := range []struct {
		back  string
		cards []string
	}{{WallBack, piles.Wall}, {TowerBack, piles.Tower}} {
		for k, id := range pile.cards {
			card, known := g.cards[id]
			where := fmt.Sprintf("piles/%s/%s/%d", player, pile.back, k)
			switch {
			case !known:
				return fmt.Errorf("%s: there is no card %.40q in the deck", where, id)
			case seen[id]:
				return fmt.Errorf("%s: card %.40q is there twice", where, id)
			case card.Back != pile.back:
				return fmt.Errorf("%s: card %.40q has a %s on its back", where, id, card.Back)
			}
			seen[id] = true
		}
	}
	if len(seen) != len(g.cards) {
		return fmt.Errorf("piles/%s: %d cards of the deck are missing", player, len(g.cards)-len(seen))
	}
	return nil
}

// clone is a copy that may be changed until it is handed out.
func (g *Game) clone() *Game {
	c := *g
	c.position = g.position.Clone()
	c.seats = slices.Clone(g.seats) // card lists are never changed in place
	c.last = slices.Clone(g.last)
	c.before = g
	return &c
}

// Position is the castle as it stands. It is a copy.
func (g *Game) Position() *Position { return g.position.Clone() }

// Rules are those the game is played by.
func (g *Game) Rules() Ruleset { return g.rules }

// Players are the colours, clockwise.
func (g *Game) Players() []string { return slices.Clone(g.start.Players) }

// Next is the player whose turn it is, "" after the end.
func (g *Game) Next() string {
	if g.ended {
		return ""
	}
	return g.start.Players[g.next]
}

// Turns is the number of turns played.
func (g *Game) Turns() int { return g.turns }

// FinalRound tells whether somebody has run out of cards, so that everybody else takes a last turn.
func (g *Game) FinalRound() bool { return g.final }

// Ended tells whether the game is over.
func (g *Game) Ended() bool { return g.ended }

// LeftOver are pieces that nobody could build.
func (g *Game) LeftOver() Supply { return g.leftOver }

// Latest tells what the latest turn brought.
func (g *Game) Latest() TurnSummary { return g.latest }

// Hand are the cards in a player's hand, with CardsTracked.
func (g *Game) Hand(player string) []string { return slices.Clone(g.seat(player).hand) }

// Piles are the cards in a player's piles, the top one first, with CardsTracked.
func (g *Game) Piles(player string) Piles {
	s := g.seat(player)
	return Piles{Wall: slices.Clone(s.wall), Tower: slices.Clone(s.tow)}
}

// Owed are the pieces that a player was handed and must build in the next turn.
func (g *Game) Owed(player string) Supply { return g.seat(player).owed }

func (g *Game) seat(player string) *seat {
	if n := slices.Index(g.start.Players, player); n >= 0 {
		return &g.seats[n]
	}
	return &seat{}
}

// Card looks a card up in the game's deck.
func (g *Game) Card(id string) (Card, bool) {
	c, ok := g.cards[id]
	return c, ok
}

// Winner is who has won, sorted; nil before the end.
func (g *Game) Winner() []string {
	if !g.ended {
		return nil
	}
	return g.rules.winner(g.start.Players, g.position.Scores(), g.position.Keeps())
}
