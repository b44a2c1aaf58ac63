package synth

import (
	"image"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestGrainIsSeenMostInTheShadows(t *testing.T) {
	spread := func(value byte, by float64) (mean, deviation float64) {
		m := image.NewRGBA(image.Rect(0, 0, 64, 64))
		for i := range m.Pix {
			m.Pix[i] = value
		}
		Grain(rand.New(rand.NewPCG(1, 2)), m, by)
		n, sum, squares := 0.0, 0.0, 0.0
		for i := range m.Pix {
			if i%4 == 3 {
				assert.Equal(t, value, m.Pix[i], "opacity")
				continue
			}
			v := float64(m.Pix[i])
			n, sum, squares = n+1, sum+v, squares+v*v
		}
		mean = sum / n
		return mean, math.Sqrt(squares/n - mean*mean)
	}
	_, inShadow := spread(12, 1)
	mean, inLight := spread(170, 1)
	assert.InDelta(t, 170, mean, 0.5, "noise does not make a picture brighter")
	assert.Greater(t, inShadow, 3*inLight)
	assert.InDelta(t, 1, inLight, 0.5)
	_, stronger := spread(170, 3)
	assert.InDelta(t, 3, stronger/inLight, 0.4)
}
