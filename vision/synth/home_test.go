package synth

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestLittleIsBurntOutAtHome(t *testing.T) {
	light := make([]vec, 100*61)
	for i := range light {
		light[i] = vec{0.05, 0.05, 0.05}
		if i%20 == 0 {
			light[i] = vec{5, 5, 5}
		}
	}
	const white = 1.0
	burnt := func(seed uint64, k Knobs) bool {
		o := randomOptics(rand.New(rand.NewPCG(seed, 0)), k)
		return 5*o.exposure(light) > 1.2*white
	}
	usually := 0
	for seed := range uint64(50) {
		assert.False(t, burnt(seed, Home()), seed)
		if burnt(seed, Played()) {
			usually++
		}
	}
	assert.Greater(t, usually, 25)
}

func TestTablesAtHomeHaveCommonColours(t *testing.T) {
	for seed := range uint64(40) {
		rng := rand.New(rand.NewPCG(seed, 0))
		for kind := range tableKinds {
			table := homelyTable(rng, kind, randomTable(rng, kind, vec{0.2, 0.2, 0.2}))
			c := table.paint(rng.Float64()*500, rng.Float64()*500)
			switch kind {
			case TableLinen, TablePattern:
				assert.True(t, c.X > c.Y && c.Y > c.Z, "linen is brownish: %v", c)
				assert.Zero(t, table.gloss, "and dull")
			case TablePlain:
				assert.Less(t, c.X, 1.35*c.Z, "a plain top is about white: %v", c)
			case TableGrey:
				assert.Less(t, max(c.X, c.Y, c.Z), 1.15*min(c.X, c.Y, c.Z), "a grey top is grey: %v", c)
			}
		}
	}
}
