package watchful

import (
	"math"
	"slices"
	"time"

	"github.com/castellan-companion/castellan/vision/reading"
)

// How long things last.
const (
	appearAfter = time.Second     // a hand passes over a tag, a cloud over the window: that is not worth a word
	goneAfter   = time.Second     // what was said stays until it has been gone for so long
	eventLasts  = 8 * time.Second // what happened in a moment is told for so long
	focusMemory = 6 * time.Second
)

// A focus that goes to and fro so often within focusMemory, by so much of a tag's cell, is hunting.
const (
	huntSwings = 3
	huntCells  = 0.12
)

// Watch judges the frames of a film. It is not safe for concurrent use.
type Watch struct {
	known map[string]*sign
	order []string // codes, in the order in which they came up
	focus []focus

	looked time.Duration // when it last looked
	memory memory
}

// sign is something that was noticed.
type sign struct {
	note        reading.Note
	first, last time.Duration // when it was noticed, without a break since
	until       time.Duration // an event is told until then; 0 for what lasts
}

// focus is how soft the picture was.
type focus struct {
	at    time.Duration
	cells float64
}

// New makes a watch.
func New() *Watch { return &Watch{known: map[string]*sign{}} }

// Look judges the frame at a time since the film began, and gives what is to be said now, what came up first first; never nil.
func (w *Watch) Look(at time.Duration, f Frame) []reading.Note {
	f.memory = w.memory
	for _, note := range f.judge() {
		until := time.Duration(0)
		if note.Code == TagPushed { // where it lies now is known soon
			until = at + eventLasts
		}
		w.notice(at, note, until)
	}
	if f.Hand {
		w.hold(TagsCovered, at-w.looked)
		w.hold(Glare, at-w.looked)
	}
	w.looked = at
	if f.Lost {
		w.notice(at, Lost(f.Tags), 0)
	}
	if w.hunting(at, &f) {
		w.notice(at, reading.Note{
			Code: FocusHunting, Text: "The camera keeps changing its focus. Switch its autofocus off, or give it more light.",
		}, 0)
	}
	if f.Bumped {
		note := reading.Note{
			Code: Bumped, Text: "The camera was bumped. The companion has found its place again; fix the camera if this happens often.",
		}
		if f.Untagged {
			note = reading.Note{
				Code: BumpedUntagged,
				Text: "The camera was bumped while no tag could be seen. The companion has found its place again by the castle; uncover the tags.",
			}
		}
		w.notice(at, note, at+eventLasts)
	}
	if f.Light {
		w.notice(at, reading.Note{
			Code: LightChanged, Text: "The light has changed. The companion goes on; keep hard shadows off the castle.",
		}, at+eventLasts)
	}
	w.memory = f.memory
	notes := []reading.Note{}
	w.order = slices.DeleteFunc(w.order, func(code string) bool {
		s := w.known[code]
		if at > max(s.last+goneAfter, s.until) {
			delete(w.known, code)
			return true
		}
		if s.until > 0 || s.last-s.first >= appearAfter {
			notes = append(notes, s.note)
		}
		return false
	})
	return notes
}

func (w *Watch) notice(at time.Duration, note reading.Note, until time.Duration) {
	s, ok := w.known[note.Code]
	if !ok {
		s = &sign{first: at}
		w.known[note.Code] = s
		w.order = append(w.order, note.Code)
	}
	s.note, s.last, s.until = note, at, max(s.until, until)
}

// hold stops the clock for what was noticed, as nobody can tell now whether it is still so.
func (w *Watch) hold(code string, passed time.Duration) {
	if s, ok := w.known[code]; ok {
		s.first += passed
		s.last += passed
	}
}

// hunting tells whether the focus goes to and fro.
func (w *Watch) hunting(at time.Duration, f *Frame) bool {
	if soft := f.memory.softness; soft.known {
		w.focus = append(w.focus, focus{at, soft.cells})
	}
	w.focus = slices.DeleteFunc(w.focus, func(o focus) bool { return o.at < at-focusMemory })
	if len(w.focus) == 0 {
		return false
	}
	swings, direction := 0, 0.0
	turn := w.focus[0].cells // the last extreme
	for _, o := range w.focus[1:] {
		step := o.cells - turn
		switch {
		case math.Signbit(step) == math.Signbit(direction) && direction != 0:
			turn = o.cells // further the same way
		case math.Abs(step) > huntCells:
			swings++
			direction, turn = step, o.cells
		}
	}
	return swings >= huntSwings
}
