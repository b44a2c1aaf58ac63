package web

import (
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/castellan-companion/castellan/companion"
	"github.com/castellan-companion/castellan/companion/sqlite"
	"github.com/castellan-companion/castellan/engine/castellan"
	"github.com/castellan-companion/castellan/web/webtest"
)

func TestDashboardReplaysGames(t *testing.T) {
	store, err := sqlite.Open(t.Context(), filepath.Join(t.TempDir(), "games.db"))
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, store.Close()) })
	now := time.Date(2026, 1, 31, 20, 0, 0, 0, time.UTC)
	table, err := companion.Open(t.Context(), companion.Options{
		Record: store, Now: func() time.Time { now = now.Add(5 * time.Second); return now },
	})
	require.NoError(t, err)
	t.Cleanup(table.Close)

	written, err := castellan.ParseRecordNotation(smallGame)
	require.NoError(t, err)
	_, err = table.Import(t.Context(), written)
	require.NoError(t, err)
	apart := []companion.Piece{companion.TowerAt(castellan.Node{I: 5, J: 5})}
	for _, order := range []companion.Command{
		companion.NewGame{Players: []string{"red", "blue"}},
		companion.Correct{Add: []companion.Piece{companion.TowerAt(castellan.Node{})}},
		companion.Correct{Add: apart},
		companion.Correct{Remove: apart},
		companion.EndTurn{},
		companion.OverruleScore{Player: "red", Points: 3, Reason: "a slip"},
	} {
		_, err := table.Do(t.Context(), order)
		require.NoError(t, err)
	}
	webtest.FollowReplay(t, serve(t, Options{Table: table, Record: store}))
}
