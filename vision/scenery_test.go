package vision

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestDistanceFromAPolygon(t *testing.T) {
	square := [][2]float64{{0, 0}, {4, 0}, {4, 4}, {0, 4}}
	for _, c := range []struct {
		name    string
		polygon [][2]float64
		at      [2]float64
		want    float64
	}{
		{"inside", square, [2]float64{1, 2}, 0},
		{"beside a side", square, [2]float64{2, 7}, 3},
		{"beside the side from the last corner to the first", square, [2]float64{-2, 2}, 2},
		{"off a corner", square, [2]float64{7, 8}, 5},
		{"of no corners", nil, [2]float64{1, 2}, math.Inf(1)},
	} {
		assert.InDelta(t, c.want, distance(c.at, closed(c.polygon)), 1e-9, c.name)
	}
}
