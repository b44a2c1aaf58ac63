package scene

import (
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"

	"github.com/castellan-companion/castellan/calibration"
	"github.com/castellan-companion/castellan/engine/castellan"
	"github.com/castellan-companion/castellan/vision/reading"
)

// Film is a video and what happens in it.
type Film struct {
	File   string // path of the JSON file
	Video  string // path of the video
	States []State
	Events []reading.Event // with At as package reading has it, and the colour of keeps
}

// State is what a stretch of a film shows. The states of a film follow each other without a gap.
type State struct {
	From, To int  // frames, both included
	Quiet    bool // no hand in the picture, nothing moves
	Lattice  *reading.Lattice
	Castle   reading.Castle
	Score    map[string]int // points by colour
}

// filmFile is castellan-video/1, as far as it is needed here.
type filmFile struct {
	Video  string `json:"video"`
	States []struct {
		From    int            `json:"from_frame"`
		To      int            `json:"to_frame"`
		Quiet   bool           `json:"quiet"`
		Lattice *lattice       `json:"lattice"`
		Castle  reading.Castle `json:"castle"`
		Score   map[string]int `json:"score"`
	} `json:"states"`
	Events []eventInFile `json:"events"`
}

type eventInFile struct {
	Frame  int             `json:"frame"`
	Kind   string          `json:"kind"`
	Player string          `json:"player"`
	Piece  string          `json:"piece"`
	At     json.RawMessage `json:"at"`
	On     *bool           `json:"on"`
}

// LoadFilm reads a castellan-video/1 file. Its errors name the file and the field that is wrong. The video is not
// looked at.
func LoadFilm(path string) (Film, error) {
	var f filmFile
	if err := load(path, FilmSchema, &f); err != nil {
		return Film{}, err
	}
	set, err := calibration.LoadSet(path)
	if err != nil {
		return Film{}, err
	}
	film, err := f.film(set.PitchMM)
	if err != nil {
		return Film{}, fmt.Errorf("%s: %w", path, err)
	}
	film.File, film.Video = path, filepath.Join(filepath.Dir(path), f.Video)
	return film, nil
}

func (f *filmFile) film(pitchMM float64) (Film, error) {
	var film Film
	if f.Video == "" {
		return film, errors.New("video: missing; the file does not name its video")
	}
	if len(f.States) == 0 {
		return film, errors.New("states: the list is empty or missing")
	}
	next := f.States[0].From
	for i, s := range f.States {
		if s.From != next || s.To < s.From {
			return film, fmt.Errorf("states[%d]: frames %d to %d do not follow the state before, which ends with frame %d",
				i, s.From, s.To, next-1)
		}
		next = s.To + 1
		state := State{From: s.From, To: s.To, Quiet: s.Quiet, Lattice: s.Lattice.withPitch(pitchMM), Score: s.Score}
		var err error
		if state.Castle, err = placed(s.Castle, state.Lattice); err != nil {
			return film, fmt.Errorf("states[%d].%w", i, err)
		}
		film.States = append(film.States, state)
	}
	for i, e := range f.Events {
		event := reading.Event{Frame: e.Frame, Kind: e.Kind, Piece: e.Piece, On: e.On}
		if e.Kind == reading.KindKeep {
			event.Color = e.Player
		}
		var err error
		if event.At, err = e.at(); err != nil {
			return film, fmt.Errorf("events[%d].at: %w", i, err)
		}
		film.Events = append(film.Events, event)
	}
	return film, nil
}

// at is the event's place as package reading has it, nil if it has none.
func (e *eventInFile) at() (any, error) {
	if e.At == nil {
		return nil, nil
	}
	switch e.Piece {
	case "tower":
		var n castellan.Node
		err := json.Unmarshal(e.At, &n)
		return n, err
	case "short", "long":
		var w castellan.Wall
		err := json.Unmarshal(e.At, &w)
		return w, err
	case "keep":
		var mm [2]float64
		err := json.Unmarshal(e.At, &mm)
		return mm, err
	}
	return nil, nil
}

// stateAt is the state that holds in a frame; before the first and after the last the nearest one.
func (f *Film) stateAt(frame int) *State {
	for i := range f.States {
		if frame <= f.States[i].To {
			return &f.States[i]
		}
	}
	return &f.States[len(f.States)-1]
}

// final is the state in which the film ends.
func (f *Film) final() *State { return &f.States[len(f.States)-1] }
