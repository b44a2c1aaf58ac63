package srgb

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestDisplayTakesLightBack(t *testing.T) {
	for v := range 256 {
		assert.InDelta(t, float64(v), 255*Display(Light(byte(v))), 0.01, "%d", v)
	}
	assert.InDelta(t, 0.2158605, Light(128), 1e-6)
	assert.InDelta(t, 1, Light(255), 1e-12)
}
