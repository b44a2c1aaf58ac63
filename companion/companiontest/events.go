package companiontest

import (
	"context"
	"errors"
	"os"
	"path/filepath"

	"github.com/castellan-companion/castellan/companion"
	"github.com/castellan-companion/castellan/companion/sqlite"
)

// Events plays a script at a table of its own and gives what was recorded.
func Events(ctx context.Context, script Script) (events []companion.Event, err error) {
	folder, err := os.MkdirTemp("", "castellan-")
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(folder)) }()
	store, err := sqlite.Open(ctx, filepath.Join(folder, "games.db"))
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, store.Close()) }()
	table, err := companion.Open(ctx, companion.Options{Record: store, Source: Eye{Script: script}.Source()})
	if err != nil {
		return nil, err
	}
	defer table.Close()
	const enough = 10_000 // updates
	updates := table.Subscribe(enough)
	for u := range updates.C {
		if u.Status.Camera == companion.Ended {
			return store.Events(ctx, u.State.Game, 0, 0)
		}
	}
	return nil, companion.ErrClosed
}
