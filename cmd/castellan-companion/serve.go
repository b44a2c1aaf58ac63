package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"os"
	"os/signal"
	"path/filepath"
	"syscall"

	"github.com/castellan-companion/castellan/calibration"
	"github.com/castellan-companion/castellan/calibration/apriltag"
	"github.com/castellan-companion/castellan/cmd/internal/program"
	"github.com/castellan-companion/castellan/companion"
	"github.com/castellan-companion/castellan/companion/deckfile"
	"github.com/castellan-companion/castellan/companion/doctor"
	"github.com/castellan-companion/castellan/companion/sqlite"
	"github.com/castellan-companion/castellan/web"
	"github.com/castellan-companion/castellan/web/setup"
)

type serveCommand struct {
	eyeFlags `embed:""`
	Source   string  `help:"What to look through: a device, an address, a film, 'phone', 'none' or 'demo'. Default: the webcam, or the demo where there is none." placeholder:"S"`
	Addr     string  `help:"Where to serve. Default: 127.0.0.1:8080, with --lan every address of this machine." placeholder:"HOST:PORT"`
	Store    string  `help:"File in which games are kept. Default: castellan/games.db among your user's data." placeholder:"FILE"`
	Table    string  `help:"Name of this table, where several tables keep their games in one file." placeholder:"NAME"`
	LAN      bool    `name:"lan" help:"Serve other machines of the local network too."`
	Rate     float64 `help:"Pictures a second to look at. Default: a film's own pace, 15 of a camera." placeholder:"N"`
}

func (c *serveCommand) Run() error {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	return c.run(ctx, func(listening net.Addr) {
		slog.Info("the companion is open", "address", "http://"+shownAddress(listening))
	})
}

// run serves until ctx is done. It calls opened when it can be reached.
func (c *serveCommand) run(ctx context.Context, opened func(net.Addr)) (err error) {
	addr, err := c.address()
	if err != nil {
		return err
	}
	if err := checkRate(c.Rate); err != nil {
		return err
	}
	if _, err := c.options(); err != nil { // also where the source to begin with has no need of them
		return err
	}
	file, err := c.storeFile()
	if err != nil {
		return err
	}
	folder, err := os.MkdirTemp("", "castellan-")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(folder)) }()
	door := &phoneDoor{folder: filepath.Dir(file)}
	defer func() { err = errors.Join(err, door.Close()) }()
	memory, err := setup.OpenMemory(filepath.Dir(file))
	if err != nil {
		return err
	}
	shelf := calibration.Shelf{Folder: filepath.Join(filepath.Dir(file), "sets")}
	sources := &sources{command: c, folder: folder, door: door, memory: memory, shelf: shelf}
	source, err := sources.atFirst(ctx)
	if err != nil {
		return err
	}

	listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp", addr)
	if errors.Is(err, syscall.EADDRINUSE) {
		return fmt.Errorf("%s is in use already; choose another with --addr", addr)
	} else if err != nil {
		return err
	}
	store, err := sqlite.Open(ctx, file)
	if err != nil {
		return errors.Join(err, listener.Close())
	}
	defer func() { err = errors.Join(err, store.Close()) }()
	sources.table, err = companion.Open(ctx, companion.Options{Record: store, Place: c.Table, Notice: store.Damage(), Source: source})
	if err != nil {
		return errors.Join(err, listener.Close())
	}
	defer sources.table.Close()

	tags, err := apriltag.NewDetector()
	if err != nil {
		return errors.Join(err, listener.Close())
	}
	defer func() { err = errors.Join(err, tags.Close()) }()
	desk := &setup.Desk{Pictures: sources.table, Eye: sources, Tags: tags, Measurer: measurer{}, Shelf: shelf, Memory: memory}
	decks := &deckfile.File{Path: filepath.Join(filepath.Dir(file), "deck.json")}
	examine := func(ctx context.Context) []doctor.Finding {
		now := sources.table.Status()
		return doctor.Examine(ctx, examination(filepath.Dir(file), now.Camera == companion.Watching && !now.Film)...)
	}

	opened(listener.Addr())
	return web.New(web.Options{
		Table: sources.table, Record: store, Sources: sources, Decks: decks, Phone: door, Setup: desk, Doctor: examine, LAN: c.LAN,
	}).Serve(ctx, listener)
}

const defaultPort = "8080"

// address is where to listen: only this machine can reach it, unless --lan says otherwise.
func (c *serveCommand) address() (string, error) {
	if c.Addr == "" {
		if c.LAN {
			return ":" + defaultPort, nil
		}
		return "127.0.0.1:" + defaultPort, nil
	}
	host, _, err := net.SplitHostPort(c.Addr)
	if err != nil {
		return "", program.UsageError(fmt.Sprintf("--addr takes HOST:PORT, such as 127.0.0.1:%s, not %q", defaultPort, c.Addr))
	}
	if ip := net.ParseIP(host); !c.LAN && host != "localhost" && (ip == nil || !ip.IsLoopback()) {
		return "", program.UsageError("--addr " + c.Addr + " opens the companion to other machines; say --lan if that is meant")
	}
	return c.Addr, nil
}

// shownAddress is an address to type into a browser.
func shownAddress(a net.Addr) string {
	tcp, ok := a.(*net.TCPAddr)
	if !ok || !tcp.IP.IsUnspecified() && !tcp.IP.IsLoopback() {
		return a.String()
	}
	return fmt.Sprintf("localhost:%d", tcp.Port)
}

func (c *serveCommand) storeFile() (string, error) {
	if c.Store != "" {
		return c.Store, nil
	}
	data := os.Getenv("XDG_DATA_HOME")
	if data == "" {
		home, err := os.UserHomeDir()
		if err != nil {
			return "", fmt.Errorf("there is no folder for your data (%w); name a file with --store", err)
		}
		data = filepath.Join(home, ".local", "share")
	}
	folder := filepath.Join(data, "castellan")
	return filepath.Join(folder, "games.db"), os.MkdirAll(folder, 0o700)
}
