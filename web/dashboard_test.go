package web

import (
	"bytes"
	"context"
	"image"
	"image/jpeg"
	"net/http"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/castellan-companion/castellan/companion"
	"github.com/castellan-companion/castellan/companion/companiontest"
	"github.com/castellan-companion/castellan/engine/castellan"
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

// doubter is an eye that sees a square with a red keep and stays in doubt about both, until the turn ends: then it sees another castle.
type doubter struct {
	t     *testing.T
	ended chan struct{}
}

func (d doubter) Watch(ctx context.Context, see func(reading.Observation)) error {
	var picture bytes.Buffer
	size := [2]int{320, 180}
	require.NoError(d.t, jpeg.Encode(&picture, image.NewGray(image.Rect(0, 0, size[0], size[1])), nil))
	corners := []castellan.Node{{I: 0, J: 0}, {I: 2, J: 0}, {I: 2, J: 2}, {I: 0, J: 2}}
	castle := reading.Castle{Towers: corners, Keeps: []reading.Keep{{Color: "red", At: [2]float64{1, 1}, Count: 1}}}
	for i, corner := range corners {
		castle.Walls = append(castle.Walls, castellan.Wall{From: corner, To: corners[(i+1)%len(corners)]})
	}
	doubt := func(diff ...string) reading.Doubt {
		return reading.Doubt{Box: [4]int{40, 30, 140, 110}, Alternatives: []reading.Alternative{
			{P: 0.6, CastleDiff: []string{}}, {P: 0.4, CastleDiff: diff},
		}}
	}
	obs := reading.Observation{
		Size: size, JPEG: picture.Bytes(), Quiet: true, Current: &castle,
		Events: []reading.Event{{Kind: reading.KindCastle, Castle: &castle, Confidence: 0.5}},
		Doubts: []reading.Doubt{doubt("-keep red 1,1", "+double keep red 1,1"), doubt("-tower 2,2", "+trial 2,2")},
	}
	look := time.NewTicker(100 * time.Millisecond)
	defer look.Stop()
	for {
		select {
		case <-d.ended:
			another := reading.Castle{Towers: []castellan.Node{{I: 4, J: 0}}, Walls: []castellan.Wall{{From: corners[1], To: castellan.Node{I: 4, J: 0}}}}
			obs.Current, obs.Doubts, d.ended = &another, nil, nil
			obs.Events = []reading.Event{{Kind: reading.KindCastle, Castle: &another, Confidence: 1}}
		case <-look.C:
			obs.At += time.Second
			see(obs)
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

func TestDashboardAsksWhatTheEyeStaysInDoubtAbout(t *testing.T) {
	ended := make(chan struct{})
	url, table := serveTable(t, companion.Source{Name: "doubter", Eye: doubter{t, ended}})
	updates := table.Subscribe(100)
	go func() {
		defer close(ended)
		for u := range updates.C {
			if u.State.Turn.Number > 1 {
				return
			}
		}
	}()
	webtest.FollowDoubts(t, url)
	assert.Empty(t, table.State().Questions)
	assert.Len(t, table.State().Castle.Setup(nil).Towers, 3, "as people said")
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
