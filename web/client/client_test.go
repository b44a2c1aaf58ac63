package client_test

import (
	"net/http/httptest"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/castellan-companion/castellan/companion"
	"github.com/castellan-companion/castellan/companion/sqlite"
	"github.com/castellan-companion/castellan/engine/castellan"
	"github.com/castellan-companion/castellan/web"
	"github.com/castellan-companion/castellan/web/client"
)

func companionAt(t *testing.T) *client.Client {
	t.Helper()
	store, err := sqlite.Open(t.Context(), filepath.Join(t.TempDir(), "games.db"))
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, store.Close()) })
	table, err := companion.Open(t.Context(), companion.Options{Record: store})
	require.NoError(t, err)
	t.Cleanup(table.Close)
	server := httptest.NewServer(web.New(web.Options{Table: table, Record: store}))
	t.Cleanup(server.Close)
	return client.New(server.URL)
}

func TestWrittenGamesGiveTheRulingsOfCheck(t *testing.T) {
	files, err := filepath.Glob("../../../shared/cases/games/*.game.json")
	require.NoError(t, err)
	if len(files) == 0 {
		t.Skip("the cases in ../shared are not there")
	}
	c := companionAt(t)
	for _, name := range files {
		file, err := os.Open(name)
		require.NoError(t, err)
		record, err := castellan.DecodeRecord(file)
		require.NoError(t, err)
		require.NoError(t, file.Close())
		_, result, err := record.Replay(castellan.DefaultRules())
		require.NoError(t, err)

		_, err = c.Do(t.Context(), companion.NewGame{
			Players: record.Start.Players, First: record.Start.First,
			Agreement: companion.Agreement{Cards: companion.CardsTracked, Deck: record.Start.Deck, Piles: record.Start.Piles},
		})
		require.NoError(t, err, name)
		for k, action := range record.Actions {
			after, err := c.Do(t.Context(), companion.PlayTurn{Play: companion.Play{Turn: *action.Turn}})
			if k < result.TurnsPlayed {
				require.NoError(t, err, "%s, turn %d", name, k)
				assert.Equal(t, result.Trace[k].Scores, after.Scores, "%s, turn %d", name, k)
				continue
			}
			var refused *companion.RefusedError
			require.ErrorAs(t, err, &refused, "%s, turn %d", name, k)
			assert.Equal(t, string(result.Violations[0].Code), refused.Code, name)
			assert.Len(t, refused.Reasons, len(result.Violations), name)
		}
		game, err := c.Game(t.Context())
		require.NoError(t, err)
		assert.Equal(t, result.Scores, game.Scores, name)
		assert.Equal(t, result.Keeps, game.Keeps, name)
		assert.ElementsMatch(t, result.Castle.Towers, game.Castle.Towers, name)
		assert.ElementsMatch(t, result.Castle.Walls, game.Castle.Walls, name)
		if result.Status == castellan.StatusFinished {
			assert.Equal(t, result.Winner, game.Winner, name)
			assert.True(t, game.Ended, name)
		}
	}
}

func TestEventsAndLive(t *testing.T) {
	c := companionAt(t)
	record, err := castellan.ParseRecordNotation("[Players red blue]\n[First red]\n[Cards ignored]\n1. red build 0,0 0,0>2,0\n")
	require.NoError(t, err)
	game, err := c.Import(t.Context(), record)
	require.NoError(t, err)
	assert.Equal(t, "blue", game.Turn.Player)
	events, err := c.Events(t.Context(), game.Game, 0)
	require.NoError(t, err)
	assert.Len(t, events, int(game.Seq))
	then, err := c.GameAt(t.Context(), game.Game, 1)
	require.NoError(t, err)
	assert.Equal(t, "red", then.Turn.Player)
	again, err := c.Continue(t.Context(), game.Game, 1)
	require.NoError(t, err)
	assert.Equal(t, game.Game+1, again.Game)

	var heard []client.Update
	err = c.Live(t.Context(), func(u client.Update) error {
		heard = append(heard, u)
		if len(heard) == 2 {
			return assert.AnError
		}
		_, err := c.Do(t.Context(), companion.EndTurn{Anyway: true})
		return err
	})
	require.ErrorIs(t, err, assert.AnError)
	require.Len(t, heard, 2)
	assert.Equal(t, "blue", heard[1].Game.Turn.Player)
	assert.Equal(t, "turn_ended", heard[1].Events[0].Fact.Kind())

	_, err = c.GameAt(t.Context(), 77, 1)
	require.ErrorContains(t, err, "no such game")
}
