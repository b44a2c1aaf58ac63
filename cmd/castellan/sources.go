package main

import (
	"context"
	"path/filepath"
	"slices"

	"github.com/castellan-companion/castellan/companion"
	"github.com/castellan-companion/castellan/companion/demo"
	"github.com/castellan-companion/castellan/companion/webcam"
	"github.com/castellan-companion/castellan/web"
)

// The source names that are no device, address or film.
const (
	sourceNone  = "none"
	sourceDemo  = "demo"
	sourcePhone = "phone"
)

// sources are what the companion can look through on this machine (web.Sources).
type sources struct {
	command *serveCommand
	folder  string // for the demo's files
	door    *phoneDoor
	table   *companion.Table
}

// atFirst is the source to begin with: the one asked for; or the webcam, none where people have to choose one of several, and
// the demo where there is none.
func (s *sources) atFirst(ctx context.Context) (companion.Source, error) {
	if s.command.Source != "" {
		return s.open(ctx, s.command.Source)
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
		all = append(all, web.Source{ID: camera.ID, Name: camera.Name})
	}
	if given := s.command.Source; given != "" && !slices.Contains([]string{sourceNone, sourceDemo, sourcePhone}, given) &&
		!slices.ContainsFunc(all, func(known web.Source) bool { return known.ID == given }) {
		all = append(all, web.Source{ID: given, Name: filepath.Base(given)})
	}
	return append(all, web.Source{ID: sourcePhone, Name: phoneName}, web.Source{ID: sourceDemo, Name: demoName}), nil
}

// Use implements web.Sources.
func (s *sources) Use(ctx context.Context, id string) error {
	source, err := s.open(ctx, id)
	if err != nil {
		return err
	}
	if err := s.table.Watch(ctx, source); err != nil || id == sourcePhone {
		return err
	}
	return s.door.Close()
}

const (
	demoName  = "Recorded game"
	phoneName = "Phone"
)

func (s *sources) open(ctx context.Context, name string) (companion.Source, error) {
	switch name {
	case sourceNone:
		return companion.Source{}, nil
	case sourceDemo:
		return s.openDemo()
	case sourcePhone:
		return s.openPhone(ctx)
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

func (s *sources) openPhone(ctx context.Context) (companion.Source, error) {
	o, err := s.command.options()
	if err != nil {
		return companion.Source{}, err
	}
	camera, err := s.door.open(ctx)
	if err != nil {
		return companion.Source{}, err
	}
	return companion.Source{
		Name: phoneName, Eye: &phoneEye{camera: camera, rate: s.command.Rate, patience: phonePatience, options: o},
	}, nil
}
