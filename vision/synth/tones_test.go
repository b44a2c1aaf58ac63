package synth

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

func TestTonesDeepenShadowsAndDimLights(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		tones := RandomTones(rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0)))
		assert.Zero(t, tones.Of(0))
		before := 0.0
		for x := 0.01; x <= 1; x += 0.01 {
			now := tones.Of(x)
			require.Greater(t, now, before, "what is brighter stays so")
			before = now
		}
		assert.LessOrEqual(t, tones.Of(0.2), 0.2)
		assert.InDelta(t, 0.47, tones.Of(0.47), 1e-9, "what is half as bright as white stays as it is")
		assert.Less(t, tones.Of(1), 0.97)
	})
}

func TestPlayedGamesHaveDeeperShadowsThanUsualOnes(t *testing.T) {
	darkest := func(tones *Tones) int {
		k := small(Usual())
		s := sceneOf(3, k)
		s.optics.tones = tones
		dark := 0
		m := s.Render(1)
		for i := 0; i < len(m.Pix); i += 4 {
			if m.Pix[i] < 40 {
				dark++
			}
		}
		return dark
	}
	assert.Greater(t, darkest(&Tones{Dark: 2, Light: 0.6}), 2*darkest(nil))
	k := Played()
	deep := 0
	for seed := range uint64(20) {
		if randomOptics(rand.New(rand.NewPCG(seed, 0)), k).tones != nil {
			deep++
		}
	}
	assert.Greater(t, deep, 10)
	assert.Less(t, deep, 20)
	assert.Nil(t, randomOptics(rand.New(rand.NewPCG(1, 0)), Usual()).tones)
}
