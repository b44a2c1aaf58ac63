package sqlite_test

import (
	"database/sql"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/castellan-companion/castellan/companion"
	"github.com/castellan-companion/castellan/companion/sqlite"
)

var evening = time.Date(2026, 1, 31, 20, 15, 0, 250e6, time.UTC)

func open(t *testing.T, file string) *sqlite.Store {
	t.Helper()
	store, err := sqlite.Open(t.Context(), file)
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, store.Close()) })
	return store
}

func begin(t *testing.T, store *sqlite.Store) companion.Event {
	t.Helper()
	first := companion.Event{Seq: 1, At: evening, Turn: 1, Fact: companion.GameStarted{Players: []string{"red", "blue"}}}
	game, err := store.Begin(t.Context(), "", first)
	require.NoError(t, err)
	first.Game = game
	return first
}

func TestEventsAreThereAfterReopening(t *testing.T) {
	file := filepath.Join(t.TempDir(), "an odd?name#.db")
	store, err := sqlite.Open(t.Context(), file)
	require.NoError(t, err)
	first := begin(t, store)
	second := companion.Event{
		Game: first.Game, Seq: 2, At: evening.Add(time.Second), Turn: 1, Player: "red", Fact: companion.TurnEnded{Next: "blue"},
	}
	require.NoError(t, store.Append(t.Context(), second, nil))
	other := begin(t, store)
	require.NoError(t, store.Close())
	require.FileExists(t, file)

	store = open(t, file)
	events, err := store.Events(t.Context(), first.Game, 0, 0)
	require.NoError(t, err)
	assert.Equal(t, []companion.Event{first, second}, events)
	events, err = store.Events(t.Context(), first.Game, 1, 0)
	require.NoError(t, err)
	assert.Equal(t, []companion.Event{second}, events)
	events, err = store.Events(t.Context(), first.Game, 0, 1)
	require.NoError(t, err)
	assert.Equal(t, []companion.Event{first}, events)
	games, err := store.Games(t.Context())
	require.NoError(t, err)
	assert.Equal(t, []companion.GameSummary{
		{Game: other.Game, StartedAt: evening, LastAt: evening, Events: 1},
		{Game: first.Game, StartedAt: evening, LastAt: second.At, Events: 2},
	}, games)
}

func TestEventsHaveNoGaps(t *testing.T) {
	store := open(t, filepath.Join(t.TempDir(), "games.db"))
	first := begin(t, store)
	for _, seq := range []int64{1, 3} {
		err := store.Append(t.Context(), companion.Event{Game: first.Game, Seq: seq, At: evening, Fact: companion.TurnEnded{}}, nil)
		require.ErrorContains(t, err, "does not follow", "event %d", seq)
	}
	events, err := store.Events(t.Context(), first.Game, 0, 0)
	require.NoError(t, err)
	assert.Len(t, events, 1)
}

func TestTheFileIsSafeAgainstPowerCuts(t *testing.T) {
	file := filepath.Join(t.TempDir(), "games.db")
	open(t, file)
	db, err := sql.Open("sqlite3", file)
	require.NoError(t, err)
	defer func() { assert.NoError(t, db.Close()) }()
	var mode string
	require.NoError(t, db.QueryRowContext(t.Context(), "PRAGMA journal_mode").Scan(&mode))
	assert.Equal(t, "wal", mode)
}

func TestNoStore(t *testing.T) {
	file := filepath.Join(t.TempDir(), "letter.txt")
	letter := []byte("Dear castellan, this is not a database at all, however long one looks at it.")
	require.NoError(t, os.WriteFile(file, letter, 0o600))
	_, err := sqlite.Open(t.Context(), file)
	require.ErrorContains(t, err, file)
	kept, err := os.ReadFile(file)
	require.NoError(t, err)
	assert.Equal(t, letter, kept)
}

func TestPicturesAreKeptWithTheirEvents(t *testing.T) {
	store := open(t, filepath.Join(t.TempDir(), "games.db"))
	first := begin(t, store)
	e := companion.Event{
		Game: first.Game, Seq: 2, At: evening, Turn: 1, Fact: companion.TurnEnded{Next: "blue"}, Picture: 2, Confidence: 0.75,
	}
	require.NoError(t, store.Append(t.Context(), e, []byte("a picture")))
	jpeg, err := store.Picture(t.Context(), first.Game, 2)
	require.NoError(t, err)
	assert.Equal(t, "a picture", string(jpeg))
	events, err := store.Events(t.Context(), first.Game, 1, 0)
	require.NoError(t, err)
	assert.Equal(t, []companion.Event{e}, events)
	_, err = store.Picture(t.Context(), first.Game, 1)
	assert.ErrorIs(t, err, companion.ErrNoPicture)
}

func TestCopy(t *testing.T) {
	store := open(t, filepath.Join(t.TempDir(), "games.db"))
	first := begin(t, store)
	second := companion.Event{Game: first.Game, Seq: 2, At: evening, Turn: 1, Player: "red", Fact: companion.TurnEnded{Next: "blue"}}
	require.NoError(t, store.Append(t.Context(), second, nil))
	continued := companion.Event{Seq: 2, At: evening, Turn: 1, Fact: companion.GameContinued{Game: first.Game, Seq: 1}}
	game, err := store.Copy(t.Context(), "kitchen", first.Game, 1, continued)
	require.NoError(t, err)
	events, err := store.Events(t.Context(), game, 0, 0)
	require.NoError(t, err)
	first.Game, continued.Game = game, game
	assert.Equal(t, []companion.Event{first, continued}, events)
	games, err := store.Games(t.Context())
	require.NoError(t, err)
	assert.Equal(t, "kitchen", games[0].Place)

	_, err = store.Copy(t.Context(), "", game, 9, companion.Event{Seq: 10, At: evening, Fact: companion.TurnEnded{}})
	require.ErrorContains(t, err, "has no event 9")
	games, err = store.Games(t.Context())
	require.NoError(t, err)
	assert.Len(t, games, 2, "nothing is left of a copy that failed")
}

func TestAFullDiskRefusesAndLosesNothing(t *testing.T) {
	file := filepath.Join(t.TempDir(), "games.db")
	store := open(t, file)
	first := begin(t, store)
	require.NoError(t, store.LimitPages(t.Context(), "60"))
	seq := int64(1)
	for ; ; seq++ {
		e := companion.Event{Game: first.Game, Seq: seq + 1, At: evening, Fact: companion.TurnEnded{Next: "blue"}}
		if err := store.Append(t.Context(), e, make([]byte, 3000)); err != nil {
			require.ErrorContains(t, err, "full")
			break
		}
		require.Less(t, seq, int64(1000), "the disk is full at some time")
	}
	events, err := store.Events(t.Context(), first.Game, 0, 0)
	require.NoError(t, err)
	assert.Len(t, events, int(seq), "all that was accepted, and nothing else")
}
