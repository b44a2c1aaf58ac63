package companion_test

import (
	"flag"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/castellan-companion/castellan/companion"
	"github.com/castellan-companion/castellan/engine/castellan"
	"github.com/castellan-companion/castellan/engine/castellan/selfplay"
)

var soakTurns = flag.Int("soak", 60, "how many turns to play in the soak test")

// TestSoak plays many turns at one table: memory and goroutines stay as they are, and the store grows by what is written.
func TestSoak(t *testing.T) {
	file := filepath.Join(t.TempDir(), "games.db")
	store := openStore(t, file)
	table := openTable(t, companion.Options{Record: store})
	updates := table.Subscribe(1) // somebody who never listens
	defer updates.Cancel()
	random := rand.New(rand.NewPCG(1, 1))
	goroutines := runtime.NumGoroutine()
	var events, written, heapEarly int64
	for turns := 0; turns < *soakTurns; {
		record, err := selfplay.Play(random, castellan.DefaultRules(), &selfplay.Tally{})
		require.NoError(t, err)
		_, err = table.Do(t.Context(), companion.NewGame{
			Players: record.Start.Players, First: record.Start.First,
			Agreement: companion.Agreement{Cards: companion.CardsTracked, Deck: record.Start.Deck, Piles: record.Start.Piles},
		})
		require.NoError(t, err)
		for _, action := range record.Actions {
			_, err := table.Do(t.Context(), companion.PlayTurn{Play: companion.Play{Turn: *action.Turn}})
			require.NoError(t, err)
			turns++
		}
		assert.True(t, table.State().Ended)
		for _, e := range stored(t, store, table) {
			events++
			written += int64(len(asJSON(t, e.Fact)))
		}
		if heapEarly == 0 || turns < *soakTurns/4 {
			heapEarly = heap()
		}
	}
	assert.Less(t, heap()-heapEarly, int64(8<<20), "memory")
	assert.LessOrEqual(t, runtime.NumGoroutine(), goroutines+1, "goroutines")
	table.Close()
	require.NoError(t, store.Checkpoint(t.Context()))
	info, err := os.Stat(file)
	require.NoError(t, err)
	const perEvent, tables = 100, 64 << 10 // bytes: columns and index of a row; schema and first pages
	assert.Less(t, info.Size(), (written+events*perEvent)*3/2+tables, "the store")
	t.Logf("%d events, %d bytes of facts, a store of %d bytes", events, written, info.Size())
}

func heap() int64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}
