package vision

import (
	"math"

	"github.com/castellan-companion/castellan/engine/castellan"
	"github.com/castellan-companion/castellan/vision/model"
	"github.com/castellan-companion/castellan/vision/reading"
)

// turned turns a node by so many quarter turns counter-clockwise about (0,0).
func turned(n castellan.Node, quarters int) castellan.Node {
	for range quarters & 3 {
		n = castellan.Node{I: -n.J, J: n.I}
	}
	return n
}

// renumber gives the nodes of g other numbers: node n becomes turned(n, quarters) + by. The places stay.
func renumber(g model.Grid, quarters int, by castellan.Node) model.Grid {
	// The axes of the new numbers are the old ones turned back.
	x := turned(castellan.Node{I: 1}, -quarters)
	axis := func(n castellan.Node) [2]float64 {
		return [2]float64{float64(n.I)*g.X[0] + float64(n.J)*g.Y[0], float64(n.I)*g.X[1] + float64(n.J)*g.Y[1]}
	}
	zero := turned(castellan.Node{I: -by.I, J: -by.J}, -quarters)
	return model.Grid{
		Origin: g.At(float64(zero.I), float64(zero.J)),
		X:      axis(x), Y: axis(turned(x, 1)), Pitch: g.Pitch,
	}
}

// continued numbers a new lattice so that its nodes near the place of node c have the numbers of the old one there.
func continued(old, g model.Grid, c [2]float64) model.Grid {
	turn := math.Atan2(g.X[1], g.X[0]) - math.Atan2(old.X[1], old.X[0])
	quarters := int(math.Round(turn / (math.Pi / 2)))
	g = renumber(g, quarters, castellan.Node{})
	at := old.At(c[0], c[1])
	i, j := g.Coords(at)
	return renumber(g, 0, castellan.Node{I: int(math.Round(c[0] - i)), J: int(math.Round(c[1] - j))})
}

// pieces is a castle as a set: towers have both ends in one place, walls the lesser end first.
type pieces map[castellan.Wall]bool

// towerOn is the tower on a node as pieces have it.
func towerOn(n castellan.Node) castellan.Wall { return castellan.Wall{From: n, To: n} }

func piecesOf(c *reading.Castle) pieces {
	s := make(pieces, len(c.Towers)+len(c.Walls))
	for _, t := range c.Towers {
		s[towerOn(t)] = true
	}
	for _, w := range c.Walls {
		s[w.Ordered()] = true
	}
	return s
}

// passed are the nodes in the middle of long walls.
func (s pieces) passed() map[castellan.Node]bool {
	nodes := map[castellan.Node]bool{}
	for p := range s {
		if isLong(p) {
			nodes[middleOf(p)] = true
		}
	}
	return nodes
}

// common is how many pieces of s are in o too.
func (s pieces) common(o pieces) int {
	n := 0
	for p := range s {
		if o[p] {
			n++
		}
	}
	return n
}

// moved are the pieces of s under a turn and a shift.
func (s pieces) moved(quarters int, by castellan.Node) pieces {
	m := make(pieces, len(s))
	for p := range s {
		m[castellan.Wall{From: turned(p.From, quarters).Plus(by), To: turned(p.To, quarters).Plus(by)}.Ordered()] = true
	}
	return m
}

// recognise finds the numbers under which the pieces now seen are most nearly those that were there before: now's piece p was
// moved(quarters, by) of it. Of equally good ones it takes the one with the smallest shift and turn.
func recognise(before, now pieces) (quarters int, by castellan.Node, common int) {
	least := math.MaxInt
	for q := range 4 {
		votes := map[castellan.Node]int{}
		for p := range now {
			a := castellan.Wall{From: turned(p.From, q), To: turned(p.To, q)}.Ordered()
			for b := range before {
				shift := castellan.Node{I: b.From.I - a.From.I, J: b.From.J - a.From.J}
				if a.To.Plus(shift) == b.To {
					votes[shift]++
				}
			}
		}
		for shift, n := range votes {
			far := abs(shift.I) + abs(shift.J) + q%2 + q/2
			if n > common || n == common && far < least {
				quarters, by, common, least = q, shift, n, far
			}
		}
	}
	return quarters, by, common
}

func abs(a int) int { return max(a, -a) }

// middle is the middle of a castle in lattice coordinates.
func middle(c *reading.Castle) [2]float64 {
	var m [2]float64
	n := 0.0
	for p := range piecesOf(c) {
		m[0] += float64(p.From.I + p.To.I)
		m[1] += float64(p.From.J + p.To.J)
		n += 2
	}
	if n == 0 {
		return m
	}
	return [2]float64{m[0] / n, m[1] / n}
}
