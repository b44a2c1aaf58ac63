package companion

import (
	"cmp"
	"encoding/json"
	"fmt"
	"math"

	"github.com/castellan-companion/castellan/engine/castellan"
)

// PieceKind is what a piece is.
type PieceKind string

// The kinds of pieces. A trial is a tower that stands turned by 45 degrees and is no part of the castle.
const (
	Tower     PieceKind = "tower"
	ShortWall PieceKind = "short"
	LongWall  PieceKind = "long"
	KeepPiece PieceKind = "keep"
	Trial     PieceKind = "trial"
)

// Piece is one piece at its place. Node is set for towers and trials, Wall for walls (From before To), Keep for keeps.
// Pieces are comparable; in JSON a piece is {"kind":"tower","at":[i,j]}, {"kind":"short","at":{"from":[i,j],"to":[i,j]}}
// or {"kind":"keep","at":[x,y],"color":"red","count":1}, all in lattice units.
type Piece struct {
	Kind PieceKind
	Node castellan.Node
	Wall castellan.Wall
	Keep castellan.Keep
}

// TowerAt is the tower on a node.
func TowerAt(n castellan.Node) Piece { return Piece{Kind: Tower, Node: n} }

// TrialAt is the trial tower on a node.
func TrialAt(n castellan.Node) Piece { return Piece{Kind: Trial, Node: n} }

// WallBetween is the wall with these ends, whichever is named first.
func WallBetween(w castellan.Wall) Piece {
	if castellan.CompareNodes(w.From, w.To) > 0 {
		w.From, w.To = w.To, w.From
	}
	kind := ShortWall
	if max(abs(w.To.I-w.From.I), abs(w.To.J-w.From.J)) > 1 {
		kind = LongWall
	}
	return Piece{Kind: kind, Wall: w}
}

// KeepOf is a keep as a piece.
func KeepOf(k castellan.Keep) Piece { return Piece{Kind: KeepPiece, Keep: k} }

type pieceJSON struct {
	Kind  PieceKind       `json:"kind"`
	At    json.RawMessage `json:"at"`
	Color string          `json:"color,omitempty"`
	Count int             `json:"count,omitempty"`
}

// MarshalJSON writes the piece as described at Piece.
func (p Piece) MarshalJSON() ([]byte, error) {
	out := pieceJSON{Kind: p.Kind}
	var at any
	switch p.Kind {
	case Tower, Trial:
		at = p.Node
	case ShortWall, LongWall:
		at = p.Wall
	case KeepPiece:
		at, out.Color, out.Count = p.Keep.At, p.Keep.Color, p.Keep.Count
	default:
		return nil, fmt.Errorf("no such kind of piece: %q", p.Kind)
	}
	var err error
	if out.At, err = json.Marshal(at); err != nil {
		return nil, err
	}
	return json.Marshal(out)
}

// UnmarshalJSON reads what MarshalJSON writes. A wall's kind follows from its length, whatever is written.
func (p *Piece) UnmarshalJSON(b []byte) error {
	var in pieceJSON
	if err := json.Unmarshal(b, &in); err != nil {
		return err
	}
	switch in.Kind {
	case Tower, Trial:
		*p = Piece{Kind: in.Kind}
		return json.Unmarshal(in.At, &p.Node)
	case ShortWall, LongWall:
		var w castellan.Wall
		if err := json.Unmarshal(in.At, &w); err != nil {
			return err
		}
		*p = WallBetween(w)
		return nil
	case KeepPiece:
		*p = KeepOf(castellan.Keep{Color: in.Color, Count: max(1, in.Count)})
		return json.Unmarshal(in.At, &p.Keep.At)
	}
	return fmt.Errorf("no such kind of piece: %q (tower, short, long, keep, trial)", in.Kind)
}

// String names the piece as the eye's diffs do: "tower 3,4", "short 0,0-1,0", "keep red 0.5,0.5".
func (p Piece) String() string {
	switch p.Kind {
	case ShortWall, LongWall:
		return fmt.Sprintf("%s %d,%d-%d,%d", p.Kind, p.Wall.From.I, p.Wall.From.J, p.Wall.To.I, p.Wall.To.J)
	case KeepPiece:
		return fmt.Sprintf("keep %s %g,%g", p.Keep.Color, p.Keep.At[0], p.Keep.At[1])
	default:
		return fmt.Sprintf("%s %d,%d", p.Kind, p.Node.I, p.Node.J)
	}
}

// engine is a tower or a wall as the engine takes it.
func (p Piece) engine() castellan.Piece {
	if p.Kind == Tower {
		return castellan.TowerAt(p.Node)
	}
	return castellan.WallBetween(p.Wall.From, p.Wall.To)
}

// pieceOf is a tower or a wall of the engine.
func pieceOf(p castellan.Piece) Piece {
	if p.Tower {
		return TowerAt(p.From)
	}
	return WallBetween(castellan.Wall{From: p.From, To: p.To})
}

// isGrey tells whether the piece links with others: a tower or a wall.
func (p Piece) isGrey() bool { return p.Kind != KeepPiece && p.Kind != Trial }

// isAt tells whether two pieces are the same, a keep within a nudge.
func (p Piece) isAt(other Piece) bool {
	if p.Kind == KeepPiece && other.Kind == KeepPiece {
		return p.Keep.Color == other.Keep.Color && distance(p.Keep.At, other.Keep.At) <= keepStill
	}
	return p == other
}

func comparePieces(a, b Piece) int {
	return cmp.Or(
		cmp.Compare(kindOrder[a.Kind], kindOrder[b.Kind]),
		castellan.CompareNodes(a.Node, b.Node),
		castellan.CompareNodes(a.Wall.From, b.Wall.From), castellan.CompareNodes(a.Wall.To, b.Wall.To),
		cmp.Compare(a.Keep.Color, b.Keep.Color),
		cmp.Compare(a.Keep.At[0], b.Keep.At[0]), cmp.Compare(a.Keep.At[1], b.Keep.At[1]),
	)
}

var kindOrder = map[PieceKind]int{Tower: 0, ShortWall: 1, LongWall: 1, KeepPiece: 2, Trial: 3}

func abs(x int) int { return max(x, -x) }

func distance(a, b [2]float64) float64 { return math.Hypot(a[0]-b[0], a[1]-b[1]) }
