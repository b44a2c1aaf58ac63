package castellan_test

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/castellan-companion/castellan/engine/castellan"
	"github.com/castellan-companion/castellan/engine/castellan/selfplay"
)

// matching reads files that serve as a corpus.
func matching(f *testing.F, pattern string) [][]byte {
	names, err := filepath.Glob(pattern)
	require.NoError(f, err)
	require.NotEmpty(f, names)
	files := make([][]byte, len(names))
	for k, name := range names {
		files[k], err = os.ReadFile(name)
		require.NoError(f, err)
	}
	return files
}

// FuzzDecodeSetup reads anything as a castle file: it must be refused, or be evaluated and written and read again. An unknown
// field keeps a file from being scanned, so that it is read token by token; that must come to the same.
func FuzzDecodeSetup(f *testing.F) {
	for _, file := range matching(f, "testdata/cases/castles/*.castle.json") {
		f.Add(file)
	}
	f.Add([]byte(`{"schema":"castellan-castle/1","players":["a","b"],"towers":[[0,0],[2,0]],"walls":[{"from":[0,0],"to":[2,0]}],` +
		`"keeps":[{"color":"a","at":[-0.5,1],"count":2}]}`))
	f.Add([]byte(`{"keeps":[{"at":[0,1e3],"color":"\u0061"}],"walls":[{"to":[1.0,0],"from":[0,0],"x":{}}],"towers":[],"players":["a","b"],` +
		`"schema":"castellan-castle/1"}`))
	f.Fuzz(func(t *testing.T, file []byte) {
		s, err := castellan.DecodeSetup(bytes.NewReader(file))
		slow, slowErr := castellan.DecodeSetup(bytes.NewReader(bytes.Replace(file, []byte("{"), []byte(`{"_":0,`), 1)))
		if err != nil {
			require.NotEmpty(t, err.Error())
			require.Error(t, slowErr)
			return
		}
		if !bytes.Contains(file, []byte(`"_"`)) {
			require.NoError(t, slowErr)
			require.Equal(t, slow, s)
		}
		castellan.Evaluate(s, castellan.DefaultRules())
		if p, _ := castellan.Validate(s, castellan.DefaultRules()); p != nil {
			require.Len(t, p.Setup().Walls, len(s.Walls))
		}
		var out bytes.Buffer
		require.NoError(t, s.Encode(&out))
		again, err := castellan.DecodeSetup(&out)
		require.NoError(t, err)
		require.Len(t, again.Towers, len(s.Towers))
		require.Len(t, again.Keeps, len(s.Keeps))
	})
}

// FuzzDecodeRecord reads anything as a game file and plays it: the game reached must hold together.
func FuzzDecodeRecord(f *testing.F) {
	for _, file := range matching(f, "testdata/cases/games/*.game.json") {
		f.Add(file)
	}
	f.Add([]byte(`{"schema":"castellan-game/1","players":["a","b"],"first":"a","ruleset":{"nobody-scores":false},"turns":[` +
		`{"player":"a","build":[{"tower":[0,0]},{"wall":{"from":[0,0],"to":[0,1]}}]},{"action":"undo"},` +
		`{"action":"correct","castle":{"towers":[[0,0]],"walls":[]},"next":"a"},{"action":"end"}]}`))
	f.Add([]byte(`{"schema":"castellan-game/1","players":["a","b"],"first":"a","cards":"counted","turns":[` +
		`{"player":"a","pieces":{"tower":2},"build":[{"tower":[0,0]}],"pass":{"tower":1}},{"player":"b","pieces":{"short":1}}]}`))
	f.Fuzz(func(t *testing.T, file []byte) {
		record, err := castellan.DecodeRecord(bytes.NewReader(file))
		if err != nil {
			return
		}
		g, result, err := record.Replay(castellan.DefaultRules())
		if err != nil {
			return
		}
		require.NoError(t, result.Encode(&bytes.Buffer{}))
		p := g.Position()
		if e := castellan.Evaluate(p.Setup(), castellan.DefaultRules()); len(e.Violations) > 0 {
			require.Equal(t, castellan.CodeSupplyExceeded, e.Violations[0].Code)
		}
	})
}

// FuzzParseNotation reads anything as a castle's notation: writing what was read must be canonical.
func FuzzParseNotation(f *testing.F) {
	for _, text := range []string{"", "o", ".=", "o-o/o-'o' red@0,0", `o=1o//o="1o" blue*@1,1`, "o%5o3.\"", "/4o-o/4o-'o'//"} {
		f.Add(text)
	}
	for _, file := range matching(f, "testdata/cases/castles/h*.castle.json") {
		s, err := castellan.DecodeSetup(bytes.NewReader(file))
		require.NoError(f, err)
		text, err := s.Notation(castellan.DefaultRules())
		require.NoError(f, err)
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		s, err := castellan.ParseNotation(text, castellan.StandardSet())
		if err != nil {
			return
		}
		once, err := s.Notation(castellan.DefaultRules())
		if err != nil {
			return // slid and turned it would reach too far
		}
		s, err = castellan.ParseNotation(once, castellan.StandardSet())
		require.NoError(t, err, once)
		twice, err := s.Notation(castellan.DefaultRules())
		require.NoError(t, err)
		require.Equal(t, once, twice)
	})
}

// FuzzParseRecordNotation reads anything as a game's notation and plays it.
func FuzzParseRecordNotation(f *testing.F) {
	f.Add("[Players red blue] [First red] [Cards ignored]\n1. red build 0,0 0,0>1,0 {comment}\n2. undo\n3. correct 1,1 o-o next blue")
	f.Add("[Players red blue] [First red] [Card a wall 1L +0] [Pile red wall a] [Pile blue wall a]\n1. red play a build 0,0>2,0 draw w")
	for _, file := range matching(f, "testdata/cases/games/*.game.json") {
		record, err := castellan.DecodeRecord(bytes.NewReader(file))
		require.NoError(f, err)
		record.Actions = record.Actions[:min(3, len(record.Actions))]
		text, err := record.Notation()
		require.NoError(f, err)
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		record, err := castellan.ParseRecordNotation(text)
		if err != nil {
			return
		}
		if _, _, err = record.Replay(castellan.DefaultRules()); err != nil {
			return
		}
		once, err := record.Notation()
		if err != nil {
			return
		}
		again, err := castellan.ParseRecordNotation(once)
		require.NoError(t, err, once)
		twice, err := again.Notation()
		require.NoError(t, err)
		require.Equal(t, once, twice)
	})
}

// FuzzActions lets bytes add and take away pieces of a set that the first byte chooses. Each step must leave a castle in
// which all ways to the courtyards agree, and a piece that was taken away or added must be found gone or standing.
func FuzzActions(f *testing.F) {
	f.Add([]byte{0, 0, 0, 1, 0, 0, 3, 2, 1, 0})
	f.Add([]byte("a castle with a few towers and some walls, and then it is taken down again"))
	f.Fuzz(func(t *testing.T, steps []byte) {
		if len(steps) == 0 {
			return
		}
		rules := castellan.DefaultRules()
		if set := int(steps[0]) % (len(otherSets) + 1); set > 0 {
			rules.Set = otherSets[set-1]
		}
		p := castellan.NewPosition([]string{"red", "blue"}, rules)
		var buf []castellan.Piece
		for k := 1; k+1 < len(steps) && k < 400; k += 2 {
			kind, choice := steps[k]%4, int(steps[k+1])
			before := p.Setup()
			if kind < 3 {
				if buf = p.Placements(castellan.Kind(kind), "red", buf[:0]); len(buf) > 0 {
					piece := buf[choice%len(buf)]
					require.Empty(t, p.Add(piece, "red"), piece)
				}
			} else if n := len(before.Towers) + len(before.Walls); n > 0 {
				piece, want := pieceOf(before, choice%n), without(before, choice%n)
				if p.Remove(piece) != "" {
					violations := castellan.Evaluate(want, rules).Violations
					require.True(t, slices.ContainsFunc(violations, func(v castellan.Violation) bool {
						return v.Code == castellan.CodeDisconnected
					}), "%v could be taken away: %v", piece, violations)
					want = before
				}
				require.ElementsMatch(t, want.Towers, p.Setup().Towers)
				require.ElementsMatch(t, want.Walls, p.Setup().Walls)
			}
			requireAllWaysAgree(t, p, rules)
		}
	})
}

// pieceOf is piece n of a setup, counting towers and then walls.
func pieceOf(s castellan.Setup, n int) castellan.Piece {
	if n < len(s.Towers) {
		return castellan.TowerAt(s.Towers[n])
	}
	w := s.Walls[n-len(s.Towers)]
	return castellan.WallBetween(w.From, w.To)
}

func without(s castellan.Setup, n int) castellan.Setup {
	if n < len(s.Towers) {
		s.Towers = slices.Delete(slices.Clone(s.Towers), n, n+1)
	} else {
		n -= len(s.Towers)
		s.Walls = slices.Delete(slices.Clone(s.Walls), n, n+1)
	}
	return s
}

func requireAllWaysAgree(t *testing.T, p *castellan.Position, rules castellan.Ruleset) {
	s := p.Setup()
	e := castellan.Evaluate(s, rules)
	if len(e.Violations) > 0 {
		require.Equal(t, castellan.CodeSupplyExceeded, e.Violations[0].Code)
	}
	courts, flooded := p.Courtyards(), selfplay.FloodFill(s)
	require.Len(t, courts, len(flooded))
	require.Len(t, e.Courtyards, len(flooded))
	for k, want := range flooded {
		courts[k].Outline, e.Courtyards[k].Outline = nil, nil
		require.Equal(t, want, courts[k])
		require.Equal(t, want, e.Courtyards[k])
	}
}
