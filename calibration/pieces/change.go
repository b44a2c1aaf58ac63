package pieces

import (
	"cmp"
	"math"
	"slices"
)

// change is how each pixel of a picture differs from the bare table, in the logarithm of red, green and blue; 0 outside of the field.
type change struct {
	w, h   int
	diff   [][3]float32
	amount []float32 // how much speaks for something standing there
	noise  float64   // median of amount over the field, nearly all of which is bare table
}

const (
	colourWeight = 1.5 // a change of colour is surer than one of brightness
	shadowWeight = 0.6 // what is darker and of the table's colour may be a shadow
)

// amountOf weighs a difference.
func amountOf(diff [3]float32) float32 {
	light := (diff[0] + diff[1] + diff[2]) / 3
	colour := max(abs(diff[0]-light), abs(diff[1]-light), abs(diff[2]-light))
	if light < 0 {
		light *= shadowWeight
	}
	return max(colourWeight*colour, abs(light))
}

// fromBare compares a picture with one of the bare table, after evening out the camera's exposure and white balance.
func fromBare(p, bare *photo, f *field) *change {
	var gain [3]float32
	var all []float32
	for c := range 3 {
		all = all[:0]
		for i, in := range f.in {
			if in {
				all = append(all, p.pix[i][c]-bare.pix[i][c])
			}
		}
		gain[c] = median(all)
	}
	return newChange(p.w, p.h, f, func(i int) (diff [3]float32) {
		for c := range diff {
			diff[c] = p.pix[i][c] - bare.pix[i][c] - gain[c]
		}
		return diff
	})
}

// tableColours is how many colours a table top may have, and leastShare what each must have of it: less are pieces.
const (
	tableColours = 6
	leastShare   = 0.06
)

// fromColours compares a picture with the colours that most of it has, for want of a picture of the bare table.
func fromColours(p *photo, f *field) *change {
	colours := commonColours(p, f)
	return newChange(p.w, p.h, f, func(i int) (nearest [3]float32) {
		least := float32(math.Inf(1))
		for _, colour := range colours {
			diff := [3]float32{p.pix[i][0] - colour[0], p.pix[i][1] - colour[1], p.pix[i][2] - colour[2]}
			if amount := amountOf(diff); amount < least {
				least, nearest = amount, diff
			}
		}
		return nearest
	})
}

// commonColours groups the colours of the field (Lloyd's method) and leaves out the rare ones.
func commonColours(p *photo, f *field) [][3]float32 {
	var seen [][3]float32
	for i, in := range f.in {
		if in && i%3 == 0 {
			seen = append(seen, p.pix[i])
		}
	}
	if len(seen) == 0 {
		return nil
	}
	slices.SortFunc(seen, func(a, b [3]float32) int {
		return int(math.Copysign(1, float64(a[0]+a[1]+a[2]-b[0]-b[1]-b[2])))
	})
	colours := make([][3]float32, tableColours)
	for k := range colours {
		colours[k] = seen[(2*k+1)*len(seen)/(2*tableColours)]
	}
	counts := make([]int, tableColours)
	for range 12 {
		sums := make([][3]float32, tableColours)
		clear(counts)
		for _, s := range seen {
			best, nearest := 0, float32(math.Inf(1))
			for k, colour := range colours {
				d := float32(0)
				for c := range 3 {
					d += (s[c] - colour[c]) * (s[c] - colour[c])
				}
				if d < nearest {
					best, nearest = k, d
				}
			}
			counts[best]++
			for c := range 3 {
				sums[best][c] += s[c]
			}
		}
		for k := range colours {
			for c := range 3 {
				if counts[k] > 0 {
					colours[k][c] = sums[k][c] / float32(counts[k])
				}
			}
		}
	}
	var common [][3]float32
	for k, colour := range colours {
		if float64(counts[k]) >= leastShare*float64(len(seen)) {
			common = append(common, colour)
		}
	}
	return common
}

func newChange(w, h int, f *field, diff func(i int) [3]float32) *change {
	c := &change{w: w, h: h, diff: make([][3]float32, w*h), amount: make([]float32, w*h)}
	var all []float32
	for i, in := range f.in {
		if in {
			c.diff[i] = diff(i)
			c.amount[i] = amountOf(c.diff[i])
			all = append(all, c.amount[i])
		}
	}
	c.noise = float64(median(all))
	return c
}

// median sorts values; 0 of none.
func median[T cmp.Ordered](values []T) (middle T) {
	if len(values) == 0 {
		return middle
	}
	slices.Sort(values)
	return values[len(values)/2]
}

func abs(v float32) float32 { return max(v, -v) }

// blob is a part of the picture in which the change is large: the indices of its pixels.
type blob []int

// bridge is the number of pixels that parts of one blob may be apart: a piece's side may look like the table where its top does not.
const bridge = 2

// blobs are the parts of more than least pixels in which the change exceeds a threshold.
func (c *change) blobs(threshold float32, least int) []blob {
	seen := make([]bool, len(c.amount))
	var all []blob
	for start := range c.amount {
		if seen[start] || c.amount[start] < threshold {
			continue
		}
		seen[start] = true
		b := blob{start}
		for k := 0; k < len(b); k++ {
			x, y := b[k]%c.w, b[k]/c.w
			for dy := -bridge; dy <= bridge; dy++ {
				for dx := -bridge; dx <= bridge; dx++ {
					nx, ny := x+dx, y+dy
					if nx < 0 || ny < 0 || nx >= c.w || ny >= c.h {
						continue
					}
					if i := ny*c.w + nx; !seen[i] && c.amount[i] >= threshold {
						seen[i] = true
						b = append(b, i)
					}
				}
			}
		}
		if len(b) > least {
			all = append(all, b)
		}
	}
	return all
}
