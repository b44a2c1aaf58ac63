package main

import (
	"math"
	"math/rand/v2"
)

// sieve lets learning pass over most crops of which there is little to learn, and makes the others of their kind count for them (importance
// sampling, Katharopoulos and Fleuret 2018): a crop's gradient takes twice the time that its loss does. Use one per goroutine.
type sieve struct {
	usual float64 // the running mean of how much there is to learn from a crop
}

// seldom is how seldom a crop is passed over at the most.
const seldom = 0.1

// keeps says whether a crop is learned from, given the derivative of its loss by the output, which it then scales.
func (s *sieve) keeps(rng *rand.Rand, dout []float32) bool {
	const lasting = 0.99
	all := 0.0
	for _, v := range dout {
		all += math.Abs(float64(v))
	}
	if s.usual == 0 {
		s.usual = all
	}
	s.usual = lasting*s.usual + (1-lasting)*all
	share := max(seldom, min(1, all/max(1e-9, s.usual)))
	if rng.Float64() >= share {
		return false
	}
	for i := range dout {
		dout[i] /= float32(share)
	}
	return true
}
