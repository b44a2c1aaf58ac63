package vision

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/castellan-companion/castellan/engine/castellan"
	"github.com/castellan-companion/castellan/vision/model"
	"github.com/castellan-companion/castellan/vision/reading"
)

func TestTowersToCompareWithStandStraightBetweenWalls(t *testing.T) {
	m := opinion(9)
	for i := range 9 {
		tower(m, i, 1, 6)
	}
	for i := range 8 {
		wall(m, i, i+1, 6)
	}
	m.Node(castellan.Node{I: 4, J: 1})[model.CellTrial] = 5 // it looks half turned
	b := newBoard(m, nil)
	b.settle()
	node := func(i int) castellan.Node { return castellan.Node{I: i, J: 1} }
	straight := b.heldStraight()
	assert.Equal(t, []castellan.Node{node(1), node(2), node(3), node(5), node(6), node(7)}, straight, "no end, none that looks turned")
	assert.Equal(t, []castellan.Node{node(1), node(2), node(3)}, model.Nearest(straight, itself, node(0), 3))
	assert.Equal(t, []castellan.Node{node(5), node(7), node(3)}, model.Nearest(straight, itself, node(6), 3), "not itself")
}

func TestATowerThatWasBuiltIsHardlyTurned(t *testing.T) {
	built, tried := castellan.Node{I: 1}, castellan.Node{I: 2}
	habits := turnHabits(&reading.Castle{Towers: []castellan.Node{built}, Trial: []reading.Trial{{Tower: tried}}})
	assert.Len(t, habits, 2)
	assert.Less(t, habits[built], -2.5)
	assert.Positive(t, habits[tried])
	assert.Less(t, habits[tried], 1.5, "it is built some time")
	assert.Empty(t, turnHabits(nil), "nothing is known of the first look")
}
