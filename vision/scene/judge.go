package scene

import (
	"cmp"
	"fmt"
	"io/fs"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/castellan-companion/castellan/vision/reading"
)

// StillReader reads the castle in a picture. cameraFile and setFile are files of any kind that tells the lens and the
// measures of the piece set; "" where they are not known.
type StillReader interface {
	ReadFile(path, cameraFile, setFile string) (reading.Reading, error)
}

// FilmWatcher watches a video from beginning to end and reports what happens in it, in order. cameraFile and setFile
// are as for StillReader.
type FilmWatcher interface {
	WatchFile(path, cameraFile, setFile string, report func(reading.Event)) error
}

// Judge measures a reader and a watcher against the truth.
type Judge struct {
	Stills StillReader
	Films  FilmWatcher
	Cold   bool           // tell them neither lens nor piece set
	Only   *regexp.Regexp // judge only files whose names, below the folder and without .json, it matches; nil for all

	Progress func(done, total int, file string)             // called before each file; may be nil
	Miss     func(Still, reading.Reading, Comparison) error // called for each still that was read wrongly; may be nil
}

// Folder judges all the stills and films below a folder, one after the other so that the times are honest. Other files
// are passed over. What goes wrong with one file is reported in its row; only a folder without any is an error, and what
// Miss returns.
func (j *Judge) Folder(dir string) (*Report, error) {
	files, err := j.truthFiles(dir)
	if err != nil {
		return nil, err
	}
	report := &Report{Groups: []Group{}, Stills: []StillRow{}, Films: []FilmRow{}} // a list without entries is no null in JSON
	for i, f := range files {
		if j.Progress != nil {
			j.Progress(i, len(files), f.path)
		}
		name := f.name
		switch {
		case f.err != nil:
			report.Stills = append(report.Stills, StillRow{File: name, Group: "(unreadable)", Error: f.err.Error()})
		case f.schema == FilmSchema:
			report.Films = append(report.Films, j.film(f.path, name))
		default:
			row, wrong := j.still(f.path, name)
			report.Stills = append(report.Stills, row)
			if j.Miss != nil && wrong != nil {
				if err := j.Miss(wrong.still, wrong.read, row.Comparison); err != nil {
					return nil, err
				}
			}
		}
	}
	report.summarise()
	return report, nil
}

type truthFile struct {
	path, schema string
	name         string // relative to the folder
	err          error  // why it cannot be read
}

// truthFiles are the JSON files below dir that are to be judged and hold a truth, or that cannot be read, stills in front of films.
func (j *Judge) truthFiles(dir string) ([]truthFile, error) {
	var files []truthFile
	left := 0 // out
	err := filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if entry.IsDir() || filepath.Ext(path) != ".json" {
			return nil
		}
		_, schema, err := readSchema(path)
		if err != nil || schema == StillSchema || schema == FilmSchema {
			name, nameErr := filepath.Rel(dir, path)
			if nameErr != nil {
				return nameErr
			}
			if j.Only != nil && !j.Only.MatchString(strings.TrimSuffix(name, filepath.Ext(name))) {
				left++
				return nil
			}
			files = append(files, truthFile{path, schema, name, err})
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	if len(files) == 0 && left > 0 {
		return nil, fmt.Errorf("%s: no name of the %d scenes here matches %q", dir, left, j.Only)
	}
	if len(files) == 0 {
		return nil, fmt.Errorf("%s: no scenes here; want .json files of %s or %s beside their pictures and videos",
			dir, StillSchema, FilmSchema)
	}
	slices.SortStableFunc(files, func(a, b truthFile) int { return cmp.Compare(a.schema, b.schema) })
	return files, nil
}

// miss is a still that was read wrongly.
type miss struct {
	still Still
	read  reading.Reading
}

// still judges one picture.
func (j *Judge) still(path, name string) (StillRow, *miss) {
	still, err := LoadStill(path)
	if err != nil {
		return StillRow{File: name, Group: "(unreadable)", Error: err.Error()}, nil
	}
	row := newStillRow(name, &still)
	camera, set := j.known(path)
	read, err := j.Stills.ReadFile(still.Image, camera, set)
	if err != nil {
		row.Error = err.Error()
		return row, nil
	}
	row.judge(&still, &read)
	if row.right() {
		return row, nil
	}
	return row, &miss{still, read}
}

// film judges one video.
func (j *Judge) film(path, name string) FilmRow {
	row := FilmRow{File: name}
	film, err := LoadFilm(path)
	if err != nil {
		row.Error = err.Error()
		return row
	}
	camera, set := j.known(path)
	var reported []reading.Event
	if err := j.Films.WatchFile(film.Video, camera, set, func(e reading.Event) { reported = append(reported, e) }); err != nil {
		row.Error = err.Error()
		return row
	}
	row.WatchComparison = CompareWatch(reported, &film)
	if end := slices.IndexFunc(reported, func(e reading.Event) bool { return e.Kind == reading.KindEnd }); end >= 0 {
		row.MSMean, row.MSP95 = reported[end].MSMean, reported[end].MSP95
	}
	return row
}

// known are the camera and the set file that the reader is told.
func (j *Judge) known(truthFile string) (camera, set string) {
	if j.Cold {
		return "", ""
	}
	return truthFile, truthFile
}
