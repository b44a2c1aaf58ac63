package rules

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/castellan-companion/castellan/cmd/internal/program"
)

const (
	legalGame = `{"schema":"castellan-game/1","players":["red","blue"],"first":"red","turns":[
		{"player":"red","build":[{"tower":[0,0]}]}]}`
	illegalGame = `{"schema":"castellan-game/1","players":["red","blue"],"first":"red","turns":[
		{"player":"blue","build":[{"tower":[0,0]}]}]}`
)

func TestCheckPrintsJSON(t *testing.T) {
	var out strings.Builder
	files := []string{written(t, "a.json", []byte(legalGame)), written(t, "b.json.gz", packed(t, illegalGame))}
	require.NoError(t, Check{Files: files, JSON: true}.write(&out))
	lines := strings.Split(strings.TrimSpace(out.String()), "\n")
	require.Len(t, lines, 2)
	for k, want := range []string{"in_progress", "illegal"} {
		var result struct{ Status string }
		require.NoError(t, json.Unmarshal([]byte(lines[k]), &result))
		assert.Equal(t, want, result.Status)
	}
}

func TestCheckPrintsText(t *testing.T) {
	var out strings.Builder
	file := written(t, "game.json", []byte(illegalGame))
	require.NoError(t, Check{Files: []string{file}}.write(&out))
	assert.Equal(t, file+`: illegal after 0 turns
  turn 0, turn: wrong_player: It is red's turn, not blue's.
  red: 0 points, 0 keeps
  blue: 0 points, 0 keeps
`, out.String())
}

func TestCheckGoesOnAfterAFileThatCannotBeRead(t *testing.T) {
	var out strings.Builder
	err := Check{Files: []string{"there/is/none.json", written(t, "a.json", []byte(legalGame))}, JSON: true}.write(&out)
	require.EqualError(t, err, "there/is/none.json: no such file or directory")
	assert.Contains(t, out.String(), "in_progress")
}

func TestCheckPlaysRandomGames(t *testing.T) {
	var once, again strings.Builder
	require.NoError(t, Check{Random: 3, Seed: 7}.random(&once))
	require.NoError(t, Check{Random: 3, Seed: 7}.random(&again))
	assert.Regexp(t, "^3 games, .*: all holds together.\n$", once.String())
	assert.Equal(t, once.String(), again.String())
}

func TestCheckWantsFilesOrRandom(t *testing.T) {
	var usage program.UsageError
	for _, c := range []Check{{}, {Random: -1}, {Random: 2, Files: []string{"x"}}} {
		assert.ErrorAs(t, c.Run(), &usage)
	}
}
