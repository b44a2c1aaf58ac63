package vision

import (
	"math"

	"github.com/castellan-companion/castellan/vision/solid"
)

// marks are what a wall, or the place of one, shows across: contrasts between its faces and with what is about it, as logarithms of
// brightness, and what its faces look like. They tell a wall from bare table by what both are like in the same light.
const (
	topOverSide = iota
	sideOverGround
	topOverBehind
	upperOverLower // of the side
	topRed         // red over green, a logarithm
	sideRed
	topBlue
	sideBlue
	topBrightness
	sideBrightness
	topUneven // along the wall: the logarithm of the standard deviation of the brightness
	sideUneven
	marks
)

// profile is the marks of one wall, or of the place of one; NaN where the picture does not show them.
type profile [marks]float64

// rowLook is what a picture shows along one row of solid.Rows: sums over the points that it shows.
type rowLook struct{ seen, all, bright, squares, red, blue float64 }

// darkest keeps the noise of dark pixels from filling the scale of logarithms.
const darkest = 6

func (r *rowLook) add(c [3]byte) {
	red, green, blue := float64(c[0])+darkest, float64(c[1])+darkest, float64(c[2])+darkest
	bright := brightness(c)
	over := math.Log(green)
	r.seen++
	r.bright += bright
	r.squares += bright * bright
	r.red += math.Log(red) - over
	r.blue += math.Log(blue) - over
}

// brightness of a colour, a logarithm.
func brightness(c [3]byte) float64 {
	return math.Log(0.3*float64(c[0]) + 0.6*float64(c[1]) + 0.1*float64(c[2]) + darkest)
}

// shown says whether enough of a row is seen to judge it.
func (r *rowLook) shown() bool {
	const enough = 0.2
	return r.all > 0 && r.seen >= enough*r.all
}

// mean of what is summed up in a row; NaN where that is too little.
func (r *rowLook) mean(sum float64) float64 {
	if !r.shown() {
		return math.NaN()
	}
	return sum / r.seen
}

func (r *rowLook) spread() float64 {
	m := r.mean(r.bright)
	return math.Sqrt(max(0, r.mean(r.squares)-m*m))
}

// newProfile judges the rows of a wall.
func newProfile(rows *[len(solid.Rows)]rowLook) (p profile) {
	// over is the mean of what of returns over those of three rows of a face that are shown.
	over := func(first int, of func(r *rowLook) float64) float64 {
		sum, n := 0.0, 0.0
		for k := first; k < first+3; k++ {
			if r := &rows[k]; r.shown() {
				sum += of(r)
				n++
			}
		}
		return sum / n // NaN where none is
	}
	bright := func(r *rowLook) float64 { return r.mean(r.bright) }
	red := func(r *rowLook) float64 { return r.mean(r.red) }
	blue := func(r *rowLook) float64 { return r.mean(r.blue) }
	const smooth = 0.02 // what noise there is even on smooth plastic
	uneven := func(r *rowLook) float64 { return math.Log(r.spread() + smooth) }
	top, side := over(solid.RowTop, bright), over(solid.RowSide, bright)
	return profile{
		topOverSide:    top - side,
		sideOverGround: side - bright(&rows[solid.RowGround]),
		topOverBehind:  top - bright(&rows[solid.RowBehind]),
		upperOverLower: bright(&rows[solid.RowSide]) - bright(&rows[solid.RowSide+2]),
		topRed:         over(solid.RowTop, red), sideRed: over(solid.RowSide, red),
		topBlue: over(solid.RowTop, blue), sideBlue: over(solid.RowSide, blue),
		topBrightness: top, sideBrightness: side,
		topUneven: over(solid.RowTop, uneven), sideUneven: over(solid.RowSide, uneven),
	}
}

// norm is what a mark is like: its mean and its standard deviation.
type norm struct{ mean, deviation float64 }

// likeness is what walls, or the places without one, look like in a picture.
type likeness [marks]norm

// custom is what marks are like over all pictures: their mean, how pictures deviate from it, and how much a mark deviates within one picture.
type custom [marks]struct{ mean, between, within float64 }

// newLikeness learns from profiles of one picture. What the picture shows little of is taken to be as usual, and less sure.
func newLikeness(seen []profile, usual *custom) (l likeness) {
	const usualCounts = 0.6 // profiles
	for m := range l {
		sum, n := 0.0, 0.0
		for i := range seen {
			if v := seen[i][m]; !math.IsNaN(v) {
				sum += v
				n++
			}
		}
		u := &usual[m]
		l[m].mean = (sum + usualCounts*u.mean) / (n + usualCounts)
		l[m].deviation = math.Sqrt(u.within*u.within + u.between*u.between/(2*n+1))
	}
	return l
}

// likelihood is the logarithm of how likely a profile is, up to a constant: Student's t distribution of several variables, which forgives
// what is seldom so.
func (l *likeness) likelihood(p *profile) float64 {
	const freedom = 4
	squares, width, n := 0.0, 0.0, 0.0
	for m, v := range p {
		if math.IsNaN(v) {
			continue
		}
		e := (v - l[m].mean) / l[m].deviation
		squares += e * e
		width += math.Log(l[m].deviation)
		n++
	}
	return -width - (freedom+n)/2*math.Log1p(squares/freedom)
}

// rather is how much a profile looks rather like l than like other: a logarithm of odds. Marks go
// together: all of them count as half of them would on their own.
func (l *likeness) rather(other *likeness, p *profile) float64 {
	n := 0.0
	for _, v := range p {
		if !math.IsNaN(v) {
			n++
		}
	}
	const counts, most = marks / 2, 6
	return max(-most, min(most, counts*(l.likelihood(p)-other.likelihood(p))/max(1, n)))
}
