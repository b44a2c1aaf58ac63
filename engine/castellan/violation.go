package castellan

import "strconv"

// Code names a broken rule. Codes are part of the file formats and never change their meaning.
type Code string

// What can be wrong with a castle.
const (
	CodeOffAxis              Code = "off_axis"               // a wall that changes both coordinates
	CodeBadLength            Code = "bad_length"             // a wall that is neither short nor long
	CodeOutOfReach           Code = "out_of_reach"           // a piece beyond MaxCoordinate
	CodeDuplicate            Code = "duplicate"              // the same piece twice, or two keeps of one colour in a courtyard
	CodeSupplyExceeded       Code = "supply_exceeded"        // more pieces of a kind than the box holds
	CodeOverlap              Code = "overlap"                // two pieces take the same place
	CodeNoRoomForTower       Code = "no_room_for_tower"      // a wall end at which a tower no longer fits
	CodeOpenEndsMeet         Code = "open_ends_meet"         // wall ends meet without a tower (see Ruleset.OpenEndsMeet)
	CodeDisconnected         Code = "disconnected"           // pieces that are not joined to the castle
	CodeKeepOutsideCourtyard Code = "keep_outside_courtyard" // a keep that stands in no courtyard
	CodeTwoOwners            Code = "two_owners"             // keeps of several colours in one courtyard
	CodeDoubleKeepTwice      Code = "double_keep_twice"      // a colour with more than one double keep
)

// List says which list of a Setup a PieceRef points into.
type List uint8

// The lists of a Setup, and the kinds of pieces in the supply.
const (
	Towers List = iota
	Walls
	Keeps
	TowerSupply
	LongWallSupply
	ShortWallSupply
)

var listNames = [...]string{"towers", "walls", "keeps", "towers", "long_walls", "short_walls"}

// PieceRef points at a piece of a Setup, such as walls/3, or at a kind of piece, such as long_walls.
type PieceRef struct {
	List  List
	Index int // position in the list; 0 for a kind
}

// String writes the reference as in the file formats.
func (r PieceRef) String() string { return string(r.append(nil)) }

// MarshalText writes the reference as in the file formats.
func (r PieceRef) MarshalText() ([]byte, error) { return r.append(nil), nil }

func (r PieceRef) append(b []byte) []byte {
	b = append(b, listNames[r.List]...)
	if r.List > Keeps {
		return b
	}
	return strconv.AppendInt(append(b, '/'), int64(r.Index), 10)
}

// Violation is one broken rule: its code, the pieces concerned, and a sentence for people (English).
type Violation struct {
	Code   Code       `json:"code"`
	Pieces []PieceRef `json:"pieces"`
	Text   string     `json:"text"`
}
