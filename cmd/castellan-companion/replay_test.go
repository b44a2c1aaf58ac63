package main

import (
	"context"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/castellan-companion/castellan/web/client"
)

const writtenGame = `[Players red blue]
[First red]
[Cards ignored]
1. red build 0,0 0,0>2,0 2,0 2,0>2,2 2,2 2,2>0,2 0,2 0,2>0,0 claim 1,1
2. blue build 2,0>3,0 3,0
3. end
`

// replayFor runs the command until the test ends and returns the page's address.
func replayFor(t *testing.T, command *replayCommand) *url.URL {
	t.Helper()
	ctx, stop := context.WithCancel(t.Context())
	ended, opened := make(chan error, 1), make(chan string, 1)
	go func() { ended <- command.run(ctx, func(page string) { opened <- page }) }()
	t.Cleanup(func() {
		stop()
		assert.NoError(t, <-ended)
	})
	select {
	case page := <-opened:
		address, err := url.Parse(page)
		require.NoError(t, err)
		return address
	case err := <-ended:
		ended <- nil
		require.NoError(t, err)
	case <-time.After(time.Minute):
		require.Fail(t, "the page did not open")
	}
	return nil
}

func TestReplayOfAFile(t *testing.T) {
	file := filepath.Join(t.TempDir(), "game.txt")
	require.NoError(t, os.WriteFile(file, []byte(writtenGame), 0o600))
	page := replayFor(t, &replayCommand{Game: file, Addr: "127.0.0.1:0"})
	assert.Equal(t, "2/1", page.Fragment)
	game, err := client.New("http://"+page.Host).GameAt(t.Context(), 2, 0)
	require.NoError(t, err)
	assert.True(t, game.Ended)
	assert.Equal(t, map[string]int{"red": 4, "blue": 0}, game.Scores)
}

func TestReplayRefuses(t *testing.T) {
	folder := t.TempDir()
	wrong := filepath.Join(folder, "wrong.txt")
	require.NoError(t, os.WriteFile(wrong, []byte(strings.Replace(writtenGame, "2. blue", "2. red", 1)), 0o600))
	tests := []struct{ name, game, why string }{
		{"no game yet", "", "no game has been played yet"},
		{"no such game", "7", "no game 7"},
		{"no such file", filepath.Join(folder, "no.json"), "no such file"},
		{"against the rules", wrong, "It is blue's turn"},
	}
	for _, test := range tests {
		command := replayCommand{Game: test.game, Store: filepath.Join(folder, "games.db"), Addr: "127.0.0.1:0"}
		err := command.run(t.Context(), func(string) { assert.Fail(t, "it opened", test.name) })
		require.ErrorContains(t, err, test.why, test.name)
	}
}
