package vision

import (
	"math"

	"github.com/castellan-companion/castellan/vision/model"
)

// Lamps and cameras shift colours: a yellow keep may look orange, and be taken for a red one. Keeps that look alike are of one colour, so that
// what is seen of each tells of all.

// unlike is how far apart hues lie of keeps that tell nothing of each other. Of 4004 pairs of keeps of two colours in 380 rendered pictures all but
// three lie that far apart and farther, of 2702 pairs of one colour two in three lie nearer.
const unlike = 0.15

// hue is the colour of something whatever its brightness: the logarithms of red and blue, both to green.
type hue [2]float64

// hueOf is the hue of the head of a keep as the picture shows it; ok is false where it lies outside.
func (s *keepSearch) hueOf(k *seenKeep) (h hue, ok bool) {
	const (
		around = 8
		soft   = 10 // grey levels: what is as dark as this has hardly a hue
	)
	var sum [3]float64
	points := 0.0
	for _, out := range [2]float64{0.15, 0.4} { // keep widths
		for n := range around {
			sin, cos := math.Sincos(2 * math.Pi * float64(n) / around)
			out := out * s.set.KeepMM
			r, g, b, seen := s.lens.Seen(s.picture, [3]float64{k.AtMM[0] + out*cos, k.AtMM[1] + out*sin, 0.95 * s.set.KeepHeightMM})
			if seen {
				sum[0], sum[1], sum[2] = sum[0]+float64(r), sum[1]+float64(g), sum[2]+float64(b)
				points++
			}
		}
	}
	if points == 0 {
		return h, false
	}
	red, green, blue := sum[0]/points+soft, sum[1]/points+soft, sum[2]/points+soft
	return hue{math.Log(red / green), math.Log(blue / green)}, true
}

// shareColours has each keep be of the colour that those that look like it have on average, the more alike the more they count.
func (s *keepSearch) shareColours(all []seenKeep) {
	type look struct {
		hue
		colors [len(model.KeepColors)]float64 // by itself
		keep   *seenKeep
	}
	var looks []look
	for i := range all {
		if h, ok := s.hueOf(&all[i]); ok {
			looks = append(looks, look{h, all[i].colors, &all[i]})
		}
	}
	for _, own := range looks {
		sum, weights := [len(model.KeepColors)]float64{}, 0.0
		for _, o := range looks {
			weight := max(0, 1-math.Hypot(o.hue[0]-own.hue[0], o.hue[1]-own.hue[1])/unlike)
			weights += weight
			for c := range sum {
				sum[c] += weight * o.colors[c]
			}
		}
		for c := range sum {
			own.keep.colors[c] = sum[c] / weights
		}
		own.keep.name()
	}
}
