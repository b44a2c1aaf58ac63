package model

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/castellan-companion/castellan/engine/castellan"
)

func TestPlacedAlongTheAxesOfTheFrame(t *testing.T) {
	_, lens := noisy()
	g, set := NewGrid([2]float64{5, -3}, 0.2, 36), testSet()
	n := castellan.Node{I: 1, J: -2}
	f := PlaceFrame(lens, &g, n, &set, false)
	said := []float32{PlaceX: 2, PlaceXError: -1, PlaceY: -1, PlaceYError: 0}
	got := placed(&g, n, &f, said)
	assert.Equal(t, n, got.Node)
	node := g.At(1, -2)
	for k := range node {
		assert.InDelta(t, node[k]+2*f.X[k]-f.Y[k], got.At[k], 1e-9)
	}
	assert.InDelta(t, math.Sqrt2*math.Hypot(1/math.E, 1), got.Astray, 1e-9)
}

// What is said of a tower depends on the way in which it is looked at, and not on the other towers.
func TestPlaceLooksAtEachTowerByItself(t *testing.T) {
	p, lens := noisy()
	g, set := NewGrid([2]float64{}, 0.2, 36), testSet()
	nodes := []castellan.Node{{}, {I: 1}, {J: 1}, {I: -1, J: 1}, {I: -2}}
	var r Runner
	all := r.Place(p, lens, &g, nodes, &set)
	require.Len(t, all, len(nodes))
	for k, n := range nodes {
		alone := r.Place(p, lens, &g, []castellan.Node{n, n}, &set)
		assert.Equal(t, all[k], alone[k%2], "%v", n)
		assert.NotEqual(t, all[k], alone[1-k%2], "%v", n)
	}
	assert.Empty(t, r.Place(p, lens, &g, nil, &set))
}
