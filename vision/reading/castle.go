package reading

import (
	"slices"

	"github.com/castellan-companion/castellan/engine/castellan"
)

// Setup is the castle as the rules take it: its players are the colours of its keeps, in the order in which they are
// listed. Trial towers are left out.
func (c Castle) Setup() castellan.Setup {
	s := castellan.Setup{Towers: c.Towers, Walls: c.Walls}
	for _, k := range c.Keeps {
		s.Keeps = append(s.Keeps, castellan.Keep{Color: k.Color, At: k.At, Count: k.Count})
		if !slices.Contains(s.Players, k.Color) {
			s.Players = append(s.Players, k.Color)
		}
	}
	return s
}
