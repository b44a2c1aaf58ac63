package main

import (
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/castellan-companion/castellan/vision/model"
	"github.com/castellan-companion/castellan/vision/synth"
)

func TestPiecesThatStandApartAreLearnedFrom(t *testing.T) {
	e := scattered(t)
	require.NotEmpty(t, e.apart)
	require.NotNil(t, e.bare, "the bare table is opened too")
	truth, err := os.ReadFile(filepath.Join(filepath.Dir(e.file), "scene"+synth.BareSuffix+".json"))
	require.NoError(t, err)
	assert.NotContains(t, string(truth), "apart", "nothing stands on the bare table")

	c := &cropper{rng: rand.New(rand.NewPCG(1, 2)), plain: true}
	var out crop
	const side = 2*model.ProbeMiddle + 1
	o := (model.ProbeMiddle*side + model.ProbeMiddle) * model.ProbeChannels
	for range 60 {
		c.probe(e, &out)
		assert.Less(t, math.Abs(float64(out.want[o+model.ProbeX])), 6.0, "looked for within some millimetres")
		assert.InDelta(t, 1, out.weight[o+model.ProbeWidth], 0)
		c.caliper(e, &out)
		pieces, ends := 0, 0
		for k := 0; k < len(out.want); k += model.CaliperChannels {
			if out.weight[k] > 0 && out.want[k] != model.CaliperNone {
				pieces++
				assert.InDelta(t, 1, out.weight[k+model.CaliperHeight], 0)
			}
			if out.want[k+model.CaliperEnd] > 0 {
				ends++
			}
		}
		assert.NotZero(t, pieces, "a crop lies about a piece")
		assert.GreaterOrEqual(t, len(out.want)/model.CaliperChannels, 4*(pieces+ends), "most of a crop shows the table")
	}
}
