package vision

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/castellan-companion/castellan/calibration"
	"github.com/castellan-companion/castellan/vision/model"
	"github.com/castellan-companion/castellan/vision/reading"
)

func TestKeepsThatLookAlikeAreOfOneColour(t *testing.T) {
	lens, set := aslant(), calibration.DefaultSet()
	const red, blue, yellow, green = 0, 1, 2, 3
	require.Equal(t, [...]string{"red", "blue", "yellow", "green"}, model.KeepColors)
	seen := func(paint string, x float64, looks [4]float64) seenKeep {
		return seenKeep{Keep: reading.Keep{Color: paint, Count: 1, AtMM: [2]float64{x, 0}}, colors: looks}
	}
	all := []seenKeep{
		seen("red", -60, [4]float64{yellow: 4}),
		seen("red", -20, [4]float64{red: 1, yellow: 0.5}),
		seen("red", 20, [4]float64{yellow: 4}),
		seen("blue", 60, [4]float64{blue: 1, green: 1.5}),
		seen("red", 1e6, [4]float64{red: 1}),
	}
	s := &keepSearch{painted(t, lens, &set, plainKeeps(all[:4])), lens, &set, &gauge{}}
	s.shareColours(all)
	var colours []string
	for _, k := range all {
		colours = append(colours, k.Color)
	}
	assert.Equal(t, []string{"yellow", "yellow", "yellow", "green", "red"}, colours)
	assert.Equal(t, [4]float64{blue: 1, green: 1.5}, all[3].colors, "it looks like no other")
	assert.Equal(t, [4]float64{red: 1}, all[4].colors, "the picture does not show it")
	_, sure := all[1].rival()
	assert.Greater(t, sure, 0.7)
	assert.Less(t, sure, probability(2), "no surer than one look")
}
