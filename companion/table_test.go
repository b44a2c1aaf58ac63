package companion_test

import (
	"context"
	"encoding/json"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/castellan-companion/castellan/companion"
	"github.com/castellan-companion/castellan/companion/companiontest"
	"github.com/castellan-companion/castellan/companion/sqlite"
	"github.com/castellan-companion/castellan/vision/reading"
)

// eye is one whose every observation the test makes.
type eye chan reading.Observation

func (e eye) Watch(ctx context.Context, see func(reading.Observation)) error {
	for {
		select {
		case obs, more := <-e:
			if !more {
				return nil
			}
			see(obs)
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

func openStore(t *testing.T, file string) *sqlite.Store {
	t.Helper()
	store, err := sqlite.Open(t.Context(), file)
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, store.Close()) })
	return store
}

func openTable(t *testing.T, o companion.Options) *companion.Table {
	t.Helper()
	if o.Record == nil {
		o.Record = openStore(t, filepath.Join(t.TempDir(), "games.db"))
	}
	if o.Now == nil {
		o.Now = clock()
	}
	table, err := companion.Open(t.Context(), o)
	require.NoError(t, err)
	t.Cleanup(table.Close)
	return table
}

// clock goes on by a second each time it is looked at.
func clock() func() time.Time {
	now := time.Date(2026, 1, 31, 20, 0, 0, 0, time.UTC)
	return func() time.Time { now = now.Add(time.Second); return now }
}

// until follows the table's updates to the first that is as wanted, and returns it and all events on the way.
func until(t *testing.T, s *companion.Subscription, wanted func(companion.Update) bool) (companion.Update, []companion.Event) {
	t.Helper()
	var events []companion.Event
	timeout := time.After(30 * time.Second)
	for {
		select {
		case u, open := <-s.C:
			require.True(t, open, "the table closed")
			events = append(events, u.Events...)
			if wanted(u) {
				return u, events
			}
		case <-timeout:
			require.Fail(t, "what was waited for never came")
		}
	}
}

func asJSON(t *testing.T, v any) string {
	t.Helper()
	b, err := json.Marshal(v)
	require.NoError(t, err)
	return string(b)
}

func TestPlaysAFilmThrough(t *testing.T) {
	store := openStore(t, filepath.Join(t.TempDir(), "games.db"))
	table := openTable(t, companion.Options{Record: store, Source: companiontest.Eye{Script: companiontest.Game1()}.Source()})
	s := table.Subscribe(10_000)
	last, _ := until(t, s, func(u companion.Update) bool { return u.Status.Camera == companion.Ended })
	require.Zero(t, s.Dropped())

	assert.Equal(t, map[string]int{"red": 29, "blue": 4}, last.State.Scores)
	assert.Equal(t, map[string]int{"red": 5, "blue": 1}, last.State.Keeps)
	assert.Equal(t, []string{"red"}, last.State.Winner)
	assert.Len(t, last.State.Courtyards, 5)
	assert.Empty(t, last.State.Violations)
	assert.Empty(t, last.State.Questions)
	assert.Equal(t, 12, last.State.Turn.Number)

	events, err := store.Events(t.Context(), last.State.Game, 0, 0)
	require.NoError(t, err)
	count := map[string]int{}
	for i, e := range events {
		assert.EqualValues(t, i+1, e.Seq)
		count[e.Fact.Kind()]++
	}
	assert.Equal(t, 11, count["turn_ended"])
	assert.Equal(t, 5, count["courtyard_closed"])
	assert.Equal(t, 3, count["camera_noted"], "the slide, the light, the end")
	assert.JSONEq(t, asJSON(t, last.State), asJSON(t, companion.Fold(events)), "the state is the fold of the record")
}
