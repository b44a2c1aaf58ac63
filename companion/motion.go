package companion

import (
	"slices"

	"github.com/castellan-companion/castellan/engine/castellan"
)

// motion takes one lattice to another that was laid over the same castle: quarter turns about the origin, then a shift.
type motion struct {
	quarters int
	shift    castellan.Node
}

func (m motion) node(n castellan.Node) castellan.Node {
	for range m.quarters {
		n = castellan.Node{I: -n.J, J: n.I}
	}
	return castellan.Node{I: n.I + m.shift.I, J: n.J + m.shift.J}
}

func (m motion) place(at [2]float64) [2]float64 {
	for range m.quarters {
		at = [2]float64{-at[1], at[0]}
	}
	return [2]float64{at[0] + float64(m.shift.I), at[1] + float64(m.shift.J)}
}

// inverse undoes the motion.
func (m motion) inverse() motion {
	back := motion{quarters: (4 - m.quarters) % 4}
	shift := back.node(m.shift)
	back.shift = castellan.Node{I: -shift.I, J: -shift.J}
	return back
}

func (m motion) piece(p Piece) Piece {
	switch p.Kind {
	case ShortWall, LongWall:
		return WallBetween(castellan.Wall{From: m.node(p.Wall.From), To: m.node(p.Wall.To)})
	case KeepPiece:
		p.Keep.At = roundPlace(m.place(p.Keep.At))
	default:
		p.Node = m.node(p.Node)
	}
	return p
}

func (m motion) castle(c Castle) Castle {
	moved := make([]Piece, len(c.pieces))
	for i, p := range c.pieces {
		moved[i] = m.piece(p)
	}
	return CastleOf(moved...)
}

// motionBetween finds how the lattice of an eye that has just been opened lies over the castle that the record knows: the
// motion under which most towers and walls agree, and of such motions that under which most keeps do. An eye's lattice
// begins anywhere. Nothing known, or less than half of the seen castle agreeing, gives no motion.
func motionBetween(seen, known Castle) motion {
	votes := map[motion]int{}
	for quarters := range 4 {
		turned := motion{quarters: quarters}
		for _, p := range seen.pieces {
			for _, q := range known.pieces {
				if shift, ok := shiftBetween(turned.piece(p), q); ok && p.isGrey() {
					votes[motion{quarters, shift}]++
				}
			}
		}
	}
	best, most := motion{}, votes[motion{}]
	keeps := keepsAgreeing(best, seen, known)
	for m, n := range votes {
		if n < most {
			continue
		}
		agree := keepsAgreeing(m, seen, known)
		if n > most || agree > keeps || agree == keeps && best != (motion{}) && m.before(best) {
			best, most, keeps = m, n, agree
		}
	}
	grey := 0
	for _, p := range seen.pieces {
		if p.isGrey() {
			grey++
		}
	}
	if 2*most < grey {
		return motion{}
	}
	return best
}

// keepsAgreeing counts the seen keeps that stand where one of their colour is known, once the motion is made.
func keepsAgreeing(m motion, seen, known Castle) int {
	n := 0
	for _, p := range seen.pieces {
		if p.Kind == KeepPiece && slices.ContainsFunc(known.pieces, m.piece(p).isAt) {
			n++
		}
	}
	return n
}

func shiftBetween(p, q Piece) (castellan.Node, bool) {
	if p.Kind != q.Kind {
		return castellan.Node{}, false
	}
	from, to := p.Node, q.Node
	if p.Kind != Tower {
		from, to = p.Wall.From, q.Wall.From
	}
	shift := castellan.Node{I: to.I - from.I, J: to.J - from.J}
	return shift, motion{shift: shift}.piece(p) == q
}

func (m motion) before(other motion) bool {
	return m.quarters < other.quarters || m.quarters == other.quarters && castellan.CompareNodes(m.shift, other.shift) < 0
}
