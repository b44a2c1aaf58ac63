package model

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/castellan-companion/castellan/vision/nn"
)

func TestCompareTowers(t *testing.T) {
	const own, rest = 3 * towerPlanes, 3
	a, b := nn.NewTensor(2, 3, own+rest), nn.NewTensor(2, 3, own+rest)
	for i := range a.Data {
		a.Data[i], b.Data[i] = float32(i), float32(1000+i)
	}
	var in nn.Tensor
	for _, other := range []*nn.Tensor{b, nil} {
		CompareTowers(&in, a, other)
		assert.Equal(t, []int{2, 3, NewTurn().Layers[0].In}, []int{in.H, in.W, in.C})
		for y := range 2 {
			for x := range 3 {
				got, first := in.At(y, x), a.At(y, x)
				assert.Equal(t, first[:own], got[:own])
				if other == nil {
					assert.Equal(t, make([]float32, own), got[own:2*own])
				} else {
					assert.Equal(t, b.At(y, x)[:own], got[own:2*own])
				}
				assert.Equal(t, first[own:], got[2*own:])
			}
		}
	}
}
