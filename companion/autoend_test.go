package companion_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/castellan-companion/castellan/companion"
	"github.com/castellan-companion/castellan/engine/castellan"
	"github.com/castellan-companion/castellan/vision/reading"
)

func TestAFinishedTurnEndsByItselfWhenTheHandsAreGone(t *testing.T) {
	e := make(eye)
	table := openTable(t, companion.Options{Source: companion.Source{Name: "camera", Eye: e}})
	_, err := table.Do(t.Context(), companion.NewGame{
		Players:   []string{"red", "blue"},
		Agreement: companion.Agreement{Cards: companion.CardsCounted, House: companion.House{EndAfterS: 3}},
	})
	require.NoError(t, err)
	_, err = table.Do(t.Context(), companion.PlayCards{Pieces: &castellan.Supply{Towers: 1, Long: 1}})
	require.NoError(t, err)
	at := func(seconds float64, obs reading.Observation) {
		obs.At = time.Duration(seconds * float64(time.Second))
		e <- obs
		obs.Events = nil
		e <- obs                                             // when the table has taken the first one
		_, err := table.Do(t.Context(), companion.Correct{}) // is refused when that has been dealt with
		require.Error(t, err)
	}
	tower := reading.Castle{Towers: []castellan.Node{node(0, 0)}}
	whole := tower
	whole.Walls = []castellan.Wall{{From: node(0, 0), To: node(2, 0)}}
	at(1, look(true, tower))
	at(9, reading.Observation{Quiet: true})
	assert.Equal(t, 1, table.State().Turn.Number, "a piece is missing")
	at(10, look(false, whole))
	at(11, reading.Observation{Quiet: true})
	at(13, reading.Observation{Quiet: true})
	at(13.5, reading.Observation{Quiet: false})
	at(14, reading.Observation{Quiet: true})
	at(16.9, reading.Observation{Quiet: true})
	assert.Equal(t, 1, table.State().Turn.Number, "a hand was there")
	at(17, reading.Observation{Quiet: true})
	assert.Equal(t, 2, table.State().Turn.Number)
	assert.Equal(t, "blue", table.State().Turn.Player)
	at(30, reading.Observation{Quiet: true})
	assert.Equal(t, 2, table.State().Turn.Number, "blue has not begun")
}
