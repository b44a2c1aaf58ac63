package castellan

import "fmt"

// Kind is one of the three kinds of grey pieces.
type Kind uint8

// The kinds of pieces. PieceSet says how long the walls are.
const (
	ShortWall Kind = iota
	LongWall
	Tower
)

const (
	wallKinds = 2 // ShortWall and LongWall index arrays of this size
	allKinds  = 3
)

var kindNames = [allKinds]string{ShortWall: "short", LongWall: "long", Tower: "tower"}

// String gives the kind's name in game files: "tower", "long" or "short".
func (k Kind) String() string {
	if int(k) >= len(kindNames) {
		return fmt.Sprintf("Kind(%d)", uint8(k))
	}
	return kindNames[k]
}
