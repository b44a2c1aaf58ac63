package main

import (
	"bufio"
	"context"
	"errors"
	"flag"
	"io"
	"math/rand/v2"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/castellan-companion/castellan/companion"
	"github.com/castellan-companion/castellan/engine/castellan"
	"github.com/castellan-companion/castellan/engine/castellan/selfplay"
	"github.com/castellan-companion/castellan/web/client"
)

var (
	kills    = flag.Int("kills", 20, "how often to kill the companion in the middle of a game")
	killSeed = flag.Uint64("killseed", 1, "when to kill it")
)

// running is the program serving a store, as people run it.
type running struct {
	process *exec.Cmd
	client  *client.Client
}

func serveStore(t *testing.T, store string) running {
	t.Helper()
	command := castellanCommand(t.Context(), "serve", "--source", "none", "--addr", "127.0.0.1:0", "--store", store)
	said, err := command.StderrPipe()
	require.NoError(t, err)
	require.NoError(t, command.Start())
	lines := bufio.NewReader(said)
	for {
		line, err := lines.ReadString('\n')
		require.NoError(t, err, "it ended without being open")
		if _, address, ok := strings.Cut(line, "address="); ok {
			go func() { _, _ = io.Copy(io.Discard, lines) }() // whatever it has to say until it ends
			return running{command, client.New(strings.TrimSpace(address))}
		}
	}
}

// tapping plays a game as people tap it in, from its beginning again and again, until the companion is gone or fails.
func tapping(ctx context.Context, c *client.Client, record castellan.Record) error {
	for {
		if _, err := c.Do(ctx, companion.NewGame{
			Players: record.Start.Players, First: record.Start.First,
			Agreement: companion.Agreement{Cards: companion.CardsTracked, Deck: record.Start.Deck, Piles: record.Start.Piles},
		}); err != nil {
			return err
		}
		for _, action := range record.Actions {
			for _, order := range tapped(*action.Turn) {
				if _, err := c.Do(ctx, order); err != nil {
					if _, refused := errors.AsType[*companion.RefusedError](err); !refused {
						return err
					}
				}
			}
		}
	}
}

func tapped(turn castellan.Turn) []companion.Command {
	orders := []companion.Command{companion.PlayCards{Cards: turn.Play}}
	for _, p := range turn.Build {
		piece := companion.TowerAt(p.From)
		if !p.Tower {
			piece = companion.WallBetween(castellan.Wall{From: p.From, To: p.To})
		}
		orders = append(orders, companion.Correct{Add: []companion.Piece{piece}})
	}
	for _, claim := range turn.Claims {
		keep := companion.KeepOf(castellan.Keep{Color: turn.Player, At: claim.At, Count: max(1, claim.Count)})
		orders = append(orders, companion.Correct{Add: []companion.Piece{keep}})
	}
	return append(orders,
		companion.EndTurn{}, companion.EndTurn{Anyway: true}, companion.UndoTurn{}, companion.RedoTurn{})
}

func TestKilledAtAnyMomentItGoesOnWhereItWas(t *testing.T) {
	random := rand.New(rand.NewPCG(*killSeed, 0))
	record, err := selfplay.Play(random, castellan.DefaultRules(), &selfplay.Tally{})
	require.NoError(t, err)
	store := filepath.Join(t.TempDir(), "games.db")
	var announced client.Game
	var events []companion.Event // as they were announced since the last start
	for n := range *kills + 1 {
		r := serveStore(t, store)
		if n > 0 {
			assertGoesOn(t, r.client, announced, events)
		}
		events = nil
		ctx, stop := context.WithCancel(t.Context())
		left := 1 + random.IntN(60) // updates until the kill
		heard := make(chan error, 1)
		played := make(chan struct{})
		go func() {
			heard <- r.client.Live(ctx, func(u client.Update) error {
				announced, events = u.Game, append(events, u.Events...)
				if left--; left == 0 {
					return r.process.Process.Kill()
				}
				return nil
			})
		}()
		go func() { defer close(played); _ = tapping(ctx, r.client, record) }() // until the companion is gone
		require.Error(t, <-heard, "the companion is gone")
		stop()
		<-played
		_ = r.process.Process.Kill() // if it was not heard of that often
		_ = r.process.Wait()         // it was killed
	}
}

// assertGoesOn compares the companion with what it had announced before it was killed.
func assertGoesOn(t *testing.T, c *client.Client, announced client.Game, events []companion.Event) {
	t.Helper()
	now, err := c.Game(t.Context())
	require.NoError(t, err)
	then, err := c.GameAt(t.Context(), announced.Game, announced.Seq)
	require.NoError(t, err, "what was announced is there")
	announced.Status, then.Status = companion.Status{}, companion.Status{}
	assert.Equal(t, announced, then, "the game at the last announced event")
	for _, e := range events {
		stored, err := c.Events(t.Context(), e.Game, e.Seq-1)
		require.NoError(t, err)
		assert.Equal(t, e, stored[0])
	}
	if now.Game == announced.Game {
		assert.GreaterOrEqual(t, now.Seq, announced.Seq)
	}
	folded, err := c.GameAt(t.Context(), now.Game, 0)
	require.NoError(t, err)
	now.Status, folded.Status = companion.Status{}, companion.Status{}
	assert.Equal(t, folded, now, "it goes on with all that is stored")
}
