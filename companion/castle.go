package companion

import (
	"cmp"
	"encoding/json"
	"math"
	"slices"

	"github.com/castellan-companion/castellan/engine/castellan"
	"github.com/castellan-companion/castellan/vision/reading"
)

// Castle is all that stands: the pieces, sorted, each once. It is a value: the functions that change it return another.
// In JSON it has the shape of castellan-castle/1 with the trial towers beside: {"towers":[],"walls":[],"keeps":[],"trial":[]}.
type Castle struct{ pieces []Piece }

// CastleOf is the castle of these pieces.
func CastleOf(pieces ...Piece) Castle {
	sorted := slices.Clone(pieces)
	slices.SortFunc(sorted, comparePieces)
	return Castle{slices.Compact(sorted)}
}

// castleSeen is the castle that the eye believes in.
func castleSeen(seen reading.Castle) Castle {
	var pieces []Piece
	for _, n := range seen.Towers {
		pieces = append(pieces, TowerAt(n))
	}
	for _, w := range seen.Walls {
		pieces = append(pieces, WallBetween(w))
	}
	for _, k := range seen.Keeps {
		pieces = append(pieces, KeepOf(castellan.Keep{Color: k.Color, At: roundPlace(k.At), Count: max(1, k.Count)}))
	}
	for _, t := range seen.Trial {
		pieces = append(pieces, TrialAt(t.Tower))
	}
	return CastleOf(pieces...)
}

// roundPlace keeps places of keeps readable: a hundredth of a pitch is finer than any eye sees.
func roundPlace(at [2]float64) [2]float64 {
	return [2]float64{math.Round(at[0]*100) / 100, math.Round(at[1]*100) / 100}
}

// Pieces lists towers, walls, keeps and trials in this order. It must not be changed.
func (c Castle) Pieces() []Piece { return c.pieces }

// Has tells whether the piece stands there.
func (c Castle) Has(p Piece) bool {
	at, found := slices.BinarySearchFunc(c.pieces, p, comparePieces)
	return found && c.pieces[at] == p
}

// With is the castle and this piece.
func (c Castle) With(p Piece) Castle {
	at, found := slices.BinarySearchFunc(c.pieces, p, comparePieces)
	pieces := slices.Clone(c.pieces)
	if found {
		pieces[at] = p
		return Castle{pieces}
	}
	return Castle{slices.Insert(pieces, at, p)}
}

// Without is the castle less this piece.
func (c Castle) Without(p Piece) Castle {
	at, found := slices.BinarySearchFunc(c.pieces, p, comparePieces)
	if !found {
		return c
	}
	return Castle{slices.Delete(slices.Clone(c.pieces), at, at+1)}
}

// Setup is the castle as the rules take it. Its lists are in the order of Pieces.
func (c Castle) Setup(players []string) castellan.Setup {
	s := castellan.Setup{Players: players, Towers: []castellan.Node{}, Walls: []castellan.Wall{}, Keeps: []castellan.Keep{}}
	for _, p := range c.pieces {
		switch p.Kind {
		case Tower:
			s.Towers = append(s.Towers, p.Node)
		case ShortWall, LongWall:
			s.Walls = append(s.Walls, p.Wall)
		case KeepPiece:
			s.Keeps = append(s.Keeps, p.Keep)
		}
	}
	return s
}

// MarshalJSON writes the lists of castellan-castle/1 and the trial towers.
func (c Castle) MarshalJSON() ([]byte, error) {
	s := c.Setup(nil)
	trial := []reading.Trial{}
	for _, p := range c.pieces {
		if p.Kind == Trial {
			trial = append(trial, reading.Trial{Tower: p.Node})
		}
	}
	return json.Marshal(struct {
		Towers []castellan.Node `json:"towers"`
		Walls  []castellan.Wall `json:"walls"`
		Keeps  []castellan.Keep `json:"keeps"`
		Trial  []reading.Trial  `json:"trial"`
	}{s.Towers, s.Walls, s.Keeps, trial})
}

// Change is the way from one castle to another.
type Change struct {
	Gone  []Piece
	Came  []Piece
	Keeps []KeepChange
}

// KeepChange is a keep that stands elsewhere now, or became a double keep.
type KeepChange struct {
	From Piece `json:"from"`
	To   Piece `json:"to"`
}

// Empty tells whether the two castles were the same.
func (c Change) Empty() bool { return len(c.Gone) == 0 && len(c.Came) == 0 && len(c.Keeps) == 0 }

// A keep does not link and is nudged about; within keepStill lattice units it stands where it stood.
const keepStill = 0.35

// changeBetween compares two castles. A keep that is seen within keepStill of its old place has not changed.
func changeBetween(before, after Castle) Change {
	var change Change
	var keepsBefore, keepsAfter []Piece
	change.Gone, keepsBefore = before.less(after)
	change.Came, keepsAfter = after.less(before)
	change.pairKeeps(keepsBefore, keepsAfter)
	return change
}

// less is what stands in c and not in the other castle, keeps apart.
func (c Castle) less(other Castle) (pieces, keeps []Piece) {
	for _, p := range c.pieces {
		switch {
		case other.Has(p):
		case p.Kind == KeepPiece:
			keeps = append(keeps, p)
		default:
			pieces = append(pieces, p)
		}
	}
	return pieces, keeps
}

// pairKeeps pairs the keeps of one colour that are nearest to each other, nearest pair first; what is left over came or went.
func (c *Change) pairKeeps(before, after []Piece) {
	type pair struct {
		from, to int
		apart    float64
	}
	var pairs []pair
	for i, b := range before {
		for j, a := range after {
			if a.Keep.Color == b.Keep.Color {
				pairs = append(pairs, pair{i, j, distance(a.Keep.At, b.Keep.At)})
			}
		}
	}
	slices.SortStableFunc(pairs, func(x, y pair) int { return cmp.Compare(x.apart, y.apart) })
	pairedBefore, pairedAfter := make([]bool, len(before)), make([]bool, len(after))
	for _, p := range pairs {
		if pairedBefore[p.from] || pairedAfter[p.to] {
			continue
		}
		pairedBefore[p.from], pairedAfter[p.to] = true, true
		from, to := before[p.from], after[p.to]
		if p.apart > keepStill || from.Keep.Count != to.Keep.Count {
			c.Keeps = append(c.Keeps, KeepChange{from, to})
		}
	}
	for i, b := range before {
		if !pairedBefore[i] {
			c.Gone = append(c.Gone, b)
		}
	}
	for j, a := range after {
		if !pairedAfter[j] {
			c.Came = append(c.Came, a)
		}
	}
}
