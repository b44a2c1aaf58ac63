package web

import (
	"net/http"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/castellan-companion/castellan/companion"
	"github.com/castellan-companion/castellan/companion/deckfile"
)

const smallDeck = `{"schema":"castellan-deck/1","cards":[{"id":"a","back":"tower","towers":2,"draw":1},{"id":"b","back":"wall"}]}`

func TestDeckIsCheckedKeptAndPlayedWith(t *testing.T) {
	table, store := openTable(t, companion.Source{})
	url := serve(t, Options{Table: table, Record: store, Decks: &deckfile.File{Path: filepath.Join(t.TempDir(), "deck.json")}}) + "/api/v1"

	_, first := ask(t, "GET", url+"/deck", "")
	assert.Len(t, first["cards"], 14)
	assert.Equal(t, true, first["reconstruction"])
	assert.Contains(t, first["note"], "reconstruction")
	assert.Empty(t, first["faults"])

	status, checked := ask(t, "POST", url+"/deck/check", smallDeck)
	require.Equal(t, http.StatusOK, status)
	var codes []any
	for _, fault := range checked["faults"].([]any) {
		codes = append(codes, fault.(map[string]any)["code"])
	}
	assert.Equal(t, []any{
		"card_without_wall", "backs_differ", "backs_differ", "totals_differ", "totals_differ", "totals_differ", "known_card_missing",
	}, codes)
	_, still := ask(t, "GET", url+"/deck", "")
	assert.Equal(t, first, still, "checking keeps nothing")

	status, refused := ask(t, "PUT", url+"/deck", `{"schema":"castellan-deck/1","cards":[{"id":"a","back":"moat"}]}`)
	assert.Equal(t, http.StatusBadRequest, status)
	assert.Contains(t, refused["error"].(map[string]any)["text"], "deck/0/back")

	status, kept := ask(t, "PUT", url+"/deck", smallDeck)
	require.Equal(t, http.StatusOK, status)
	assert.Equal(t, checked, kept)
	_, game := ask(t, "POST", url+"/games", `{"players":["red","blue"],"cards":"tapped"}`)
	assert.Len(t, game["deck"], 2)
	assert.Equal(t, []any{"a", "b"}, game["checklist"].(map[string]any)["hand"])

	status, back := ask(t, "DELETE", url+"/deck", "")
	require.Equal(t, http.StatusOK, status)
	assert.Equal(t, first, back)
}

func TestGameIsNotBegunWithADeckThatCannotBePlayedWith(t *testing.T) {
	url, _ := serveTable(t, companion.Source{})
	status, refused := ask(t, "POST", url+"/api/v1/games",
		`{"players":["red","blue"],"cards":"tapped","deck":[{"id":"a","back":"wall"},{"id":"a","back":"wall"}]}`)
	assert.Equal(t, http.StatusConflict, status)
	assert.Contains(t, refused["error"].(map[string]any)["text"], "two cards")
}
