package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/url"
	"path/filepath"
	"regexp"
	"slices"
	"sync"

	"gocv.io/x/gocv"

	"github.com/castellan-companion/castellan/calibration"
	"github.com/castellan-companion/castellan/companion"
	"github.com/castellan-companion/castellan/companion/demo"
	"github.com/castellan-companion/castellan/companion/webcam"
	"github.com/castellan-companion/castellan/vision"
	"github.com/castellan-companion/castellan/vision/source"
	"github.com/castellan-companion/castellan/web"
	"github.com/castellan-companion/castellan/web/setup"
)

// The source names that are no device, address or film.
const (
	sourceNone  = "none"
	sourceDemo  = "demo"
	sourcePhone = "phone"
)

// sources are what the companion can look through on this machine (web.Sources), and what is known of it (setup.Eye).
type sources struct {
	command *serveCommand
	folder  string // for the demo's files
	door    *phoneDoor
	memory  *setup.Memory
	shelf   calibration.Shelf
	table   *companion.Table

	mu      sync.Mutex // guards current
	current view
}

// atFirst is the source to begin with: the one asked for; or the one chosen last, if it is there; or the webcam, none where people have to choose one of several, and
// the demo where there is none.
func (s *sources) atFirst(ctx context.Context) (companion.Source, error) {
	if s.command.Source != "" {
		return s.open(ctx, s.command.Source)
	}
	if chosen := s.memory.Choices().Source; chosen != "" {
		if source, err := s.open(ctx, chosen); err == nil {
			return source, nil
		}
	}
	cameras, err := webcam.List()
	if err != nil {
		return companion.Source{}, err
	}
	switch len(cameras) {
	case 0:
		return s.open(ctx, sourceDemo)
	case 1:
		return s.open(ctx, cameras[0].ID)
	default:
		return s.open(ctx, sourceNone)
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
		all = append(all, web.Source{
			ID: camera.ID, Name: camera.Name, Formats: formats(camera),
			Problem: camera.Problem.String(), ProblemCode: string(camera.Problem),
		})
	}
	for _, name := range s.named() {
		if !slices.ContainsFunc(all, func(known web.Source) bool { return known.ID == device(name) }) {
			all = append(all, web.Source{ID: device(name), Name: shortName(name)})
		}
	}
	return append(all, web.Source{ID: sourcePhone, Name: phoneName}, web.Source{ID: sourceDemo, Name: demoName}), nil
}

// named are the addresses, films and devices that somebody named, on the page or with a flag.
func (s *sources) named() []string {
	var names []string
	for _, name := range []string{s.command.Source, s.memory.Choices().Address} {
		if name != "" && !slices.Contains([]string{sourceNone, sourceDemo, sourcePhone}, name) {
			names = append(names, name)
		}
	}
	return names
}

// whole is what was named that this is the ID of: of an address the ID does not tell the password.
func (s *sources) whole(id string) string {
	for _, name := range s.named() {
		if device(name) == id {
			return name
		}
	}
	return id
}

// shortName is what a film or an address is called for short.
func shortName(name string) string {
	if address, ok := setup.Address(name); ok {
		return address.Host
	}
	return filepath.Base(name)
}

// formats are the sizes that a camera gives, each at its highest rate.
func formats(camera webcam.Webcam) []web.Format {
	var all []web.Format
	for _, f := range camera.Formats {
		size := [2]int{f.Width, f.Height}
		at := slices.IndexFunc(all, func(known web.Format) bool { return known.Size == size })
		if at < 0 {
			all = append(all, web.Format{Size: size, Rate: f.Rate})
		} else {
			all[at].Rate = max(all[at].Rate, f.Rate)
		}
	}
	return all
}

// Use implements web.Sources. What is chosen is remembered, but for the demo: the next time the companion is wanted for real.
func (s *sources) Use(ctx context.Context, id string, size [2]int) error {
	name := s.whole(id)
	if size != [2]int{} {
		name = fmt.Sprintf("%s@%dx%d", id, size[0], size[1])
	}
	if err := s.watch(ctx, name); err != nil {
		return err
	}
	if id != sourceDemo {
		if err := s.memory.Change(func(c *setup.Choices) { c.Source = name }); err != nil {
			return err
		}
	}
	if id != sourcePhone {
		return s.door.Close()
	}
	return nil
}

// Connect implements web.Sources. The address is remembered beside the choice of it, so that it stays listed.
func (s *sources) Connect(ctx context.Context, address *url.URL) error {
	name := address.String()
	if err := s.watch(ctx, name); err != nil {
		return err
	}
	if err := s.memory.Change(func(c *setup.Choices) { c.Source, c.Address = name, name }); err != nil {
		return err
	}
	return s.door.Close()
}

// watch has the table watched through a source, opened anew.
func (s *sources) watch(ctx context.Context, name string) error {
	source, err := s.open(ctx, name)
	if err != nil {
		return err
	}
	return s.table.Watch(ctx, source)
}

// Picture implements web.Sources.
func (s *sources) Picture(_ context.Context, id string) ([]byte, error) {
	switch id {
	case sourcePhone:
		return nil, errors.New("the phone shows its picture when it is chosen")
	case sourceDemo:
		files, err := demo.Unpack(s.folder)
		if err != nil {
			return nil, err
		}
		return snapshot(files.Film)
	}
	return snapshot(s.whole(id))
}

// snapshot is the first picture that a source gives, as JPEG.
func snapshot(name string) (jpeg []byte, err error) {
	src, err := source.Open(name)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, src.Close()) }()
	img := gocv.NewMat()
	defer func() { err = errors.Join(err, img.Close()) }()
	if _, _, err := src.Read(&img); err != nil {
		return nil, err
	}
	return encode(img)
}

// Camera implements setup.Eye.
func (s *sources) Camera() *calibration.Camera { return s.now().options.Camera }

// Set implements setup.Eye.
func (s *sources) Set() calibration.Set {
	if set := s.now().options.Set; set != nil {
		return *set
	}
	return calibration.DefaultSet()
}

// UseSet implements setup.Eye. The set was remembered; what the flags say goes before it.
func (s *sources) UseSet(ctx context.Context, _ calibration.Set) error { return s.watchAnew(ctx) }

// UseCamera implements setup.Eye. The lens is remembered as that of the current source.
func (s *sources) UseCamera(ctx context.Context, lens calibration.Camera) error {
	id := device(s.now().name)
	err := s.memory.Change(func(c *setup.Choices) {
		if c.Lenses == nil {
			c.Lenses = map[string]calibration.Camera{}
		}
		c.Lenses[id] = lens
	})
	if err != nil {
		return err
	}
	return s.watchAnew(ctx)
}

// watchAnew has the table watched through the current source with what is known by now. The recorded game has its own lens and set.
func (s *sources) watchAnew(ctx context.Context) error {
	if v := s.now(); v.source.Eye != nil && v.name != sourceDemo {
		return s.watch(ctx, v.name)
	}
	return nil
}

const (
	demoName  = "Recorded game"
	phoneName = "Phone"
)

// view is a source that the table is watched through, and what is known of it.
type view struct {
	name    string // ID of the source, with the size behind it
	source  companion.Source
	options vision.Options
}

// open opens a source and makes it the current one.
func (s *sources) open(ctx context.Context, name string) (companion.Source, error) {
	v, err := s.prepare(ctx, name)
	if err != nil {
		return companion.Source{}, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.current = v
	return v.source, nil
}

func (s *sources) prepare(ctx context.Context, name string) (view, error) {
	switch name {
	case sourceNone:
		return view{name: name}, nil
	case sourceDemo:
		return s.openDemo()
	case sourcePhone:
		return s.openPhone(ctx)
	}
	o, err := s.options(name)
	if err != nil {
		return view{}, err
	}
	if device(name) != device(s.now().name) { // a camera that is in use cannot be tried
		if err := source.Check(name); err != nil {
			return view{}, err
		}
	}
	eye := &liveEye{source: name, rate: s.command.Rate, options: o}
	return view{name, companion.Source{ID: device(name), Name: s.title(name), Eye: eye, Film: isFilm(name)}, o}, nil
}

// now is the current view.
func (s *sources) now() view {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.current
}

// wantedSize is what stands behind a device's name where a size of picture is asked of it.
var wantedSize = regexp.MustCompile(`@\d+x\d+$`)

// device is a source's ID: its name without the size of picture that is asked of it, and without the password of an address.
func device(name string) string {
	if address, ok := setup.Address(name); ok {
		return address.Redacted()
	}
	return wantedSize.ReplaceAllString(name, "")
}

// title is a source's name for people.
func (s *sources) title(name string) string {
	all, err := s.List()
	if err == nil {
		for _, known := range all {
			if known.ID == device(name) {
				return known.Name
			}
		}
	}
	return shortName(name)
}

// options are what is known of camera and pieces: what the flags say, else what was set up.
func (s *sources) options(name string) (vision.Options, error) {
	o, err := s.command.options()
	if err != nil {
		return o, err
	}
	chosen := s.memory.Choices()
	if lens, ok := chosen.Lenses[device(name)]; ok && o.Camera == nil {
		o.Camera = &lens
	}
	if chosen.Set != "" && o.Set == nil {
		set, err := s.shelf.Set(chosen.Set)
		if err != nil {
			slog.Warn("the piece set that was chosen cannot be used; the usual one is", "error", err)
			return o, nil
		}
		o.Set = &set
	}
	return o, nil
}

func (s *sources) openDemo() (view, error) {
	files, err := demo.Unpack(s.folder)
	if err != nil {
		return view{}, err
	}
	people, err := demo.WhoPlays()
	if err != nil {
		return view{}, err
	}
	o, err := eyeFlags{Camera: files.Camera, Set: files.Set}.options()
	if err != nil {
		return view{}, err
	}
	return view{sourceDemo, companion.Source{
		ID: sourceDemo, Name: demoName, Eye: &liveEye{source: files.Film, rate: s.command.Rate, options: o}, Film: true,
		Players: people.Players, EndTurns: people.EndTurns,
	}, o}, nil
}

func (s *sources) openPhone(ctx context.Context) (view, error) {
	o, err := s.options(sourcePhone)
	if err != nil {
		return view{}, err
	}
	camera, err := s.door.open(ctx)
	if err != nil {
		return view{}, err
	}
	eye := &phoneEye{camera: camera, rate: s.command.Rate, patience: phonePatience, options: o}
	return view{sourcePhone, companion.Source{ID: sourcePhone, Name: phoneName, Eye: eye}, o}, nil
}
