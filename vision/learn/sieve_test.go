package main

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
)

// Whatever is passed over, what is learned is the same on average.
func TestSieveIsFair(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	var s sieve
	const rounds = 20000
	var due, learned [2]float64
	kept := [2]int{}
	for k := range rounds {
		kind := k % 2 // every second crop has little to teach
		dout := []float32{0.02, -0.01}
		if kind == 1 {
			dout = []float32{2, -1}
		}
		due[kind] += float64(dout[0])
		if s.keeps(rng, dout) {
			kept[kind]++
			learned[kind] += float64(dout[0])
		}
	}
	assert.InEpsilon(t, due[0], learned[0], 0.1)
	assert.InEpsilon(t, due[1], learned[1], 0.05)
	assert.Less(t, kept[0], rounds/8)
	assert.Greater(t, kept[1], rounds*2/5)
}
