package archive_test

import (
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/castellan-companion/castellan/companion"
	"github.com/castellan-companion/castellan/companion/archive"
	"github.com/castellan-companion/castellan/companion/companiontest"
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

var evening = time.Date(2026, 1, 31, 20, 0, 0, 0, time.UTC)

// sitDown opens a table with a store of its own.
func sitDown(t *testing.T, o companion.Options) (*companion.Table, *archive.Archive) {
	t.Helper()
	store, err := sqlite.Open(t.Context(), filepath.Join(t.TempDir(), "games.db"))
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, store.Close()) })
	o.Record = store
	table, err := companion.Open(t.Context(), o)
	require.NoError(t, err)
	t.Cleanup(table.Close)
	return table, archive.New(store)
}

func playedOnce(t *testing.T) (*companion.Table, *archive.Archive) {
	t.Helper()
	now := evening
	table, a := sitDown(t, companion.Options{Now: func() time.Time { now = now.Add(time.Second); return now }})
	record, err := castellan.ParseRecordNotation(small)
	require.NoError(t, err)
	_, err = table.Import(t.Context(), record)
	require.NoError(t, err)
	return table, a
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

func statistics(t *testing.T, a *archive.Archive) archive.Statistics {
	t.Helper()
	s, err := a.Statistics(t.Context())
	require.NoError(t, err)
	return s
}

func TestWhatIfsCountOnceAndOnlyWhenPlayedToTheEnd(t *testing.T) {
	table, a := playedOnce(t)
	do := func(c companion.Command) {
		t.Helper()
		_, err := table.Do(t.Context(), c)
		require.NoError(t, err)
	}
	original := table.State().Game
	events, err := a.Events(t.Context(), original)
	require.NoError(t, err)
	afterTurn1 := int64(slices.IndexFunc(events, func(e companion.Event) bool { return e.Turn == 2 }))
	whatIf := func(game, seq int64) {
		t.Helper()
		_, err := table.Continue(t.Context(), game, seq)
		require.NoError(t, err)
	}
	once := statistics(t, a)

	whatIf(original, afterTurn1)
	assert.Equal(t, once, statistics(t, a), "looked at only")
	do(companion.EndGame{})
	assert.Equal(t, once, statistics(t, a), "not played on")

	whatIf(original, afterTurn1)
	unfinished := table.State().Game
	do(companion.EndTurn{Anyway: true})
	assert.Equal(t, once, statistics(t, a), "not played to the end")

	whatIf(unfinished, table.State().Seq)
	do(companion.EndTurn{Anyway: true})
	do(companion.EndGame{})
	twice := statistics(t, a)
	assert.Equal(t, once.Games+1, twice.Games, "the what-if that was played on to the end in another one is one game with it")
	assert.Equal(t, once.Turns+2, twice.Turns, "of both of them, but not of the game before")
	red := twice.Players[0]
	assert.Equal(t, 2, red.Games)
	assert.Equal(t, 2, red.Wins)
	assert.Equal(t, 1, red.Courtyards, "the one of the copied turn counts once")
	assert.Equal(t, once.Players[0].DoubleGain, red.DoubleGain)

	games, err := a.Games(t.Context())
	require.NoError(t, err)
	assert.Equal(t, unfinished, games[0].ContinuedFrom)
	assert.Equal(t, original, games[1].ContinuedFrom)
	assert.Zero(t, games[len(games)-1].ContinuedFrom)
}

func TestAFilmCountsWhenPeopleEndIt(t *testing.T) {
	table, a := sitDown(t, companion.Options{Source: companiontest.Eye{Script: companiontest.Game1()}.Source()})
	updates := table.Subscribe(1000)
	for u := range updates.C {
		if u.Status.Camera == companion.Ended {
			break
		}
	}
	assert.Zero(t, statistics(t, a).Games)
	_, err := table.Do(t.Context(), companion.EndGame{})
	require.NoError(t, err)
	assert.Equal(t, 1, statistics(t, a).Games)
}

func TestTurnsAreTimedByWhatHappenedInThem(t *testing.T) {
	now := evening
	table, a := sitDown(t, companion.Options{Now: func() time.Time { return now }})
	after := func(d time.Duration, c companion.Command) {
		t.Helper()
		now = now.Add(d)
		_, err := table.Do(t.Context(), c)
		require.NoError(t, err)
	}
	corner, far := castellan.Node{}, castellan.Node{I: 2, J: 2}
	wall := func(from, to castellan.Node) companion.Piece {
		return companion.WallBetween(castellan.Wall{From: from, To: to})
	}
	after(0, companion.NewGame{Players: []string{"red", "blue"}})
	var square []companion.Piece
	for _, side := range []castellan.Node{{I: 2}, {J: 2}} {
		square = append(square, companion.TowerAt(side), wall(corner, side), wall(side, far))
	}
	square = append(square, companion.TowerAt(corner), companion.TowerAt(far))
	after(time.Minute, companion.Correct{Add: square})
	after(time.Minute, companion.EndTurn{PutRight: true})
	after(14*time.Hour, companion.EndTurn{Anyway: true})
	after(time.Millisecond, companion.EndTurn{Anyway: true})
	written := table.State()

	players := statistics(t, a).Players
	require.Len(t, players, 2)
	assert.Equal(t, "red", players[0].Name)
	assert.Equal(t, 120.0, players[0].LongestTurnS)
	assert.Equal(t, 120.0, players[0].AverageTurnS, "what was ended in a moment was not thought about")
	assert.Equal(t, (15 * time.Minute).Seconds(), players[1].LongestTurnS, "nobody thinks all night")

	after(30*24*time.Hour, companion.EndGame{})
	_, err := table.Continue(t.Context(), written.Game, written.Seq)
	require.NoError(t, err)
	after(time.Minute, companion.EndTurn{Anyway: true})
	after(0, companion.EndGame{})
	players = statistics(t, a).Players
	assert.Equal(t, 60.0, players[1].AverageTurnS*2-(15*time.Minute).Seconds(), "the time since the turn that was copied is no thinking")
}
