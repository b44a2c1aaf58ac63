package web

import (
	"context"
	"slices"
	"testing"
	"time"

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

// BenchmarkReadingToDashboard is the time from a quiet reading to its ruling on a dashboard: rules, store (one transaction for
// each event, on this disk) and server, with the bundled game's last castle coming and going by one tower.
func BenchmarkReadingToDashboard(b *testing.B) {
	script := companiontest.Game1()
	whole := script.States[len(script.States)-1].Castle
	less := whole
	less.Towers = slices.Clone(whole.Towers[1:])

	eye := make(shown)
	table, store := openTable(b, companion.Source{Name: "bench", Eye: eye})
	conn := listen(b, serve(b, Options{Table: table, Record: store}))
	show := func(castle *reading.Castle, towers int) {
		eye <- reading.Observation{Quiet: true, Events: []reading.Event{{Kind: reading.KindCastle, Castle: castle}}}
		for {
			state, _ := hear(b, conn)["state"].(map[string]any)
			if seen := state["castle"].(map[string]any)["towers"].([]any); len(seen) == towers {
				return
			}
		}
	}
	show(&whole, len(whole.Towers))

	var took []time.Duration
	for b.Loop() {
		started := time.Now()
		show(&less, len(less.Towers))
		show(&whole, len(whole.Towers))
		took = append(took, time.Since(started)/2)
	}
	require.NotEmpty(b, took)
	slices.Sort(took)
	b.ReportMetric(float64(took[len(took)*95/100].Microseconds())/1000, "p95-ms")
}
