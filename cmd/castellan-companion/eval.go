package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"regexp"

	"github.com/mattn/go-isatty"

	"github.com/castellan-companion/castellan/cmd/internal/files"
	"github.com/castellan-companion/castellan/vision"
	"github.com/castellan-companion/castellan/vision/reading"
	"github.com/castellan-companion/castellan/vision/scene"
)

type evalCommand struct {
	Dir      string         `arg:"" help:"Folder with pictures and films whose truth is known (castellan-scene/1, castellan-video/1)."`
	JSON     bool           `help:"Print JSON, with a row for each picture and film."`
	Failures string         `help:"Write a picture of each miss into this folder: truth and reading side by side." placeholder:"DIR"`
	Cold     bool           `help:"Do not tell the eye the lens and the measures of the piece set."`
	Only     *regexp.Regexp `help:"Judge only pictures and films whose names (such as tilt_04) match this regular expression." placeholder:"REGEXP"`
	NoTags   bool           `help:"Do not let the eye look for tags in pictures; it goes by the castle alone."`
}

// Run judges all scenes of a folder.
func (c evalCommand) Run() (err error) {
	reader, err := vision.NewReader(vision.Options{})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, reader.Close()) }()
	return c.run(os.Stdout, os.Stderr, fileReader{reader, c.NoTags}, fileWatcher{})
}

func (c evalCommand) run(out io.Writer, progress *os.File, stills scene.StillReader, films scene.FilmWatcher) error {
	judge := scene.Judge{Stills: stills, Films: films, Cold: c.Cold, Only: c.Only}
	if c.Failures != "" {
		if err := os.MkdirAll(c.Failures, 0o755); err != nil {
			return files.Error(err)
		}
		judge.Miss = scene.FailurePictures{Dir: c.Failures, Cold: c.Cold}.Miss
	}
	if isatty.IsTerminal(progress.Fd()) {
		const clearLine = "\r\x1b[K"
		judge.Progress = func(done, total int, file string) {
			fmt.Fprintf(progress, clearLine+"%d of %d: %s", done+1, total, file)
		}
		defer fmt.Fprint(progress, clearLine)
	}
	report, err := judge.Folder(c.Dir)
	if err != nil {
		return files.Error(err)
	}
	if c.JSON {
		return json.NewEncoder(out).Encode(report)
	}
	return report.WriteTable(out)
}

// fileReader reads pictures whose cameras and piece sets differ.
type fileReader struct {
	reader *vision.Reader
	noTags bool
}

func (f fileReader) ReadFile(path, cameraFile, setFile string) (r reading.Reading, err error) {
	o, err := eyeFlags{Camera: cameraFile, Set: setFile}.options()
	if err != nil {
		return r, err
	}
	o.NoTags = f.noTags
	f.reader.Expect(o)
	img, err := loadPicture(path)
	if err != nil {
		return r, err
	}
	defer func() { err = errors.Join(err, img.Close()) }()
	r, err = f.reader.Read(img)
	r.Image = path
	return r, err
}

// fileWatcher watches video files.
type fileWatcher struct{}

func (fileWatcher) WatchFile(path, cameraFile, setFile string, report func(reading.Event)) error {
	o, err := eyeFlags{Camera: cameraFile, Set: setFile}.options()
	if err != nil {
		return err
	}
	return watch(path, o, 0, func(e reading.Event) error {
		report(e)
		return nil
	})
}
