package castellan

import (
	"fmt"
	"io"
	"slices"
)

// Backs of cards, and names of the piles.
const (
	WallBack  = "wall"
	TowerBack = "tower"
)

// cardsPerBack is how many cards of each back a player has.
const cardsPerBack = 7

// Card shows pieces to take from the supply.
type Card struct {
	ID     string `json:"id"`
	Back   string `json:"back"` // WallBack or TowerBack
	Towers int    `json:"towers"`
	Long   int    `json:"long"`
	Short  int    `json:"short"`
	Draw   int    `json:"draw"` // draw-one-more symbols
}

// Pieces are what the card grants.
func (c Card) Pieces() Supply { return Supply{Towers: c.Towers, Long: c.Long, Short: c.Short} }

// Deck is the cards that every player has. The zero value is no cards.
type Deck []Card

// Check reports what keeps a deck from being played with at all.
func (d Deck) Check() error {
	if len(d) > maxCards {
		return fmt.Errorf("deck: there are more than %d cards", maxCards)
	}
	seen := make(map[string]bool, len(d))
	for k, c := range d {
		switch {
		case c.ID == "":
			return fmt.Errorf("deck/%d/id: a card needs a name", k)
		case seen[c.ID]:
			return fmt.Errorf("deck/%d/id: there are two cards %.40q", k, c.ID)
		case c.Back != WallBack && c.Back != TowerBack:
			return fmt.Errorf("deck/%d/back: %.40q is neither %q nor %q", k, c.Back, WallBack, TowerBack)
		case min(c.Towers, c.Long, c.Short, c.Draw) < 0:
			return fmt.Errorf("deck/%d: a card cannot show less than nothing", k)
		case max(c.Towers, c.Long, c.Short, c.Draw) > maxOnCard:
			return fmt.Errorf("deck/%d: a card cannot show more than %d of anything", k, maxOnCard)
		}
		seen[c.ID] = true
	}
	return nil
}

// What is generous, and keeps nonsense from overflowing.
const (
	maxCards  = 1000
	maxOnCard = 1000
)

// What can be wrong with a deck.
const (
	CodeDeckUnplayable   Code = "deck_unplayable"    // it cannot be played with at all
	CodeCardWithoutWall  Code = "card_without_wall"  // a card with a wall on its back that grants none
	CodeCardWithoutTower Code = "card_without_tower" // a card with a tower on its back that grants none
	CodeBacksDiffer      Code = "backs_differ"       // too few or too many cards of a back
	CodeTotalsDiffer     Code = "totals_differ"      // too few or too many pieces of a kind on all cards together
	CodeKnownCardMissing Code = "known_card_missing" // a card that the printed rules show
)

// DeckFault is one way in which a deck differs from what is known of the printed one. Which of the fields beside Code and Text are
// set depends on the code.
type DeckFault struct {
	Code Code   `json:"code"`
	Text string `json:"text"` // a sentence for people (English), without a full stop

	Card  string `json:"card,omitzero"`  // name of the card that is wrong
	Back  string `json:"back,omitzero"`  // of the cards that are too few or too many
	Kind  string `json:"kind,omitzero"`  // of the pieces that are too few or too many: "tower", "long" or "short"
	Found int    `json:"found"`          // cards of that back, or pieces of that kind
	Want  int    `json:"want"`           // as many as are printed
	Known *Card  `json:"known,omitzero"` // the card that is missing, without a name
}

// String is the fault's sentence.
func (f DeckFault) String() string { return f.Text }

// Explain compares the deck with what is known of the printed one and tells everything that differs. A deck that people
// typed in is right when there is nothing to explain.
func (d Deck) Explain() []DeckFault {
	if err := d.Check(); err != nil {
		return []DeckFault{{Code: CodeDeckUnplayable, Text: err.Error()}}
	}
	var faults []DeckFault
	var total Supply
	backs := map[string]int{}
	for _, c := range d {
		backs[c.Back]++
		total.Towers += c.Towers
		total.Long += c.Long
		total.Short += c.Short
		if c.Back == WallBack && c.Long+c.Short == 0 {
			faults = append(faults, DeckFault{
				Code: CodeCardWithoutWall, Card: c.ID,
				Text: fmt.Sprintf("card %s: a card with a wall on its back grants at least one wall", c.ID),
			})
		}
		if c.Back == TowerBack && c.Towers == 0 {
			faults = append(faults, DeckFault{
				Code: CodeCardWithoutTower, Card: c.ID,
				Text: fmt.Sprintf("card %s: a card with a tower on its back grants at least one tower", c.ID),
			})
		}
	}
	for _, back := range []string{TowerBack, WallBack} {
		if backs[back] != cardsPerBack {
			faults = append(faults, DeckFault{
				Code: CodeBacksDiffer, Back: back, Found: backs[back], Want: cardsPerBack,
				Text: fmt.Sprintf("there are %d cards with a %s on their back, want %d", backs[back], back, cardsPerBack),
			})
		}
	}
	for _, kind := range []Kind{Tower, LongWall, ShortWall} {
		if found, want := total.Of(kind), oneDeck.Of(kind); found != want {
			faults = append(faults, DeckFault{
				Code: CodeTotalsDiffer, Kind: kind.String(), Found: found, Want: want,
				Text: fmt.Sprintf("the cards show %d %s together, want %d", found, pluralNames[kind], want),
			})
		}
	}
	for _, known := range knownCards {
		if !slices.ContainsFunc(d, func(c Card) bool { c.ID = ""; return c == known }) {
			faults = append(faults, DeckFault{
				Code: CodeKnownCardMissing, Known: &known,
				Text: fmt.Sprintf("the card that the rules show with %d towers, %d long and %d short walls is missing",
					known.Towers, known.Long, known.Short),
			})
		}
	}
	return faults
}

// knownCards are the two that the printed rules show.
var knownCards = []Card{
	{Back: TowerBack, Towers: 2, Draw: 1},
	{Back: WallBack, Towers: 1, Long: 2, Short: 1},
}

// ReconstructedDeck is a deck that fits all that is known: the totals, the backs and the two cards that the rules show. The
// other twelve cards are invented. Whoever owns the game should type in their own.
func ReconstructedDeck() Deck {
	return Deck{
		{ID: "t1", Back: TowerBack, Towers: 2, Draw: 1},
		{ID: "t2", Back: TowerBack, Towers: 2, Short: 1},
		{ID: "t3", Back: TowerBack, Towers: 2, Long: 1},
		{ID: "t4", Back: TowerBack, Towers: 1, Short: 1, Draw: 1},
		{ID: "t5", Back: TowerBack, Towers: 2, Long: 1, Short: 1},
		{ID: "t6", Back: TowerBack, Towers: 1, Long: 1, Draw: 1},
		{ID: "t7", Back: TowerBack, Towers: 2, Short: 1},
		{ID: "w1", Back: WallBack, Towers: 1, Long: 2, Short: 1},
		{ID: "w2", Back: WallBack, Towers: 1, Long: 1, Short: 2},
		{ID: "w3", Back: WallBack, Towers: 1, Short: 3},
		{ID: "w4", Back: WallBack, Towers: 1, Long: 2, Draw: 1},
		{ID: "w5", Back: WallBack, Long: 1, Short: 2},
		{ID: "w6", Back: WallBack, Long: 2, Short: 2},
		{ID: "w7", Back: WallBack, Long: 2, Short: 1},
	}
}

// DeckSchema names the format of deck files.
const DeckSchema = "castellan-deck/1"

type deckFile struct {
	Schema schemaName `json:"schema"`
	Note   string     `json:"note,omitzero"`
	Cards  Deck       `json:"cards"`
}

// DecodeDeck reads a deck that people have typed in: {"schema":"castellan-deck/1","cards":[{"id":"t1","back":"tower",
// "towers":2,"long":0,"short":0,"draw":1},...]}. An error says which field cannot be read or played with. What differs from
// the printed deck is no error; Deck.Explain tells it.
func DecodeDeck(r io.Reader) (Deck, error) {
	file := deckFile{Schema: schemaName{want: DeckSchema}}
	if err := decodeFile(r, &file); err != nil {
		return nil, err
	}
	switch {
	case file.Schema.found == "":
		return nil, errMissing("schema")
	case len(file.Cards) == 0:
		return nil, errMissing("cards")
	}
	return file.Cards, file.Cards.Check()
}

// Encode writes the deck for people to edit, with a note that says where it comes from.
func (d Deck) Encode(w io.Writer, note string) error {
	return encodeLine(w, deckFile{Schema: schemaName{found: DeckSchema}, Note: note, Cards: d})
}

// ReconstructionNote says what ReconstructedDeck is.
const ReconstructionNote = "A reconstruction: totals, backs and the cards t1 and w1 are those of the printed deck, the others are invented."
