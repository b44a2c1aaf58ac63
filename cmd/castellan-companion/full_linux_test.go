package main

import (
	"context"
	"math/rand/v2"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"

	"github.com/castellan-companion/castellan/companion"
	"github.com/castellan-companion/castellan/engine/castellan"
	"github.com/castellan-companion/castellan/engine/castellan/selfplay"
	"github.com/castellan-companion/castellan/web/client"
)

// disk is where a companion keeps its games. It can be filled but for some bytes, and be emptied again.
type disk struct {
	folder string
	fill   func(companion *os.Process)
	empty  func(companion *os.Process)
}

// room is what fill leaves: enough for a few events.
const room = 64 << 10

// limited is a disk that seems full to one process, which may not let files grow. Anybody can limit a process of theirs.
func limited(t *testing.T) disk {
	folder := t.TempDir()
	var before unix.Rlimit
	return disk{
		folder: folder,
		fill: func(companion *os.Process) {
			require.NoError(t, unix.Prlimit(companion.Pid, unix.RLIMIT_FSIZE, nil, &before))
			limit := unix.Rlimit{Cur: room, Max: before.Max}
			files, err := os.ReadDir(folder)
			require.NoError(t, err)
			for _, file := range files {
				info, err := file.Info()
				require.NoError(t, err)
				limit.Cur = max(limit.Cur, uint64(info.Size())+room)
			}
			require.NoError(t, unix.Prlimit(companion.Pid, unix.RLIMIT_FSIZE, &limit, nil))
		},
		empty: func(companion *os.Process) {
			require.NoError(t, unix.Prlimit(companion.Pid, unix.RLIMIT_FSIZE, &before, nil))
		},
	}
}

// small is a file system of its own, which only root can mount.
func small(t *testing.T) disk {
	folder := t.TempDir()
	if err := unix.Mount("tmpfs", folder, "tmpfs", 0, "size=8m"); err != nil {
		t.Skipf("a file system cannot be mounted here: %v", err)
	}
	t.Cleanup(func() { assert.NoError(t, unix.Unmount(folder, unix.MNT_DETACH)) })
	ballast := filepath.Join(folder, "ballast")
	return disk{
		folder: folder,
		fill: func(*os.Process) {
			var free unix.Statfs_t
			require.NoError(t, unix.Statfs(folder, &free))
			require.NoError(t, os.WriteFile(ballast, make([]byte, int64(free.Bavail)*free.Bsize-room), 0o600))
		},
		empty: func(*os.Process) { require.NoError(t, os.Remove(ballast)) },
	}
}

func TestAFullDiskLosesNothingThatWasAnnounced(t *testing.T) {
	record, err := selfplay.Play(rand.New(rand.NewPCG(1, 0)), castellan.DefaultRules(), &selfplay.Tally{})
	require.NoError(t, err)
	for name, made := range map[string]func(*testing.T) disk{"limited": limited, "small": small} {
		t.Run(name, func(t *testing.T) {
			d := made(t)
			store := filepath.Join(d.folder, "games.db")
			r := serveStore(t, store)

			points := companion.OverruleScore{Player: record.Start.Players[0], Points: 7, Reason: "there is room again"}
			for _, order := range []companion.Command{points, companion.NewGame{}} {
				announced, events := playUntilFull(t, r, d, record)
				assertGoesOn(t, r.client, announced, events)
				d.empty(r.process.Process)
				after, err := r.client.Do(t.Context(), order)
				require.NoError(t, err)
				assert.Empty(t, after.Status.Record, "%T", order)
				assertGoesOn(t, r.client, after, events)
			}
			announced, events := playUntilFull(t, r, d, record)
			require.NoError(t, r.process.Process.Kill())
			d.empty(r.process.Process)
			_ = r.process.Wait() // it was killed
			r = serveStore(t, store)
			assertGoesOn(t, r.client, announced, events)
			after, err := r.client.Do(t.Context(), points)
			require.NoError(t, err)
			assert.Equal(t, announced.Game, after.Game, "the same game goes on")
			require.NoError(t, r.process.Process.Kill())
			_ = r.process.Wait() // it was killed
		})
	}
}

// playUntilFull fills the disk and plays until the companion says so. It gives the game as it stands then, and the events that
// were announced meanwhile.
func playUntilFull(t *testing.T, r running, d disk, record castellan.Record) (client.Game, []companion.Event) {
	t.Helper()
	var events []companion.Event
	ctx, stop := context.WithCancel(t.Context())
	heard, ended := make(chan struct{}), make(chan error, 1)
	go func() {
		listening := sync.OnceFunc(func() { close(heard) })
		ended <- r.client.Live(ctx, func(u client.Update) error {
			listening()
			events = append(events, u.Events...)
			return nil
		})
	}()
	<-heard
	d.fill(r.process.Process)
	require.ErrorContains(t, tapping(ctx, r.client, record), "the game cannot be stored")
	game, err := r.client.Game(ctx)
	require.NoError(t, err)
	assert.Contains(t, game.Status.Record, "The game cannot be stored at the moment")
	stop()
	require.Error(t, <-ended, "it was stopped")
	assert.NotEmpty(t, events, "there was room for some")
	return game, events
}
