package companion

import (
	"slices"
	"strconv"
	"strings"

	"github.com/castellan-companion/castellan/engine/castellan"
)

// Codes of violations that are the companion's own; the others are the engine's.
const (
	// CodeTakenBack: a piece of this turn was taken back, though what is laid is played.
	CodeTakenBack = "taken_back"
	// CodeWrongColor: a keep was put down in another player's turn.
	CodeWrongColor = "wrong_color"
)

// turnViolations are what the rules say against the running turn as far as it has come, beyond its castle. A turn that is
// not whole yet is not blamed for that: missing pieces and claims are told when its end is wanted, or all is built.
func turnViolations(s State) []Violation {
	if s.game == nil || s.game.Ended() || s.Ended || !s.inStep() {
		return nil
	}
	var found []Violation
	for _, p := range s.Turn.takenBack {
		if !s.Castle.Has(p) {
			found = append(found, Violation{
				Code: CodeTakenBack, Pieces: []Piece{p}, Text: "The " + p.engine().String() + " was taken back: what is laid is played.",
			})
		}
	}
	if v, over := s.tooMuch(); over {
		found = append(found, v)
	}
	turn, keeps := s.soFar()
	foreign := map[Piece]bool{}
	for _, keep := range keeps {
		if s.foreign(keep) {
			foreign[keep] = true
			found = append(found, Violation{
				Code: CodeWrongColor, Pieces: []Piece{keep},
				Text: "A " + keep.Keep.Color + " keep was put down in " + s.Turn.Player + "'s turn.",
			})
		}
	}
	for _, reason := range s.judge(turn) {
		if v, counts := s.violationOf(reason, turn, keeps, foreign); counts {
			found = append(found, v)
		}
	}
	return found
}

// judge plays the turn without regard for cards.
func (s State) judge(turn castellan.Turn) []castellan.Refusal {
	if len(turn.Build) == 0 && len(turn.Claims) == 0 {
		return nil
	}
	game, err := castellan.NewGame(castellan.Start{
		Players: s.Players, First: s.Turn.Player, Cards: castellan.CardsIgnored,
	}, s.game.Rules())
	if err != nil {
		return nil // the turn's player does not play: there is nobody to blame
	}
	game, ruling := game.Apply(castellan.Action{Correct: &castellan.Correction{Castle: s.game.Position().Setup()}})
	if ruling.Verdict != castellan.Accepted {
		return nil
	}
	turn.Pass = castellan.Supply{}
	_, reasons := game.Play(turn)
	return reasons
}

// violationOf tells what a reason of the engine is worth while the turn goes on.
func (s State) violationOf(
	r castellan.Refusal, turn castellan.Turn, keeps []Piece, foreign map[Piece]bool,
) (v Violation, counts bool) {
	v = Violation{Code: string(r.Code), Text: r.Text, Pieces: []Piece{}}
	if at, ok := index(r.Where, "build/"); ok {
		v.Pieces = append(v.Pieces, pieceOf(turn.Build[at]))
	}
	if at, ok := index(r.Where, "claims/"); ok {
		v.Pieces = append(v.Pieces, keeps[at])
		if foreign[keeps[at]] {
			return v, false
		}
	}
	blamed := func(other Violation) bool {
		return slices.ContainsFunc(v.Pieces, func(p Piece) bool { return slices.Contains(other.Pieces, p) })
	}
	if slices.ContainsFunc(s.Violations, func(other Violation) bool {
		return castleCode(other.Code) && blamed(other)
	}) {
		return v, false // the castle alone shows it
	}
	switch r.Code {
	case castellan.CodeFirstTurnNeedsTower:
		return v, false // one may follow
	case castellan.CodeClaimMissing, castellan.CodeBadSubdivision:
		v.Reminder = true
		left := s.Checklist().Left
		return v, left != nil && *left == castellan.Supply{}
	default:
		return v, true
	}
}

// castleCode tells whether a violation with this code is one of the castle alone.
func castleCode(code string) bool {
	switch castellan.Code(code) {
	case castellan.CodeDuplicate, castellan.CodeKeepOutsideCourtyard, castellan.CodeTwoOwners, castellan.CodeDoubleKeepTwice:
		return true
	}
	return false
}

func index(where, list string) (int, bool) {
	number, ok := strings.CutPrefix(where, list)
	if !ok {
		return 0, false
	}
	at, err := strconv.Atoi(number)
	return at, err == nil
}

// tooMuch tells whether more pieces were built than the cards show.
func (s State) tooMuch() (Violation, bool) {
	list := s.Checklist()
	if list.Left == nil || min(list.Left.Towers, list.Left.Long, list.Left.Short) >= 0 {
		return Violation{}, false
	}
	v := Violation{
		Code:   string(castellan.CodePieceCountMismatch),
		Text:   "More was built than the cards show: they show " + list.Due.String() + ", built are " + list.Built.String() + ".",
		Pieces: []Piece{},
	}
	for _, p := range s.laid() {
		if kind, _ := p.engine().Kind(s.game.Rules().Set); list.Left.Of(kind) < 0 {
			v.Pieces = append(v.Pieces, p)
		}
	}
	return v, true
}
