package castellan

import (
	"cmp"
	"fmt"
	"slices"
)

// Action is one act on a game: exactly one of its fields is set. A game is what its actions make of its start.
type Action struct {
	Turn    *Turn
	Correct *Correction
	Undo    bool // take the latest action back
	End     bool // the table declares the game over; for games in which no cards are tracked

	raw rawJSON // as it was read, with the fields that we do not know
}

// Correction is a person overruling camera and referee: this is what stands on the table.
type Correction struct {
	Castle Setup  // towers, walls and keeps; its players are those of the game
	Next   string // whose turn it is now; "" leaves that as it is
}

// What can be wrong with an action that is not a turn. Besides, a correction is refused with what is wrong with its castle.
const (
	CodeNothingToUndo Code = "nothing_to_undo"
	CodeCardsDecide   Code = "cards_decide" // the cards decide when the game ends
	CodeNoAction      Code = "no_action"    // not exactly one field of the Action is set
)

// Verdict is how an action was received.
type Verdict string

// Verdicts. Only an accepted action changes the game.
const (
	Accepted Verdict = "accepted"
	Refused  Verdict = "refused"
	Reminded Verdict = "reminder" // refused, but only because keeps were forgotten: chivalry bids to let that be put right
)

// Ruling is the referee's answer to an action.
type Ruling struct {
	Verdict Verdict   `json:"verdict"`
	Reasons []Refusal `json:"reasons,omitempty"`
	// Notes are about an accepted action: more pieces stand than the box should hold (CodeSupplyExceeded). Count them.
	Notes []Violation `json:"notes,omitempty"`
	// Mend, with Reminded, is the same turn with the forgotten keeps put in. Where an own courtyard was divided and it was
	// not said which part keeps the old keep, the westernmost one does.
	Mend *Turn `json:"-"`
}

// Apply gives the game after an action. Where the action is refused that is the unchanged game.
func (g *Game) Apply(a Action) (*Game, Ruling) {
	next, reasons := g.act(a)
	if len(reasons) == 0 {
		return next, Ruling{Verdict: Accepted, Notes: next.rules.supplyFaults(next.position.used, len(next.seats))}
	}
	r := Ruling{Verdict: Refused, Reasons: reasons}
	if a.Turn != nil {
		r.Mend = g.mend(*a.Turn, reasons)
	}
	if r.Mend != nil {
		r.Verdict = Reminded
	}
	return g, r
}

func (g *Game) act(a Action) (*Game, []Refusal) {
	switch {
	case a.count() != 1:
		return nil, g.refusal(CodeNoAction, "action", "An action is a turn, a correction, an undo or an end.")
	case a.Turn != nil:
		return g.Play(*a.Turn)
	case a.Correct != nil:
		return g.correct(*a.Correct)
	case a.Undo && g.before == nil:
		return nil, g.refusal(CodeNothingToUndo, "action", "Nothing has been done that could be taken back.")
	case a.Undo:
		return g.before, nil
	}
	return g.end()
}

func (a Action) count() int {
	n := 0
	for _, set := range [...]bool{a.Turn != nil, a.Correct != nil, a.Undo, a.End} {
		if set {
			n++
		}
	}
	return n
}

func (g *Game) refusal(code Code, where, text string) []Refusal {
	return []Refusal{{Code: code, Turn: g.turns, Where: where, Text: text}}
}

// end closes a game by hand.
func (g *Game) end() (*Game, []Refusal) {
	switch {
	case g.ended:
		return nil, g.refusal(CodeTurnAfterEnd, "action", "The game is over.")
	case g.start.Cards == CardsTracked:
		return nil, g.refusal(CodeCardsDecide, "action", "The game ends when the cards are used up.")
	}
	next := g.clone()
	next.ended = true
	for n := range next.seats {
		next.leftOver = next.leftOver.plus(next.seats[n].owed)
		next.seats[n].owed = Supply{}
	}
	return next, nil
}

// correct puts another castle in the place of the game's.
func (g *Game) correct(c Correction) (*Game, []Refusal) {
	setup := c.Castle
	setup.Players = g.start.Players
	for k, keep := range setup.Keeps {
		if !slices.Contains(setup.Players, keep.Color) {
			return nil, g.refusal(CodeWrongPlayer, fmt.Sprintf("castle/keeps/%d", k), fmt.Sprintf("Nobody plays %.40s.", keep.Color))
		}
	}
	position, violations := Validate(setup, g.rules)
	if position == nil {
		var reasons []Refusal
		for _, v := range violations {
			where := "castle"
			if len(v.Pieces) > 0 {
				where += "/" + v.Pieces[0].String()
			}
			reasons = append(reasons, Refusal{Code: v.Code, Turn: g.turns, Where: where, Text: v.Text})
		}
		return nil, reasons
	}
	next := g.clone()
	next.position = position
	if c.Next != "" {
		seat := g.position.number(c.Next)
		if seat == none || g.ended {
			return nil, g.refusal(CodeWrongPlayer, "next", fmt.Sprintf("It cannot be %s's turn.", c.Next))
		}
		next.next = int(seat)
	}
	return next, nil
}

// mend adds the claims that a turn lacks, if that is all that is wrong with it.
func (g *Game) mend(t Turn, reasons []Refusal) *Turn {
	for _, r := range reasons {
		if r.Code != CodeClaimMissing && r.Code != CodeBadSubdivision {
			return nil
		}
	}
	r := &referee{game: g.clone(), turn: t, player: g.position.number(t.Player)}
	r.game.position.beginTurn()
	r.build()
	kept := make(map[int32]bool)
	fresh := r.newCourts()
	for k, id := range r.game.position.courtsAt(places(t.Claims)) {
		if court := find(fresh, id); court != nil {
			court.claimed = true
			kept[court.origin] = kept[court.origin] || t.Claims[k].Keep == StaysKeep
		}
	}
	mended := t
	mended.Claims = slices.Clone(t.Claims)
	at := func(c newCourt) [2]float64 { return r.game.position.inside(c.id) }
	slices.SortFunc(fresh, func(a, b newCourt) int {
		return cmp.Or(cmp.Compare(at(a)[0], at(b)[0]), cmp.Compare(at(a)[1], at(b)[1]))
	})
	for _, court := range fresh {
		if court.claimed {
			continue
		}
		c := Claim{At: at(court), Keep: NewKeep, Count: 1}
		if old := g.position.courts[court.origin]; old.owner != none && !kept[court.origin] {
			kept[court.origin] = true
			c.Keep = StaysKeep
			if old.double {
				c.Count = doubleKeep
			}
		}
		mended.Claims = append(mended.Claims, c)
	}
	if _, reasons := g.Play(mended); len(reasons) > 0 {
		return nil
	}
	return &mended
}
