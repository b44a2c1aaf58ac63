package vision

import (
	"math"
	"slices"
	"sync"

	"github.com/castellan-companion/castellan/vision/model"
	"github.com/castellan-companion/castellan/vision/solid"
)

// anyTones are the colours that keeps may have in any light, in the order of model.KeepColors.
var anyTones = sync.OnceValue(func() *[len(model.KeepColors)]tones {
	var all [len(model.KeepColors)]tones
	const least = 0.04 // tint
	middle := func(step int) byte { return byte((2*step + 1) * 256 / (2 * toneSteps)) }
	for k, color := range model.KeepColors {
		t := &all[k]
		for i := range t.counts {
			if tint(color, middle(i/toneSteps/toneSteps), middle(i/toneSteps%toneSteps), middle(i%toneSteps)) > least {
				t.counts[i]++
				t.sum++
			}
		}
	}
	return &all
})

// keepLook is how much the colours of a face of a keep speak for the keep rather than for what would be seen in its place: the mean over
// the points that the picture shows, and their number.
type keepLook struct{ mean, seen float64 }

// add takes in one point.
func (l *keepLook) add(speaks float64) {
	const most = 5.0 // what one point can say
	l.seen++
	l.mean += (max(-most, min(most, speaks)) - l.mean) / l.seen
}

// keepColours is how much the colours of a keep speak for it, a logarithm of odds up to a constant: the most of what they say about where
// it stands, which is not known to the millimetre.
func (a *appearance) keepColours(k *seenKeep) float64 {
	const (
		aside                 = 0.35   // of its width
		enoughTop, enoughSide = 12, 15 // points
		onTop, onSide         = 1, 0.6 // what each counts
	)
	a.there.Beside(k.AtMM, &a.near)
	most := math.Inf(-1)
	for _, by := range [5][2]float64{{0, 0}, {aside, 0}, {-aside, 0}, {0, aside}, {0, -aside}} {
		top, side := a.lookAtKeep(k.Color, [2]float64{k.AtMM[0] + by[0]*a.there.Set.KeepMM, k.AtMM[1] + by[1]*a.there.Set.KeepMM})
		most = max(most, onTop*min(1, top.seen/enoughTop)*top.mean+onSide*min(1, side.seen/enoughSide)*side.mean)
	}
	return most
}

// lookAtKeep looks at the top of a keep at a place on the table (mm) and at its side towards the eye. A double keep is looked at as if it
// were a single one, which its lower half is.
func (a *appearance) lookAtKeep(color string, at [2]float64) (top, side keepLook) {
	own := &anyTones()[slices.Index(model.KeepColors[:], color)]
	set := a.there.Set
	look := func(l *keepLook, angle, out, up float64) {
		sin, cos := math.Sincos(angle)
		out *= set.KeepMM / 2
		p := [3]float64{at[0] + out*cos, at[1] + out*sin, up * set.KeepHeightMM}
		instead, hidden := a.near.Beyond(p)
		if hidden || instead == solid.Keep {
			return
		}
		const black = 40 // in shadows as dark as this, all is of one colour
		if c, ok := a.colour(p); ok && max(c[0], c[1], c[2]) >= black {
			l.add(own.likelihood(c) - a.tones[instead].likelihood(c))
		}
	}
	const around = 8
	for _, out := range [3]float64{0, 0.4, 0.75} {
		for n := range around {
			look(&top, 2*math.Pi*float64(n)/around, out, 0.95)
		}
	}
	towards := math.Atan2(a.there.Eye[1]-at[1], a.there.Eye[0]-at[0])
	for _, up := range [6]float64{0.15, 0.3, 0.45, 0.6, 0.75, 0.9} {
		for n := -2; n <= 2; n++ {
			look(&side, towards+0.5*float64(n), 0.9, up)
		}
	}
	return top, side
}

// What speaks for a keep beside its looks, a logarithm of odds: in a film keeps are placed later than walls. Fitted with closeBesideColours,
// but lower: most pictures have fewer cloths of keeps' colours than the scenes of that fit.
const (
	keepPriorStill = 0.4
	keepPriorFilm  = -0.8
)

// weighKeeps decides anew on keeps by their colours: a cloth of a keep's colour looks like keeps in many places. It returns those that are
// believed in; the others join those that were missed.
func (a *appearance) weighKeeps(keeps, missed []seenKeep, prior float64) (believed, doubted []seenKeep) {
	// Beside what the colours say, the closer look, which knows less of the cloth, counts less. Fitted, as what the faces count, to rendered
	// scenes that the networks had not seen.
	const closeBesideColours = 0.3
	for _, k := range keeps {
		k.odds += (closeBesideColours-closeOfKeep)*k.close + a.keepColours(&k) + prior
		if k.odds > 0 {
			believed = append(believed, k)
		} else {
			missed = append(missed, k)
		}
	}
	return believed, missed
}
