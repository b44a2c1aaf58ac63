package pieces

import (
	"errors"
	"image"

	"github.com/castellan-companion/castellan/calibration"
)

// Kind of a piece.
type Kind string

// The kinds.
const (
	Tower Kind = "tower"
	Short Kind = "short"
	Long  Kind = "long"
	Keep  Kind = "keep"
)

// Piece is one piece that was found on the table. Its colour, place and measures are those of pieces that stand apart.
type Piece struct {
	Kind     Kind         `json:"kind"`
	Color    string       `json:"color,omitempty"`    // of a keep: red, orange, yellow, green, blue or purple
	RGB      [3]uint8     `json:"rgb,omitzero"`       // mean colour in the picture
	AtMM     [2]float64   `json:"at_mm,omitzero"`     // x, y of its middle in the table frame
	AngleDeg float64      `json:"angle_deg,omitzero"` // of a wall: the direction of its length in the table frame
	Length   Measure      `json:"length_mm,omitzero"` // of a wall; a tower and a keep are as long as wide
	Width    Measure      `json:"width_mm,omitzero"`
	Height   Measure      `json:"height_mm,omitzero"`
	Outline  [][2]float64 `json:"outline"` // polygon in the picture, pixels, for drawing
}

// Learned is what a picture says of a set.
type Learned struct {
	Set    calibration.Set `json:"set"`    // without a name
	Pieces []Piece         `json:"pieces"` // the tower, the short wall, the long wall, then the keeps by colour, as they stand last; or those of a courtyard
}

// Pictures to learn from, of one size and from one place.
type Pictures struct {
	Looks []image.Image // the table with the pieces, the newest last; they may have been turned and moved in between
	Bare  image.Image   // the same table before
}

// Errors of those who learn sets; all are sentences for people.
var (
	ErrTooSteep   = errors.New("the camera looks straight down, so heights cannot be seen: tilt it by 20 degrees or more")
	ErrFewPieces  = errors.New("fewer pieces are seen than needed: lay a tower, a short wall, a long wall and a keep of each colour between the tags")
	ErrManyPieces = errors.New("more things are seen than pieces: leave only a tower, a short wall, a long wall and a keep of each colour, apart from each other")
	ErrUnclear    = errors.New("the measures do not fit each other yet: turn each piece a little, and measure again; hard shadows and a cloth like the pieces make it harder")
	// ErrNoCourtyard is of sets that are measured by a courtyard (vision.MeasureSet).
	ErrNoCourtyard = errors.New("the courtyard is not seen clearly: build one of four towers, two long and two short walls between the tags, on a plain table that is lighter or darker than they are, and take other pieces away")
	ErrSizes       = errors.New("the two pictures are not of one size: take both with the same camera")
)
