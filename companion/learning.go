package companion

import (
	"slices"

	"github.com/castellan-companion/castellan/engine/castellan"
	"github.com/castellan-companion/castellan/vision/reading"
)

// Learner is an Eye that learns from what people say.
type Learner interface {
	// Learn tells it of pieces that stand somewhere, or do not, whatever it reported; their places are of its own lattice. It returns at
	// once.
	Learn(changes []reading.Change)
}

// teach tells the eye what people say of single pieces. What follows from other commands, such as going on with another castle, says nothing
// of what stands on the table.
func (t *Table) teach(by Command, facts []Fact) {
	switch by.(type) {
	case Correct, Answer:
	default:
		return
	}
	learner, ok := t.source.Eye.(Learner)
	if !ok || t.watch == nil || t.watch.laid == nil {
		return
	}
	back := t.watch.laid.inverse()
	var changes []reading.Change
	for _, fact := range facts {
		set, ok := fact.(Corrected)
		if !ok {
			continue
		}
		for i, p := range slices.Concat(set.Add, set.Remove) {
			changes = append(changes, back.piece(p).change(i < len(set.Add)))
		}
	}
	if len(changes) > 0 {
		learner.Learn(changes)
	}
}

// change is the piece as one that a castle has more or less.
func (p Piece) change(add bool) reading.Change {
	c := reading.Change{Add: add, Place: castellan.Wall{From: p.Node, To: p.Node}}
	switch p.Kind {
	case Tower:
		c.Of = reading.ChangedTower
	case Trial:
		c.Of = reading.ChangedTrial
	case KeepPiece:
		c.Of, c.Place, c.Keep = reading.ChangedKeep, castellan.Wall{}, p.Keep
	default:
		c.Of, c.Place = reading.ChangedWall, p.Wall
	}
	return c
}
