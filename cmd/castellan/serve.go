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
	"slices"
	"syscall"

	"github.com/castellan-companion/castellan/companion"
	"github.com/castellan-companion/castellan/companion/demo"
	"github.com/castellan-companion/castellan/companion/sqlite"
	"github.com/castellan-companion/castellan/companion/webcam"
	"github.com/castellan-companion/castellan/web"
)

type serveCommand struct {
	eyeFlags `embed:""`
	Source   string  `help:"What to look through: a device, an address, a film, 'none' or 'demo'. Default: the webcam, or the demo where there is none." placeholder:"S"`
	Addr     string  `help:"Where to serve. Default: 127.0.0.1:8080, with --lan every address of this machine." placeholder:"HOST:PORT"`
	Store    string  `help:"File in which games are kept. Default: castellan/games.db among your user's data." placeholder:"FILE"`
	LAN      bool    `name:"lan" help:"Serve other machines of the local network too."`
	Rate     float64 `help:"Pictures a second to look at. Default: a film's own pace, 15 of a camera." placeholder:"N"`
}

// The source names that are no device, address or film.
const (
	sourceNone = "none"
	sourceDemo = "demo"
)

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
	folder, err := os.MkdirTemp("", "castellan-")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(folder)) }()
	sources := &sources{command: c, folder: folder}
	source, err := sources.atFirst()
	if err != nil {
		return err
	}

	listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp", addr)
	if errors.Is(err, syscall.EADDRINUSE) {
		return fmt.Errorf("%s is in use already; choose another with --addr", addr)
	} else if err != nil {
		return err
	}
	file, err := c.storeFile()
	if err != nil {
		return errors.Join(err, listener.Close())
	}
	store, err := sqlite.Open(ctx, file)
	if err != nil {
		return errors.Join(err, listener.Close())
	}
	defer func() { err = errors.Join(err, store.Close()) }()
	sources.table, err = companion.Open(ctx, companion.Options{Record: store, Source: source})
	if err != nil {
		return errors.Join(err, listener.Close())
	}
	defer sources.table.Close()

	opened(listener.Addr())
	return web.New(web.Options{Table: sources.table, Record: store, Sources: sources, LAN: c.LAN}).Serve(ctx, listener)
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
		return "", usageError(fmt.Sprintf("--addr takes HOST:PORT, such as 127.0.0.1:%s, not %q", defaultPort, c.Addr))
	}
	if ip := net.ParseIP(host); !c.LAN && host != "localhost" && (ip == nil || !ip.IsLoopback()) {
		return "", usageError("--addr " + c.Addr + " opens the companion to other machines; say --lan if that is meant")
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

// sources are what the companion can look through on this machine (web.Sources).
type sources struct {
	command *serveCommand
	folder  string // for the demo's files
	table   *companion.Table
}

// atFirst is the source to begin with: the one asked for; or the webcam, none where people have to choose one of several, and
// the demo where there is none.
func (s *sources) atFirst() (companion.Source, error) {
	if s.command.Source != "" {
		return s.open(s.command.Source)
	}
	cameras, err := webcam.List()
	if err != nil {
		return companion.Source{}, err
	}
	switch len(cameras) {
	case 0:
		return s.open(sourceDemo)
	case 1:
		return s.open(cameras[0].ID)
	default:
		return s.open(sourceNone)
	}
}

// List implements web.Sources.
func (s *sources) List() ([]web.Source, error) {
	cameras, err := webcam.List()
	if err != nil {
		return nil, err
	}
	var all []web.Source
	for _, camera := range cameras {
		all = append(all, web.Source{ID: camera.ID, Name: camera.Name})
	}
	if given := s.command.Source; given != "" && given != sourceNone && given != sourceDemo &&
		!slices.ContainsFunc(all, func(known web.Source) bool { return known.ID == given }) {
		all = append(all, web.Source{ID: given, Name: filepath.Base(given)})
	}
	return append(all, web.Source{ID: sourceDemo, Name: demoName}), nil
}

// Use implements web.Sources.
func (s *sources) Use(ctx context.Context, id string) error {
	source, err := s.open(id)
	if err != nil {
		return err
	}
	return s.table.Watch(ctx, source)
}

const demoName = "Recorded game"

func (s *sources) open(name string) (companion.Source, error) {
	switch name {
	case sourceNone:
		return companion.Source{}, nil
	case sourceDemo:
		return s.openDemo()
	}
	eye, err := newLiveEye(name, s.command.eyeFlags, s.command.Rate)
	if err != nil {
		return companion.Source{}, err
	}
	return companion.Source{Name: filepath.Base(name), Eye: eye, Film: isFilm(name)}, nil
}

func (s *sources) openDemo() (companion.Source, error) {
	files, err := demo.Unpack(s.folder)
	if err != nil {
		return companion.Source{}, err
	}
	people, err := demo.WhoPlays()
	if err != nil {
		return companion.Source{}, err
	}
	eye, err := newLiveEye(files.Film, eyeFlags{Camera: files.Camera, Set: files.Set}, s.command.Rate)
	if err != nil {
		return companion.Source{}, err
	}
	return companion.Source{
		Name: demoName, Eye: eye, Film: true, Players: people.Players, EndTurns: people.EndTurns,
	}, nil
}
