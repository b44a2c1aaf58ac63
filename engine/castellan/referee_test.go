package castellan_test

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/castellan-companion/castellan/engine/castellan"
)

// rulesWithout are the default rules with some readings switched off, by their names.
func rulesWithout(t *testing.T, names string) castellan.Ruleset {
	rules := castellan.DefaultRules()
	for name := range strings.FieldsSeq(names) {
		before := rules
		require.NoError(t, json.Unmarshal(fmt.Appendf(nil, `{%q:false}`, name), &rules))
		require.NotEqual(t, before, rules, "there is no reading %q", name)
	}
	return rules
}

// TestTurns runs the cases of testdata/turns.txt.
func TestTurns(t *testing.T) {
	file, err := os.ReadFile("testdata/turns.txt")
	require.NoError(t, err)
	cases := strings.Split("\n"+string(file), "\n== ")[1:]
	require.NotEmpty(t, cases)
	for _, text := range cases {
		name, text, _ := strings.Cut(text, "\n")
		t.Run(name, func(t *testing.T) {
			expect, without := "", ""
			var game strings.Builder
			game.WriteString("[Players red blue] [First red] [Cards ignored]\n")
			for line := range strings.Lines(text) {
				if value, ok := strings.CutPrefix(line, "expect: "); ok {
					expect = strings.TrimSpace(value)
				} else if value, ok := strings.CutPrefix(line, "without: "); ok {
					without = value
				} else {
					game.WriteString(line)
				}
			}
			record, err := castellan.ParseRecordNotation(game.String())
			require.NoError(t, err)

			_, result, err := record.Replay(rulesWithout(t, without))

			require.NoError(t, err)
			got := fmt.Sprintf("ok red %d blue %d", result.Scores["red"], result.Scores["blue"])
			if len(result.Violations) > 0 {
				v := result.Violations[0]
				assert.Equal(t, len(record.Actions)-1, v.Turn, "not the last action: %s", v.Text)
				assert.Regexp(t, `^[A-Z].*\.$`, v.Text, "a sentence")
				got = fmt.Sprintf("%s %s", v.Code, v.Where)
			}
			assert.Equal(t, expect, got)
		})
	}
}
