package model

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"pgregory.net/rapid"

	"github.com/castellan-companion/castellan/engine/castellan"
	"github.com/castellan-companion/castellan/vision/nn"
	"github.com/castellan-companion/castellan/vision/volume"
)

// A network that says where each place lies on the table must say the same of it in whichever way it looks.
func TestSymmetriesAgree(t *testing.T) {
	g := NewGrid([2]float64{10, -20}, 0.3, 30)
	w := Window{I0: -2, J0: 1, NI: 5, NJ: 3}
	set := testSet()
	f := CellsFrame(&g, w, &set)
	for _, s := range symmetries {
		turned := s.frame(f)
		out := nn.NewTensor((turned.H-1)/CellsStride+1, (turned.W-1)/CellsStride+1, CellChannels)
		for r := range out.H {
			for q := range out.W {
				fill(out.At(r, q), &turned, q, r)
			}
		}
		sum := nn.NewTensor((f.H-1)/CellsStride+1, (f.W-1)/CellsStride+1, CellChannels)
		s.add(sum, out)
		want := nn.NewTensor(sum.H, sum.W, CellChannels)
		for r := range want.H {
			for q := range want.W {
				fill(want.At(r, q), &f, q, r)
			}
		}
		assert.InDeltaSlice(t, want.Data, sum.Data, 1e-3, "%+v", s)
	}
}

func TestTheEyeIsInTheDirectionOfBothAxes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		number := rapid.Float64Range(-600, 600)
		g := NewGrid([2]float64{number.Draw(t, "x"), number.Draw(t, "y")}, rapid.Float64Range(0, 7).Draw(t, "angle"), 30)
		w := Window{I0: -2, J0: 1, NI: rapid.IntRange(1, 9).Draw(t, "columns"), NJ: rapid.IntRange(1, 9).Draw(t, "rows")}
		eye := [3]float64{number.Draw(t, "eye x"), number.Draw(t, "eye y"), rapid.Float64Range(300, 900).Draw(t, "eye z")}
		set := testSet()
		f := CellsFrame(&g, w, &set)
		ways := facing(&g, w, eye)
		assert.NotEmpty(t, ways)
		before := math.Inf(1)
		for _, s := range ways {
			seen := s.frame(f)
			axes := Grid{Origin: seen.Origin, X: seen.X, Y: seen.Y, Pitch: seen.Step}
			u, v := axes.Towards(eye, axes.At(float64(seen.W-1)/2, float64(seen.H-1)/2))
			assert.GreaterOrEqual(t, min(u, v), -FacingSpill-1e-9, "%+v", s)
			assert.LessOrEqual(t, min(u, v), before+1e-9, "the best come first")
			before = min(u, v)
		}
	})
}

func TestStraightFromAboveThereAreAllWays(t *testing.T) {
	g := NewGrid([2]float64{0, 0}, 0.3, 30)
	at := g.At(1, 1)
	assert.Len(t, facing(&g, Window{NI: 3, NJ: 3}, [3]float64{at[0], at[1], 500}), len(symmetries))
	aside := g.At(20, 15)
	assert.Equal(t, []symmetry{{}, {swap: true}}, facing(&g, Window{NI: 3, NJ: 3}, [3]float64{aside[0], aside[1], 500}))
}

// fill makes up an output: the place on the table, and the directions of the frame's axes there.
func fill(o []float32, f *volume.Frame, q, r int) {
	x, y := float64(q*CellsStride)*f.Step, float64(r*CellsStride)*f.Step
	px, py := f.Origin[0]+x*f.X[0]+y*f.Y[0], f.Origin[1]+x*f.X[1]+y*f.Y[1]
	o[CellTower], o[CellKeepRed] = float32(px), float32(py)
	// A wall along an axis is the same whichever way the axis points.
	o[CellShortX], o[CellShortY] = float32(f.X[0]*f.X[0]), float32(f.Y[0]*f.Y[0])
	o[CellLongX], o[CellLongY] = float32(f.X[0]*f.X[1]), float32(f.Y[0]*f.Y[1])
	// A step of (1, 2) on the table.
	o[CellErrorX], o[CellErrorY] = float32(f.X[0]+2*f.X[1]), float32(f.Y[0]+2*f.Y[1])
	o[CellKeepX], o[CellKeepY] = o[CellErrorX], o[CellErrorY]
}

func TestWallMiddle(t *testing.T) {
	tests := []struct {
		from, to castellan.Node
		i2, j2   int
		channel  int
	}{
		{castellan.Node{I: 1, J: 2}, castellan.Node{I: 2, J: 2}, 3, 4, CellShortX},
		{castellan.Node{I: 1, J: 2}, castellan.Node{I: 1, J: 1}, 2, 3, CellShortY},
		{castellan.Node{I: -1, J: 0}, castellan.Node{I: 1, J: 0}, 0, 0, CellLongX},
		{castellan.Node{I: 0, J: 3}, castellan.Node{I: 0, J: 5}, 0, 8, CellLongY},
	}
	for _, test := range tests {
		i2, j2, channel := WallMiddle(castellan.Wall{From: test.from, To: test.to})
		assert.Equal(t, [3]int{test.i2, test.j2, test.channel}, [3]int{i2, j2, channel})
	}
}
