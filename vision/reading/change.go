package reading

import (
	"fmt"
	"strings"

	"github.com/castellan-companion/castellan/engine/castellan"
)

// ChangedPiece says what kind of piece a change is of.
type ChangedPiece string

// The kinds of pieces that changes are of. A trial is a tower turned by 45 degrees.
const (
	ChangedTower ChangedPiece = "tower"
	ChangedWall  ChangedPiece = "wall"
	ChangedKeep  ChangedPiece = "keep"
	ChangedTrial ChangedPiece = "trial"
)

// Change is one difference between two castles: a piece more or less. Place is set for towers and trials, which have both ends on their
// node, and for walls; Keep for keeps.
type Change struct {
	Add   bool
	Of    ChangedPiece
	Place castellan.Wall
	Keep  castellan.Keep
}

// String writes the change as Alternative.CastleDiff has it: "+tower 3,4", "-wall 0,0-2,0", "-keep red 2.5,0.5",
// "+double keep red 2.5,0.5", "+trial 3,4".
func (c Change) String() string {
	sign := "-"
	if c.Add {
		sign = "+"
	}
	switch c.Of {
	case ChangedWall:
		return fmt.Sprintf("%swall %d,%d-%d,%d", sign, c.Place.From.I, c.Place.From.J, c.Place.To.I, c.Place.To.J)
	case ChangedKeep:
		if c.Keep.Count == 2 {
			sign += "double "
		}
		return fmt.Sprintf("%skeep %s %g,%g", sign, c.Keep.Color, c.Keep.At[0], c.Keep.At[1])
	default:
		return fmt.Sprintf("%s%s %d,%d", sign, c.Of, c.Place.From.I, c.Place.From.J)
	}
}

// ParseChange reads what String writes.
func ParseChange(text string) (Change, error) {
	rest, add := strings.CutPrefix(text, "+")
	less, remove := strings.CutPrefix(text, "-")
	if remove {
		rest = less
	}
	c := Change{Add: add}
	rest, double := strings.CutPrefix(rest, "double ")
	kind, place, _ := strings.Cut(rest, " ")
	c.Of = ChangedPiece(kind)
	from, to := &c.Place.From, &c.Place.To
	known := add || remove
	var err error
	switch c.Of {
	case ChangedWall:
		_, err = fmt.Sscanf(place+"\n", "%d,%d-%d,%d\n", &from.I, &from.J, &to.I, &to.J)
	case ChangedTower, ChangedTrial:
		_, err = fmt.Sscanf(place+"\n", "%d,%d\n", &from.I, &from.J)
		*to = *from
	case ChangedKeep:
		c.Keep.Count = 1
		if double {
			c.Keep.Count = 2
		}
		_, err = fmt.Sscanf(place+"\n", "%s %g,%g\n", &c.Keep.Color, &c.Keep.At[0], &c.Keep.At[1])
	default:
		known = false
	}
	if err != nil || !known || double && c.Of != ChangedKeep {
		return Change{}, fmt.Errorf("%q is no change of a castle; write +tower 3,4 or -wall 0,0-2,0 or -keep red 2.5,0.5", text)
	}
	return c, nil
}
