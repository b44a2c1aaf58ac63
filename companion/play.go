package companion

import (
	"github.com/go-json-experiment/json"

	"github.com/castellan-companion/castellan/engine/castellan"
)

// Play is a whole turn as it is written in a castellan-game/1 file.
type Play struct{ castellan.Turn }

type playJSON struct {
	Player string            `json:"player"`
	Play   []string          `json:"play,omitempty"`
	Pieces *castellan.Supply `json:"pieces,omitzero"`
	Build  []castellan.Piece `json:"build,omitempty"`
	Pass   castellan.Supply  `json:"pass,omitzero"`
	Claims []castellan.Claim `json:"claims,omitempty"`
	Draw   []string          `json:"draw,omitempty"`
}

// MarshalJSON writes the turn as in a castellan-game/1 file.
func (p Play) MarshalJSON() ([]byte, error) { return json.Marshal(playJSON(p.Turn)) }

// UnmarshalJSON reads a turn of a castellan-game/1 file. Unknown fields are ignored.
func (p *Play) UnmarshalJSON(b []byte) error {
	var in playJSON
	if err := json.Unmarshal(b, &in); err != nil {
		return err
	}
	p.Turn = castellan.Turn(in)
	return nil
}
