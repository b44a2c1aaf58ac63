package calibration

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestSized(t *testing.T) {
	usual := DefaultSet()
	double := usual.Sized(2)
	assert.InDelta(t, 64, double.PitchMM, 1e-9)
	assert.InDelta(t, 44, double.KeepHeightMM, 1e-9)
	assert.Equal(t, usual.Long, double.Long, "lengths in pitches stay")
	assert.Equal(t, DefaultSet(), usual, "the set itself stays")
	assert.InDelta(t, 33.3, usual.Sized(1.0413).Rounded().PitchMM, 1e-9)
	ofPitch := usual.OfPitch(2 * usual.PitchMM)
	assert.InDelta(t, double.PitchMM, ofPitch.PitchMM, 1e-9)
	assert.InDelta(t, double.TowerHeightMM, ofPitch.TowerHeightMM, 1e-9)
}

func TestRoughSetsSaySo(t *testing.T) {
	rough := DefaultSet()
	rough.Rough = true
	for _, set := range []Set{rough, DefaultSet()} {
		data, err := json.Marshal(set)
		require.NoError(t, err)
		if !set.Rough {
			assert.NotContains(t, string(data), "rough")
		}
		var again Set
		require.NoError(t, json.Unmarshal(data, &again))
		assert.Equal(t, set, again)
	}
}
