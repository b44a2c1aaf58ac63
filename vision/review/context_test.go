package review

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/castellan-companion/castellan/calibration"
	"github.com/castellan-companion/castellan/vision/model"
	"github.com/castellan-companion/castellan/vision/nn"
	"github.com/castellan-companion/castellan/vision/volume"
)

// window is a window of so many nodes in which Cells believes in nothing.
func window(ni, nj int) *model.CellMap {
	m := &model.CellMap{Window: model.Window{NI: ni, NJ: nj}, Out: nn.NewTensor(2*(nj+1)+1, 2*(ni+1)+1, model.CellChannels)}
	for y := range m.Out.H {
		for x := range m.Out.W {
			o := m.Out.At(y, x)
			o[model.CellNoTower], o[model.CellNoKeep] = 9, 9
			for _, c := range []int{model.CellShortX, model.CellShortY, model.CellLongX, model.CellLongY} {
				o[c] = -9
			}
		}
	}
	return m
}

// square believes in a tower on node 1,1, a short wall from there along X, and a long one along Y.
func square() *model.CellMap {
	m := window(4, 5)
	m.At(2, 2)[model.CellNoTower] = -9
	m.At(3, 2)[model.CellShortX] = 3
	m.At(2, 4)[model.CellLongY] = 9
	return m
}

// shown is a volume of Cells for a frame: tops of plastic where pieces stand, seen from straight above, and table elsewhere.
func shown(f *volume.Frame, plastic func(x, y int) bool) *nn.Tensor {
	in := nn.NewTensor(f.H, f.W, volume.Channels(len(f.Planes)))
	for y := range f.H {
		for x := range f.W {
			c := in.At(y, x)
			tone := [3]float32{0.6, 0.2, -0.4}
			if plastic(x, y) {
				tone = [3]float32{-0.3, -0.3, -0.3}
			}
			for plane := range f.Planes {
				copy(c[3*plane:], tone[:])
			}
			c[in.C-1] = 1
		}
	}
	return in
}

func TestFurtherTellsWhatIsBelieved(t *testing.T) {
	set := calibration.DefaultSet()
	g := model.NewGrid([2]float64{10, -20}, 0.3, set.PitchMM)
	m := square()
	f := model.CellsFrame(&g, m.Window, &set)
	above := [3]float64{60, 60, 3000}
	var c Context
	c.Believe(m, &g, &set, above)
	per := model.CellsPerPitch
	// The frame begins one pitch before the window: node 1,1 is two pitches from its edges.
	in := shown(&f, func(x, y int) bool {
		dx, dy := x-2*per, y-2*per
		return dx*dx+dy*dy < 36 || y >= 2*per-2 && y <= 2*per+2 && dx >= 0 && dx <= per || x >= 2*per-2 && x <= 2*per+2 && dy >= 0 && dy <= 2*per
	})
	var out nn.Tensor
	c.Further(&out, in, &f)
	at := func(i, j float64) []float32 {
		return out.At(int((j+1)*float64(per)), int((i+1)*float64(per)))[in.C:]
	}
	assert.Equal(t, in.At(7, 9), out.At(7, 9)[:in.C], "what the volume shows stays")
	tower, short, long, table := at(1, 1), at(1.5, 1), at(1, 2), at(3, 3)
	assert.InDelta(t, 1, tower[towerBelief], 1e-6)
	assert.InDelta(t, 0.5, short[shortBelief], 1e-6)
	assert.InDelta(t, -1, short[longBelief], 1e-6)
	assert.InDelta(t, 1, long[longBelief], 1e-6)
	assert.InDelta(t, 1, at(1, 2.6)[longBelief], 1e-6, "both halves of a long wall")
	assert.InDelta(t, -1, at(3, 4)[towerBelief], 1e-6)
	for _, piece := range [][]float32{tower, short, long} {
		assert.EqualValues(t, 1, piece[hiddenPlane], "the table under a piece is hidden")
		assert.Greater(t, piece[topTones], float32(0.5))
	}
	assert.EqualValues(t, 0, tower[hiddenPlane+2], "the top of a tower is not")
	assert.EqualValues(t, 0, table[hiddenPlane])
	assert.Less(t, table[topTones], float32(-0.3))
}

// From the side, a tower hides the table behind it, and what it hides shows the tower's side.
func TestPiecesHideWhatIsBehindThem(t *testing.T) {
	set := calibration.DefaultSet()
	g := model.NewGrid([2]float64{}, 0, set.PitchMM)
	m := window(4, 4)
	m.At(2, 2)[model.CellNoTower] = -9
	f := model.CellsFrame(&g, m.Window, &set)
	var c Context
	c.Believe(m, &g, &set, [3]float64{-600, set.PitchMM, 600})
	var out nn.Tensor
	in := shown(&f, func(int, int) bool { return false })
	c.Further(&out, in, &f)
	per := model.CellsPerPitch
	behind := out.At(2*per, 2*per+per*3/4)[in.C:]
	assert.EqualValues(t, 1, behind[hiddenPlane])
	assert.EqualValues(t, 0, behind[hiddenPlane+2], "but not what is as high")
	assert.EqualValues(t, 0, out.At(2*per, per)[in.C+hiddenPlane], "nor what is before it")
}

// Whichever way a window is looked at, the same is told of the same place.
func TestFurtherKnowsTheLatticesSymmetries(t *testing.T) {
	set := calibration.DefaultSet()
	g := model.NewGrid([2]float64{5, 7}, 1, set.PitchMM)
	m := square()
	straight := model.CellsFrame(&g, m.Window, &set)
	turned := straight
	turned.X, turned.Y, turned.W, turned.H = turned.Y, turned.X, turned.H, turned.W
	var c Context
	c.Believe(m, &g, &set, [3]float64{100, -700, 500})
	var a, b nn.Tensor
	none := func(int, int) bool { return false }
	c.Further(&a, shown(&straight, none), &straight)
	c.Further(&b, shown(&turned, none), &turned)
	per := model.CellsPerPitch
	for _, p := range [][2]int{{2 * per, 2 * per}, {2*per + per/2, 2 * per}, {2 * per, 3 * per}, {per, per}} {
		assert.Equal(t, a.At(p[1], p[0])[volume.Channels(4):], b.At(p[0], p[1])[volume.Channels(4):], "%v", p)
	}
}

func TestFurtherIsTheSameOnAnyNumberOfGoroutines(t *testing.T) {
	set := calibration.DefaultSet()
	g := model.NewGrid([2]float64{5, 7}, 1, set.PitchMM)
	m := square()
	f := model.CellsFrame(&g, m.Window, &set)
	in := shown(&f, func(x, y int) bool { return (x+y)%7 == 0 })
	var want nn.Tensor
	for _, workers := range []int{0, 2, 5} {
		c := Context{Workers: workers}
		c.Believe(m, &g, &set, [3]float64{100, -700, 500})
		var got nn.Tensor
		c.Further(&got, in, &f)
		if workers == 0 {
			want = got
			continue
		}
		assert.Equal(t, want, got, "%d", workers)
	}
}
