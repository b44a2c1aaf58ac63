package companion

import (
	"errors"

	"github.com/castellan-companion/castellan/vision/reading"
)

// What a source does at the moment.
const (
	Opening  = "opening"  // no picture yet
	Watching = "watching" // pictures come
	Lost     = "lost"     // pictures come, but the castle cannot be read in them
	Ended    = "ended"    // the film is over
	Failed   = "failed"   // no pictures come; Status.Text says why
	NoSource = "none"     // nobody looks
)

// Status is how the table is being watched. It is not part of the game.
type Status struct {
	Source string `json:"source"`    // its name
	ID     string `json:"source_id"` // by which the source is chosen
	Film   bool   `json:"film"`
	Camera string `json:"camera"`
	Quiet  bool   `json:"quiet"`  // no hand and no motion over the castle
	Text   string `json:"text"`   // for people: why the camera failed
	Code   string `json:"code"`   // the same for programs, where Text has one (Coded); "" otherwise
	Notice string `json:"notice"` // for people: what they should know of the record; "" where there is nothing
	Record string `json:"record"` // for people: why events cannot be stored; "" while they can
	// Notes say what keeps the camera from seeing well now, and what it got over just now, what came up first first.
	Notes []reading.Note `json:"notes"`
}

// Coded is an error that pages can say in their readers' language.
type Coded interface {
	error
	// Code is stable and names the words.
	Code() string
}

// WithCode is an error under a code (Coded).
func WithCode(err error, code string) error { return codedError{err, code} }

type codedError struct {
	error
	code string
}

func (e codedError) Code() string { return e.code }

func (e codedError) Unwrap() error { return e.error }

// CodeOf is the code of an error, "" where it has none.
func CodeOf(err error) string {
	if coded, ok := errors.AsType[Coded](err); ok {
		return coded.Code()
	}
	return ""
}
