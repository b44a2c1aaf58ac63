package castellan

import "encoding/json"

// Node is a place of the lattice on which a tower can stand, counted in whole lattice units.
type Node struct{ I, J int }

// MarshalJSON writes the node as [i,j].
func (n Node) MarshalJSON() ([]byte, error) { return json.Marshal([2]int{n.I, n.J}) }

// UnmarshalJSON reads [i,j].
func (n *Node) UnmarshalJSON(b []byte) error {
	var a [2]int
	if err := json.Unmarshal(b, &a); err != nil {
		return err
	}
	n.I, n.J = a[0], a[1]
	return nil
}

// Plus is the node moved by so many lattice units along either axis.
func (n Node) Plus(by Node) Node { return Node{n.I + by.I, n.J + by.J} }

// Wall is a short or a long wall; which of the two its length tells. Its ends are unordered.
type Wall struct {
	From Node `json:"from"`
	To   Node `json:"to"`
}

// AlongX says whether the wall lies along the lattice's first axis.
func (w Wall) AlongX() bool { return w.From.J == w.To.J }

// Ordered is the wall with the end first that CompareNodes puts first.
func (w Wall) Ordered() Wall {
	if CompareNodes(w.To, w.From) < 0 {
		w.From, w.To = w.To, w.From
	}
	return w
}

// Keep stands somewhere in a courtyard and says whose it is. Count is 2 for a double keep.
type Keep struct {
	Color string     `json:"color"`
	At    [2]float64 `json:"at"` // lattice units
	Count int        `json:"count"`
}

// Setup is a heap of pieces, not necessarily legal (castellan-castle/1).
type Setup struct {
	Players []string `json:"players"`
	Towers  []Node   `json:"towers"`
	Walls   []Wall   `json:"walls"`
	Keeps   []Keep   `json:"keeps"`
}

// Piece is a grey piece in its place: a tower at From, or a wall between From and To.
type Piece struct {
	Tower bool
	From  Node
	To    Node // of a wall
}

// TowerAt is a tower on a node.
func TowerAt(n Node) Piece { return Piece{Tower: true, From: n} }

// WallBetween is a wall between two nodes.
func WallBetween(a, b Node) Piece { return Piece{From: a, To: b} }

// Kind of the piece in a piece set. It reports false for a wall that is neither short nor long.
func (p Piece) Kind(set PieceSet) (Kind, bool) {
	if p.Tower {
		return Tower, true
	}
	return kindOf(set, Wall{p.From, p.To})
}

// String describes the piece for people.
func (p Piece) String() string {
	if p.Tower {
		return "tower at " + p.From.text()
	}
	return "wall from " + p.From.text() + " to " + p.To.text()
}
