package vision

import (
	"math"

	"github.com/castellan-companion/castellan/vision/model"
)

// Seen from above a double keep looks hardly other than a single one, and in hard light one that is in the dark does so aslant too. But where one
// lamp lights a castle more than others, a double keep's shadow on the table is twice as long, and it alone is higher than walls: only a double
// one darkens the tops of those beside it.

const (
	// shadowOfDouble is what a shadow on walls counts, mostByShadow the most that it says, as logarithms of odds.
	shadowOfDouble, mostByShadow = 6.0, 4.0
	// shadowOnTable is what one on the table counts, and plainHeight how much must speak for or against a double keep for it not to be asked, and to
	// witness whether shadows lie where the lamp would throw them, as logarithms of odds. Fitted to 3,044 keeps of 709 given and rendered
	// pictures, 34 of which are misjudged without it and 23 with it.
	shadowOnTable, plainHeight = 4.0, 7.0
)

// weighHeights decides anew on the heights of keeps, by the shadows that double ones would throw on walls, and by those on the table.
func (a *appearance) weighHeights(keeps []seenKeep, g *model.Grid) {
	for i := range keeps {
		if k := &keeps[i]; math.Abs(k.double) < mostByShadow { // else it would decide nothing
			k.double += a.doubleShadow(&k.footing)
		}
	}
	a.weighOnTable(keeps)
	decideHeights(keeps, g)
}

// weighOnTable takes into account how long the shadows of keeps on the table are, where their heights are in doubt and those of which they are not
// throw theirs as the lamp would have them: the table's pattern, or what is not known of the castle, looks like shadows too.
func (a *appearance) weighOnTable(keeps []seenKeep) {
	var plain, doubtful []*seenKeep
	for i := range keeps {
		if k := &keeps[i]; math.Abs(k.double) >= plainHeight {
			plain = append(plain, k)
		} else {
			doubtful = append(doubtful, k)
		}
	}
	if len(doubtful) == 0 { // no need of a lamp
		return
	}
	witness := 0.0
	for _, k := range plain {
		witness += math.Copysign(1, k.double) * a.shadowOfHeight(&k.footing)
	}
	if witness < 0 {
		return
	}
	for _, k := range doubtful {
		k.double += shadowOnTable * a.shadowOfHeight(&k.footing)
	}
}

// shadowOfHeight is how much the table looks as if a keep were a double one that keeps a lamp's light from it, rather than a single one, up to a
// factor: a logarithm of odds; 0 where nothing of that would be seen.
func (a *appearance) shadowOfHeight(f *footing) float64 {
	const (
		most  = 4.0 // what the colours can say on average
		few   = 40  // places that say half of what many say
		stain = 0.5 // what a stain of the table says, or the edge of another shadow
	)
	l := a.light(onTable)
	if l == nil {
		return 0
	}
	var seen average
	a.there.ShadowsOfKeep(f[0], f[1], l.at, func(p [3]float64, double bool) {
		says, ok := a.inShadow(l, p)
		if !ok {
			return
		}
		if !double {
			says = -says
		}
		seen.add(says)
	})
	says := seen.says(-most, most, few)
	return math.Copysign(max(0, math.Abs(says)-stain), says)
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
