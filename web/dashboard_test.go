package web

import (
	"context"
	"os"
	"os/exec"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/castellan-companion/castellan/companion"
	"github.com/castellan-companion/castellan/companion/companiontest"
	"github.com/castellan-companion/castellan/vision/reading"
)

// watchedTable tells when somebody looks at it.
type watchedTable struct {
	Table
	once    sync.Once
	watched chan struct{}
}

func (t *watchedTable) Subscribe(queue int) *companion.Subscription {
	t.once.Do(func() { close(t.watched) })
	return t.Table.Subscribe(queue)
}

func TestDashboardPlaysTheFilm(t *testing.T) {
	if _, err := dist.Open("dist/index.html"); err != nil {
		t.Skip("the dashboard is not built; 'npm ci && npm run build' in web/dashboard")
	}
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("there is no Node")
	}
	if _, err := os.Stat("dashboard/node_modules/playwright-core"); err != nil {
		t.Skip("playwright-core is not installed; 'npm ci' in web/dashboard")
	}
	browser := findChromium()
	if browser == "" {
		t.Skip("there is no Chromium")
	}

	watched := make(chan struct{})
	eye := companiontest.Eye{Script: companiontest.Game1(), Pace: func(ctx context.Context, _ *reading.Observation) error {
		select {
		case <-watched: // the game begins when the dashboard is open
			return nil
		case <-ctx.Done():
			return ctx.Err()
		}
	}}
	table, store := openTable(t, eye.Source())
	url := serve(t, Options{Table: &watchedTable{Table: table, watched: watched}, Record: store})

	folder := os.Getenv("SCREENSHOTS")
	if folder == "" {
		folder = t.TempDir()
	}
	command := exec.CommandContext(t.Context(), node, "e2e/film.mjs", url, folder)
	command.Dir = "dashboard"
	command.Env = append(os.Environ(), "CHROMIUM="+browser)
	said, err := command.CombinedOutput()
	require.NoError(t, err, string(said))
	assert.Equal(t, 12, table.State().Turn.Number, "the turn that was ended and taken back")
}

func findChromium() string {
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	return ""
}
