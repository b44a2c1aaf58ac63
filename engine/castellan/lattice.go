package castellan

import "cmp"

// direction is one of the four sides of a node on which a wall can stand, counter-clockwise from +i.
type direction uint8

const (
	east direction = iota
	north
	west
	south
	directions = 4
)

func (d direction) opposite() direction { return (d + 2) % directions }

// step is the unit vector of the direction.
func (d direction) step() point {
	return [directions]point{east: {1, 0}, north: {0, 1}, west: {-1, 0}, south: {0, -1}}[d]
}

// point is a Node in the narrow form that indexes and half-edges are made of.
type point struct{ i, j int32 }

func (p point) plus(q point) point { return point{p.i + q.i, p.j + q.j} }

func (p point) times(n int) point { return point{p.i * int32(n), p.j * int32(n)} }

// ordinal orders points as CompareNodes does nodes.
func (p point) ordinal() uint64 {
	const half = 1 << 31
	return uint64(uint32(p.i)^half)<<32 | uint64(uint32(p.j)^half)
}

func (p point) node() Node { return Node{int(p.i), int(p.j)} }

// MaxCoordinate bounds lattice coordinates in either direction. Beyond it a piece is reported with CodeOutOfReach.
const MaxCoordinate = 2_000_000_000

func (n Node) inReach() bool {
	return n.I >= -MaxCoordinate && n.I <= MaxCoordinate && n.J >= -MaxCoordinate && n.J <= MaxCoordinate
}

func (n Node) point() point { return point{int32(n.I), int32(n.J)} }

// CompareNodes orders nodes by I, then by J.
func CompareNodes(a, b Node) int {
	if a.I != b.I {
		return cmp.Compare(a.I, b.I)
	}
	return cmp.Compare(a.J, b.J)
}

// CompareWalls orders walls by the end that is named first, then by the other.
func CompareWalls(a, b Wall) int {
	return cmp.Or(CompareNodes(a.From, b.From), CompareNodes(a.To, b.To))
}
