package reading

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"pgregory.net/rapid"

	"github.com/castellan-companion/castellan/engine/castellan"
)

func TestLattice(t *testing.T) {
	turned := Lattice{OriginMM: [2]float64{100, 50}, AngleDeg: 90, PitchMM: 32}
	assert.InDeltaSlice(t, []float64{100 - 64, 50 + 32}, sliced(turned.MM([2]float64{1, 2})), 1e-9,
		"turned counter-clockwise, i goes up the table and j to the left")

	rapid.Check(t, func(t *rapid.T) {
		mm := rapid.Float64Range(-1000, 1000)
		l := Lattice{
			OriginMM: [2]float64{mm.Draw(t, "x"), mm.Draw(t, "y")},
			AngleDeg: rapid.Float64Range(-360, 360).Draw(t, "angle"), PitchMM: rapid.Float64Range(1, 100).Draw(t, "pitch"),
		}
		at := [2]float64{mm.Draw(t, "i"), mm.Draw(t, "j")}
		assert.InDeltaSlice(t, sliced(at), sliced(l.Place(l.MM(at))), 1e-6)
	})
}

func sliced(p [2]float64) []float64 { return p[:] }

func TestSetupHasEachColourOnce(t *testing.T) {
	c := Castle{
		Towers: []castellan.Node{{I: 0, J: 0}},
		Keeps: []Keep{
			{Color: "blue", At: [2]float64{0.5, 0.5}, Count: 2}, {Color: "red", AtMM: [2]float64{math.Pi, 0}, Count: 1}, {Color: "blue", Count: 1},
		},
		Trial: []Trial{{Tower: castellan.Node{I: 9, J: 9}}},
	}
	assert.Equal(t, castellan.Setup{
		Players: []string{"blue", "red"},
		Towers:  []castellan.Node{{I: 0, J: 0}},
		Keeps: []castellan.Keep{
			{Color: "blue", At: [2]float64{0.5, 0.5}, Count: 2}, {Color: "red", Count: 1}, {Color: "blue", Count: 1},
		},
	}, c.Setup())
}

func TestPartsCountForThemselves(t *testing.T) {
	var c Castle
	square := func(i int) {
		at := func(di, dj int) castellan.Node { return castellan.Node{I: i + di, J: dj} }
		c.Towers = append(c.Towers, at(0, 0), at(1, 0), at(0, 1), at(1, 1))
		for _, ends := range [4][2]castellan.Node{{at(0, 0), at(1, 0)}, {at(0, 1), at(1, 1)}, {at(0, 0), at(0, 1)}, {at(1, 0), at(1, 1)}} {
			c.Walls = append(c.Walls, castellan.Wall{From: ends[0], To: ends[1]})
		}
	}
	square(0)
	c.Keeps = []Keep{{Color: "red", At: [2]float64{0.5, 0.5}, Count: 1}, {Color: "blue", At: [2]float64{5.5, 0.5}, Count: 2}}
	assert.Equal(t, map[string]int{"red": 4, "blue": 0}, c.Scores())
	square(5)
	assert.Len(t, c.Parts(), 2)
	assert.Equal(t, map[string]int{"red": 4, "blue": 8}, c.Scores())
	c.Walls = append(c.Walls, castellan.Wall{From: castellan.Node{I: 1}, To: castellan.Node{I: 3}})
	c.Towers = append(c.Towers, castellan.Node{I: 3})
	c.Walls = append(c.Walls, castellan.Wall{From: castellan.Node{I: 3}, To: castellan.Node{I: 5}})
	assert.Len(t, c.Parts(), 1)
	assert.Equal(t, map[string]int{"red": 4, "blue": 8}, c.Scores())
}
