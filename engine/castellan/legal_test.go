package castellan_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/castellan-companion/castellan/engine/castellan"
)

// legalByHand decides for walls of 1 and 2 whether a heap of well-shaped pieces is a castle, straight from the words of the
// rules and without any table of conflicts.
func legalByHand(s castellan.Setup) bool {
	type unit struct{ from, to castellan.Node }
	towers := make(map[castellan.Node]bool)
	middles := make(map[castellan.Node]bool)
	units := make(map[unit]bool)
	for _, t := range s.Towers {
		if towers[t] {
			return false
		}
		towers[t] = true
	}
	for _, w := range s.Walls {
		a, b := w.From, w.To
		if compare(a, b) > 0 {
			a, b = b, a
		}
		steps := []unit{{a, b}}
		if (b.I-a.I)+(b.J-a.J) == 2 {
			middle := castellan.Node{I: a.I + (b.I-a.I)/2, J: a.J + (b.J-a.J)/2}
			steps = []unit{{a, middle}, {middle, b}}
			if middles[middle] || towers[middle] {
				return false
			}
			middles[middle] = true
		}
		for _, u := range steps {
			if units[u] {
				return false
			}
			units[u] = true
		}
	}
	for _, w := range s.Walls {
		for _, end := range []castellan.Node{w.From, w.To} {
			if middles[end] {
				return false // whether a tower stands there or is to stand there
			}
		}
	}
	return joinedByHand(s, towers)
}

// joinedByHand walks from the first piece over walls and towers that link.
func joinedByHand(s castellan.Setup, towers map[castellan.Node]bool) bool {
	if len(s.Towers) == 0 {
		return len(s.Walls) <= 1
	}
	reached := map[castellan.Node]bool{s.Towers[0]: true}
	for grown := true; grown; {
		grown = false
		for _, w := range s.Walls {
			for _, ends := range [][2]castellan.Node{{w.From, w.To}, {w.To, w.From}} {
				if reached[ends[0]] && towers[ends[1]] && !reached[ends[1]] {
					reached[ends[1]], grown = true, true
				}
			}
		}
	}
	joined := func(w castellan.Wall) bool { return reached[w.From] || reached[w.To] }
	return len(reached) == len(s.Towers) && !slices.ContainsFunc(s.Walls, func(w castellan.Wall) bool { return !joined(w) })
}

// candidates are all well-shaped pieces around a castle.
func candidates(s castellan.Setup) []castellan.Piece {
	low, high := castellan.Node{}, castellan.Node{}
	for _, n := range s.Towers {
		low = castellan.Node{I: min(low.I, n.I), J: min(low.J, n.J)}
		high = castellan.Node{I: max(high.I, n.I), J: max(high.J, n.J)}
	}
	var all []castellan.Piece
	for i := low.I - 3; i <= high.I+3; i++ {
		for j := low.J - 3; j <= high.J+3; j++ {
			n := castellan.Node{I: i, J: j}
			all = append(all, castellan.TowerAt(n),
				castellan.WallBetween(n, castellan.Node{I: i + 1, J: j}), castellan.WallBetween(castellan.Node{I: i, J: j + 1}, n),
				castellan.WallBetween(n, castellan.Node{I: i + 2, J: j}), castellan.WallBetween(castellan.Node{I: i, J: j + 2}, n))
		}
	}
	return all
}

func with(s castellan.Setup, p castellan.Piece) castellan.Setup {
	if p.Tower {
		s.Towers = append(slices.Clone(s.Towers), p.From)
	} else {
		s.Walls = append(slices.Clone(s.Walls), castellan.Wall{From: p.From, To: p.To})
	}
	return s
}

// oriented writes a wall as Placements does, from its lesser end.
func oriented(p castellan.Piece) castellan.Piece {
	if !p.Tower && compare(p.From, p.To) > 0 {
		p.From, p.To = p.To, p.From
	}
	return p
}

func TestLegalPlacementsAreThoseThatLeaveACastle(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
		p := randomPosition(r, rapid.IntRange(1, 25).Draw(t, "pieces"))
		s := p.Setup()
		if p.Empty() {
			return
		}
		offered := make(map[castellan.Piece]bool)
		for kind := range castellan.Kind(3) {
			for _, piece := range p.Placements(kind, "red", nil) {
				require.False(t, offered[piece], "%v is offered twice", piece)
				offered[piece] = true
			}
		}
		legal := 0
		for _, piece := range candidates(s) {
			want := legalByHand(with(s, piece))
			require.Equal(t, want, p.Check(piece, "red") == "", "%v: %s", piece, p.Check(piece, "red"))
			require.Equal(t, want, len(castellan.Evaluate(with(s, piece), castellan.DefaultRules()).Violations) == 0, piece)
			require.Equal(t, want, offered[oriented(piece)], piece)
			if want {
				legal++
			}
		}
		assert.Len(t, offered, legal)
	})
}

func TestLegalPlacementsOfOtherSets(t *testing.T) {
	for _, set := range otherSets {
		rules := castellan.DefaultRules()
		rules.Set = set
		t.Run(fmt.Sprintf("walls of %d and %d", set.Short, set.Long), func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				r := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
				p := castellan.NewPosition([]string{"red", "blue"}, rules)
				grow(r, p, rapid.IntRange(1, 15).Draw(t, "pieces"))
				s := p.Setup()
				if p.Empty() {
					return
				}
				var offered [3][]castellan.Piece
				for kind := range castellan.Kind(3) {
					offered[kind] = p.Placements(kind, "red", nil)
				}
				for range 200 {
					piece := castellan.TowerAt(castellan.Node{I: r.IntN(60) - 30, J: r.IntN(60) - 30})
					if length := []int{0, set.Short, set.Long}[r.IntN(3)]; length > 0 {
						piece = castellan.WallBetween(piece.From, castellan.Node{I: piece.From.I + length, J: piece.From.J})
						if r.IntN(2) == 0 {
							piece.To = castellan.Node{I: piece.From.I, J: piece.From.J + length}
						}
					}
					if kind := r.IntN(3); r.IntN(2) == 0 && len(offered[kind]) > 0 {
						piece = offered[kind][r.IntN(len(offered[kind]))]
					}
					kind, known := piece.Kind(set)
					require.True(t, known)
					heap := castellan.Evaluate(with(s, piece), rules).Violations
					legal := p.Check(piece, "red") == ""
					require.Equal(t, len(heap) == 0, legal, "%v: %v", piece, heap)
					require.Equal(t, legal, slices.Contains(offered[kind], piece), piece)
				}
			})
		})
	}
}

// otherSets have walls of other lengths; in the second one towers touch the walls beside them.
var otherSets = []castellan.PieceSet{
	oddSet,
	{Short: 2, Long: 3, TowerDiameter: 1.8, WallThickness: 1},
	{Short: 3, Long: 6, TowerDiameter: .5, WallThickness: .25},
}

// oddSet has walls of 4 and 7 and towers so thick that two do not fit on neighbouring nodes.
var oddSet = castellan.PieceSet{Short: 4, Long: 7, TowerDiameter: 17. / 8, WallThickness: 1}

func TestOtherWallLengths(t *testing.T) {
	require.NoError(t, oddSet.Check())
	rules := castellan.DefaultRules()
	rules.Set = oddSet
	for _, c := range []struct{ note, castle, want string }{
		{"a square of short walls", "o-3o////o'-3o'", ""},
		{"a square of long walls", `o=6o///////o="6o"`, ""},
		{"one wall ends beside another, in a line", "o-1.-", "no_room_for_tower walls/0 walls/1, " +
			"no_room_for_tower towers/0 walls/1, no_room_for_tower walls/0 walls/1, disconnected walls/1"},
		{"towers on neighbouring nodes", "oo", "overlap towers/0 towers/1, disconnected towers/1"},
		{"towers two apart", "o1o", "overlap towers/0 towers/1, disconnected towers/1"},
		{"towers three apart stand beside each other", "o2o", "disconnected towers/1"},
		{"a tower beside a wall, touching it", "2o/o-3o", "overlap walls/0 towers/0, disconnected towers/0"},
		{"a tower beside a wall", "2o//o-3o", "disconnected towers/0"},
		{"walls cross", `.=///2."`, "overlap walls/0 walls/1, disconnected walls/1"},
		{"an end against the middle of a wall", "2.'/o-3o", "no_room_for_tower walls/0 walls/1, disconnected walls/0"},
	} {
		t.Run(c.note, func(t *testing.T) {
			s, err := castellan.ParseNotation(c.castle, oddSet)
			require.NoError(t, err)
			s.Players = []string{"red", "blue"}
			assert.Equal(t, c.want, faults(castellan.Evaluate(s, rules)))
		})
	}
	s, err := castellan.ParseNotation(`o=6o///////o="6o"`, oddSet)
	require.NoError(t, err)
	assert.Equal(t, 49, castellan.Evaluate(s, rules).Courtyards[0].Area)
}

func TestPieceSetsThatCannotBe(t *testing.T) {
	for _, set := range []castellan.PieceSet{
		{},
		{Short: 2, Long: 2, TowerDiameter: 1, WallThickness: .5},
		{Short: 1, Long: 99, TowerDiameter: .5, WallThickness: .25},
		{Short: 1, Long: 2, TowerDiameter: 1, WallThickness: .5},
		{Short: 1, Long: 2, TowerDiameter: .5, WallThickness: .6},
	} {
		require.Error(t, set.Check(), set)
		rules := castellan.DefaultRules()
		rules.Set = set
		_, err := castellan.NewGame(castellan.Start{Players: []string{"red", "blue"}, First: "red", Cards: castellan.CardsIgnored}, rules)
		require.Error(t, err)
	}
}
