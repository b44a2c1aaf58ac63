package castellan_test

import (
	"bytes"
	"fmt"
	"io"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/castellan-companion/castellan/engine/castellan"
)

// grid is a castle of about the given number of pieces: a square grid of short walls of which a few are missing, its pieces
// shuffled and in one of four courtyards a keep.
func grid(pieces int) castellan.Setup {
	r := rand.New(rand.NewPCG(1, 1))
	s := castellan.Setup{Players: []string{"red", "blue"}}
	side := 1
	for 3*side*side < pieces {
		side++
	}
	node := func(i, j int) castellan.Node { return castellan.Node{I: i, J: j} }
	for i := range side {
		for j := range side {
			s.Towers = append(s.Towers, node(i, j))
			if i+1 < side {
				s.Walls = append(s.Walls, castellan.Wall{From: node(i+1, j), To: node(i, j)})
			}
			if j+1 < side && (i == 0 || r.IntN(30) > 0) { // the rows and the first column hold all together
				s.Walls = append(s.Walls, castellan.Wall{From: node(i, j), To: node(i, j+1)})
			}
		}
	}
	r.Shuffle(len(s.Towers), func(a, b int) { s.Towers[a], s.Towers[b] = s.Towers[b], s.Towers[a] })
	r.Shuffle(len(s.Walls), func(a, b int) { s.Walls[a], s.Walls[b] = s.Walls[b], s.Walls[a] })
	rules := castellan.DefaultRules()
	for _, c := range castellan.Evaluate(s, rules).Courtyards {
		if r.IntN(4) == 0 {
			at := c.Towers[0] // the lowest corner of the westernmost ones: the courtyard lies north-east of it
			s.Keeps = append(s.Keeps, castellan.Keep{Color: "red", At: [2]float64{float64(at.I) + .5, float64(at.J) + .5}, Count: 1})
		}
	}
	return s
}

func BenchmarkEvaluate(b *testing.B) {
	for _, pieces := range []int{100, 1000, 10_000, 100_000, 1_000_000} {
		s := grid(pieces)
		b.Run(fmt.Sprint(pieces), func(b *testing.B) {
			for b.Loop() {
				castellan.Evaluate(s, castellan.DefaultRules())
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(pieces), "ns/piece")
		})
	}
}

func BenchmarkDecodeSetup(b *testing.B) {
	for _, pieces := range []int{100, 100_000} {
		var file bytes.Buffer
		require.NoError(b, grid(pieces).Encode(&file))
		b.Run(fmt.Sprint(pieces), func(b *testing.B) {
			b.SetBytes(int64(file.Len()))
			for b.Loop() {
				_, err := castellan.DecodeSetup(bytes.NewReader(file.Bytes()))
				require.NoError(b, err)
			}
		})
	}
}

func BenchmarkEncodeEvaluation(b *testing.B) {
	e := castellan.Evaluate(grid(100_000), castellan.DefaultRules())
	for b.Loop() {
		require.NoError(b, e.Encode(io.Discard))
	}
}

// BenchmarkAddRemove takes a piece from the middle of a castle and puts it back.
func BenchmarkAddRemove(b *testing.B) {
	for _, pieces := range []int{100, 100_000} {
		s := grid(pieces)
		p, violations := castellan.Validate(s, castellan.DefaultRules())
		require.NotNil(b, p, "%v", violations)
		var walls, towers []castellan.Piece
		for _, w := range s.Walls {
			piece := castellan.WallBetween(w.From, w.To)
			if p.Remove(piece) == "" {
				require.Empty(b, p.Add(piece, "red"))
				walls = append(walls, piece)
			}
			if len(walls) == 1000 {
				break
			}
		}
		for _, t := range s.Towers {
			piece := castellan.TowerAt(t)
			if p.Remove(piece) == "" {
				require.Empty(b, p.Add(piece, "red"))
				towers = append(towers, piece)
			}
			if len(towers) == 1000 {
				break
			}
		}
		for name, list := range map[string][]castellan.Piece{"wall": walls, "tower": towers} {
			b.Run(fmt.Sprint(name, "/", pieces), func(b *testing.B) {
				for n := 0; b.Loop(); n++ {
					piece := list[n%len(list)]
					if p.Remove(piece) != "" || p.Add(piece, "red") != "" {
						b.Fatal(piece)
					}
				}
			})
		}
	}
}

// fullCastle is a castle of two sets: all 176 pieces.
func fullCastle(tb testing.TB) *castellan.Position {
	r := rand.New(rand.NewPCG(4, 2))
	p := castellan.NewPosition([]string{"red", "blue", "green", "yellow"}, castellan.DefaultRules())
	due := castellan.DefaultRules().Supply(4)
	for due != (castellan.Supply{}) {
		kind := castellan.Kind(r.IntN(3))
		places := p.Placements(kind, "red", nil)
		if due.Of(kind) == 0 || len(places) == 0 {
			continue
		}
		require.Empty(tb, p.Add(places[r.IntN(len(places))], "red"))
		due.Add(kind, -1)
	}
	return p
}

func BenchmarkPlacements(b *testing.B) {
	p := fullCastle(b)
	var buf []castellan.Piece
	for b.Loop() {
		for kind := range castellan.Kind(3) {
			buf = p.Placements(kind, "red", buf[:0])
		}
	}
}

func BenchmarkCheck(b *testing.B) {
	p := fullCastle(b)
	piece := castellan.WallBetween(castellan.Node{I: 1, J: 0}, castellan.Node{I: 3, J: 0})
	b.ReportAllocs()
	for b.Loop() {
		p.Check(piece, "red")
	}
}

// BenchmarkPlay is the ruling on the last turn of a recorded game.
func BenchmarkPlay(b *testing.B) {
	record := recordOf(b, "testdata/cases/games/g005_3p_walls_passed.game.json")
	last := len(record.Actions) - 1
	short := castellan.Record{Start: record.Start, Actions: record.Actions[:last]}
	g, _, err := short.Replay(castellan.DefaultRules())
	require.NoError(b, err)
	b.ReportAllocs()
	for b.Loop() {
		if _, reasons := g.Play(*record.Actions[last].Turn); len(reasons) > 0 {
			b.Fatal(reasons[0])
		}
	}
}
