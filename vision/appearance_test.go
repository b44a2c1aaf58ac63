package vision

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/castellan-companion/castellan/calibration"
	"github.com/castellan-companion/castellan/engine/castellan"
	"github.com/castellan-companion/castellan/vision/model"
	"github.com/castellan-companion/castellan/vision/solid"
	"github.com/castellan-companion/castellan/vision/volume"
)

// blot is a place in the table frame (mm) about which a picture shows a colour.
type blot struct {
	at     [3]float64
	colour [3]byte
}

// built is a picture of walls with bright tops and dark sides on a table of another colour, with blots on it.
func built(lens *volume.Lens, s *solid.Bodies, walls []castellan.Wall, table [3]byte, blots ...blot) *volume.Picture {
	const w, h, spot = 640, 480, 4
	pix := make([]byte, 0, 3*w*h)
	for range w * h {
		pix = append(pix, table[:]...)
	}
	dab := func(p [3]float64, colour [3]byte) {
		u, v, _ := lens.Project(p)
		for y := int(v) - spot; y <= int(v)+spot; y++ {
			for x := int(u) - spot; x <= int(u)+spot; x++ {
				copy(pix[3*(y*w+x):], colour[:])
			}
		}
	}
	paint := func(top bool, colour [3]byte) {
		for _, wall := range walls {
			s.Walk(wall, func(p [3]float64, row int) {
				if what, of := solid.FaceOf(wall, row); of && (what == solid.WallTop) == top {
					dab(p, colour)
				}
			})
		}
	}
	paint(false, [3]byte{100, 100, 105})
	paint(true, [3]byte{190, 190, 195})
	for _, b := range blots {
		dab(b.at, b.colour)
	}
	return volume.FromRGB(w, h, pix)
}

// square is a courtyard of four long walls, and what the networks say of it: that it is beyond doubt.
func square() (ring []castellan.Wall, m *model.CellMap) {
	ring = []castellan.Wall{
		{From: castellan.Node{I: 1, J: 1}, To: castellan.Node{I: 3, J: 1}},
		{From: castellan.Node{I: 1, J: 1}, To: castellan.Node{I: 1, J: 3}},
		{From: castellan.Node{I: 3, J: 1}, To: castellan.Node{I: 3, J: 3}},
		{From: castellan.Node{I: 1, J: 3}, To: castellan.Node{I: 3, J: 3}},
	}
	m = opinion(6)
	for _, w := range ring {
		tower(m, w.From.I, w.From.J, 6)
		tower(m, w.To.I, w.To.J, 6)
		wallBetween(m, w.From, w.To, 6)
	}
	return ring, m
}

// brown is the colour of most tables of these tests.
var brown = [3]byte{140, 100, 60}

// looksAslant is what walls and table look like in a picture of some walls on a table of a colour, seen aslant along a lattice whose origin is
// two pitches and so many to the side of the middle, with blots on it; for a board that is decided.
func looksAslant(b *board, side float64, walls []castellan.Wall, table [3]byte, blots ...blot) (looks *appearance, known bool) {
	lens, set := aslant(), calibration.DefaultSet()
	g := model.NewGrid([2]float64{-side * set.PitchMM, -2 * set.PitchMM}, 0, set.PitchMM)
	castle := b.built()
	there := solid.New(lens.Eye(), &g, &set, &castle, nil)
	return newAppearance(built(lens, there, walls, table, blots...), lens, b, there)
}

func TestLooksTellWhetherAWallReachesIntoTheOpen(t *testing.T) {
	stub := castellan.Wall{From: castellan.Node{I: 3, J: 3}, To: castellan.Node{I: 4, J: 3}}
	grey := [3]byte{190, 190, 195}
	for _, c := range []struct {
		name  string
		odds  float32
		there bool
		table [3]byte
		hand  bool
		want  bool
	}{
		{"overlooked", -2, true, brown, false, true},
		{"rightly not seen", -2, false, brown, false, false},
		{"seen where the table is", 1, false, brown, false, false},
		{"seen where the table is, but under a hand", 1, false, brown, true, true},
		{"rightly seen", 1, true, brown, false, true},
		{"overlooked on a table like its top, by its side", -2, true, grey, false, true},
	} {
		ring, m := square()
		wallBetween(m, stub.From, stub.To, c.odds)
		if c.hand {
			i2, j2, _ := model.WallMiddle(stub)
			m.At(i2, j2)[model.CellHidden] = 3
		}
		b := newBoard(m, nil)
		b.settle()
		walls := ring
		if c.there {
			walls = append(slices.Clip(walls), stub)
		}
		looks, known := looksAslant(b, 2, walls, c.table)
		require.True(t, known, c.name)
		assert.Equal(t, c.want != (c.odds > 0), looks.weighWalls(&model.Runner{}, b, m), c.name)
		after := b.built()
		if c.want {
			assert.Contains(t, after.Walls, stub, c.name)
		} else {
			assert.NotContains(t, after.Walls, stub, c.name)
		}
	}
}

func TestAShortWallIsSeenWhereALongOneGivesWay(t *testing.T) {
	stub := castellan.Wall{From: castellan.Node{I: 3, J: 3}, To: castellan.Node{I: 4, J: 3}}
	long := castellan.Wall{From: castellan.Node{I: 3, J: 3}, To: castellan.Node{I: 5, J: 3}}
	for _, there := range [2]bool{true, false} {
		ring, m := square()
		wallBetween(m, stub.From, stub.To, -2)
		wallBetween(m, long.From, long.To, 1)
		b := newBoard(m, nil)
		b.settle()
		require.Contains(t, b.built().Walls, long)
		walls := ring
		if there {
			walls = append(slices.Clip(walls), stub)
		}
		looks, known := looksAslant(b, 2, walls, brown)
		require.True(t, known)
		assert.True(t, looks.weighWalls(&model.Runner{}, b, m))
		after := b.built()
		assert.NotContains(t, after.Walls, long)
		if there {
			assert.Contains(t, after.Walls, stub)
		} else {
			assert.NotContains(t, after.Walls, stub)
		}
	}
}

func TestLessSpeaksForAWallThatRunsOutOfThePicture(t *testing.T) {
	stub := castellan.Wall{From: castellan.Node{I: 3, J: 3}, To: castellan.Node{I: 4, J: 3}}
	ring, m := square()
	wallBetween(m, stub.From, stub.To, 1)
	b := newBoard(m, nil)
	b.settle()
	looks, known := looksAslant(b, 2, append(ring, stub), brown)
	require.True(t, known)
	k := slices.IndexFunc(b.all, func(x candidate) bool { return x.wall == stub })
	within := looks.begin(b, k, 1)
	assert.Zero(t, within.habit)
	side := aslantView()
	side.CX += 200
	looks.lens = volume.NewLens(side)
	outside := looks.begin(b, k, 1)
	assert.InDelta(t, -outsideSeldom, outside.habit, 1e-9)
}

func TestWhatAPersonSaidTeachesWhatWallsAndGapsLookLike(t *testing.T) {
	a, b, c := castellan.Node{I: 1, J: 1}, castellan.Node{I: 2, J: 1}, castellan.Node{I: 3, J: 1}
	first, second := castellan.Wall{From: a, To: b}, castellan.Wall{From: b, To: c}
	m := opinion(6)
	for _, n := range [2]castellan.Node{a, b} {
		tower(m, n.I, n.J, 6)
	}
	wallBetween(m, first.From, first.To, 1)
	wallBetween(m, second.From, second.To, -1)
	for _, said := range [2]bool{false, true} {
		board := newBoard(m, nil)
		board.settle()
		for k := range board.all {
			x := &board.all[k]
			x.said = said && (x.wall == first || x.wall == second)
		}
		taught, _ := looksAslant(board, 2, []castellan.Wall{first}, [3]byte{30, 60, 30})
		walls, gaps := taught.walls[axis(first)][topBrightness], taught.gaps[axis(first)][topBrightness]
		assert.Equal(t, said, walls.deviation < usualWall[topBrightness].between, "of what a wall looks like it is surer")
		assert.Equal(t, said, gaps.mean < 4.3, "gaps are as dark as this table")
	}
}

func TestATowerIsDoubtedWithTheWallThatItStandsWith(t *testing.T) {
	node := func(i int) castellan.Node { return castellan.Node{I: i, J: 1} }
	row := func() (b *board, ends, between int) { // walls from 1 to 2 and on to 3
		m := opinion(5)
		for i := 1; i <= 3; i++ {
			tower(m, i, 1, 6)
		}
		wall(m, 1, 2, 6)
		wall(m, 2, 3, 6)
		b = newBoard(m, nil)
		b.settle()
		return b, b.towers[node(1)], b.towers[node(2)]
	}
	first := func(b *board) int {
		return slices.IndexFunc(b.all, func(x candidate) bool { return !x.tower && x.wall.From == node(1) })
	}

	b, end, between := row()
	was := b.all[end].odds
	assert.Equal(t, []castellan.Node{node(1)}, b.ending(first(b)))
	b.doubtEnds(first(b), -5)
	assert.InDelta(t, was-5, b.all[end].odds, 1e-9)
	assert.InDelta(t, was, b.all[between].odds, 1e-9, "it stands with another wall too")

	b, end, _ = row()
	b.all[end].said = true
	b.doubtEnds(first(b), -5)
	assert.InDelta(t, was, b.all[end].odds, 1e-9, "a person said so")

	b, _, _ = row()
	b.all[first(b)].in = false
	assert.Empty(t, b.ending(first(b)), "what is not in holds nothing")
}
