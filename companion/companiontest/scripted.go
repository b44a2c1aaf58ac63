// Package companiontest has an eye that sees what a script says, for tests that need a game at a table but no pictures.
package companiontest

import (
	"context"
	_ "embed"
	"encoding/json"
	"fmt"
	"time"

	"github.com/castellan-companion/castellan/companion"
	"github.com/castellan-companion/castellan/vision/reading"
)

// Script is what happens in a film (castellan-video/1): its true castles and what else there is to notice.
type Script struct {
	FPS    float64 `json:"fps"`
	Size   [2]int  `json:"size"`
	States []struct {
		FromFrame int             `json:"from_frame"`
		ToFrame   int             `json:"to_frame"`
		Quiet     bool            `json:"quiet"`
		Lattice   reading.Lattice `json:"lattice"`
		Castle    reading.Castle  `json:"castle"`
	} `json:"states"`
	Events []struct {
		Frame int    `json:"frame"`
		Kind  string `json:"kind"`
	} `json:"events"`
	Set struct {
		PitchMM float64 `json:"pitch_mm"`
	} `json:"set"`
}

//go:embed game_1.json
var game1 []byte

// Game1 is the bundled film's script: red 29, blue 4 after eleven turns.
func Game1() Script {
	s, err := ReadScript(game1)
	if err != nil {
		panic(err)
	}
	return s
}

// ReadScript reads a castellan-video/1 file.
func ReadScript(file []byte) (Script, error) {
	var s Script
	if err := json.Unmarshal(file, &s); err != nil {
		return Script{}, fmt.Errorf("video script: %w", err)
	}
	for i := range s.States {
		s.States[i].Lattice.PitchMM = s.Set.PitchMM
		keeps := s.States[i].Castle.Keeps
		for k := range keeps {
			keeps[k].At = s.States[i].Lattice.Place(keeps[k].AtMM)
		}
	}
	return s, nil
}

// Eye plays a script.
type Eye struct {
	Script Script
	// Pace is called before each frame, for instance to wait until it is due or to make its picture; nil to go as fast as
	// it goes.
	Pace func(context.Context, *reading.Observation) error
}

// Source is the script as a film to watch, its turns ended by the players on film.
func (e Eye) Source() companion.Source {
	s := companion.Source{Name: "script", Eye: e, Film: true, Players: []string{"red", "blue"}}
	for _, event := range e.Script.Events {
		if event.Kind == "turn_end" {
			s.EndTurns = append(s.EndTurns, e.at(event.Frame+settles))
		}
	}
	return s
}

// settles is how many frames after a turn's last piece its player ends the turn, more than the hand takes to leave.
const settles = 5

func (e Eye) at(frame int) time.Duration {
	return time.Duration(float64(frame) / e.Script.FPS * float64(time.Second))
}

// Watch implements companion.Eye. A castle is believed from its first quiet frame on.
func (e Eye) Watch(ctx context.Context, see func(reading.Observation)) error {
	happens := map[int][]reading.Event{}
	for _, event := range e.Script.Events {
		switch event.Kind {
		case reading.KindSlide, reading.KindBump, reading.KindLight:
			happens[event.Frame] = append(happens[event.Frame], reading.Event{Frame: event.Frame, Kind: event.Kind})
		}
	}
	for i := range e.Script.States {
		state := &e.Script.States[i]
		for frame := state.FromFrame; frame <= state.ToFrame; frame++ {
			obs := reading.Observation{
				Frame: frame, At: e.at(frame), Size: e.Script.Size, Quiet: state.Quiet,
				Events: happens[frame], Current: &state.Castle,
			}
			if state.Quiet && frame == state.FromFrame {
				obs.Events = append(obs.Events, reading.Event{
					Frame: frame, Kind: reading.KindCastle, Castle: &state.Castle, Confidence: 1,
				})
			}
			if e.Pace != nil {
				if err := e.Pace(ctx, &obs); err != nil {
					return err
				}
			}
			if ctx.Err() != nil {
				return ctx.Err()
			}
			see(obs)
		}
	}
	return nil
}
