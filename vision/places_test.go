package vision

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/castellan-companion/castellan/vision/model"
	"github.com/castellan-companion/castellan/vision/nn"
)

// spotsOf is a map of 40 by 30 places, ten millimetres apart, that look like nothing.
func spotsOf() *model.SpotMap {
	out := nn.NewTensor(30, 40, model.SpotChannels)
	for k := range out.Data {
		if k%model.SpotChannels == model.SpotCastle || k%model.SpotChannels == model.SpotTower {
			out.Data[k] = -9
		}
	}
	return &model.SpotMap{Frame: model.NewGrid([2]float64{}, 0, 10), Out: out}
}

// looksLikeCastle has a place look like a castle with these odds, a logarithm, and a lattice in that direction (radians).
func looksLikeCastle(m *model.SpotMap, x, y int, odds float32, angle float64) {
	o := m.Out.At(y, x)
	o[model.SpotCastle] = odds
	o[model.SpotCos4], o[model.SpotSin4] = float32(math.Cos(4*angle)), float32(math.Sin(4*angle))
}

// Each place has what lies about it, and a direction of its own, however much more another looks like a castle.
func TestPlacesAreEachForThemselves(t *testing.T) {
	const pitch = 30.0
	m := spotsOf()
	for x := 5; x <= 9; x++ {
		looksLikeCastle(m, x, 20, 4, 0.2)
	}
	looksLikeCastle(m, 30, 10, -2, 1.1)
	looksLikeCastle(m, 31, 10, -2.5, 1.1)
	looksLikeCastle(m, 20, 3, -5, 0.5) // as much as nothing
	at := places(m, pitch)
	require.Len(t, at, 2)
	assert.InDelta(t, 0.2, at[0].angle, 1e-6)
	assert.Len(t, at[0].castle, 5)
	assert.InDelta(t, 1.1, at[1].angle, 1e-6)
	assert.Len(t, at[1].castle, 2)
	assert.Equal(t, [2]float64{300, 100}, at[1].castle[0].at, "the likeliest is its middle")
	assert.Empty(t, places(spotsOf(), pitch))
}

// On a cloth whose whole pattern looks like castles only the likeliest places are worth a look.
func TestOnlyTheLikeliestPlacesAreLookedAt(t *testing.T) {
	m := spotsOf()
	for y := range m.Out.H {
		for x := range m.Out.W {
			looksLikeCastle(m, x, y, float32(x)/10, 0.4)
		}
	}
	at := places(m, 20)
	require.Len(t, at, mostPlaces)
	for _, l := range at {
		assert.Equal(t, 390.0, l.castle[0].at[0])
	}
}
