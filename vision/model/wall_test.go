package model

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/castellan-companion/castellan/vision/nn"
)

func TestCompareStrips(t *testing.T) {
	fill := func(level float32) *Strip {
		s := &Strip{Eye: [2]float32{0.5, 0.25}}
		for row := range StripRows {
			for column := range StripColumns {
				d := s.Sample(row, column)
				copy(d, []float32{level - 1, level, level + 1, 1})
				d[StripTower] = 1
			}
		}
		return s
	}
	own, wall, gap := fill(3), fill(5), fill(7)
	clear(own.Sample(2, 3)) // hidden
	var in nn.Tensor
	CompareStrips(&in, own, wall, gap)
	assert.Equal(t, []int{StripRows, StripColumns, NewWall().Layers[0].In}, []int{in.H, in.W, in.C})
	const hidden = 1.0 / (3*StripRows*StripColumns - 1)
	mean := float32(5 + 2*hidden)
	want := []float32{2 - mean, 3 - mean, 4 - mean, 1, 0, 1, 0, 0, 4 - mean, 5 - mean, 6 - mean, 1, 6 - mean, 7 - mean, 8 - mean, 1, 0.5, 0.25}
	assert.InDeltaSlice(t, want, in.At(1, 1), 1e-3)
	copy(want, make([]float32, stripSample))
	assert.InDeltaSlice(t, want, in.At(2, 3), 1e-3, "what is hidden is 0, not less than the mean")

	CompareStrips(&in, own, nil, nil)
	assert.InDeltaSlice(t, []float32{-1, 0, 1, 1, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0.5, 0.25}, in.At(1, 1), 1e-3)
	CompareStrips(&in, own, nil, gap)
	var of [3]int
	Shades(&in, func(strip, row, column int, colour []float32) {
		assert.Len(t, colour, StripSeen)
		assert.False(t, strip == 0 && row == 2 && column == 3, "that is hidden")
		of[strip]++
	})
	assert.Equal(t, [3]int{StripRows*StripColumns - 1, 0, StripRows * StripColumns}, of, "the colours of all samples that are seen")
}

func TestSharedIsTheShareOfAStripThatAnotherShowsToo(t *testing.T) {
	own, other := &Strip{}, &Strip{}
	assert.Zero(t, own.Shared(other), "nothing is seen of it")
	for column := range 8 {
		own.Sample(1, column)[StripSeen] = 1
		other.Sample(1, column+6)[StripSeen] = 1
	}
	assert.InDelta(t, 0.25, own.Shared(other), 1e-9)
	other.Sample(2, 0)[StripSeen] = 1
	assert.InDelta(t, 0.25, own.Shared(other), 1e-9, "what else the other shows does not matter")
}
