package archive_test

import (
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/castellan-companion/castellan/companion"
	"github.com/castellan-companion/castellan/companion/archive"
	"github.com/castellan-companion/castellan/companion/sqlite"
	"github.com/castellan-companion/castellan/engine/castellan"
)

const small = `[Players red blue]
[First red]
[Cards ignored]
1. red build 0,0 0,0>2,0 2,0 2,0>2,2 2,2 2,2>0,2 0,2 0,2>0,0 claim 1,1*
2. blue build 2,0>4,0 4,0 4,0>4,2 4,2 4,2>2,2 claim 3,1
3. end
`

func playedOnce(t *testing.T) (*companion.Table, *archive.Archive) {
	t.Helper()
	store, err := sqlite.Open(t.Context(), filepath.Join(t.TempDir(), "games.db"))
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, store.Close()) })
	now := time.Date(2026, 1, 31, 20, 0, 0, 0, time.UTC)
	table, err := companion.Open(t.Context(), companion.Options{
		Record: store, Now: func() time.Time { now = now.Add(time.Second); return now },
	})
	require.NoError(t, err)
	t.Cleanup(table.Close)
	record, err := castellan.ParseRecordNotation(small)
	require.NoError(t, err)
	_, err = table.Import(t.Context(), record)
	require.NoError(t, err)
	return table, archive.New(store)
}

func TestEveryMomentIsTheFoldOfItsEvents(t *testing.T) {
	table, a := playedOnce(t)
	game := table.State().Game
	events, err := a.Events(t.Context(), game)
	require.NoError(t, err)
	for k := range events {
		then, err := a.State(t.Context(), game, int64(k+1))
		require.NoError(t, err)
		assert.Equal(t, companion.Fold(events[:k+1]).Scores, then.Scores)
		assert.EqualValues(t, k+1, then.Seq)
	}
	last, err := a.State(t.Context(), game, 0)
	require.NoError(t, err)
	assert.True(t, last.Ended)

	_, err = table.Do(t.Context(), companion.UndoTurn{})
	require.NoError(t, err)
	last, err = a.State(t.Context(), game, 0)
	require.NoError(t, err)
	assert.False(t, last.Ended, "what happened meanwhile is read too")

	_, err = a.State(t.Context(), game, 1000)
	require.ErrorIs(t, err, archive.ErrNotFound)
	_, err = a.State(t.Context(), 77, 0)
	require.ErrorIs(t, err, archive.ErrNotFound)
}

func TestStatistics(t *testing.T) {
	table, a := playedOnce(t)
	_, err := table.Do(t.Context(), companion.ChangeHouse{House: companion.House{Names: map[string]string{"red": "Ada"}}})
	require.NoError(t, err)
	s, err := a.Statistics(t.Context())
	require.NoError(t, err)
	assert.Equal(t, 1, s.Games, "the game without a move does not count")
	assert.Equal(t, 2, s.Turns)
	require.Len(t, s.Players, 2)
	ada, blue := s.Players[0], s.Players[1]
	assert.Positive(t, ada.LongestTurnS)
	ada.LongestTurnS, ada.AverageTurnS, blue.LongestTurnS, blue.AverageTurnS = 0, 0, 0, 0
	assert.Equal(t, archive.PlayerLine{
		Name: "Ada", Color: "red", Games: 1, Wins: 1, Points: 8, BestPoints: 8,
		Courtyards: 1, AverageCourtyard: 8, BestCourtyard: 8, DoubleGain: 4,
	}, ada)
	assert.Equal(t, archive.PlayerLine{
		Name: "blue", Color: "blue", Games: 1, Points: 4, BestPoints: 4, Courtyards: 1, AverageCourtyard: 4, BestCourtyard: 4,
	}, blue)

	games, err := a.Games(t.Context())
	require.NoError(t, err)
	require.Len(t, games, 2)
	assert.Equal(t, []string{"red", "blue"}, games[0].Players)
	assert.True(t, games[0].Ended)

	_, err = table.Do(t.Context(), companion.UndoTurn{})
	require.NoError(t, err)
	s, err = a.Statistics(t.Context())
	require.NoError(t, err)
	require.Equal(t, 1, s.Games)
	assert.Zero(t, s.Players[0].Wins, "who leads has not won yet")
}
