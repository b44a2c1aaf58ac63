package companion

import (
	"cmp"
	"slices"

	"github.com/castellan-companion/castellan/engine/castellan"
)

// judged is the castle as it is judged: without the pieces that are against the rules and that people let stand all the
// same. Of these the ones built in this turn are left out, or where none was, all of them.
func (s State) judged() Castle {
	castle := s.Castle
	for _, v := range s.Violations {
		if !v.Overruled || !v.breaks() {
			continue
		}
		left := false
		for _, p := range v.Pieces {
			if !slices.ContainsFunc(s.Turn.began.pieces, p.isAt) {
				castle, left = castle.Without(p), true
			}
		}
		for _, p := range v.Pieces {
			if !left {
				castle = castle.Without(p)
			}
		}
	}
	return castle
}

// base are the towers and walls that stood when the running turn began, as the engine has them. It is empty while the engine
// has no game.
func (s State) base() Castle {
	if s.game == nil {
		return Castle{}
	}
	setup := s.game.Position().Setup()
	pieces := make([]Piece, 0, len(setup.Towers)+len(setup.Walls))
	for _, n := range setup.Towers {
		pieces = append(pieces, TowerAt(n))
	}
	for _, w := range setup.Walls {
		pieces = append(pieces, WallBetween(w))
	}
	return CastleOf(pieces...)
}

// laid are the towers and walls that the running turn has added.
func (s State) laid() []Piece {
	began := s.Turn.began
	if s.game != nil {
		began = s.base()
	}
	var laid []Piece
	for _, p := range s.judged().pieces {
		if p.isGrey() && !began.Has(p) {
			laid = append(laid, p)
		}
	}
	return laid
}

// inStep tells whether all that the engine knows from earlier turns stands.
func (s State) inStep() bool {
	missing, _ := s.base().less(s.judged())
	return len(missing) == 0
}

// soFar is the running turn as it would be if it ended now. keeps are the pieces behind its claims, in the same order.
func (s State) soFar() (turn castellan.Turn, keeps []Piece) {
	turn = castellan.Turn{Player: s.Turn.Player, Play: s.Turn.Cards, Pieces: s.Turn.Pieces, Pass: s.Checklist().Passed}
	if shown, known := s.shown(); known && s.Cards == CardsTapped {
		turn.Pieces = &shown
	}
	turn.Build = inOrder(s.game.Position(), s.Turn.Player, s.laid())
	turn.Claims, keeps = s.claims()
	return turn, keeps
}

// inOrder puts pieces into an order in which they can be laid. Those that cannot be laid at all come last.
func inOrder(position *castellan.Position, player string, pieces []Piece) []castellan.Piece {
	var order []castellan.Piece
	waiting := make([]castellan.Piece, len(pieces))
	for k, p := range pieces {
		waiting[k] = p.engine()
	}
	for {
		left := slices.DeleteFunc(slices.Clone(waiting), func(p castellan.Piece) bool {
			if position.Add(p, player) != "" {
				return false
			}
			order = append(order, p)
			return true
		})
		if len(left) == len(waiting) {
			return append(order, left...)
		}
		waiting = left
	}
}

// claims tell which keeps claim which courtyards: those that were put down in this turn, and those in the parts of a courtyard
// that was divided in it.
func (s State) claims() (claims []castellan.Claim, keeps []Piece) {
	before := s.game.Position().Courtyards()
	for _, p := range s.judged().pieces {
		if p.Kind != KeepPiece {
			continue
		}
		old := slices.ContainsFunc(s.Turn.began.pieces, func(b Piece) bool { return b.isAt(p) && b.Keep.Count == p.Keep.Count })
		at := slices.IndexFunc(s.Courtyards, func(c Courtyard) bool { return castellan.Within(c.Outline, p.Keep.At) })
		if at < 0 {
			continue // in no courtyard, which is a violation of its own
		}
		is := s.Courtyards[at]
		k := slices.IndexFunc(before, func(c castellan.Courtyard) bool { return castellan.Within(c.Outline, p.Keep.At) })
		changed := k < 0 || before[k].Area != is.Area
		if old && !changed {
			continue
		}
		claim := castellan.Claim{At: p.Keep.At, Keep: castellan.NewKeep, Count: p.Keep.Count}
		if changed && k >= 0 && before[k].Owner == p.Keep.Color && s.stays(p, before[k]) {
			claim.Keep = castellan.StaysKeep
		}
		claims, keeps = append(claims, claim), append(keeps, p)
	}
	return claims, keeps
}

// stays tells whether of the keeps in a divided courtyard this is the old one: of those that are as high as the old one the
// nearest to where it stood.
func (s State) stays(keep Piece, was castellan.Courtyard) bool {
	within := s.parts(was)
	stood := keep.Keep.At
	for _, p := range s.Turn.began.pieces {
		if p.Kind == KeepPiece && castellan.Within(was.Outline, p.Keep.At) {
			stood = p.Keep.At
		}
	}
	first := slices.MinFunc(within, func(a, b Piece) int {
		return cmp.Or(
			cmp.Compare(abs(a.Keep.Count-keepCount(was.Double)), abs(b.Keep.Count-keepCount(was.Double))),
			cmp.Compare(distance(a.Keep.At, stood), distance(b.Keep.At, stood)),
			comparePieces(a, b),
		)
	})
	return first == keep
}

// parts are the owner's keeps inside a courtyard of the beginning of the turn.
func (s State) parts(was castellan.Courtyard) []Piece {
	var keeps []Piece
	for _, p := range s.judged().pieces {
		if p.Kind == KeepPiece && p.Keep.Color == was.Owner && castellan.Within(was.Outline, p.Keep.At) {
			keeps = append(keeps, p)
		}
	}
	return keeps
}

func keepCount(double bool) int {
	if double {
		return 2
	}
	return 1
}
