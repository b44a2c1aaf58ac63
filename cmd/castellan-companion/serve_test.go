package main

import (
	"cmp"
	"context"
	"net"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/castellan-companion/castellan/cmd/internal/program"
	"github.com/castellan-companion/castellan/web/webtest"
)

func TestServeAddress(t *testing.T) {
	tests := []struct {
		addr string
		lan  bool
		want string // "" for wrong usage
	}{
		{"", false, "127.0.0.1:8080"},
		{"", true, ":8080"},
		{"127.0.0.1:0", false, "127.0.0.1:0"},
		{"localhost:99", false, "localhost:99"},
		{"[::1]:99", false, "[::1]:99"},
		{"0.0.0.0:99", false, ""},
		{":99", false, ""},
		{"192.168.1.7:99", false, ""},
		{"192.168.1.7:99", true, "192.168.1.7:99"},
		{"99", true, ""},
	}
	for _, test := range tests {
		got, err := (&serveCommand{Addr: test.addr, LAN: test.lan}).address()
		assert.Equal(t, test.want, got, "%q", test.addr)
		if test.want == "" {
			var usage program.UsageError
			assert.ErrorAs(t, err, &usage, "%q", test.addr)
		}
	}
}

func TestServeRefuses(t *testing.T) {
	taken, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	require.NoError(t, err)
	defer func() { assert.NoError(t, taken.Close()) }()
	folder := t.TempDir()
	free := "127.0.0.1:0"
	tests := []struct {
		name    string
		command serveCommand
		why     string
	}{
		{"a film that is not there", serveCommand{Source: filepath.Join(folder, "no.mp4"), Addr: free}, "no such file"},
		{"a camera that is not there", serveCommand{Source: "/dev/video97", Addr: free}, "no such camera"},
		{"what is no film", serveCommand{Source: "serve_test.go", Addr: free}, "not a video"},
		{"a port that is taken", serveCommand{Source: "none", Addr: taken.Addr().String()}, "--addr"},
		{"a store in no folder", serveCommand{Source: "none", Addr: free, Store: filepath.Join(folder, "no", "x.db")}, "x.db"},
	}
	for _, test := range tests {
		test.command.Store = cmp.Or(test.command.Store, filepath.Join(folder, "games.db"))
		err := test.command.run(t.Context(), func(net.Addr) { assert.Fail(t, "it opened", test.name) })
		require.ErrorContains(t, err, test.why, test.name)
	}
}

// serveFor runs the command until the test ends and returns the dashboard's address.
func serveFor(t *testing.T, command *serveCommand) string {
	t.Helper()
	ctx, stop := context.WithCancel(t.Context())
	ended, opened := make(chan error, 1), make(chan net.Addr, 1)
	go func() { ended <- command.run(ctx, func(a net.Addr) { opened <- a }) }()
	t.Cleanup(func() {
		stop()
		assert.NoError(t, <-ended)
	})
	select {
	case addr := <-opened:
		return "http://" + addr.String()
	case err := <-ended:
		ended <- err
		require.Fail(t, "the companion ended", "%v", err)
	case <-time.After(time.Minute):
		require.Fail(t, "the companion did not open")
	}
	return ""
}

// The whole of it: the bundled film, the real eye, the rules, the store, the server and the page in a browser.
func TestServePlaysTheBundledGame(t *testing.T) {
	webtest.FollowFilm(t, serveFor(t, &serveCommand{
		Source: sourceDemo, Addr: "127.0.0.1:0", Store: filepath.Join(t.TempDir(), "games.db"), Rate: 1000,
	}))
}
