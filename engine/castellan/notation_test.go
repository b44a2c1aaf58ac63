package castellan_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/castellan-companion/castellan/engine/castellan"
)

// castle reads a castle in notation; its players are red and blue.
func castle(t require.TestingT, notation string) castellan.Setup {
	s, err := castellan.ParseNotation(notation, castellan.StandardSet())
	require.NoError(t, err, notation)
	s.Players = []string{"red", "blue"}
	return s
}

func TestCanonicalNotation(t *testing.T) {
	for _, c := range []struct{ note, given, canonical string }{
		{"nothing", "", ""},
		{"one tower", " O ", "o"},
		{"a wall alone", ".-", ".'"},
		{"the smallest courtyard, claimed", "o-o/o'-o' red@0,0", "o-o/o-'o' red@0,0"},
		{"needless gap and rows", "/4o-o/4o-'o'// red@4,2", "o-o/o-'o' red@0,0"},
		{"a keep elsewhere in the same courtyard", "o=1o//o\"=1o\" red@1,1", "o=1o//o=\"1o\" red@0,0"},
		{"double keep", "o-o/o'-o' red*@0,0", "o-o/o-'o' red*@0,0"},
		{"far apart", "o%1000000.-", "o999999.'"},
	} {
		t.Run(c.note, func(t *testing.T) {
			got, err := castle(t, c.given).Notation(castellan.DefaultRules())
			require.NoError(t, err)
			assert.Equal(t, c.canonical, got)
		})
	}
}

func TestNotationRefuses(t *testing.T) {
	for text, want := range map[string]string{
		"x":            "character 1",
		"-o":           "character 1",
		"o/-":          "character 3",
		"3-":           "character 2",
		"o%":           "character 3: want a number",
		"99999999999o": "character 1: want a number",
		"2000000000o-": "too far",
		"o red":        `"red"`,
		"o red@1":      `"red@1"`,
		"o @1,1":       `"@1,1"`,
		"o r?d@1,1":    `"r?d@1,1"`,
		"o o":          `"o"`,
	} {
		_, err := castellan.ParseNotation(text, castellan.StandardSet())
		require.ErrorContains(t, err, want, text)
	}
	_, err := castellan.Setup{Walls: []castellan.Wall{{To: castellan.Node{I: 3}}}}.Notation(castellan.DefaultRules())
	assert.ErrorContains(t, err, "walls/0")
}

// randomPosition builds a random legal castle with random owners.
func randomPosition(r *rand.Rand, pieces int) *castellan.Position {
	p := castellan.NewPosition([]string{"red", "blue"}, castellan.DefaultRules())
	grow(r, p, pieces)
	return p
}

// grow adds up to so many random pieces.
func grow(r *rand.Rand, p *castellan.Position, pieces int) {
	for range pieces {
		places := p.Placements(castellan.Kind(r.IntN(3)), "red", nil)
		if len(places) > 0 {
			p.Add(places[r.IntN(len(places))], "red")
		}
	}
}

func TestNotationIsTheSameSlidAndTurned(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
		s := randomPosition(r, rapid.IntRange(0, 60).Draw(t, "pieces")).Setup()
		for _, c := range castellan.Evaluate(s, castellan.DefaultRules()).Courtyards {
			at := slices.MinFunc(c.Towers, compare) // on the ring, unless a hanging loop's tower is further west, which cannot be
			s.Keeps = append(s.Keeps, castellan.Keep{
				Color: []string{"red", "blue"}[r.IntN(2)],
				At:    [2]float64{float64(at.I) + .5, float64(at.J) + .5},
				Count: 1,
			})
		}
		want, err := s.Notation(castellan.DefaultRules())
		require.NoError(t, err)

		moved := s
		moved.Towers, moved.Walls, moved.Keeps = nil, nil, nil
		di, dj := r.IntN(100)-50, r.IntN(100)-50
		move := func(n castellan.Node) castellan.Node { return castellan.Node{I: di + n.J, J: dj - n.I} }
		for _, n := range s.Towers {
			moved.Towers = append(moved.Towers, move(n))
		}
		for _, w := range s.Walls {
			moved.Walls = append(moved.Walls, castellan.Wall{From: move(w.To), To: move(w.From)})
		}
		for _, k := range s.Keeps {
			k.At = [2]float64{float64(di) + k.At[1], float64(dj) - k.At[0]}
			moved.Keeps = append(moved.Keeps, k)
		}
		got, err := moved.Notation(castellan.DefaultRules())
		require.NoError(t, err)
		assert.Equal(t, want, got)

		read, err := castellan.ParseNotation(got, castellan.StandardSet())
		require.NoError(t, err)
		again, err := read.Notation(castellan.DefaultRules())
		require.NoError(t, err)
		assert.Equal(t, got, again)
		assert.Len(t, read.Towers, len(s.Towers))
		assert.Len(t, read.Walls, len(s.Walls))
		assert.Len(t, read.Keeps, len(s.Keeps))
	})
}

func compare(a, b castellan.Node) int {
	if a.I != b.I {
		return a.I - b.I
	}
	return a.J - b.J
}

func TestGamesRoundTripThroughNotation(t *testing.T) {
	eachCase(t, "games", ".game.json", func(t *testing.T, base string) {
		record := recordOf(t, base+".game.json")
		text, err := record.Notation()
		require.NoError(t, err)

		read, err := castellan.ParseRecordNotation(text)
		require.NoError(t, err)

		again, err := read.Notation()
		require.NoError(t, err)
		assert.Equal(t, text, again)
		_, want, err := record.Replay(castellan.DefaultRules())
		require.NoError(t, err)
		_, got, err := read.Replay(castellan.DefaultRules())
		require.NoError(t, err)
		assert.Equal(t, want, got)
	})
}
