package scene

import (
	"math"

	"github.com/castellan-companion/castellan/engine/castellan"
	"github.com/castellan-companion/castellan/vision/reading"
)

// Doubts says how good the doubts of readings are: they should hold what is wrong, and their probabilities should be so.
type Doubts struct {
	Misses      int     `json:"misses"`          // towers and walls missing or invented; those that are hidden may be missing
	Foreseen    int     `json:"misses_in_doubt"` // of these, the ones that are among the doubts
	Doubts      int     `json:"doubts"`          // that can be judged: the castle that is right or nearest to it is that of one alternative
	SecondRight int     `json:"second_right"`    // of these, the ones of which the second alternative is right
	SecondP     float64 `json:"second_p"`        // how many of these should be by their probabilities
}

func (d *Doubts) add(o Doubts) {
	d.Misses += o.Misses
	d.Foreseen += o.Foreseen
	d.Doubts += o.Doubts
	d.SecondRight += o.SecondRight
	d.SecondP += o.SecondP
}

// judgeDoubts compares the doubts of a reading with the truth; c is how its castle compares.
func judgeDoubts(c *Comparison, read *reading.Reading, still *Still) Doubts {
	var d Doubts
	doubted := pieceSet{}
	for _, doubt := range read.Doubts {
		var wrong []int // how much is wrong with the castle of each alternative
		for _, a := range doubt.Alternatives {
			castle := read.Castle
			for _, text := range a.CastleDiff {
				change, err := reading.ParseChange(text)
				if err != nil {
					continue
				}
				if change.Of == reading.ChangedTower || change.Of == reading.ChangedWall {
					doubted[c.Motion.piece(newPiece(change.Place.From, change.Place.To))] = struct{}{}
				}
				castle = changed(castle, change)
			}
			wrong = append(wrong, faults(c.Motion.Castle(castle), still))
		}
		if len(wrong) < 2 || wrong[0] == wrong[1] {
			continue
		}
		d.Doubts++
		d.SecondP += doubt.Alternatives[1].P
		if wrong[1] < wrong[0] {
			d.SecondRight++
		}
	}
	for _, p := range c.Invented {
		d.count(p, doubted)
	}
	for _, p := range c.Missing {
		if !still.Hidden.pieces.has(p) {
			d.count(p, doubted)
		}
	}
	return d
}

func (d *Doubts) count(miss Piece, doubted pieceSet) {
	d.Misses++
	d.Foreseen += int(one(doubted.has(miss)))
}

// faults is how many pieces are wrong with a castle that is numbered like the true one.
func faults(c reading.Castle, still *Still) int {
	read, truth := greyPieces(c), greyPieces(still.Castle)
	return len(read.without(truth)) + len(truth.without(read)) + wrongTrials(c, still.Castle) +
		wrongKeeps(c.Keeps, still.Castle, still.Hidden.Keeps())
}

// samePlace is how near (pitches) a keep stands to the place that a doubt names, which is rounded.
const samePlace = 0.01

// changed is a castle with a piece more or less.
func changed(c reading.Castle, change reading.Change) reading.Castle {
	node := change.Place.From
	switch change.Of {
	case reading.ChangedTower:
		c.Towers = with(c.Towers, node, change.Add, func(t castellan.Node) bool { return t == node })
	case reading.ChangedTrial:
		trial := reading.Trial{Tower: node}
		c.Trial = with(c.Trial, trial, change.Add, func(t reading.Trial) bool { return t == trial })
	case reading.ChangedWall:
		place := newPiece(change.Place.From, change.Place.To)
		c.Walls = with(c.Walls, change.Place, change.Add, func(w castellan.Wall) bool { return newPiece(w.From, w.To) == place })
	case reading.ChangedKeep:
		keep := reading.Keep{Color: change.Keep.Color, At: change.Keep.At, Count: change.Keep.Count}
		c.Keeps = with(c.Keeps, keep, change.Add, func(k reading.Keep) bool {
			return k.Color == keep.Color && k.Count == keep.Count && math.Hypot(k.At[0]-keep.At[0], k.At[1]-keep.At[1]) < samePlace
		})
	}
	return c
}

// with is a list with an item more, or without those that are it.
func with[T any](list []T, item T, add bool, is func(T) bool) []T {
	var result []T
	for _, x := range list {
		if add || !is(x) {
			result = append(result, x)
		}
	}
	if add {
		result = append(result, item)
	}
	return result
}
