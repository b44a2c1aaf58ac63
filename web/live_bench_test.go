package web

import (
	"context"
	"io"
	"slices"
	"testing"
	"time"

	"github.com/coder/websocket"
	"github.com/stretchr/testify/require"

	"github.com/castellan-companion/castellan/companion"
	"github.com/castellan-companion/castellan/companion/companiontest"
	"github.com/castellan-companion/castellan/vision/reading"
)

// shown is an eye that sees what it is shown.
type shown chan reading.Observation

func (s shown) Watch(ctx context.Context, see func(reading.Observation)) error {
	for {
		select {
		case obs := <-s:
			see(obs)
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

const (
	dashboards = 4
	benchRate  = 15 // pictures a second, while nothing happens
)

// BenchmarkReadingToDashboard is the time from a quiet reading to its ruling on the last of several dashboards: rules, store (one
// transaction for each event, on this disk) and server over loopback, with the bundled game's last castle coming and going by one
// tower, while somebody looks at the camera's pictures.
func BenchmarkReadingToDashboard(b *testing.B) {
	script := companiontest.Game1()
	whole := script.States[len(script.States)-1].Castle
	less := whole
	less.Towers = slices.Clone(whole.Towers[1:])
	jpeg := make([]byte, 150<<10)

	eye := make(shown)
	table, store := openTable(b, companion.Source{Name: "bench", Eye: eye})
	url := serve(b, Options{Table: table, Record: store})
	conns := make([]*websocket.Conn, dashboards)
	for k := range conns {
		conns[k] = listen(b, url)
	}
	show := func(castle *reading.Castle, towers int) {
		eye <- reading.Observation{JPEG: jpeg, Quiet: true, Events: []reading.Event{{Kind: reading.KindCastle, Castle: castle}}}
		for _, conn := range conns {
			for {
				state, _ := hear(b, conn)["state"].(map[string]any)
				if state == nil {
					continue
				}
				if seen := state["castle"].(map[string]any)["towers"].([]any); len(seen) == towers {
					break
				}
			}
		}
	}
	show(&whole, len(whole.Towers))
	film := get(b, url+"/camera.mjpeg") //nolint:bodyclose // it is closed at the end
	looked := make(chan struct{})
	go func() {
		defer close(looked)
		_, _ = io.Copy(io.Discard, film.Body) // until it is closed
	}()
	b.Cleanup(func() { _ = film.Body.Close(); <-looked })

	var took []time.Duration
	frames := time.NewTicker(time.Second / benchRate)
	defer frames.Stop()
	for b.Loop() {
		<-frames.C
		eye <- reading.Observation{JPEG: jpeg, Quiet: true}
		for _, castle := range []*reading.Castle{&less, &whole} {
			started := time.Now()
			show(castle, len(castle.Towers))
			took = append(took, time.Since(started))
		}
	}
	require.NotEmpty(b, took)
	slices.Sort(took)
	b.ReportMetric(float64(took[len(took)*95/100].Microseconds())/1000, "p95-ms")
}
