package volume

/*
#cgo CFLAGS: -O3 -Wno-psabi
#include "gather.h"
*/
import "C"

// knot is the spacing of the samples that are projected exactly; those between are interpolated.
const knot = C.CASTELLAN_KNOT

// gathered is a row of samples of a plane.
type gathered struct {
	level    *level // of the picture's pyramid, toned
	halvings int
	knots    []float32 // picture coordinates u, v of the knots over the row, and of those under it
	down     float32   // how far the row lies between them
	out      []float32
	channels int // of out
	plane    int
	where    []float32 // picture coordinates u, v of each sample, not a number outside of the picture; nil if they are not wanted
}

// gather interpolates the picture. It returns the sum and the number of the values that lie in it.
func (r *gathered) gather() (sum float64, n int) {
	l := r.level
	scale := float32(1) / float32(int(1)<<r.halvings)
	shift := (scale - 1) / 2 // halving moves the pixels' centres by half a pixel
	var seen, where *C.float
	if r.plane == 0 {
		seen = pointer(r.out[r.channels-1:])
	}
	if r.where != nil {
		where = pointer(r.where)
	}
	_ = l.tones[3*l.w*l.h]
	var inside C.int
	sum = float64(C.castellan_gather(pointer(l.tones), C.int(l.w), C.int(l.h), pointer(r.knots), pointer(r.knots[len(r.knots)/2:]),
		C.float(r.down), C.float(scale), C.float(shift), C.int(len(r.out)/r.channels),
		pointer(r.out[3*r.plane:]), C.int(r.channels), seen, where, &inside))
	return sum, 3 * int(inside)
}

// finishRow takes the mean off the colours of a row of samples, but not off zeros, which lie outside of the picture, and writes the direction to
// the camera beside them: along the row, which changes by step from one sample to the next, and across.
func finishRow(row []float32, colours int, mean float32, along, step, across float64) {
	C.castellan_finish(pointer(row), C.int(len(row)/(colours+NotColours)), C.int(colours), C.float(mean),
		C.float(along), C.float(step), C.float(across))
}

// toneOf writes the tones of bytes.
func toneOf(pix []byte, tones []float32) {
	if n := len(pix); n > 0 {
		_ = tones[n-1]
		C.castellan_tone((*C.uchar)(&pix[0]), C.int(n), pointer(tone[:]), pointer(tones))
	}
}

func pointer(x []float32) *C.float { return (*C.float)(&x[0]) }
