package castellan

import (
	"fmt"
	"slices"
)

// What can be wrong with a turn, beyond what can be wrong with a castle, in the order in which it is looked for.
const (
	CodeTurnAfterEnd        Code = "turn_after_end"
	CodeWrongPlayer         Code = "wrong_player"
	CodeNoCardPlayed        Code = "no_card_played"
	CodeCardNotInHand       Code = "card_not_in_hand"
	CodePieceCountMismatch  Code = "piece_count_mismatch"   // built and passed is not what the cards showed and was owed
	CodeFirstTurnNeedsTower Code = "first_turn_needs_tower" // see Ruleset.FirstTurnOrder
	CodePassNotAllowed      Code = "pass_not_allowed"       // there is a place for such a piece
	CodeClaimNotEnclosed    Code = "claim_not_enclosed"     // a keep where nothing has been closed
	CodeDoubleLater         Code = "double_later"           // a second keep to one that stood before
	CodeAlreadyClaimed      Code = "already_claimed"        // a keep in somebody else's courtyard
	CodeClaimDuplicate      Code = "claim_duplicate"        // two claims for one courtyard
	CodeClaimMissing        Code = "claim_missing"          // a courtyard was closed and not claimed
	CodeBadSubdivision      Code = "bad_subdivision"        // not exactly one part of a divided courtyard keeps the old keep
	CodeDrawCount           Code = "draw_count"             // too many or too few cards drawn
	CodeDrawEmptyPile       Code = "draw_empty_pile"        // a card drawn from a pile without cards
)

// Refusal is one reason why an action is refused.
type Refusal struct {
	Code  Code   `json:"code"`
	Turn  int    `json:"turn"`  // index of the turn
	Where string `json:"where"` // part of it: play/0, build/3, pass/tower, claims/1, draw
	Text  string `json:"text"`  // a sentence for people (English)
}

// referee judges one turn on a copy of the game. After each step it stops if there was a reason to refuse: what follows
// would have nothing to stand on.
type referee struct {
	game    *Game
	turn    Turn
	seat    *seat
	player  int8
	draws   int // draw symbols on the cards played
	reasons []Refusal
}

func (r *referee) refuse(code Code, where, format string, args ...any) {
	r.reasons = append(r.reasons, Refusal{Code: code, Turn: r.game.turns, Where: where, Text: sentenceCase(fmt.Sprintf(format, args...))})
}

// Play plays a turn. It gives the game after it, or nil and all the reasons why the rules forbid it.
func (g *Game) Play(t Turn) (*Game, []Refusal) {
	r := &referee{game: g.clone(), turn: t, player: g.position.number(t.Player)}
	r.game.position.beginTurn()
	for _, step := range []func(){
		r.order, r.cards, r.shapes, r.count, r.build, r.pass, r.claim, r.draw,
	} {
		if step(); len(r.reasons) > 0 {
			return nil, r.reasons
		}
	}
	r.finish()
	return r.game, nil
}

func (r *referee) order() {
	switch {
	case r.game.ended:
		r.refuse(CodeTurnAfterEnd, "turn", "The game is over.")
	case r.turn.Player != r.game.Next():
		r.refuse(CodeWrongPlayer, "turn", "It is %s's turn, not %.40s's.", r.game.Next(), r.turn.Player)
	default:
		r.seat = &r.game.seats[r.game.next]
	}
}

// cards takes the cards played out of the hand.
func (r *referee) cards() {
	if r.game.start.Cards != CardsTracked {
		return
	}
	if len(r.turn.Play) == 0 {
		r.refuse(CodeNoCardPlayed, "play", "At least one card must be played.")
		return
	}
	hand := slices.Clone(r.seat.hand)
	for k, id := range r.turn.Play {
		at := slices.Index(hand, id)
		if at < 0 {
			r.refuse(CodeCardNotInHand, fmt.Sprintf("play/%d", k), "Card %.40s is not in %s's hand.", id, r.turn.Player)
			continue
		}
		hand = slices.Delete(hand, at, at+1)
		r.draws += r.game.cards[id].Draw
	}
	r.seat.hand = hand
}

// shapes looks for walls that cannot stand anywhere.
func (r *referee) shapes() {
	for _, wanted := range []Code{CodeOffAxis, CodeBadLength, CodeOutOfReach} {
		for k, p := range r.turn.Build {
			if code, bad := p.fault(r.game.rules.Set); bad && code == wanted {
				r.refuse(code, buildPlace(k), "The %s cannot stand: walls run straight and are %d or %d long.",
					p, r.game.rules.Set.Short, r.game.rules.Set.Long)
			}
		}
	}
}

// fault tells why a piece cannot stand anywhere.
func (p Piece) fault(set PieceSet) (Code, bool) {
	if p.Tower {
		return CodeOutOfReach, !p.From.inReach()
	}
	return shapeFault(set, Wall{p.From, p.To})
}

func buildPlace(k int) string { return fmt.Sprintf("build/%d", k) }

// due are the pieces that must be built or passed, if the game keeps account of them.
func (r *referee) due() (Supply, bool) {
	due := r.seat.owed
	switch {
	case r.game.start.Cards == CardsTracked:
		for _, id := range r.turn.Play {
			due = due.plus(r.game.cards[id].Pieces())
		}
	case r.game.start.Cards == CardsCounted && r.turn.Pieces != nil:
		due = due.plus(*r.turn.Pieces)
	case r.game.start.Cards == CardsIgnored:
		return Supply{}, false
	}
	return due, true
}

func (s Supply) plus(o Supply) Supply {
	return Supply{s.Towers + o.Towers, s.Long + o.Long, s.Short + o.Short}
}

// count compares the pieces built and passed with those due.
func (r *referee) count() {
	used := r.turn.Pass
	for _, p := range r.turn.Build {
		kind, _ := p.Kind(r.game.rules.Set)
		used.Add(kind, 1)
	}
	due, known := r.due()
	if !known {
		due = used
	}
	if used != due || min(r.turn.Pass.Towers, r.turn.Pass.Long, r.turn.Pass.Short) < 0 {
		r.refuse(CodePieceCountMismatch, "build", "%s must place %s, but placed %s.", r.turn.Player, due, used)
	}
	if !r.game.position.Empty() {
		return
	}
	if due.Towers == 0 && due != (Supply{}) {
		r.refuse(CodeFirstTurnNeedsTower, "play", "The first turn needs at least one tower.")
	} else if !r.game.rules.FirstTurnOrder && len(r.turn.Build) > 0 && !r.turn.Build[0].Tower {
		r.refuse(CodeFirstTurnNeedsTower, buildPlace(0), "The first piece of the castle must be a tower.")
	}
}

// build lays the pieces in order.
func (r *referee) build() {
	p := r.game.position
	var fitted [allKinds]bool
	if !r.game.rules.PassJudgedAtEndOfTurn {
		for kind := range Kind(allKinds) {
			fitted[kind] = p.Fits(kind, r.turn.Player)
		}
	}
	for k, piece := range r.turn.Build {
		if code := p.Add(piece, r.turn.Player); code != "" {
			r.refuse(code, buildPlace(k), "The %s cannot be built: %s.", piece, buildReasons[code])
			return
		}
	}
	for kind, fitted := range fitted {
		if fitted && r.turn.Pass.Of(Kind(kind)) > 0 {
			r.refusePass(Kind(kind), "could have been built when the turn began")
		}
	}
}

var buildReasons = map[Code]string{
	CodeOverlap:                 "another piece is in its place",
	CodeNoRoomForTower:          "a tower would no longer fit at a wall's end",
	CodeOpenEndsMeet:            "its open end would meet another one",
	CodeBuiltInForeignCourtyard: "it stands in another player's courtyard",
	CodeDisconnected:            "it is not joined to the castle",
}

// pass lets go of pieces that truly fit nowhere.
func (r *referee) pass() {
	for _, kind := range []Kind{Tower, LongWall, ShortWall} {
		passed := r.turn.Pass.Of(kind)
		if !r.game.rules.PassedPieceMustBeUsed {
			passed -= r.seat.owed.Of(kind)
		}
		if passed > 0 && r.game.position.Fits(kind, r.turn.Player) {
			r.refusePass(kind, "still fits somewhere")
		}
	}
}

func (r *referee) refusePass(kind Kind, why string) {
	r.refuse(CodePassNotAllowed, "pass/"+kind.String(), "A piece (%s) may not be handed over: it %s.", kind, why)
}

// draw takes cards from the piles.
func (r *referee) draw() {
	if r.game.start.Cards != CardsTracked {
		return
	}
	s := r.seat
	if due := min(1+r.draws, len(s.wall)+len(s.tow)); len(r.turn.Draw) != due {
		r.refuse(CodeDrawCount, "draw", "%s must draw %d cards, but drew %d.", r.turn.Player, due, len(r.turn.Draw))
		return
	}
	for k, back := range r.turn.Draw {
		pile := s.pile(back)
		if len(*pile) == 0 {
			r.refuse(CodeDrawEmptyPile, fmt.Sprintf("draw/%d", k), "The %s pile is used up.", back)
			return
		}
		s.hand = append(slices.Clip(s.hand), (*pile)[0])
		*pile = (*pile)[1:]
	}
}

// finish hands pieces over, and passes the turn on.
func (r *referee) finish() {
	g := r.game
	r.seat.owed = Supply{}
	g.turns++
	here := g.next
	switch {
	case g.final:
		g.last = g.last[1:]
	case g.start.Cards == CardsTracked && r.seat.out():
		g.beginFinalRound(here)
	}
	if g.final {
		g.ended = len(g.last) == 0
		if !g.ended {
			g.next = g.last[0]
		}
	} else {
		g.next = g.left(here)
	}
	g.latest = TurnSummary{Player: r.turn.Player, NewCourtyards: g.latest.NewCourtyards}
	if r.turn.Pass == (Supply{}) {
		return
	}
	if to := g.left(here); g.final && !slices.Contains(g.last, to) {
		g.leftOver = g.leftOver.plus(r.turn.Pass)
	} else {
		g.seats[to].owed = g.seats[to].owed.plus(r.turn.Pass)
		g.latest.PassedTo = g.start.Players[to]
	}
}

// left is the seat after this one, clockwise.
func (g *Game) left(seat int) int { return (seat + 1) % len(g.seats) }

// beginFinalRound lets everybody but the player who ran out draw all their cards for one last turn.
func (g *Game) beginFinalRound(out int) {
	g.final = true
	for n := g.left(out); n != out; n = g.left(n) {
		s := &g.seats[n]
		s.hand = slices.Concat(s.hand, s.wall, s.tow)
		s.wall, s.tow = nil, nil
		g.last = append(g.last, n)
	}
}
