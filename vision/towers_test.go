package vision

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gocv.io/x/gocv"

	"github.com/castellan-companion/castellan/engine/castellan"
	"github.com/castellan-companion/castellan/vision/model"
	"github.com/castellan-companion/castellan/vision/scene"
	"github.com/castellan-companion/castellan/vision/volume"
)

func TestNodesToCompareADoubtfulOneWith(t *testing.T) {
	m := opinion(8)
	tower(m, 1, 1, 9)
	tower(m, 3, 1, 9)
	tower(m, 4, 1, 2) // in doubt
	wall(m, 1, 3, 8)
	wall(m, 3, 4, 8)
	b := newBoard(m, nil)
	b.settle()
	node := func(i, j int) castellan.Node { return castellan.Node{I: i, J: j} }
	assert.Equal(t, []castellan.Node{node(1, 1), node(3, 1)}, b.sureTowers())
	assert.True(t, b.surelyBare(node(2, 1)), "the middle of a long wall")
	assert.True(t, b.surelyBare(node(3, 2)))
	for _, n := range []castellan.Node{node(1, 1), node(3, 1), node(4, 1)} {
		assert.False(t, b.surelyBare(n), "%v", n)
	}
	b.covered[node(2, 1)] = true
	assert.False(t, b.surelyBare(node(2, 1)), "a hand may hide one")
	assert.ElementsMatch(t, []castellan.Wall{{From: node(1, 1), To: node(3, 1)}, {From: node(3, 1), To: node(4, 1)}}, b.built().Walls)
}

func TestTheStepFromTheEye(t *testing.T) {
	lens := aslant() // from below the picture's middle, where y is negative
	g := model.NewGrid([2]float64{}, 0, 32)
	for n, want := range map[castellan.Node]castellan.Node{
		{}: {J: 1}, {I: -40}: {I: -1}, {I: 40}: {I: 1}, {I: 3, J: -60}: {J: -1},
	} {
		assert.Equal(t, want, model.FromEye(lens, &g, n), "%v", n)
	}
}

// Where the look along the lattice is mistaken about towers, though not sure of it, a closer look corrects it.
func TestACloserLookTellsWhereTowersStand(t *testing.T) {
	s, err := scene.LoadStill("testdata/stills/tilt_04.json")
	require.NoError(t, err)
	img := gocv.IMRead(s.Image, gocv.IMReadColor)
	require.False(t, img.Empty())
	defer img.Close()
	bgr, err := img.DataPtrUint8()
	require.NoError(t, err)
	r, err := NewReader(Options{Camera: &s.View.Camera, Set: &s.Set})
	require.NoError(t, err)
	defer r.Close()
	r.picture = volume.FromBGR(nil, img.Cols(), img.Rows(), bgr)
	g := model.NewGrid(s.Lattice.OriginMM, s.Lattice.AngleDeg*math.Pi/180, s.Set.PitchMM)

	m := opinion(24)
	m.I0, m.J0 = -12, -12
	steps := map[castellan.Node]int{}
	for _, w := range s.Castle.Walls {
		wallBetween(m, w.From, w.To, 9)
		steps[w.From]++
		steps[w.To]++
	}
	mistaken := 0
	for _, n := range s.Castle.Towers {
		odds := float32(12)
		if steps[n] == 1 {
			odds = -1
			mistaken++
		}
		tower(m, n.I, n.J, odds)
	}
	for _, w := range s.Castle.Walls {
		for _, end := range [2]castellan.Node{w.From, w.To} {
			if steps[end] == 1 && m.Node(end)[model.CellTower] == 0 {
				tower(m, end.I, end.J, 1)
				mistaken++
			}
		}
	}
	require.Greater(t, mistaken, 1)
	b := newBoard(m, nil)
	b.settle()
	assert.NotElementsMatch(t, s.Castle.Towers, b.standing().Towers)
	r.weighTowers(b, m, volume.NewLens(s.View), &g, &s.Set)
	assert.ElementsMatch(t, s.Castle.Towers, b.standing().Towers)
}

// A tower hides the middle of a long wall, where no look tells that there is no other.
func TestATowerIsNotBelievedInBehindAnother(t *testing.T) {
	c := compareStill(t, "testdata/towers/behind.json")
	assert.True(t, c.Exact, "missing %v, invented %v", c.Missing, c.Invented)
}
