package companion_test

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/castellan-companion/castellan/companion"
	"github.com/castellan-companion/castellan/companion/companiontest"
	"github.com/castellan-companion/castellan/engine/castellan"
)

func TestAGameIsContinuedFromAnyMoment(t *testing.T) {
	store := openStore(t, filepath.Join(t.TempDir(), "games.db"))
	table := openTable(t, companion.Options{Record: store, Source: companiontest.Eye{Script: companiontest.Game1()}.Source()})
	s := table.Subscribe(10_000)
	until(t, s, func(u companion.Update) bool { return u.Status.Camera == companion.Ended })
	old := stored(t, store, table)
	const seq = 50
	then := companion.Fold(old[:seq])

	state, err := table.Continue(t.Context(), table.State().Game, seq)
	require.NoError(t, err)
	assert.Equal(t, then.Scores, state.Scores)
	assert.Equal(t, then.Castle, state.Castle)
	assert.Greater(t, state.Seq, int64(seq))
	assert.False(t, state.Film, "it is taken up again after a restart")
	assert.Equal(t, companion.NoSource, table.Status().Camera)
	_, err = table.Do(t.Context(), companion.EndTurn{Anyway: true})
	require.NoError(t, err)
	assert.JSONEq(t, asJSON(t, table.State()), asJSON(t, companion.Fold(stored(t, store, table))))

	_, err = table.Continue(t.Context(), 1, 100_000)
	require.ErrorContains(t, err, "has no event")
}

const smallGame = `[Players red blue]
[First red]
[Cards ignored]
1. red build 0,0 0,0>2,0 2,0 2,0>2,2 2,2 2,2>0,2 0,2 0,2>0,0 claim 1,1
2. blue build 2,0>3,0 3,0
3. end
`

func TestImportAndExport(t *testing.T) {
	store := openStore(t, filepath.Join(t.TempDir(), "games.db"))
	table := openTable(t, companion.Options{Record: store})
	record, err := castellan.ParseRecordNotation(smallGame)
	require.NoError(t, err)
	state, err := table.Import(t.Context(), record)
	require.NoError(t, err)
	assert.True(t, state.Ended)
	assert.Equal(t, map[string]int{"red": 4, "blue": 0}, state.Scores)
	for _, e := range stored(t, store, table) {
		if _, claimed := e.Fact.(companion.CourtyardClosed); claimed {
			assert.Equal(t, 1, e.Turn, "a courtyard is closed in the turn that built it")
			assert.Equal(t, "red", e.Player)
		}
	}
	assert.Equal(t, 1, state.History[1].Turn)
	written, known := companion.Written(stored(t, store, table))
	require.True(t, known)
	text, err := written.Notation()
	require.NoError(t, err)
	expected, err := record.Notation()
	require.NoError(t, err)
	assert.Equal(t, expected, text)

	before := table.State().Game
	wrong, err := castellan.ParseRecordNotation(strings.Replace(smallGame, "2. blue", "2. red", 1))
	require.NoError(t, err)
	_, err = table.Import(t.Context(), wrong)
	var refused *companion.RefusedError
	require.ErrorAs(t, err, &refused)
	assert.Equal(t, "wrong_player", refused.Code)
	assert.Contains(t, refused.Text, "Turn 2 is against the rules")
	assert.Equal(t, before, table.State().Game, "nothing is begun")
}

func TestAFilmWithoutTurnsIsWrittenAsItStands(t *testing.T) {
	store := openStore(t, filepath.Join(t.TempDir(), "games.db"))
	source := companiontest.Eye{Script: companiontest.Game1()}.Source()
	source.EndTurns, source.Players = nil, nil
	table := openTable(t, companion.Options{Record: store, Source: source})
	s := table.Subscribe(10_000)
	until(t, s, func(u companion.Update) bool { return u.Status.Camera == companion.Ended })
	record, known := companion.Written(stored(t, store, table))
	require.True(t, known)
	_, result, err := record.Replay(castellan.DefaultRules())
	require.NoError(t, err)
	assert.Equal(t, map[string]int{"red": 29, "blue": 4}, result.Scores)
}
