package castellan

import (
	"cmp"
	"encoding/binary"
	"slices"
)

// Answer to whether something can be done.
type Answer uint8

const (
	Unknown Answer = iota // the search was cut short
	Yes
	No
)

// String is the answer in a word.
func (a Answer) String() string { return [...]string{"unknown", "yes", "no"}[a] }

// CanPlace decides whether a player could build all the given pieces, in whichever order and places serve best. With Yes it
// gives such an order. The search is exact; it looks at no more than the given number of castles, and answers Unknown where
// that was not enough. The position is not changed.
func (p *Position) CanPlace(due Supply, player string, castles int) (Answer, []Piece) {
	if min(due.Towers, due.Long, due.Short) < 0 {
		return No, nil
	}
	s := &search{p: p.Clone(), player: p.number(player), left: castles, failed: make(map[string]bool)}
	// Ownership must not change when pieces are taken back, and it does not: nothing is built in others' courtyards, and
	// parts of an own one have one owner.
	answer := s.place(due)
	return answer, s.laid
}

// search tries placements depth first. The order in which a set of pieces is laid does not matter for what can follow, so
// that a castle that led nowhere need not be looked at again.
type search struct {
	p      *Position
	player int8
	left   int // castles that may still be looked at
	laid   []Piece
	failed map[string]bool // sets of pieces laid from which the rest cannot be placed
}

func (s *search) place(due Supply) Answer {
	if due == (Supply{}) {
		return Yes
	}
	key := s.key()
	switch {
	case s.failed[key]:
		return No
	case s.left <= 0:
		return Unknown
	}
	s.left--
	answer := No
	for _, kind := range []Kind{Tower, ShortWall, LongWall} {
		if due.Of(kind) == 0 {
			continue
		}
		rest := due
		rest.Add(kind, -1)
		var places []placement
		s.p.eachPlacement(kind, s.player, func(x placement) bool {
			places = append(places, x)
			return true
		})
		for _, x := range places {
			switch s.try(x, rest) {
			case Yes:
				return Yes
			case Unknown:
				answer = Unknown
			}
			if s.left <= 0 && answer == Unknown {
				return Unknown
			}
		}
	}
	if answer == No {
		s.failed[key] = true
	}
	return answer
}

// try lays a piece, places the rest, and takes the piece back unless that succeeded.
func (s *search) try(x placement, rest Supply) Answer {
	piece := s.p.piece(x)
	s.p.put(x)
	s.laid = append(s.laid, piece)
	answer := s.place(rest)
	if answer != Yes {
		s.laid = s.laid[:len(s.laid)-1]
		s.p.Remove(piece)
	}
	return answer
}

// key names the set of pieces laid.
func (s *search) key() string {
	laid := slices.Clone(s.laid)
	slices.SortFunc(laid, func(a, b Piece) int {
		return cmp.Or(CompareNodes(a.From, b.From), CompareNodes(a.To, b.To))
	})
	var key []byte
	for _, piece := range laid {
		kind, _ := piece.Kind(s.p.rules.Set)
		key = append(key, byte(kind))
		for _, c := range [...]int{piece.From.I, piece.From.J, piece.To.I, piece.To.J} {
			key = binary.AppendVarint(key, int64(c))
		}
	}
	return string(key)
}
