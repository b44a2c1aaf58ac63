package castellan_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/castellan-companion/castellan/engine/castellan"
)

func TestLegalityQuestionsDoNotAllocate(t *testing.T) {
	p := fullCastle(t)
	var legal, illegal castellan.Piece
	legal = p.Placements(castellan.LongWall, "red", nil)[0]
	illegal = castellan.TowerAt(castellan.Node{I: 1_000_000, J: 7})
	assert.Empty(t, p.Check(legal, "red"))
	assert.Equal(t, castellan.CodeDisconnected, p.Check(illegal, "red"))
	assert.Zero(t, testing.AllocsPerRun(100, func() {
		p.Check(legal, "red")
		p.Check(illegal, "blue")
		p.Fits(castellan.Tower, "red")
	}))
}
