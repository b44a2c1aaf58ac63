package companion

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"pgregory.net/rapid"

	"github.com/castellan-companion/castellan/engine/castellan"
)

func TestMotionBetweenFindsTheCastleAgain(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		known := drawCastle(t, "castle")
		m := motion{
			quarters: rapid.IntRange(0, 3).Draw(t, "quarters"),
			shift:    castellan.Node{I: rapid.IntRange(-9, 9).Draw(t, "i"), J: rapid.IntRange(-9, 9).Draw(t, "j")},
		}
		seen := m.castle(known)
		back := motionBetween(seen, known).castle(seen)
		// A castle may look the same from several sides, so another motion is as good where all grey pieces agree.
		assert.Equal(t, grey(known), grey(back))
	})
}

func grey(c Castle) []Piece {
	var pieces []Piece
	for _, p := range c.Pieces() {
		if p.isGrey() {
			pieces = append(pieces, p)
		}
	}
	return pieces
}

func TestMotionBetweenGoesByTheKeepsWhereWallsLookAlike(t *testing.T) {
	square := []Piece{
		tower(0, 0), tower(2, 0), tower(2, 2), tower(0, 2),
		wall(0, 0, 2, 0), wall(2, 0, 2, 2), wall(2, 2, 0, 2), wall(0, 2, 0, 0),
	}
	known := CastleOf(append(square, keep("red", 0.5, 0.5, 1))...)
	seen := motion{quarters: 3}.castle(known)
	assert.Equal(t, known, motionBetween(seen, known).castle(seen))
}

func TestMotionBetweenStrangersIsNone(t *testing.T) {
	seen := CastleOf(tower(0, 0), wall(0, 0, 1, 0), tower(1, 0), wall(1, 0, 1, 2))
	assert.Equal(t, motion{}, motionBetween(seen, CastleOf()))
	assert.Equal(t, motion{}, motionBetween(seen, CastleOf(tower(7, 7))), "one piece of four is no castle found again")
}
