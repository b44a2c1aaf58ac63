package web

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/castellan-companion/castellan/companion"
	"github.com/castellan-companion/castellan/companion/companiontest"
	"github.com/castellan-companion/castellan/companion/export"
	"github.com/castellan-companion/castellan/vision/reading"
)

func TestAnyMomentOfAGameIsThere(t *testing.T) {
	pictured := companiontest.Eye{Script: companiontest.Game1(), Pace: func(_ context.Context, obs *reading.Observation) error {
		obs.JPEG = []byte("a picture")
		return nil
	}}
	url, table := serveTable(t, pictured.Source())
	untilEnded(t, table)
	_, answer := ask(t, "GET", url+"/api/v1/games/current/events", "")
	var seen map[string]any
	for _, e := range answer["events"].([]any) {
		if event := e.(map[string]any); event["picture"] == event["seq"] && event["kind"] == "turn_ended" {
			seen = event
		}
	}
	require.NotNil(t, seen, "ends of turns have a picture")
	then := url + "/api/v1/games/1/%s/" + fmt.Sprint(seen["seq"])
	status, state := ask(t, "GET", fmt.Sprintf(then, "states"), "")
	require.Equal(t, http.StatusOK, status)
	assert.Equal(t, seen["seq"], state["seq"])
	response := get(t, fmt.Sprintf(then, "pictures"))
	require.NoError(t, response.Body.Close())
	assert.Equal(t, "image/jpeg", response.Header.Get("Content-Type"))

	status, continued := ask(t, "POST", url+"/api/v1/games/1/continue", `{"seq":`+fmt.Sprint(seen["seq"])+`}`)
	require.Equal(t, http.StatusOK, status, continued)
	assert.Equal(t, 2.0, continued["game"])
	assert.Equal(t, state["castle"], continued["castle"])

	for _, path := range []string{"/games/1/states/9999", "/games/77/states/1", "/games/1/pictures/1"} {
		status, _ := ask(t, "GET", url+"/api/v1"+path, "")
		assert.Equal(t, http.StatusNotFound, status, path)
	}
	status, _ = ask(t, "POST", url+"/api/v1/games/1/continue", `{"seq":9999}`)
	assert.Equal(t, http.StatusConflict, status)
}

const smallGame = `[Players red blue]
[First red]
[Cards ignored]
1. red build 0,0 0,0>2,0 2,0 2,0>2,2 2,2 2,2>0,2 0,2 0,2>0,0 claim 1,1
2. blue build 2,0>3,0 3,0
3. end
`

func TestImport(t *testing.T) {
	url, _ := serveTable(t, companion.Source{})
	status, game := ask(t, "POST", url+"/api/v1/games/import", smallGame)
	require.Equal(t, http.StatusOK, status, game)
	assert.Equal(t, true, game["ended"])
	assert.Equal(t, map[string]any{"red": 4.0, "blue": 0.0}, game["scores"])

	tests := []struct {
		name, body string
		status     int
		code       string
	}{
		{"nonsense", "a castle, please", http.StatusBadRequest, "game"},
		{"no game", `{"schema":"castellan-castle/1"}`, http.StatusBadRequest, "game"},
		{"a turn against the rules", "[Players red blue]\n[First red]\n[Cards ignored]\n1. blue build 0,0", http.StatusConflict, "wrong_player"},
	}
	for _, test := range tests {
		status, answer := ask(t, "POST", url+"/api/v1/games/import", test.body)
		assert.Equal(t, test.status, status, test.name)
		assert.Equal(t, test.code, answer["error"].(map[string]any)["code"], test.name)
	}

	_, answer := ask(t, "GET", url+"/api/v1/games", "")
	newest := answer["games"].([]any)[0].(map[string]any)
	assert.Equal(t, []any{"red"}, newest["winner"])
	status, statistics := ask(t, "GET", url+"/api/v1/statistics", "")
	assert.Equal(t, http.StatusOK, status)
	assert.Equal(t, 1.0, statistics["games"])
}

func TestExports(t *testing.T) {
	url, _ := serveTable(t, companion.Source{})
	status, game := ask(t, "POST", url+"/api/v1/games/import", smallGame)
	require.Equal(t, http.StatusOK, status, game)
	for file, wanted := range export.Files {
		if wanted.MediaType == "video/mp4" || wanted.MediaType == "image/webp" {
			continue // FFmpeg may not be there; its package tests them
		}
		response := get(t, url+"/api/v1/games/current/export/"+file)
		content, err := io.ReadAll(response.Body)
		require.NoError(t, err)
		require.NoError(t, response.Body.Close())
		assert.Equal(t, http.StatusOK, response.StatusCode, file)
		assert.Equal(t, wanted.MediaType, response.Header.Get("Content-Type"))
		assert.NotEmpty(t, content, file)
		if file == "game.txt" {
			assert.Equal(t, strings.Replace(smallGame, "ignored]\n", "ignored]\n\n", 1), string(content), "what was imported comes out again")
		}
	}
	for path, status := range map[string]int{
		"games/current/export/game.doc": http.StatusNotFound, "games/77/export/game.json": http.StatusNotFound,
		"games/x/export/game.json": http.StatusBadRequest, "games/current/export/game.json?seq=1": http.StatusOK,
	} {
		response := get(t, url+"/api/v1/"+path)
		require.NoError(t, response.Body.Close())
		assert.Equal(t, status, response.StatusCode, path)
	}
}
