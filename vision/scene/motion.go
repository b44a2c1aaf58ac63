package scene

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	"github.com/castellan-companion/castellan/engine/castellan"
	"github.com/castellan-companion/castellan/vision/reading"
)

// Motion takes lattice coordinates of one castle to those of another: Turns quarter turns counter-clockwise about the
// node (0,0), then a shift By whole nodes.
type Motion struct {
	Turns int // 0..3
	By    castellan.Node
}

// Node moves a node.
func (m Motion) Node(n castellan.Node) castellan.Node {
	return turn(n, m.Turns).Plus(m.By)
}

// Wall moves a wall.
func (m Motion) Wall(w castellan.Wall) castellan.Wall {
	return castellan.Wall{From: m.Node(w.From), To: m.Node(w.To)}
}

// Point moves a point in lattice units.
func (m Motion) Point(p [2]float64) [2]float64 {
	for range m.Turns {
		p = [2]float64{-p[1], p[0]}
	}
	return [2]float64{p[0] + float64(m.By.I), p[1] + float64(m.By.J)}
}

// Castle moves all the pieces of a castle. Its keeps stay where they are on the table (AtMM).
func (m Motion) Castle(c reading.Castle) reading.Castle {
	var moved reading.Castle
	for _, t := range c.Towers {
		moved.Towers = append(moved.Towers, m.Node(t))
	}
	for _, w := range c.Walls {
		moved.Walls = append(moved.Walls, m.Wall(w))
	}
	for _, k := range c.Keeps {
		k.At = m.Point(k.At)
		moved.Keeps = append(moved.Keeps, k)
	}
	for _, t := range c.Trial {
		moved.Trial = append(moved.Trial, reading.Trial{Tower: m.Node(t.Tower)})
	}
	return moved
}

func (m Motion) piece(p Piece) Piece {
	return newPiece(m.Node(p.from), m.Node(p.to))
}

func turn(n castellan.Node, turns int) castellan.Node {
	for range turns {
		n = castellan.Node{I: -n.J, J: n.I}
	}
	return n
}

// Piece is a tower (from == to) or a wall, its ends in ascending order: two of them are the same place when they are ==.
type Piece struct{ from, to castellan.Node }

func newPiece(from, to castellan.Node) Piece {
	if castellan.CompareNodes(from, to) > 0 {
		from, to = to, from
	}
	return Piece{from, to}
}

func comparePieces(a, b Piece) int {
	return cmp.Or(castellan.CompareNodes(a.from, b.from), castellan.CompareNodes(a.to, b.to))
}

// shape is what a shift leaves as it is: the piece's kind, length and direction.
func (p Piece) shape() castellan.Node {
	return castellan.Node{I: p.to.I - p.from.I, J: p.to.J - p.from.J}
}

func (p Piece) isTower() bool { return p.from == p.to }

// String names the piece as scene files do: "tower i,j" or "wall i,j-i,j".
func (p Piece) String() string {
	if p.isTower() {
		return fmt.Sprintf("tower %d,%d", p.from.I, p.from.J)
	}
	return fmt.Sprintf("wall %d,%d-%d,%d", p.from.I, p.from.J, p.to.I, p.to.J)
}

// MarshalText writes the piece as String does.
func (p Piece) MarshalText() ([]byte, error) { return []byte(p.String()), nil }

type pieceSet map[Piece]struct{}

func (s pieceSet) has(p Piece) bool {
	_, ok := s[p]
	return ok
}

func (s pieceSet) sorted() []Piece { return slices.SortedFunc(maps.Keys(s), comparePieces) }

// without lists the pieces of s that are not in other, in ascending order.
func (s pieceSet) without(other pieceSet) []Piece {
	return slices.DeleteFunc(s.sorted(), other.has)
}

// greyPieces are the towers and walls of a castle.
func greyPieces(c reading.Castle) pieceSet {
	s := make(pieceSet, len(c.Towers)+len(c.Walls))
	for _, t := range c.Towers {
		s[newPiece(t, t)] = struct{}{}
	}
	for _, w := range c.Walls {
		s[newPiece(w.From, w.To)] = struct{}{}
	}
	return s
}

// bestMotions are all the motions that bring the most pieces of a onto pieces of b, and how many that is. The order is
// always the same: by quarter turns, then by shift. Without any match there is just the motion that moves nothing.
//
// Each pair of pieces of one shape votes for the one shift that brings them together, so the votes for a shift are the
// pieces that it matches.
func bestMotions(a, b pieceSet) (best []Motion, matched int) {
	byShape := make(map[castellan.Node][]Piece)
	for p := range b {
		byShape[p.shape()] = append(byShape[p.shape()], p)
	}
	for turns := range 4 {
		votes := make(map[castellan.Node]int)
		for p := range a {
			turned := Motion{Turns: turns}.piece(p)
			for _, q := range byShape[turned.shape()] {
				votes[castellan.Node{I: q.from.I - turned.from.I, J: q.from.J - turned.from.J}]++
			}
		}
		for by, count := range votes {
			if count > matched {
				best, matched = nil, count
			}
			if count == matched {
				best = append(best, Motion{Turns: turns, By: by})
			}
		}
	}
	if matched == 0 {
		return []Motion{{}}, 0
	}
	slices.SortFunc(best, func(m, n Motion) int {
		return cmp.Or(cmp.Compare(m.Turns, n.Turns), castellan.CompareNodes(m.By, n.By))
	})
	return best, matched
}
