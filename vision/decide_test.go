package vision

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/castellan-companion/castellan/engine/castellan"
	"github.com/castellan-companion/castellan/vision/model"
	"github.com/castellan-companion/castellan/vision/nn"
	"github.com/castellan-companion/castellan/vision/reading"
)

// opinion is a map in which the network sees nothing, sure to about one in 3000, until told otherwise.
func opinion(nodes int) *model.CellMap {
	m := &model.CellMap{Window: model.Window{NI: nodes, NJ: nodes}, Out: nn.NewTensor(2*nodes+3, 2*nodes+3, model.CellChannels)}
	for i := range m.Out.Data {
		switch i % model.CellChannels {
		case model.CellNoTower, model.CellNoKeep:
			m.Out.Data[i] = 8
		case model.CellShortX, model.CellShortY, model.CellLongX, model.CellLongY, model.CellHidden:
			m.Out.Data[i] = -10
		}
	}
	return m
}

// tower says that the odds of a tower at (i,j) are so many, as a logarithm.
func tower(m *model.CellMap, i, j int, odds float32) {
	o := m.Node(castellan.Node{I: i, J: j})
	o[model.CellNoTower], o[model.CellTower], o[model.CellTrial] = 0, odds, -20
}

// handOver says that a hand may well lie over some nodes.
func handOver(m *model.CellMap, nodes []castellan.Node) {
	for _, n := range nodes {
		m.Node(n)[model.CellHidden] = -2
	}
}

// wall says so of a wall in row 1.
func wall(m *model.CellMap, from, to int, odds float32) {
	wallBetween(m, castellan.Node{I: from, J: 1}, castellan.Node{I: to, J: 1}, odds)
}

func wallBetween(m *model.CellMap, from, to castellan.Node, odds float32) {
	i2, j2, channel := model.WallMiddle(castellan.Wall{From: from, To: to})
	m.At(i2, j2)[channel] = odds
}

func decided(m *model.CellMap) (reading.Castle, reading.Reading) {
	b := newBoard(m, nil)
	b.settle()
	var r reading.Reading
	c, confidence := b.castle(&r)
	r.Confidence = confidence
	return c, r
}

func TestLongWallOrTwoShortOnes(t *testing.T) {
	m := opinion(6)
	tower(m, 1, 1, 6)
	tower(m, 3, 1, 6)
	wall(m, 1, 3, 3)
	wall(m, 1, 2, 1)
	wall(m, 2, 3, 0.5)
	c, r := decided(m)
	assert.Equal(t, []castellan.Wall{{From: castellan.Node{I: 1, J: 1}, To: castellan.Node{I: 3, J: 1}}}, c.Walls)
	assert.Len(t, c.Towers, 2)
	assert.InDelta(t, 0.95, r.Confidence, 0.02)
}

func TestWallNeedsATower(t *testing.T) {
	m := opinion(6)
	tower(m, 1, 1, 6)
	wall(m, 1, 2, 6)
	wall(m, 2, 3, 6)
	tower(m, 2, 1, -1) // the network rather does not see it, but without it a sure wall hangs in the air
	c, r := decided(m)
	assert.ElementsMatch(t, []castellan.Node{{I: 1, J: 1}, {I: 2, J: 1}}, c.Towers)
	assert.Len(t, c.Walls, 2)
	assert.NotEmpty(t, r.Doubts)
	assert.Equal(t, []string{"-tower 2,1"}, r.Doubts[0].Alternatives[0].CastleDiff)
}

func TestWhatIsNotLinkedIsNotOfTheCastle(t *testing.T) {
	m := opinion(12)
	tower(m, 1, 1, 6)
	tower(m, 2, 1, 6)
	wall(m, 1, 2, 6)
	tower(m, 9, 9, 6) // a loose tower that happens to stand on a node
	c, _ := decided(m)
	assert.ElementsMatch(t, []castellan.Node{{I: 1, J: 1}, {I: 2, J: 1}}, c.Towers)
}

func TestPartBeyondWhatHidesTheRest(t *testing.T) {
	m := opinion(12)
	for _, i := range []int{1, 2, 7, 8, 9} {
		tower(m, i, 1, 7)
	}
	wall(m, 1, 2, 6)
	wall(m, 7, 8, 7)
	c, _ := decided(m)
	assert.ElementsMatch(t, []castellan.Node{{I: 7, J: 1}, {I: 8, J: 1}}, c.Towers)
	wall(m, 8, 9, 7)
	wall(m, 5, 7, 7)
	wall(m, 2, 4, 7)
	tower(m, 4, 1, 7)
	c, _ = decided(m)
	assert.Len(t, c.Towers, 6)
	assert.Len(t, c.Parts(), 2)
	assert.Empty(t, courtyards(&c))
}

func TestFewPiecesBeyondDoubtAreOfTheCastleWhereTheyStand(t *testing.T) {
	for _, c := range []struct {
		tower, wall float32 // odds of the two pieces apart
		parts       int
	}{
		{9, 12, 2},
		{8, 9, 1},
	} {
		m := opinion(12)
		for _, i := range []int{1, 2, 3} {
			tower(m, i, 1, 9)
		}
		wall(m, 1, 2, 9)
		wall(m, 2, 3, 9)
		tower(m, 7, 1, c.tower)
		wall(m, 7, 8, c.wall)
		castle, _ := decided(m)
		assert.Len(t, castle.Parts(), c.parts)
	}
}

func TestATowerBesideAHandIsOfTheCastle(t *testing.T) {
	for _, c := range []struct {
		name   string
		hand   []castellan.Node // lies over these
		odds   float32          // of the tower
		towers int
	}{
		{"no hand", nil, 6, 2},
		{"a hand beside it and the castle", []castellan.Node{{I: 3, J: 1}}, 6, 3},
		{"a hand beside it alone", []castellan.Node{{I: 6, J: 1}}, 6, 2},
		{"a hand, and it is in doubt", []castellan.Node{{I: 3, J: 1}}, 3, 2},
	} {
		m := opinion(12)
		for _, i := range []int{1, 2} {
			tower(m, i, 1, 9)
		}
		wall(m, 1, 2, 9)
		tower(m, 5, 1, c.odds)
		handOver(m, c.hand)
		castle, _ := decided(m)
		assert.Len(t, castle.Towers, c.towers, c.name)
	}
}

func TestDoubtfulPieceJoinsTwoParts(t *testing.T) {
	m := opinion(12)
	for _, i := range []int{1, 2, 4, 5} {
		tower(m, i, 1, 6)
	}
	wall(m, 1, 2, 6)
	wall(m, 4, 5, 6)
	wall(m, 2, 4, -2)
	c, _ := decided(m)
	assert.Len(t, c.Towers, 4)
	assert.Len(t, c.Walls, 3)
}

func TestHandRatherHidesWhatJoinsThanAGapDoes(t *testing.T) {
	for _, c := range []struct {
		name   string
		hand   []castellan.Node // lies over these
		bridge float32          // the odds of a wall between the parts
		parts  int
	}{
		{"no hand", nil, -3, 1},
		{"a hand beside both parts", []castellan.Node{{I: 2, J: 2}, {I: 4, J: 3}}, -3, 2},
		{"a hand far from one of them", []castellan.Node{{I: 0, J: 1}}, -3, 1},
		{"a hand, and a wall that may well be there", []castellan.Node{{I: 2, J: 2}, {I: 4, J: 3}}, -1, 1},
	} {
		m := opinion(12)
		for _, i := range []int{1, 2, 4, 5} {
			tower(m, i, 1, 6)
		}
		wall(m, 1, 2, 6)
		wall(m, 4, 5, 6)
		wall(m, 2, 4, c.bridge)
		handOver(m, c.hand)
		castle, r := decided(m)
		assert.Len(t, castle.Towers, 4, c.name)
		assert.Len(t, castle.Parts(), c.parts, c.name)
		if c.parts > 1 {
			assert.LessOrEqual(t, r.Confidence, wholeInParts, c.name)
		} else if c.bridge > clearlyOpen {
			assert.Greater(t, r.Confidence, wholeInParts, c.name)
		}
	}
}

func TestTowerStandsWhereWallsMeet(t *testing.T) {
	for _, c := range []struct {
		name   string
		hidden bool // a hand lies where the walls meet
		game   bool // this is known to be a castle
		walls  int
		odds   float32 // of the tower there
		stands bool
	}{
		{"two walls under a hand", true, false, 2, -4, true},
		{"two walls, and nothing over the place", false, false, 2, -4, false},
		{"one wall under a hand", true, false, 1, -4, false},
		{"two walls under a hand that leaves the place in view", true, false, 2, -7, false},
		{"two walls of a castle", false, true, 2, -1.5, true},
		{"two walls of what may be none", false, false, 2, -1.5, false},
		{"two walls of a castle, and clearly no tower", false, true, 2, -2.5, false},
		{"one wall of a castle", false, true, 1, -1.5, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			m := opinion(8)
			corner := castellan.Node{I: 2, J: 2}
			for _, n := range []castellan.Node{{I: 1, J: 1}, {I: 2, J: 1}, {I: 1, J: 2}} {
				tower(m, n.I, n.J, 6)
			}
			tower(m, corner.I, corner.J, c.odds)
			wall(m, 1, 2, 6)
			wallBetween(m, castellan.Node{I: 1, J: 1}, castellan.Node{I: 1, J: 2}, 6)
			wallBetween(m, castellan.Node{I: 2, J: 1}, corner, 6)
			if c.walls > 1 {
				wallBetween(m, castellan.Node{I: 1, J: 2}, corner, 6)
			}
			if c.hidden {
				m.Node(corner)[model.CellHidden] = 0
			}
			b := newBoard(m, nil)
			b.asInGames = c.game
			for range 2 { // what the walls say counts once, however often the pieces are chosen
				b.settle()
				assert.Equal(t, c.stands, slices.Contains(b.built().Towers, corner))
			}
		})
	}
}

func TestTrialStandsAtAnOpenEnd(t *testing.T) {
	m := opinion(8)
	tower(m, 1, 1, 6)
	wall(m, 1, 2, 6)
	for _, at := range []castellan.Node{{I: 2, J: 1}, {I: 5, J: 5}} {
		o := m.Node(at)
		o[model.CellNoTower], o[model.CellTower], o[model.CellTrial] = 0, 0, 5
	}
	c, _ := decided(m)
	assert.Equal(t, []reading.Trial{{Tower: castellan.Node{I: 2, J: 1}}}, c.Trial)
	assert.Equal(t, []castellan.Node{{I: 1, J: 1}}, c.Towers)
}

func TestFewDoubtfulPiecesAreNoCastle(t *testing.T) {
	m := opinion(5)
	tower(m, 1, 1, 1)
	wall(m, 1, 2, 0.7)
	b := newBoard(m, nil)
	b.settle()
	assert.Equal(t, 1, b.towersIn())
	assert.False(t, b.credible(1))
	tower(m, 1, 1, 5)
	wall(m, 1, 2, 4)
	b = newBoard(m, nil)
	b.settle()
	assert.True(t, b.credible(1))
}

// A heap of loose pieces looks like a few linked ones now and then: more must speak for each of few pieces than for each of many, and most for
// those that were sought as few.
func TestFewPiecesMustBeEvident(t *testing.T) {
	for _, c := range []struct {
		nodes                int
		odds                 float32
		credible, asAny, few bool
	}{
		{2, 4, true, false, false},
		{2, 6, true, true, false},
		{2, 7, true, true, false},
		{2, 8, true, true, true},
		{4, 3, true, true, false},
		{2, 2, false, false, false},
	} {
		b := pattern(c.nodes, c.odds)
		assert.Equal(t, c.credible, b.credible(1), "%v", c)
		assert.Equal(t, c.asAny, b.evident(false), "%v", c)
		assert.Equal(t, c.few, b.evident(true), "%v", c)
	}
}

func TestNothingSeen(t *testing.T) {
	c, r := decided(opinion(5))
	assert.Equal(t, emptyCastle(), c)
	assert.Empty(t, r.Doubts)
	assert.InDelta(t, 1, r.Confidence, 1e-9)
}

// pattern is a board of so many nodes a side on which all pieces that may stand there have these odds.
func pattern(nodes int, odds float32) *board {
	m := opinion(nodes)
	for i := range nodes {
		for j := range nodes {
			tower(m, i, j, odds)
			n := castellan.Node{I: i, J: j}
			for _, to := range [2]castellan.Node{{I: i + 1, J: j}, {I: i, J: j + 1}} {
				if to.I < nodes && to.J < nodes {
					wallBetween(m, n, to, odds)
				}
			}
		}
	}
	b := newBoard(m, nil)
	b.settle()
	return b
}

func TestAFewSurePiecesSayMoreThanManyDoubtfulOnes(t *testing.T) {
	dots, castle := pattern(12, 1.6), pattern(4, 9)
	assert.Greater(t, dots.weight(), castle.weight())
	assert.Less(t, dots.evidence(), castle.evidence())
	assert.True(t, dots.illusory())
	assert.Zero(t, castle.doubtfulShare())
	assert.False(t, castle.illusory())
	assert.Zero(t, pattern(2, 1.6).doubtfulShare(), "few pieces say little")
}

func TestACastleIsOfTwoBoxesAtMost(t *testing.T) {
	for _, c := range []struct {
		towers, long, short int
		credible            bool
	}{
		{1, 0, 0, true},
		{64, 52, 60, true},
		{72, 58, 67, true},
		{73, 0, 0, false},
		{1, 59, 0, false},
		{1, 0, 68, false},
		{58, 1, 101, false}, // a chequered cloth
	} {
		b := &board{}
		add := func(pieces int, to castellan.Node, tower bool) {
			for k := range pieces {
				b.all = append(b.all, candidate{wall: castellan.Wall{From: castellan.Node{I: k}, To: to.Plus(castellan.Node{I: k})}, tower: tower, odds: 9, in: true})
			}
		}
		add(c.towers, castellan.Node{}, true)
		add(c.long, castellan.Node{I: 2}, false)
		add(c.short, castellan.Node{I: 1}, false)
		assert.Equal(t, c.credible, b.credible(1), "%v", c)
	}
}

func TestAHabitDoesNotSayWhichWayATowerIsTurned(t *testing.T) {
	n := castellan.Node{I: 1, J: 1}
	board := func(straight, turned float32, odds float64) *board {
		m := opinion(4)
		tower(m, n.I, n.J, straight)
		m.Node(n)[model.CellTrial] = turned
		wall(m, 1, 2, 6)
		b := newBoard(m, func(castellan.Wall) float64 { return odds })
		b.settle()
		return b
	}
	assert.True(t, board(12, 8, -6).hasTower(n), "as surely straight as it stands")
	assert.Empty(t, board(12, 8, -6).trials)
	assert.False(t, board(8, 12, -6).hasTower(n))
	assert.InDelta(t, 0.98, board(8, 12, -6).trials[n], 0.01)
	assert.False(t, board(5, 0, -6).hasTower(n), "too little of it is seen in spite of the habit")
	assert.Empty(t, board(0, 5, -6).trials)
	assert.InDelta(t, 5.5, board(6, -20, -0.5).stands[n], 1e-3)
}

// A close look may still see what a habit speaks against.
func TestAHabitAloneRulesOutNoWall(t *testing.T) {
	m := opinion(6)
	tower(m, 1, 1, 6)
	wall(m, 1, 3, -7)
	unlike := func(castellan.Wall) float64 { return -4 }
	w := castellan.Wall{From: castellan.Node{I: 1, J: 1}, To: castellan.Node{I: 3, J: 1}}
	odds := map[castellan.Wall]float64{}
	for _, x := range newBoard(m, unlike).all {
		odds[x.wall] = x.odds
	}
	assert.InDelta(t, -11, odds[w], 1e-6)
	assert.NotContains(t, odds, castellan.Wall{From: castellan.Node{I: 1, J: 1}, To: castellan.Node{I: 1, J: 3}}, "the picture rules this one out")
}
