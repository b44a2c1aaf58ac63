package compare

import (
	"cmp"
	"slices"
)

// Difference is how each pixel of a picture differs from one of the bare table.
type Difference struct {
	W, H  int
	Diff  [][3]float32 // W in each row: differences of the logarithms of red, green and blue; 0 where pixels do not count
	Sigma []float32    // standard deviation of the noise of Diff at each pixel
}

// What noise is taken for, whatever is measured.
const (
	leastSigma     = 0.025
	brightnessBins = 8 // dark pixels have more noise, as logarithms
	sample         = 7 // one pixel in so many is enough to measure medians
)

// New compares a picture with one of the bare table, of the same size, after evening out the camera's exposure and white balance. Only
// pixels that are in count; all do where that is nil.
func New(seen, bare *Photo, in []bool) *Difference {
	if in == nil {
		in = slices.Repeat([]bool{true}, len(seen.Pix))
	}
	d := &Difference{W: seen.W, H: seen.H, Diff: make([][3]float32, len(seen.Pix)), Sigma: make([]float32, len(seen.Pix))}
	var all []float32
	for channel := range 3 {
		all = all[:0]
		for i := range in {
			if in[i] && i%sample == 0 {
				all = append(all, seen.Pix[i][channel]-bare.Pix[i][channel])
			}
		}
		gain := Median(all)
		for i := range in {
			if in[i] {
				d.Diff[i][channel] = seen.Pix[i][channel] - bare.Pix[i][channel] - gain
			}
		}
	}
	d.measureNoise(bare, in)
	return d
}

// measureNoise measures the noise in bins of brightness.
func (d *Difference) measureNoise(bare *Photo, in []bool) {
	bin := func(i int) int {
		v := bare.Pix[i]
		part := ((v[0]+v[1]+v[2])/3 - logLevel[0]) / (logLevel[255] - logLevel[0])
		return max(0, min(brightnessBins-1, int(part*brightnessBins)))
	}
	var found [brightnessBins][]float32
	for i := range in {
		if in[i] && i%sample == 0 {
			for _, v := range d.Diff[i] {
				found[bin(i)] = append(found[bin(i)], abs(v))
			}
		}
	}
	const normal = 1.4826 // standard deviations per median deviation
	var sigma [brightnessBins]float32
	for k := range sigma {
		sigma[k] = max(leastSigma, normal*Median(found[k]))
	}
	for i := range d.Sigma {
		d.Sigma[i] = sigma[bin(i)]
	}
}

const (
	colourWeight = 1.5 // a change of colour is surer than one of brightness
	shadowWeight = 0.6 // what is darker and of the table's colour may be a shadow
)

// Amount weighs the difference of a pixel: the more, the likelier does something stand there.
func Amount(diff [3]float32) float32 {
	light := (diff[0] + diff[1] + diff[2]) / 3
	colour := max(abs(diff[0]-light), abs(diff[1]-light), abs(diff[2]-light))
	if light < 0 {
		light *= shadowWeight
	}
	return max(colourWeight*colour, abs(light))
}

const (
	leastChange   = 0.09 // logarithm of brightness: less is a soft shadow
	changeInNoise = 3.0
)

// Changed tells of each pixel whether something stands there, or its shadow falls there, by the mean of the pixels around it.
func (d *Difference) Changed() []bool {
	all := make([]bool, len(d.Diff))
	for y := 1; y < d.H-1; y++ {
		for x := 1; x < d.W-1; x++ {
			var sum [3]float32
			for dy := -1; dy <= 1; dy++ {
				for _, v := range d.Diff[(y+dy)*d.W+x-1 : (y+dy)*d.W+x+2] {
					for k := range sum {
						sum[k] += v[k]
					}
				}
			}
			for k := range sum {
				sum[k] /= 9
			}
			i := y*d.W + x
			all[i] = Amount(sum) >= max(leastChange, changeInNoise*d.Sigma[i])
		}
	}
	return all
}

// Part is a connected part of the picture: the indices of its pixels.
type Part []int

// bridge is the number of pixels that the halves of one part may be apart: a piece's side may look like the table where its top does not.
const bridge = 2

// Parts are those of more than least pixels that are set.
func (d *Difference) Parts(set []bool, least int) []Part {
	seen := make([]bool, len(set))
	var all []Part
	for start := range set {
		if seen[start] || !set[start] {
			continue
		}
		seen[start] = true
		part := Part{start}
		for k := 0; k < len(part); k++ {
			x, y := part[k]%d.W, part[k]/d.W
			for v := max(0, y-bridge); v <= min(d.H-1, y+bridge); v++ {
				for u := max(0, x-bridge); u <= min(d.W-1, x+bridge); u++ {
					if i := v*d.W + u; !seen[i] && set[i] {
						seen[i] = true
						part = append(part, i)
					}
				}
			}
		}
		if len(part) > least {
			all = append(all, part)
		}
	}
	return all
}

// Median puts values in another order and gives the one that belongs in the middle; of an even number, the greater of the two there; 0 of
// none. It is Hoare's selection, several times as fast as sorting.
func Median[T cmp.Ordered](values []T) (middle T) {
	if len(values) == 0 {
		return middle
	}
	k := len(values) / 2
	lo, hi := 0, len(values)-1
	for lo < hi {
		pivot := values[(lo+hi)/2]
		i, j := lo, hi
		for i <= j {
			for values[i] < pivot {
				i++
			}
			for values[j] > pivot {
				j--
			}
			if i <= j {
				values[i], values[j] = values[j], values[i]
				i++
				j--
			}
		}
		switch {
		case k <= j:
			hi = j
		case k >= i:
			lo = i
		default:
			return values[k]
		}
	}
	return values[k]
}

// EvenMedian is Median, but for an even number of values the mean of the two in the middle.
func EvenMedian(values []float64) float64 {
	middle := Median(values) // the lesser ones are before it now
	if len(values) == 0 || len(values)%2 == 1 {
		return middle
	}
	return (slices.Max(values[:len(values)/2]) + middle) / 2
}

func abs(v float32) float32 { return max(v, -v) }
