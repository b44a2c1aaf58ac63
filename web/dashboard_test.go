package web

import (
	"context"
	"net/http"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/castellan-companion/castellan/companion"
	"github.com/castellan-companion/castellan/companion/companiontest"
	"github.com/castellan-companion/castellan/vision/reading"
	"github.com/castellan-companion/castellan/web/webtest"
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

func TestDashboardFollowsAGameFromItsBeginning(t *testing.T) {
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
	webtest.FollowFilm(t, serve(t, Options{Table: &watchedTable{Table: table, watched: watched}, Record: store}))
	assert.Equal(t, 12, table.State().Turn.Number, "a turn was ended and taken back")
}

func TestDashboardPlaysWithoutACamera(t *testing.T) {
	url, table := serveTable(t, companion.Source{})
	webtest.FollowTable(t, url)
	assert.Equal(t, "red", table.State().Turn.Player, "it was continued from the first turn")
}

func TestDashboardFiles(t *testing.T) {
	url, _ := serveTable(t, companion.Source{})
	status, _ := ask(t, "GET", url+"/", "")
	assert.Contains(t, []int{http.StatusOK, http.StatusServiceUnavailable}, status, "built or not, there is an answer")
	for _, path := range []string{"/no/such/page", "/../server.go", "/assets/", "/assets"} {
		status, _ := ask(t, "GET", url+path, "")
		assert.Equal(t, http.StatusNotFound, status, path)
	}
}
