package vision

import (
	"math"

	"github.com/castellan-companion/castellan/vision/model"
)

// Seen from above a double keep looks hardly other than a single one, but it alone is higher than walls: where one lamp lights a castle more
// than others, only a double keep darkens the tops of the walls beside it.

const (
	// shadowOfDouble is what that says counts, mostByShadow the most that it says, as logarithms of odds.
	shadowOfDouble, mostByShadow = 6.0, 4.0
)

// weighHeights decides anew on the heights of keeps, by the shadows that double ones would throw on walls.
func (a *appearance) weighHeights(keeps []seenKeep, g *model.Grid) {
	for i := range keeps {
		if k := &keeps[i]; math.Abs(k.double) < mostByShadow { // else it would decide nothing
			k.double += a.doubleShadow(&k.footing)
		}
	}
	decideHeights(keeps, g)
}

// doubleShadow is how much the tops of the walls look as if a keep were a double one that keeps a lamp's light from them, as a logarithm of
// odds; 0 where nothing of that would be seen.
func (a *appearance) doubleShadow(f *footing) float64 {
	const few = 8 // places that say half of what many say
	l := a.light(onTops)
	if l == nil {
		return 0
	}
	sum, n := 0.0, 0.0
	a.there.ShadowOfDouble(f[0], f[1], l.at, func(p [3]float64) {
		if c, ok := a.colour(p); ok {
			sum += l.shaded.likelihood(c) - l.lit.likelihood(c)
			n++
		}
	})
	if n == 0 {
		return 0
	}
	return max(-mostByShadow, min(mostByShadow, shadowOfDouble*sum/(n+few)))
}
