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

// Piece is one piece that was found on the table, with its measures in millimetres.
type Piece struct {
	Kind     Kind         `json:"kind"`
	Color    string       `json:"color,omitempty"` // of a keep: red, blue, yellow, green
	RGB      [3]uint8     `json:"rgb"`             // mean colour in the picture
	AtMM     [2]float64   `json:"at_mm"`           // x, y of its middle in the table frame
	LengthMM float64      `json:"length_mm"`
	WidthMM  float64      `json:"width_mm"`
	HeightMM float64      `json:"height_mm"`
	Outline  [][2]float64 `json:"outline"` // polygon in the picture, pixels, for drawing
}

// Learned is what a picture says of a set.
type Learned struct {
	Set    calibration.Set `json:"set"` // without a name
	Pieces []Piece         `json:"pieces"`
}

// Learn measures the pieces in a picture. The camera may be nil: its lens is then guessed from the tags. The errors are sentences for
// people: tags missing, a piece missing, pieces too near to each other, seen too much from above.
func Learn(picture image.Image, camera *calibration.Camera) (Learned, error) {
	return Learned{}, errors.New("learning is not there yet")
}
