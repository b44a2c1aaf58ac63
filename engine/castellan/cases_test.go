package castellan_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/castellan-companion/castellan/engine/castellan"
)

// caseFolders are where castle and game cases with expected results are looked for: those kept with this package, and the
// larger collection beside the repository.
var caseFolders = []string{"testdata/cases", "../../../shared/cases"}

// eachCase runs a test for every file with the given ending.
func eachCase(t *testing.T, folder, ending string, run func(t *testing.T, base string)) {
	for _, root := range caseFolders {
		t.Run(filepath.Base(filepath.Dir(root)), func(t *testing.T) {
			files, err := filepath.Glob(filepath.Join(root, folder, "*"+ending))
			require.NoError(t, err)
			if len(files) == 0 {
				t.Skipf("there are no cases in %s", root)
			}
			for _, file := range files {
				base := strings.TrimSuffix(file, ending)
				t.Run(filepath.Base(base), func(t *testing.T) { run(t, base) })
			}
		})
	}
}

func open(t *testing.T, name string) *os.File {
	f, err := os.Open(name)
	require.NoError(t, err)
	t.Cleanup(func() { f.Close() })
	return f
}

type courtyardCase struct {
	Towers [][2]int
	Area   int
	Value  int
	Owner  *string
	Double bool
}

type violationCase struct {
	Code   string
	Pieces []string
	Turn   int
}

type resultCase struct {
	Courtyards []courtyardCase
	Scores     map[string]int
	Keeps      map[string]int
	Winner     []string
	Violations []violationCase

	Status      string
	TurnsPlayed int            `json:"turns_played"`
	Castle      map[string]any `json:"castle"`
	LeftOver    map[string]int `json:"left_over"`
	Trace       []map[string]any
}

// asCase brings a value or a file into the form in which results are compared.
func asCase(t *testing.T, from []byte) resultCase {
	var c resultCase
	require.NoError(t, json.Unmarshal(from, &c))
	for k := range c.Violations {
		slices.Sort(c.Violations[k].Pieces)
	}
	slices.SortFunc(c.Violations, func(a, b violationCase) int {
		return strings.Compare(a.Code+strings.Join(a.Pieces, " "), b.Code+strings.Join(b.Pieces, " "))
	})
	return c
}

func TestEvaluateCases(t *testing.T) {
	eachCase(t, "castles", ".castle.json", func(t *testing.T, base string) {
		setup, err := castellan.DecodeSetup(open(t, base+".castle.json"))
		require.NoError(t, err)
		want, err := os.ReadFile(base + ".expected.json")
		require.NoError(t, err)

		evaluation := castellan.Evaluate(setup, castellan.DefaultRules())

		got, err := json.Marshal(evaluation)
		require.NoError(t, err)
		assert.Equal(t, asCase(t, want), asCase(t, got))
		for _, v := range evaluation.Violations {
			assert.Regexp(t, `^[A-Z].*\.$`, v.Text, "a sentence")
		}
	})
}

func TestReplayCases(t *testing.T) {
	eachCase(t, "games", ".game.json", func(t *testing.T, base string) {
		record, err := castellan.DecodeRecord(open(t, base+".game.json"))
		require.NoError(t, err)
		expected, err := os.ReadFile(base + ".result.json")
		require.NoError(t, err)

		_, result, err := record.Replay(castellan.DefaultRules())

		require.NoError(t, err)
		got, err := json.Marshal(result)
		require.NoError(t, err)
		want := asCase(t, expected)
		assert.Equal(t, want, asCase(t, got))
	})
}

func TestRecordsRoundTrip(t *testing.T) {
	eachCase(t, "games", ".game.json", func(t *testing.T, base string) {
		want, err := os.ReadFile(base + ".game.json")
		require.NoError(t, err)
		record, err := castellan.DecodeRecord(strings.NewReader(string(want)))
		require.NoError(t, err)

		var got strings.Builder
		require.NoError(t, record.Encode(&got))

		assert.JSONEq(t, string(want), got.String())
	})
}

func recordOf(tb testing.TB, name string) castellan.Record {
	f, err := os.Open(name)
	require.NoError(tb, err)
	defer f.Close()
	record, err := castellan.DecodeRecord(f)
	require.NoError(tb, err)
	return record
}
