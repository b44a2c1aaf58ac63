package scene

import (
	"math"

	"github.com/castellan-companion/castellan/vision/reading"
)

// Comparison is how far a castle that was read is the true one.
type Comparison struct {
	Motion  Motion `json:"-"`       // from the lattice of the castle read to the true one, for the most matching pieces
	Read    int    `json:"read"`    // towers and walls read; one that is listed twice counts twice
	Truth   int    `json:"truth"`   // towers and walls there are
	Matched int    `json:"matched"` // towers and walls that are in both

	Exact        bool `json:"exact"`         // towers and walls are all right
	ExactVisible bool `json:"exact_visible"` // the same, where those that are hidden by a hand may be missing
	KeepsRight   bool `json:"keeps_right"`   // each courtyard of the true castle has the keeps that were read in it; none stands elsewhere
	TrialRight   bool `json:"trial_right"`   // the towers that stand turned are all right

	Missing  []Piece `json:"missing,omitempty"`  // true, not read; in the true lattice
	Invented []Piece `json:"invented,omitempty"` // read, not true; in the true lattice
}

// Compare compares a castle that was read with the true one, of which some pieces may be hidden.
//
// Keeps and trial towers are compared only where at least half of the castle matches: without that there is no telling
// which courtyard is which.
func Compare(read, truth reading.Castle, hidden Hidden) Comparison {
	truePieces := greyPieces(truth)
	motions, matched := bestMotions(greyPieces(read), truePieces)
	c := Comparison{
		Motion:     motions[0],
		Read:       len(read.Towers) + len(read.Walls),
		Truth:      len(truth.Towers) + len(truth.Walls),
		Matched:    matched,
		KeepsRight: len(read.Keeps)+len(truth.Keeps) == 0,
		TrialRight: len(read.Trial)+len(truth.Trial) == 0,
	}
	if 2*matched >= c.Truth {
		c.compareLoosePieces(motions, read, truth, hidden)
	}
	readPieces := greyPieces(c.Motion.Castle(read))
	c.Missing, c.Invented = truePieces.without(readPieces), readPieces.without(truePieces)
	onlyTrue := matched == c.Read
	c.Exact = onlyTrue && matched == c.Truth
	c.ExactVisible = onlyTrue && c.onlyMissing(hidden)
	return c
}

// compareLoosePieces compares what is not linked: keeps and trial towers. A castle may look the same after a half turn;
// then these tell which way round it was read.
func (c *Comparison) compareLoosePieces(motions []Motion, read, truth reading.Castle, hidden Hidden) {
	fewest := math.MaxInt
	for _, m := range motions {
		moved := m.Castle(read)
		keeps, trials := wrongKeeps(moved.Keeps, truth, hidden.Keeps()), wrongTrials(moved, truth)
		if keeps+trials < fewest {
			fewest, c.Motion = keeps+trials, m
			c.KeepsRight, c.TrialRight = keeps == 0, trials == 0
		}
	}
}

func (c *Comparison) onlyMissing(hidden Hidden) bool {
	for _, p := range c.Missing {
		if !hidden.pieces.has(p) {
			return false
		}
	}
	return true
}

// Precision is the share of the pieces read that are true: 1 where none was read.
func (c *Comparison) Precision() float64 { return share(c.Matched, c.Read) }

// Recall is the share of the true pieces that were read: 1 where there is none.
func (c *Comparison) Recall() float64 { return share(c.Matched, c.Truth) }

func share(part, whole int) float64 {
	if whole == 0 {
		return 1
	}
	return float64(part) / float64(whole)
}

// wrongTrials counts the turned towers that are in one of the two castles only.
func wrongTrials(read, truth reading.Castle) int {
	trials := func(c reading.Castle) pieceSet {
		s := pieceSet{}
		for _, t := range c.Trial {
			s[newPiece(t.Tower, t.Tower)] = struct{}{}
		}
		return s
	}
	r, t := trials(read), trials(truth)
	return len(r.without(t)) + len(t.without(r))
}
