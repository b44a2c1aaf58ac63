package vision

import (
	"github.com/castellan-companion/castellan/vision/model"
	"github.com/castellan-companion/castellan/vision/solid"
)

// A single keep looks much like a double one that stands nearer to the camera: their tops are in the same place in the picture. One of them
// may stand where no keep can.

// footing is where a keep stands on the table (mm) if it is a single one, and where if it is a double one.
type footing [2][2]float64

// footingOf is the footing of a keep that was seen at a place on the table (mm), where it is if it is a double one with a probability.
func (s *keepSearch) footingOf(at [2]float64, double float64) (f footing) {
	eye, h := s.lens.Eye(), s.set.KeepHeightMM
	const least = 0.1                                   // an eye can be as low as a double keep's top, though none should be
	nearer := max(least, (eye[2]-2*h)/max(h, eye[2]-h)) // to the place below the eye
	for k := range at {
		away := (1 + double*(1/nearer-1)) * (at[k] - eye[k])
		f[0][k], f[1][k] = eye[k]+away, eye[k]+nearer*away
	}
	return f
}

// double is how much the room beside the pieces of a castle speaks for a double keep on a footing, as a logarithm of odds.
func (f *footing) double(castle *solid.Bodies) float64 {
	return cramped(castle, f[0]) - cramped(castle, f[1])
}

// cramped is how much speaks against a keep at a place on the table (mm), as a logarithm of odds, for the castle stands there: as if where it
// stands were told with a normal error.
func cramped(castle *solid.Bodies, at [2]float64) float64 {
	const (
		ample  = 2.0 // mm between the keep and what is nearest: of the 539 of the development pictures none has less than 3
		astray = 1.5 // mm
		most   = 6.0 // pieces may be seen where there are none
	)
	lacks := max(0, ample-(castle.Room(at)-castle.Set.KeepMM/2))
	return min(most, lacks*lacks/(2*astray*astray))
}

// stand puts a keep where it stands, single or double.
func (k *seenKeep) stand(g *model.Grid) {
	k.AtMM = k.footing[k.Count-1]
	k.At[0], k.At[1] = g.Coords(k.AtMM)
	k.tidy()
}

// tidy rounds where the keep stands as it is told.
func (k *seenKeep) tidy() {
	for axis := range 2 {
		k.At[axis], k.AtMM[axis] = round(k.At[axis], 3), round(k.AtMM[axis], 2)
	}
}
