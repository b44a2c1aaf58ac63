package synth

import (
	"math"
	"math/rand/v2"
)

// Tones are the contrasts of a camera that makes much of shadows and little of lights, as those of the given pictures do: about their castles
// the logarithm of the brightness has a standard deviation of 0.55, and one pixel in twenty is darker than 24 of 255. In Usual it is 0.39 and
// 44, in Played, which has such tones, 0.45 and 32 (medians).
type Tones struct {
	Dark  float64 // how steeply logarithms grow below a middle brightness, which stays as it is
	Light float64 // how steeply brightness grows above it
}

// RandomTones draws some.
func RandomTones(rng *rand.Rand) Tones {
	r := evenly(rng)
	return Tones{Dark: r(1, 2.2), Light: r(0.4, 0.9)}
}

// Of is what they make of a brightness as it is displayed, both from 0 to 1.
func (t Tones) Of(x float64) float64 {
	const middle = 0.47
	if x < middle {
		return middle * math.Pow(x/middle, t.Dark)
	}
	return middle + (x-middle)*t.Light
}
