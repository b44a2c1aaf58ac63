package vision

import "math"

// tones is how often colours are seen: a histogram of red, green and blue.
type tones struct {
	counts [toneSteps * toneSteps * toneSteps]float64
	sum    float64
}

const toneSteps = 16 // of each of red, green and blue

// add counts a colour, and less so those next to it.
func (t *tones) add(c [3]byte) {
	var at [3]int
	for k, v := range c {
		at[k] = int(v) * toneSteps / 256
	}
	for r := max(0, at[0]-1); r <= min(toneSteps-1, at[0]+1); r++ {
		for g := max(0, at[1]-1); g <= min(toneSteps-1, at[1]+1); g++ {
			for b := max(0, at[2]-1); b <= min(toneSteps-1, at[2]+1); b++ {
				dr, dg, db := r-at[0], g-at[1], b-at[2]
				weight := 1 / float64(1+3*(dr*dr+dg*dg+db*db))
				t.counts[(r*toneSteps+g)*toneSteps+b] += weight
				t.sum += weight
			}
		}
	}
}

// blend is a mixture of t, which has a share in it, and o.
func (t *tones) blend(o *tones, share float64) (b tones) {
	for k := range b.counts {
		b.counts[k] = share*t.counts[k]/max(t.sum, 1) + (1-share)*o.counts[k]/max(o.sum, 1)
	}
	b.sum = 1
	return b
}

// likelihood is the logarithm of how likely a colour is.
func (t *tones) likelihood(c [3]byte) float64 {
	const other = 0.03 // how often there is something else, of any colour
	at := 0
	for _, v := range c {
		at = at*toneSteps + int(v)*toneSteps/256
	}
	return math.Log((1-other)*t.counts[at]/max(t.sum, 1) + other/float64(len(t.counts)))
}
