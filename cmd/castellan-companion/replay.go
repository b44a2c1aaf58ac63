package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"os"
	"os/signal"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"

	"github.com/castellan-companion/castellan/cmd/internal/files"
	"github.com/castellan-companion/castellan/companion"
	"github.com/castellan-companion/castellan/companion/sqlite"
	"github.com/castellan-companion/castellan/engine/castellan"
	"github.com/castellan-companion/castellan/web"
)

type replayCommand struct {
	Game  string `arg:"" optional:"" help:"Number of a game in the store, or a game file (castellan-game/1, or a .txt in the notation). Default: the last game."`
	Store string `help:"File in which games are kept. Default: castellan/games.db among your user's data." placeholder:"FILE"`
	Addr  string `help:"Where to serve the page." default:"127.0.0.1:0" placeholder:"HOST:PORT"`
}

// Run serves the page on which the game can be replayed.
func (c *replayCommand) Run() error {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	return c.run(ctx, func(page string) { slog.Info("the game can be replayed", "address", page) })
}

func (c *replayCommand) run(ctx context.Context, opened func(page string)) (err error) {
	number, err := strconv.ParseInt(c.Game, 10, 64)
	written := c.Game != "" && err != nil
	var file string
	if written { // a file is looked at apart from the games that were played
		var folder string
		if folder, err = os.MkdirTemp("", "castellan-"); err != nil {
			return err
		}
		defer func() { err = errors.Join(err, os.RemoveAll(folder)) }()
		file = filepath.Join(folder, "games.db")
	} else if file, err = (&serveCommand{Store: c.Store}).storeFile(); err != nil {
		return err
	}
	store, err := sqlite.Open(ctx, file)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, store.Close()) }()
	if !written {
		if number, err = known(ctx, store, number); err != nil {
			return err
		}
	}
	table, err := companion.Open(ctx, companion.Options{Record: store, Place: replayPlace})
	if err != nil {
		return err
	}
	defer table.Close()
	if written {
		if number, err = c.take(ctx, table); err != nil {
			return err
		}
	}
	listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp", c.Addr)
	if err != nil {
		return err
	}
	opened(fmt.Sprintf("http://%s/games#%d/1", shownAddress(listener.Addr()), number))
	return web.New(web.Options{Table: table, Record: store}).Serve(ctx, listener)
}

// replayPlace is the table of what people try out while they look at games.
const replayPlace = "replay"

// known makes sure that the store has the game; 0 is the last one that was played.
func known(ctx context.Context, store *sqlite.Store, number int64) (int64, error) {
	games, err := store.Games(ctx)
	if err != nil {
		return 0, err
	}
	for _, g := range games {
		if g.Game == number || number == 0 && g.Place != replayPlace {
			return g.Game, nil
		}
	}
	if number == 0 {
		return 0, errors.New("no game has been played yet; name a file with one, or play with 'castellan serve'")
	}
	return 0, fmt.Errorf("there is no game %d in the store; 0 is the last one", number)
}

func readNotation(in io.Reader) (castellan.Record, error) {
	text, err := io.ReadAll(in)
	if err != nil {
		return castellan.Record{}, err
	}
	return castellan.ParseRecordNotation(string(text))
}

// take reads the file with the game.
func (c *replayCommand) take(ctx context.Context, table *companion.Table) (int64, error) {
	decode := castellan.DecodeRecord
	if strings.HasSuffix(c.Game, ".txt") {
		decode = readNotation
	}
	record, err := files.Read(c.Game, decode)
	if err != nil {
		return 0, err
	}
	state, err := table.Import(ctx, record)
	if err != nil {
		return 0, fmt.Errorf("%s: %w", c.Game, err)
	}
	return state.Game, nil
}
