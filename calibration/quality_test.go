package calibration

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestQuality(t *testing.T) {
	for _, test := range []struct {
		width int
		rms   float64
		views int
		want  string
	}{
		{640, 0, 0, ""},
		{640, 0.39, 13, "good: corners are off by 0.39 px"},
		{640, 0.2, 4, "good, but from 4 pictures only"},
		{640, 0.7, 13, "fair:"},
		{640, 1.2, 13, "poor:"},
		{3840, 1.2, 13, "good:"},
		{3840, 3.2, 13, "poor:"},
	} {
		c := GuessCamera(test.width, test.width/2)
		c.RMSPx, c.Views = test.rms, test.views
		assert.Contains(t, c.Quality(), test.want)
		data, err := json.Marshal(c)
		require.NoError(t, err)
		if test.want == "" {
			assert.NotContains(t, string(data), `"quality"`)
		} else {
			assert.Contains(t, string(data), test.want)
		}
		var back Camera
		require.NoError(t, json.Unmarshal(data, &back))
		assert.Equal(t, c, back)
	}
}
