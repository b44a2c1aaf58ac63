package companion

import (
	"math"

	"github.com/castellan-companion/castellan/vision/reading"
)

// FaultOutline is the kind of the outlines that are drawn around pieces against the rules.
const FaultOutline = "fault"

// faults are outlines in the newest picture around the pieces that stand against the rules.
func (w *watch) faults(s State) []reading.Outline {
	var pieces []Piece
	for _, v := range s.Violations {
		if !v.Overruled && !v.Reminder {
			pieces = append(pieces, v.Pieces...)
		}
	}
	if len(pieces) == 0 || w.laid == nil {
		return nil
	}
	seen, ok := viewOf(w.current, w.outlines)
	if !ok {
		return nil
	}
	back := w.laid.inverse()
	all := make([]reading.Outline, len(pieces))
	for k, p := range pieces {
		places := p.places()
		all[k].Kind = FaultOutline
		for _, corner := range capsule(back.place(places[0]), back.place(places[len(places)-1])) {
			all[k].Points = append(all[k].Points, seen.pixel(corner))
		}
	}
	return all
}

// capsule goes around two places at a distance: a circle where they are the same.
func capsule(a, b [2]float64) [][2]float64 {
	const away, corners = 0.45, 8 // of each half circle
	along := math.Atan2(b[1]-a[1], b[0]-a[0])
	var ring [][2]float64
	for half, end := range [2][2]float64{b, a} {
		for k := range corners + 1 {
			sin, cos := math.Sincos(along + math.Pi*(float64(half)-0.5+float64(k)/corners))
			ring = append(ring, [2]float64{end[0] + away*cos, end[1] + away*sin})
		}
	}
	return ring
}
