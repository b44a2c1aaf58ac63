package scene

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/castellan-companion/castellan/engine/castellan"
	"github.com/castellan-companion/castellan/vision/reading"
)

// A heap of pieces is enough to compare: it need not be joined or legal.
func genPiece() *rapid.Generator[Piece] {
	return rapid.Custom(func(t *rapid.T) Piece {
		from := castellan.Node{I: rapid.IntRange(-6, 6).Draw(t, "i"), J: rapid.IntRange(-6, 6).Draw(t, "j")}
		to := from
		length := rapid.IntRange(0, 2).Draw(t, "length")
		if rapid.Bool().Draw(t, "upright") {
			to.J += length
		} else {
			to.I += length
		}
		return newPiece(from, to)
	})
}

func genCastle(least int) *rapid.Generator[reading.Castle] {
	return rapid.Custom(func(t *rapid.T) reading.Castle {
		return castleOf(rapid.SliceOfNDistinct(genPiece(), least, 40, rapid.ID[Piece]).Draw(t, "pieces"))
	})
}

func genMotion() *rapid.Generator[Motion] {
	return rapid.Custom(func(t *rapid.T) Motion {
		return Motion{rapid.IntRange(0, 3).Draw(t, "turns"), castellan.Node{
			I: rapid.IntRange(-50, 50).Draw(t, "shift i"), J: rapid.IntRange(-50, 50).Draw(t, "shift j"),
		}}
	})
}

func castleOf(pieces []Piece) reading.Castle {
	var c reading.Castle
	for _, p := range pieces {
		if p.isTower() {
			c.Towers = append(c.Towers, p.from)
		} else {
			c.Walls = append(c.Walls, castellan.Wall{From: p.from, To: p.to})
		}
	}
	return c
}

// shuffled lists the pieces of a castle in another order and turns the ends of some walls.
func shuffled(t *rapid.T, c reading.Castle) reading.Castle {
	c.Towers = rapid.Permutation(c.Towers).Draw(t, "towers")
	c.Walls = rapid.Permutation(c.Walls).Draw(t, "walls")
	for i, w := range c.Walls {
		if rapid.Bool().Draw(t, "swap") {
			c.Walls[i] = castellan.Wall{From: w.To, To: w.From}
		}
	}
	return c
}

func mirrored(c reading.Castle) reading.Castle {
	flip := func(n castellan.Node) castellan.Node { return castellan.Node{I: -n.I, J: n.J} }
	var m reading.Castle
	for _, t := range c.Towers {
		m.Towers = append(m.Towers, flip(t))
	}
	for _, w := range c.Walls {
		m.Walls = append(m.Walls, castellan.Wall{From: flip(w.From), To: flip(w.To)})
	}
	return m
}

// equalByCorner compares two castles in the other way that the scenes' README describes: for each quarter turn, shift
// one castle's smallest node onto that of the other.
func equalByCorner(a, b reading.Castle) bool {
	corner := func(s pieceSet) castellan.Node {
		var nodes []castellan.Node
		for p := range s {
			nodes = append(nodes, p.from, p.to)
		}
		return slices.MinFunc(nodes, castellan.CompareNodes)
	}
	want := greyPieces(b)
	if len(want) != len(greyPieces(a)) {
		return false
	}
	if len(want) == 0 {
		return true
	}
	for turns := range 4 {
		turned := greyPieces(Motion{Turns: turns}.Castle(a))
		from, to := corner(turned), corner(want)
		by := Motion{By: castellan.Node{I: to.I - from.I, J: to.J - from.J}}
		if len(greyPieces(by.Castle(castleOf(turned.sorted()))).without(want)) == 0 {
			return true
		}
	}
	return false
}

func compare(read, truth reading.Castle) Comparison { return Compare(read, truth, Hidden{}) }

func TestACastleIsTheSameWhereverItsLatticeBegins(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		castle := genCastle(0).Draw(t, "castle")
		moved := shuffled(t, genMotion().Draw(t, "motion").Castle(castle))
		c := compare(moved, castle)
		assert.True(t, c.Exact)
		assert.Empty(t, c.Missing)
		assert.Empty(t, c.Invented)
		assert.EqualValues(t, 1, c.Precision())
		assert.EqualValues(t, 1, c.Recall())
	})
}

func TestAMirrorImageIsAnotherCastle(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		castle := genCastle(3).Draw(t, "castle")
		mirror := mirrored(castle)
		assert.Equal(t, equalByCorner(mirror, castle), compare(mirror, castle).Exact)
	})
	hook := castleOf([]Piece{
		{castellan.Node{}, castellan.Node{I: 2}}, {castellan.Node{I: 2}, castellan.Node{I: 2, J: 1}},
	})
	assert.True(t, compare(hook, hook).Exact)
	assert.False(t, compare(mirrored(hook), hook).Exact, "a hook to the left is none to the right")
}

func TestBothWaysToCompareAgree(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		few := rapid.SliceOfNDistinct(genPiece(), 0, 3, rapid.ID[Piece]) // few pieces are often alike by chance
		a, b := castleOf(few.Draw(t, "a")), castleOf(few.Draw(t, "b"))
		assert.Equal(t, equalByCorner(a, b), compare(a, b).Exact)
	})
}

func TestOnePieceMakesADifference(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		pieces := rapid.SliceOfNDistinct(genPiece(), 2, 40, rapid.ID[Piece]).Draw(t, "pieces")
		castle := castleOf(pieces)
		motion := genMotion().Draw(t, "motion")

		one := rapid.IntRange(0, len(pieces)-1).Draw(t, "one")
		fewer := castleOf(slices.Delete(slices.Clone(pieces), one, one+1))
		c := compare(motion.Castle(fewer), castle)
		assert.False(t, c.Exact)
		assert.Equal(t, len(pieces)-1, c.Matched)
		assert.EqualValues(t, 1, c.Precision())
		assert.InDelta(t, 1-1/float64(len(pieces)), c.Recall(), 1e-9)
		assert.Len(t, c.Missing, 1)
		assert.Empty(t, c.Invented)

		back := compare(castle, motion.Castle(fewer))
		assert.False(t, back.Exact)
		assert.Equal(t, c.Precision(), back.Recall(), "what is missing one way is invented the other way")
		assert.Equal(t, c.Recall(), back.Precision())
		assert.Len(t, back.Invented, 1)
	})
}

func TestPrecisionAndRecall(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := genCastle(1).Draw(t, "a"), genCastle(1).Draw(t, "b")
		c, back := compare(a, b), compare(b, a)
		assert.Equal(t, c.Matched, back.Matched)
		assert.LessOrEqual(t, c.Matched, min(c.Read, c.Truth))
		assert.Len(t, c.Missing, c.Truth-c.Matched)
		assert.Len(t, c.Invented, c.Read-c.Matched)
		assert.Equal(t, len(greyPieces(c.Motion.Castle(a)).without(greyPieces(b))), c.Read-c.Matched,
			"the motion matches as many pieces as it is said to")
		assert.Equal(t, c.Matched, mostMatches(a, b))
	})
}

// mostMatches tries every shift that can bring any two pieces together.
func mostMatches(a, b reading.Castle) int {
	const reach = 2 * 8
	most := 0
	for turns := range 4 {
		for i := -reach; i <= reach; i++ {
			for j := -reach; j <= reach; j++ {
				m := Motion{turns, castellan.Node{I: i, J: j}}
				moved := greyPieces(m.Castle(a))
				most = max(most, len(moved)-len(moved.without(greyPieces(b))))
			}
		}
	}
	return most
}

func TestALongWallIsNotTwoShortOnes(t *testing.T) {
	long := reading.Castle{Walls: []castellan.Wall{{To: castellan.Node{I: 2}}}}
	short := reading.Castle{Walls: []castellan.Wall{
		{To: castellan.Node{I: 1}}, {From: castellan.Node{I: 1}, To: castellan.Node{I: 2}},
	}}
	c := compare(short, long)
	assert.False(t, c.Exact)
	assert.Zero(t, c.Matched)
	assert.Zero(t, c.Precision())
}

func TestAPieceListedTwiceIsOneTooMany(t *testing.T) {
	once := reading.Castle{Towers: []castellan.Node{{}}}
	twice := reading.Castle{Towers: []castellan.Node{{}, {}}}
	c := compare(twice, once)
	assert.False(t, c.Exact)
	assert.InDelta(t, 0.5, c.Precision(), 1e-9)
	assert.EqualValues(t, 1, c.Recall())
}

func TestHiddenPiecesMayBeMissing(t *testing.T) {
	hidden, err := readHidden([]string{"tower 1,0", "wall -1,0-0,0", "trial 4,4", "keep"})
	require.NoError(t, err)
	truth := castleOf([]Piece{
		{},
		newPiece(castellan.Node{I: 1}, castellan.Node{I: 1}),
		newPiece(castellan.Node{I: -1}, castellan.Node{}), newPiece(castellan.Node{}, castellan.Node{J: 2}),
	})
	all := greyPieces(truth).sorted()
	for _, c := range []struct {
		name    string
		left    []Piece
		extra   []Piece
		visible bool
	}{
		{"all there", nil, nil, true},
		{"one hidden one missing", []Piece{newPiece(castellan.Node{I: 1}, castellan.Node{I: 1})}, nil, true},
		{"a visible one missing", []Piece{newPiece(castellan.Node{}, castellan.Node{J: 2})}, nil, false},
		{"one invented", nil, []Piece{newPiece(castellan.Node{}, castellan.Node{I: 2})}, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			read := slices.DeleteFunc(slices.Clone(all), func(p Piece) bool { return slices.Contains(c.left, p) })
			read = append(read, c.extra...)
			got := Compare(Motion{Turns: 1, By: castellan.Node{I: 7}}.Castle(castleOf(read)), truth, hidden)
			assert.Equal(t, c.visible, got.ExactVisible)
			assert.Equal(t, len(c.left)+len(c.extra) == 0, got.Exact)
		})
	}
}

func TestHiddenNames(t *testing.T) {
	hidden, err := readHidden([]string{"tower -1,12", "wall -1,-2--1,0", "keep", "keep"})
	require.NoError(t, err)
	assert.True(t, hidden.Tower(castellan.Node{I: -1, J: 12}))
	assert.True(t, hidden.Wall(castellan.Wall{From: castellan.Node{I: -1}, To: castellan.Node{I: -1, J: -2}}))
	assert.False(t, hidden.Wall(castellan.Wall{From: castellan.Node{I: -1, J: -2}, To: castellan.Node{I: -1, J: -1}}))
	assert.Equal(t, 2, hidden.Keeps())

	_, err = readHidden([]string{"moat 1,2"})
	assert.ErrorContains(t, err, "moat 1,2")
}

// twoRooms is a castle that looks the same after half a turn: two rooms of one by two, side by side.
//
//	o---o---o
//	|   |   |
//	|   |   |
//	o---o---o
func twoRooms() reading.Castle {
	n := func(i, j int) castellan.Node { return castellan.Node{I: i, J: j} }
	w := func(i, j, k, l int) castellan.Wall { return castellan.Wall{From: n(i, j), To: n(k, l)} }
	return reading.Castle{
		Towers: []castellan.Node{n(0, 0), n(1, 0), n(2, 0), n(0, 2), n(1, 2), n(2, 2)},
		Walls: []castellan.Wall{
			w(0, 0, 1, 0), w(1, 0, 2, 0), w(0, 2, 1, 2), w(1, 2, 2, 2), w(0, 0, 0, 2), w(1, 0, 1, 2), w(2, 0, 2, 2),
		},
	}
}

func keep(color string, x, y float64, count int) reading.Keep {
	return reading.Keep{Color: color, At: [2]float64{x, y}, Count: count}
}

func TestKeepsGoByCourtyard(t *testing.T) {
	truth := twoRooms()
	truth.Keeps = []reading.Keep{keep("red", 0.5, 0.5, 1), keep("blue", 1.5, 0.5, 2)}
	for _, c := range []struct {
		name  string
		keeps []reading.Keep
		right bool
	}{
		{"elsewhere in their courtyards", []reading.Keep{keep("blue", 1.2, 1.9, 2), keep("red", 0.9, 1.4, 1)}, true},
		{"read the other way round", []reading.Keep{keep("blue", 0.5, 0.5, 2), keep("red", 1.5, 0.5, 1)}, true},
		{"the double one single", []reading.Keep{keep("blue", 1.5, 0.5, 1), keep("red", 0.5, 0.5, 1)}, false},
		{"another colour", []reading.Keep{keep("green", 1.5, 0.5, 2), keep("red", 0.5, 0.5, 1)}, false},
		{"both in one", []reading.Keep{keep("blue", 0.5, 1.5, 2), keep("red", 0.5, 0.5, 1)}, false},
		{"one missing", []reading.Keep{keep("red", 0.5, 0.5, 1)}, false},
		{"one too many outside", append(slices.Clone(truth.Keeps), keep("red", 5, 5, 1)), false},
		{"one on a wall", []reading.Keep{keep("blue", 1, 1, 2), keep("red", 0.5, 0.5, 1)}, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			read := twoRooms()
			read.Keeps = c.keeps
			for turns := range 4 {
				moved := Motion{Turns: turns, By: castellan.Node{I: 3, J: -8}}.Castle(read)
				got := compare(moved, truth)
				assert.True(t, got.Exact)
				assert.Equal(t, c.right, got.KeepsRight, "after %d quarter turns", turns)
			}
		})
	}
}

func TestKeepsOfACastleThatIsNotQuiteRight(t *testing.T) {
	truth := twoRooms()
	truth.Keeps = []reading.Keep{keep("red", 0.5, 0.5, 1)}
	read := twoRooms()
	read.Keeps = []reading.Keep{keep("red", 0.5, 0.5, 1)}
	read.Walls = read.Walls[1:]
	c := compare(read, truth)
	assert.False(t, c.Exact)
	assert.True(t, c.KeepsRight, "it is the true castle's courtyards that count")
}

func TestAHiddenKeepMayBeMissing(t *testing.T) {
	truth := twoRooms()
	truth.Keeps = []reading.Keep{keep("red", 0.5, 0.5, 1), keep("blue", 1.5, 0.5, 2)}
	read := twoRooms()
	read.Keeps = truth.Keeps[:1]
	assert.True(t, Compare(read, truth, Hidden{keeps: 1}).KeepsRight)
	assert.False(t, Compare(read, truth, Hidden{}).KeepsRight)
}

func TestTrialTowers(t *testing.T) {
	truth := twoRooms()
	truth.Trial = []reading.Trial{{Tower: castellan.Node{I: 3}}}
	half := Motion{Turns: 2}
	assert.True(t, compare(half.Castle(truth), truth).TrialRight)
	assert.False(t, compare(twoRooms(), truth).TrialRight)
	assert.True(t, compare(twoRooms(), truth).Exact, "a trial tower is no part of the castle")
}
