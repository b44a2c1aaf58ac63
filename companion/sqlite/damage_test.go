package sqlite_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/castellan-companion/castellan/companion"
	"github.com/castellan-companion/castellan/companion/sqlite"
)

// filled is the content of a store with three games of 300 events and a picture each.
func filled(t *testing.T) (content []byte, games map[int64][]companion.Event) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "games.db")
	store, err := sqlite.Open(t.Context(), file)
	require.NoError(t, err)
	games = map[int64][]companion.Event{}
	for range 3 {
		first := begin(t, store)
		game := []companion.Event{first}
		for len(game) < 300 {
			e := companion.Event{
				Game: first.Game, Seq: int64(len(game) + 1), At: evening, Turn: len(game), Player: "red",
				Fact: companion.TurnEnded{Next: fmt.Sprint("player ", len(game))},
			}
			var jpeg []byte
			if len(game)%50 == 0 {
				jpeg, e.Picture, e.Confidence = bytes.Repeat([]byte{byte(len(game))}, 5000), e.Seq, 0.5
			}
			require.NoError(t, store.Append(t.Context(), e, jpeg))
			game = append(game, e)
		}
		games[first.Game] = game
	}
	require.NoError(t, store.Close())
	content, err = os.ReadFile(file)
	require.NoError(t, err)
	return content, games
}

func TestADamagedStoreIsKeptAsideAndReadAsFarAsPossible(t *testing.T) {
	content, games := filled(t)
	recovered := 0
	rapid.Check(t, func(rt *rapid.T) {
		damaged := bytes.Clone(content)
		at := rapid.IntRange(0, len(damaged)-1).Draw(rt, "at")
		if rapid.Bool().Draw(rt, "cut off") {
			damaged = damaged[:at]
		} else {
			until := min(len(damaged), at+rapid.IntRange(1, 5000).Draw(rt, "length"))
			for k := at; k < until; k++ {
				damaged[k] ^= byte(rapid.IntRange(1, 255).Draw(rt, "by"))
			}
		}
		file := filepath.Join(t.TempDir(), "games.db")
		require.NoError(rt, os.WriteFile(file, damaged, 0o600))
		store, err := sqlite.Open(t.Context(), file)
		if err != nil {
			kept, readErr := os.ReadFile(file)
			require.NoError(rt, readErr)
			require.Equal(rt, damaged, kept, "what is taken for no store is left alone: %v", err)
			return
		}
		defer func() { require.NoError(rt, store.Close()) }()
		if store.Damage() == "" {
			return // hit where nothing was
		}
		aside, err := filepath.Glob(file + ".damaged-*")
		require.NoError(rt, err)
		require.NotEmpty(rt, aside)
		kept, err := os.ReadFile(aside[0])
		require.NoError(rt, err)
		require.Equal(rt, damaged, kept, "nothing is written to what is kept aside")
		for game, whole := range games {
			events, err := store.Events(t.Context(), game, 0, 0)
			require.NoError(rt, err)
			recovered += len(events)
			for k, e := range events {
				require.Equal(rt, whole[k].Seq, e.Seq)
			}
		}
	})
	assert.Positive(t, recovered, "something can be read")
}

func TestADamagedPageCostsWhatComesAfterItOnly(t *testing.T) {
	content, games := filled(t)
	at := bytes.Index(content, []byte("player 150"))
	require.Positive(t, at)
	damaged := bytes.Clone(content)
	page := at / 4096 * 4096
	copy(damaged[page:page+4096], bytes.Repeat([]byte{0xff}, 4096))
	file := filepath.Join(t.TempDir(), "games.db")
	require.NoError(t, os.WriteFile(file, damaged, 0o600))
	store := open(t, file)
	assert.Contains(t, store.Damage(), file+".damaged-")
	total, whole := 0, 0
	for game, all := range games {
		events, err := store.Events(t.Context(), game, 0, 0)
		require.NoError(t, err)
		total += len(events)
		if len(events) == len(all) {
			whole++
		}
		assert.Equal(t, all[:len(events)], events)
	}
	assert.GreaterOrEqual(t, whole, 2, "other games are whole")
	assert.Greater(t, total, 600)
}

func TestAStoreOfTheFirstVersionOpens(t *testing.T) {
	content, err := os.ReadFile("testdata/version1.db")
	require.NoError(t, err)
	file := filepath.Join(t.TempDir(), "games.db")
	require.NoError(t, os.WriteFile(file, content, 0o600))
	store := open(t, file)
	assert.Empty(t, store.Damage())
	events, err := store.Events(t.Context(), 1, 0, 0)
	require.NoError(t, err)
	assert.Len(t, events, 87)
	state := companion.Fold(events)
	assert.Equal(t, map[string]int{"red": 29, "blue": 4}, state.Scores)
	assert.Equal(t, 12, state.Turn.Number)
	games, err := store.Games(t.Context())
	require.NoError(t, err)
	assert.Empty(t, games[0].Place)
}
