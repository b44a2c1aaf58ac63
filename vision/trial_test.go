package vision

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/castellan-companion/castellan/engine/castellan"
	"github.com/castellan-companion/castellan/vision/model"
	"github.com/castellan-companion/castellan/vision/reading"
	"github.com/castellan-companion/castellan/vision/scene"
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

func TestATurnedTowerStandsOffItsWall(t *testing.T) {
	n := castellan.Node{I: 3, J: -2}
	g := model.NewGrid([2]float64{12, 7}, 0.4, 32)
	for name, c := range map[string]struct {
		mm   float64 // away from the wall
		low  float64
		high float64
	}{
		"in its slot":      {mm: 0, low: -1, high: -0.5},
		"in between":       {mm: 0.5, low: -1e-9, high: 1e-9},
		"off":              {mm: 1.3, low: 1, high: 1.4},
		"far off":          {mm: 9, low: 1.4, high: 1.6},
		"deep in its slot": {mm: -9, low: -1.6, high: -1.4},
	} {
		for _, into := range model.Steps {
			share := c.mm / g.Pitch
			stands := g.At(float64(n.I)-share*float64(into.I), float64(n.J)-share*float64(into.J))
			odds := saysOff(&g, n, into, stands)
			assert.GreaterOrEqual(t, odds, c.low, "%s %v", name, into)
			assert.LessOrEqual(t, odds, c.high, "%s %v", name, into)
		}
	}
}

// It looks straight by itself, and stands a millimetre or more farther off the wall than straight ones do.
func TestATurnedTowerIsSeenByHowFarOffItStands(t *testing.T) {
	c := compareStill(t, "testdata/trials/off.json")
	assert.True(t, c.Exact && c.TrialRight, "missing %v, invented %v", c.Missing, c.Invented)
}

// Without tags the lattice lies beside the outermost towers, which would seem to stand off their walls.
func TestHowFarOffATowerStandsTellsNothingWithoutTags(t *testing.T) {
	s, err := scene.LoadStill("testdata/trials/untagged.json")
	require.NoError(t, err)
	got := readWith(t, &s, Options{Camera: &s.View.Camera, Set: &s.Set, NoTags: true})
	c := scene.Compare(got.Castle, s.Castle, s.Hidden)
	assert.True(t, c.Exact && c.TrialRight, "missing %v, invented %v", c.Missing, c.Invented)
}

func TestATowerThatWasBuiltIsHardlyTurned(t *testing.T) {
	built, tried := castellan.Node{I: 1}, castellan.Node{I: 2}
	castle := &reading.Castle{Towers: []castellan.Node{built}, Trial: []reading.Trial{{Tower: tried}}}
	before := &reading.Castle{Towers: []castellan.Node{built}}
	still, more := &board{all: []candidate{{wall: towerOn(built), in: true}}}, &board{all: []candidate{{wall: towerOn(castellan.Node{I: 3}), in: true}}}
	for name, c := range map[string]struct {
		seen    *board
		visited *reading.Castle
		over    bool
	}{
		"nothing was built since":              {seen: still, visited: castle},
		"it came with what else was built now": {seen: more, visited: before},
		"others went on to build":              {seen: more, visited: castle, over: true},
	} {
		habits := c.seen.turnHabits(&past{castle, c.visited})
		assert.Len(t, habits, 2, name)
		assert.Less(t, habits[built], -2.5, name)
		if c.over {
			assert.Less(t, habits[tried], -2.5, name)
			continue
		}
		assert.Positive(t, habits[tried], name)
		assert.Less(t, habits[tried], 1.5, "%s: it is built some time", name)
	}
	assert.Empty(t, still.turnHabits(nil), "nothing is known of a still")
}

func TestWhatWasBuiltSinceACastleWasVisited(t *testing.T) {
	node := func(i int) castellan.Node { return castellan.Node{I: i, J: 1} }
	wall := func(i int) castellan.Wall { return castellan.Wall{From: node(i), To: node(i + 1)} }
	castle := &reading.Castle{
		Towers: []castellan.Node{node(1)}, Walls: []castellan.Wall{wall(1)}, Trial: []reading.Trial{{Tower: node(2)}},
	}
	for name, c := range map[string]struct {
		in   []castellan.Wall
		said bool // by a person, of the last one
		want bool
	}{
		"all is as it was":         {in: []castellan.Wall{towerOn(node(1)), wall(1)}},
		"a wall was taken away":    {in: []castellan.Wall{towerOn(node(1))}},
		"what was tried was built": {in: []castellan.Wall{towerOn(node(1)), wall(1), towerOn(node(2))}},
		"a wall was added":         {in: []castellan.Wall{towerOn(node(1)), wall(1), wall(0)}, want: true},
		"a wall was overlooked":    {in: []castellan.Wall{towerOn(node(1)), wall(1), wall(0)}, said: true},
	} {
		b := &board{}
		for _, p := range c.in {
			b.all = append(b.all, candidate{wall: p, tower: p.From == p.To, in: true})
		}
		b.all[len(b.all)-1].said = c.said
		b.all = append(b.all, candidate{wall: wall(5)}) // it is not in
		assert.Equal(t, c.want, b.builtOn(castle), name)
	}
}
