package main

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/castellan-companion/castellan/vision/model"
	"github.com/castellan-companion/castellan/vision/reading"
)

// Keep is not asked for what the picture does not show.
func TestKeepLearnsFromKeepsInThePicture(t *testing.T) {
	e := cutOut(t)
	c := &cropper{rng: rand.New(rand.NewPCG(1, 2)), plain: true}
	middle, ok := e.view.OnPlane([2]float64{float64(e.pic.W) / 2, float64(e.pic.H) / 2}, 0)
	require.True(t, ok)
	beyond, ok := e.view.OnPlane([2]float64{float64(e.pic.W) / 2, float64(e.pic.H) * 1.3}, 0)
	require.True(t, ok)
	for _, k := range []struct {
		at    [2]float64
		asked float32
	}{{middle, 1}, {beyond, 0}} {
		e.castle.Keeps = []reading.Keep{{AtMM: k.at, Color: "red", Count: 2}}
		var out crop
		c.closeKeep(e, &out)
		o := (model.KeepMiddle*(2*model.KeepMiddle+1) + model.KeepMiddle) * model.KeepChannels
		assert.InDelta(t, k.asked, out.weight[o], 0)
		if k.asked > 0 {
			assert.EqualValues(t, model.KeepDouble, out.want[o])
		}
	}
}
