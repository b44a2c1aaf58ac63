package reading

import (
	"time"

	"github.com/castellan-companion/castellan/engine/castellan"
)

// Keep is a keep as it was seen: AtMM on the table (mm), At the same place in lattice units.
type Keep struct {
	Color string     `json:"color"`
	AtMM  [2]float64 `json:"at_mm"`
	At    [2]float64 `json:"at"`
	Count int        `json:"count"`
}

// Trial is a tower that stands turned by 45 degrees: shown, but no part of the castle.
type Trial struct {
	Tower castellan.Node `json:"tower"`
}

// Castle is the castle as it was seen.
type Castle struct {
	Towers []castellan.Node `json:"towers"`
	Walls  []castellan.Wall `json:"walls"`
	Keeps  []Keep           `json:"keeps"`
	Trial  []Trial          `json:"trial"`
}

// Piece is one tower or wall and how sure the eye is of it (0..1).
type Piece struct {
	Tower *castellan.Node `json:"tower,omitempty"`
	Wall  *castellan.Wall `json:"wall,omitempty"`
	P     float64         `json:"p"`
}

// Alternative is one way to resolve a doubt: its probability and what it would change in the castle
// ("+tower 3,4", "-wall 0,0-2,0").
type Alternative struct {
	P          float64  `json:"p"`
	CastleDiff []string `json:"castle_diff"`
}

// Doubt lists alternatives, best first. Box is the part of the picture that shows it: from x0, y0 to just before x1, y1 in pixels; all
// 0 where the picture does not show it.
type Doubt struct {
	Alternatives []Alternative `json:"alternatives"`
	Box          [4]int        `json:"box,omitzero"`
}

// Pose takes table coordinates (mm, z up) to camera coordinates: X = R*table + T. Source is "tags", "castle" or "none".
type Pose struct {
	R      [3][3]float64 `json:"R"`
	T      [3]float64    `json:"t"`
	Source string        `json:"source"`
}

// Note is a remark for people about the picture, with a stable code.
type Note struct {
	Code string `json:"code"`
	Text string `json:"text"`
	Tags []int  `json:"tags,omitempty"` // ids of the tags that it is about, where it is about some
}

// Schema names the format of Reading.
const Schema = "castellan-reading/1"

// Reading is what was read from one picture.
type Reading struct {
	Schema     string         `json:"schema"`
	Image      string         `json:"image"`
	Found      bool           `json:"found"`
	Castle     Castle         `json:"castle"`
	Score      map[string]int `json:"score"` // filled in by whoever knows the rules
	Confidence float64        `json:"confidence"`
	Pieces     []Piece        `json:"pieces"`
	Doubts     []Doubt        `json:"doubts"`
	Lattice    *Lattice       `json:"lattice"`
	Pose       Pose           `json:"pose"`
	Notes      []Note         `json:"notes"`
	MS         float64        `json:"ms"`
}

// Event kinds.
const (
	KindQuiet  = "quiet"
	KindCastle = "castle"
	KindPlace  = "place"
	KindRemove = "remove"
	KindKeep   = "keep"
	KindTrial  = "trial"
	KindSlide  = "slide"
	KindBump   = "bump"
	KindLight  = "light"
	KindLost   = "lost"
	KindFound  = "found"
	KindEnd    = "end"
)

// Event is one thing that happened in a film. Which of the optional fields are set depends on Kind.
type Event struct {
	Frame int     `json:"frame"`
	TS    float64 `json:"t_s"`
	Kind  string  `json:"kind"`

	Quiet *bool `json:"quiet,omitempty"` // KindQuiet

	Castle     *Castle        `json:"castle,omitempty"` // KindCastle
	Score      map[string]int `json:"score,omitempty"`  // KindCastle, filled in by whoever knows the rules
	Confidence float64        `json:"confidence,omitempty"`
	Final      bool           `json:"final,omitempty"`

	Piece string `json:"piece,omitempty"` // tower, short, long, keep
	At    any    `json:"at,omitempty"`    // castellan.Node for a tower, castellan.Wall for a wall, [2]float64 (mm) for a keep
	Color string `json:"color,omitempty"` // KindKeep
	On    *bool  `json:"on,omitempty"`    // KindTrial

	Frames int     `json:"frames,omitempty"` // KindEnd
	MSMean float64 `json:"ms_mean,omitempty"`
	MSP95  float64 `json:"ms_p95,omitempty"`
}

// Outline is a closed polygon in picture pixels to be drawn over the camera picture for one piece.
type Outline struct {
	Kind   string       `json:"kind"` // tower, wall, keep, trial, doubt
	Color  string       `json:"color,omitempty"`
	Points [][2]float64 `json:"points"`
}

// Observation is everything that the eye has to say about one frame of a live source.
type Observation struct {
	Frame    int
	At       time.Duration // since the source was opened
	Size     [2]int        // width, height of the picture in pixels
	JPEG     []byte        // the camera's picture; nil when it is not to be shown
	Quiet    bool
	Events   []Event   // what happened in this frame, in order
	Current  *Castle   // the castle believed in now; nil before the first
	Outlines []Outline // to draw over JPEG
	Doubts   []Doubt   // about Current, the greatest first; they stay until the eye looks again
	Notes    []Note    // what keeps the eye from seeing well now, and what it got over just now
}
