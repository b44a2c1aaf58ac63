package main

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/castellan-companion/castellan/engine/castellan"
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

// Of the keeps of a castle only those are learned from that the picture shows, wherever it shows any.
func TestKeepLeavesOutWhatThePictureDoesNotShow(t *testing.T) {
	e := cutOut(t)
	at := func(y float64) [2]float64 {
		mm, ok := e.view.OnPlane([2]float64{float64(e.pic.W) / 2, float64(e.pic.H) * y}, 0)
		require.True(t, ok)
		return mm
	}
	shown, beyond := reading.Keep{AtMM: at(0.5), Color: "red", Count: 2}, reading.Keep{AtMM: at(1.3), Color: "blue", Count: 1}
	e.castle.Keeps = []reading.Keep{beyond, shown}
	assert.Equal(t, []reading.Keep{shown}, shownKeeps(e))
	e.castle.Keeps = []reading.Keep{beyond}
	assert.Equal(t, []reading.Keep{beyond}, shownKeeps(e))
}

// nodeAt is the node nearest to the middle of a tower in the middle of a picture's width and at a share of its height.
func nodeAt(t *testing.T, e *example, y float64) castellan.Node {
	t.Helper()
	mm, ok := e.view.OnPlane([2]float64{0.5 * float64(e.pic.W), y * float64(e.pic.H)}, e.set.TowerHeightMM/2)
	require.True(t, ok)
	g := e.grid()
	i, j := g.Coords(mm)
	return castellan.Node{I: int(math.Round(i)), J: int(math.Round(j))}
}

// Turn is not asked for what the picture does not show, and looks at what it does show if there is anything.
func TestTurnLearnsFromTowersInThePicture(t *testing.T) {
	e := cutOut(t)
	c := &cropper{rng: rand.New(rand.NewPCG(1, 2)), plain: true}
	middle, beyond := nodeAt(t, e, 0.5), nodeAt(t, e, 1.8)
	trial := func(n castellan.Node) []reading.Trial { return []reading.Trial{{Tower: n}} }
	for name, k := range map[string]struct {
		towers []castellan.Node
		trials []reading.Trial
		asked  float32
		want   int
	}{
		"a trial in the picture":       {nil, trial(middle), 1, model.TurnTrial},
		"a trial beyond it":            {[]castellan.Node{middle}, trial(beyond), 1, model.TurnStraight},
		"a straight tower beyond it":   {[]castellan.Node{beyond}, trial(middle), 1, model.TurnTrial},
		"nothing in the picture":       {[]castellan.Node{beyond}, nil, 0, model.TurnStraight},
		"straight in it and beyond it": {[]castellan.Node{beyond, middle}, nil, 1, model.TurnStraight},
	} {
		e.castle = reading.Castle{Towers: k.towers, Trial: k.trials}
		var out crop
		c.turn(e, &out)
		o := (model.TurnMiddle*(2*model.TurnMiddle+1) + model.TurnMiddle) * model.TurnChannels
		assert.InDelta(t, k.asked, out.weight[o], 0, name)
		assert.EqualValues(t, k.want, out.want[o], name)
	}
}

// Place is asked how far a tower stands from where a look along the lattice has it, and of none that the picture does not show.
func TestPlaceLearnsFromTowersInThePicture(t *testing.T) {
	e := cutOut(t)
	c := &cropper{rng: rand.New(rand.NewPCG(1, 2)), plain: true}
	const o = (model.PlaceMiddle*(2*model.PlaceMiddle+1) + model.PlaceMiddle) * model.PlaceChannels
	var along, across float64
	const crops = 40
	for range crops {
		e.castle = reading.Castle{Towers: []castellan.Node{nodeAt(t, e, 1.8), nodeAt(t, e, 0.5)}}
		var out crop
		c.place(e, &out)
		for _, channel := range [2]int{model.PlaceX, model.PlaceY} {
			assert.EqualValues(t, 1, out.weight[o+channel])
		}
		along += math.Abs(float64(out.want[o+model.PlaceX]))
		across += math.Abs(float64(out.want[o+model.PlaceY]))
	}
	for _, sum := range [2]float64{along, across} {
		assert.InDelta(t, 1, sum/crops, 0.5, "about a millimetre")
	}
	e.castle = reading.Castle{Towers: []castellan.Node{nodeAt(t, e, 1.8)}}
	var out crop
	c.place(e, &out)
	assert.Zero(t, out.weight[o])
}
