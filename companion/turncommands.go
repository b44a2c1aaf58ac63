package companion

import (
	"slices"

	"github.com/castellan-companion/castellan/engine/castellan"
)

// PlayCards says which cards are played in the running turn: all of them, each time. With CardsCounted it is Pieces, what the
// cards show together.
type PlayCards struct {
	Cards  []string          `json:"cards"`
	Pieces *castellan.Supply `json:"pieces"`
}

// PassOn hands the pieces that are left and fit nowhere to the left neighbour.
type PassOn struct{}

// EndTurn ends the turn of this number, so that two people who press at the same moment end one turn; 0 is the current turn.
type EndTurn struct {
	Turn int `json:"turn"`
	// Anyway ends it against the referee's word: the castle counts as it stands.
	Anyway bool `json:"anyway"`
	// PutRight sets the keeps that were forgotten.
	PutRight bool `json:"put_right"`
	// Draw are the piles of the cards drawn, "wall" or "tower" for each, with CardsTracked; none for any.
	Draw []string `json:"draw"`
}

// PlayTurn plays a whole turn as it is written in a castellan-game/1 file.
type PlayTurn struct{ Play }

// UndoTurn takes the last end of a turn back, or the end of the game.
type UndoTurn struct{}

// RedoTurn ends a turn again whose end was taken back.
type RedoTurn struct{}

var errGameOver = refuse("ended", "The game is over.")

func (c PlayCards) facts(s State) ([]Fact, error) {
	played := CardsPlayed{Cards: append([]string{}, c.Cards...)}
	switch {
	case s.Ended:
		return nil, errGameOver
	case s.Cards == CardsIgnored:
		return nil, refuse("cards", "This game is played without keeping account of cards.")
	case s.Cards == CardsCounted:
		if c.Pieces == nil || min(c.Pieces.Towers, c.Pieces.Long, c.Pieces.Short) < 0 {
			return nil, refuse("pieces", "Say how many towers, long and short walls the cards show together.")
		}
		pieces := *c.Pieces
		return []Fact{CardsPlayed{Cards: []string{}, Pieces: &pieces}}, nil
	}
	hand := s.Hand(s.Turn.Player)
	for k, id := range c.Cards {
		if slices.Contains(c.Cards[:k], id) {
			return nil, refuse(string(castellan.CodeCardNotInHand), "Card %s cannot be played twice.", id)
		}
		if !slices.Contains(hand, id) {
			return nil, refuse(string(castellan.CodeCardNotInHand), "Card %s is not in %s's hand.", id, s.Turn.Player)
		}
	}
	return []Fact{played}, nil
}

func (PassOn) facts(s State) ([]Fact, error) {
	list := s.Checklist()
	left := list.Left
	switch {
	case s.Ended:
		return nil, errGameOver
	case left == nil:
		return nil, refuse("cards", "Say first which pieces the cards show.")
	}
	position := s.position()
	passed := list.Passed
	for _, kind := range grayKinds {
		if left.Of(kind) <= 0 {
			continue
		}
		if position.Fits(kind, s.Turn.Player) {
			return nil, refuse(string(castellan.CodePassNotAllowed), "A piece (%s) still fits somewhere, so it cannot be handed on.", kind)
		}
		passed.Add(kind, left.Of(kind))
	}
	if passed == list.Passed {
		return nil, refuse("pass", "Nothing is left to be handed on.")
	}
	return []Fact{PiecesPassed{passed}}, nil
}

// position is the engine's position with what the running turn has built so far.
func (s State) position() *castellan.Position {
	position := s.game.Position()
	inOrder(position, s.Turn.Player, s.laid())
	return position
}

// Place is somewhere a piece of this kind can be built in the running turn; false where it fits nowhere, or nobody has said
// who plays.
func (s State) Place(kind castellan.Kind) (Piece, bool) {
	if s.game == nil {
		return Piece{}, false
	}
	places := s.position().Placements(kind, s.Turn.Player, nil)
	if len(places) == 0 {
		return Piece{}, false
	}
	return pieceOf(places[0]), true
}

func (c EndTurn) facts(s State) ([]Fact, error) {
	switch {
	case s.Ended:
		return nil, errGameOver
	case c.Turn != 0 && c.Turn != s.Turn.Number:
		return nil, refuse("turn", "Turn %d has ended already; it is turn %d now.", c.Turn, s.Turn.Number)
	case s.game == nil || !s.inStep():
		return []Fact{TurnEnded{Next: s.next(s.Turn.Player)}}, nil
	}
	turn, keeps := s.soFar()
	turn.Draw = s.drawn(c.Draw)
	after, ruling := s.game.Apply(castellan.Action{Turn: &turn})
	blamed := s.blamed()
	switch {
	case ruling.Verdict == castellan.Accepted && len(blamed) == 0 && !slices.ContainsFunc(keeps, s.foreign):
		return []Fact{TurnEnded{Next: after.Next(), Played: &Play{turn}}}, nil
	case ruling.Verdict == castellan.Reminded && len(blamed) == 0 && c.PutRight:
		return s.putRight(turn, *ruling.Mend), nil
	}
	reasons := slices.Concat(blamed, ruling.Reasons)
	letStand := len(blamed) == 0 && !slices.ContainsFunc(ruling.Reasons, func(r castellan.Refusal) bool {
		v, _ := s.violationOf(r, turn, keeps, nil)
		return !slices.ContainsFunc(s.letStand, v.same)
	})
	if c.Anyway || letStand {
		return []Fact{s.anyway(turn, keeps, reasons)}, nil
	}
	refusal := Refusal{Reminder: ruling.Verdict == castellan.Reminded && len(blamed) == 0, Reasons: reasons}
	return []Fact{TurnRefused{refusal}}, refusedFor(refusal)
}

func refusedFor(r Refusal) *RefusedError {
	return &RefusedError{Code: string(r.Reasons[0].Code), Text: r.Reasons[0].Text, Reasons: r.Reasons, Reminder: r.Reminder}
}

// foreign tells whether a keep is not of the player whose turn it is.
func (s State) foreign(keep Piece) bool { return keep.Keep.Color != s.Turn.Player }

// blamed are the violations that the referee does not see in the turn, because they are of the castle.
func (s State) blamed() []castellan.Refusal {
	var reasons []castellan.Refusal
	for _, v := range s.Violations {
		switch {
		case v.Overruled, v.Reminder, v.Code == string(castellan.CodeSupplyExceeded), v.Code == string(castellan.CodePieceCountMismatch):
		case v.breaks(), castleCode(v.Code), v.Code == CodeTakenBack, v.Code == CodeWrongColor:
			reasons = append(reasons, castellan.Refusal{Code: castellan.Code(v.Code), Turn: s.Turn.Number - 1, Where: "castle", Text: v.Text})
		}
	}
	return reasons
}

// anyway is the end of a turn that the referee refuses. Where only the number of pieces is wrong, the turn is one of as many
// pieces as were built.
func (s State) anyway(turn castellan.Turn, keeps []Piece, reasons []castellan.Refusal) TurnEnded {
	ended := TurnEnded{Next: s.next(s.Turn.Player), Overruled: reasons}
	if turn.Pieces == nil || slices.ContainsFunc(keeps, s.foreign) {
		return ended
	}
	built := plus(s.Checklist().Built, turn.Pass, 1)
	built = plus(built, s.game.Owed(turn.Player), -1)
	if min(built.Towers, built.Long, built.Short) < 0 {
		return ended
	}
	turn.Pieces = &built
	if after, ruling := s.game.Apply(castellan.Action{Turn: &turn}); ruling.Verdict == castellan.Accepted {
		ended.Next, ended.Played = after.Next(), &Play{turn}
	}
	return ended
}

// putRight sets the keeps that the mended turn has and the turn has not, and ends it.
func (s State) putRight(turn, mended castellan.Turn) []Fact {
	var keeps Corrected
	for _, claim := range mended.Claims[len(turn.Claims):] {
		keeps.Add = append(keeps.Add, KeepOf(castellan.Keep{Color: turn.Player, At: claim.At, Count: claim.Count}))
	}
	after, _ := s.game.Apply(castellan.Action{Turn: &mended})
	return []Fact{keeps, TurnEnded{Next: after.Next(), Played: &Play{mended}}}
}

// drawn are the piles to draw from: those that were told, or else whatever there is.
func (s State) drawn(told []string) []string {
	if s.Cards != CardsTracked || len(told) > 0 {
		return told
	}
	piles := s.game.Piles(s.Turn.Player)
	walls, towers := len(piles.Wall), len(piles.Tower)
	draw := make([]string, s.draws())
	for k := range draw {
		if walls >= towers {
			draw[k], walls = castellan.WallBack, walls-1
		} else {
			draw[k], towers = castellan.TowerBack, towers-1
		}
	}
	return draw
}

func (c PlayTurn) facts(s State) ([]Fact, error) {
	if s.game == nil {
		return nil, refuse("players", "Say first who plays.")
	}
	if len(s.laid()) > 0 || !s.inStep() {
		return nil, refuse("turn", "Something has been built in this turn already; end it, or take that away first.")
	}
	turn := c.Turn
	after, ruling := s.game.Apply(castellan.Action{Turn: &turn})
	if ruling.Verdict != castellan.Accepted {
		refusal := Refusal{Reminder: ruling.Verdict == castellan.Reminded, Reasons: ruling.Reasons}
		return []Fact{TurnRefused{refusal}}, refusedFor(refusal)
	}
	facts := []Fact{CardsPlayed{Cards: append([]string{}, turn.Play...), Pieces: turn.Pieces}}
	if turn.Pass != (castellan.Supply{}) {
		facts = append(facts, PiecesPassed{turn.Pass})
	}
	var placed Corrected
	for _, p := range turn.Build {
		placed.Add = append(placed.Add, pieceOf(p))
	}
	var moved []Fact
	for _, claim := range turn.Claims {
		keep := KeepOf(castellan.Keep{Color: turn.Player, At: claim.At, Count: claim.Count})
		// Where an own courtyard was divided, the keep that stays may stand in another part than the record has it in.
		if old, stands := s.keepAround(claim.At); stands && claim.Keep == castellan.StaysKeep {
			moved = append(moved, KeepChanged{KeepChange{From: old, To: keep}})
			continue
		}
		placed.Add = append(placed.Add, keep)
	}
	facts = append(facts, moved...)
	if len(placed.Add) > 0 {
		facts = append(facts, placed)
	}
	return append(facts, TurnEnded{Next: after.Next(), Played: &Play{turn}}), nil
}

// keepAround is the keep in the courtyard of the beginning of the turn in which this place lies.
func (s State) keepAround(at [2]float64) (Piece, bool) {
	for _, c := range s.game.Position().Courtyards() {
		for _, p := range s.Castle.pieces {
			if p.Kind == KeepPiece && castellan.Within(c.Outline, at) && castellan.Within(c.Outline, p.Keep.At) {
				return p, true
			}
		}
	}
	return Piece{}, false
}

func (UndoTurn) facts(s State) ([]Fact, error) {
	if s.Ended && s.endedByHand {
		return []Fact{GameReopened{}}, nil
	}
	if len(s.past) == 0 {
		return nil, refuse("turn", "This is the first turn; there is none to take back.")
	}
	last := s.past[len(s.past)-1].turn
	return []Fact{TurnUndone{Turn: last.Number, Player: last.Player}}, nil
}

// CanRedo tells whether the end of a turn was taken back and can be made again.
func (s State) CanRedo() bool { return len(s.undone) > 0 }

func (RedoTurn) facts(s State) ([]Fact, error) {
	if len(s.undone) == 0 {
		return nil, refuse("turn", "There is no end of a turn that could be made again.")
	}
	return []Fact{TurnRedone{s.undone[len(s.undone)-1]}}, nil
}

// next is the player after this one in the order of play.
func (s State) next(player string) string {
	if len(s.Players) == 0 {
		return ""
	}
	return s.Players[(slices.Index(s.Players, player)+1)%len(s.Players)]
}
