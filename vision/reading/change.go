package reading

import (
	"fmt"
	"strings"

	"github.com/castellan-companion/castellan/engine/castellan"
)

// Change is one difference between two castles: a tower or a wall more or less. A tower has both ends on its node.
type Change struct {
	Add   bool
	Piece castellan.Wall
}

// ParseChange reads a change as Alternative.CastleDiff has it: "+tower 3,4", "-wall 0,0-2,0".
func ParseChange(text string) (Change, error) {
	var c Change
	rest, add := strings.CutPrefix(text, "+")
	less, remove := strings.CutPrefix(text, "-")
	if remove {
		rest = less
	}
	c.Add = add
	from, to := &c.Piece.From, &c.Piece.To
	var err error
	if place, ok := strings.CutPrefix(rest, "wall "); ok {
		_, err = fmt.Sscanf(place+"\n", "%d,%d-%d,%d\n", &from.I, &from.J, &to.I, &to.J)
	} else {
		_, err = fmt.Sscanf(rest+"\n", "tower %d,%d\n", &from.I, &from.J)
		*to = *from
	}
	if err != nil || !add && !remove {
		return Change{}, fmt.Errorf("%q is no change of a castle; write +tower 3,4 or -wall 0,0-2,0", text)
	}
	return c, nil
}
