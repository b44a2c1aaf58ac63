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

// square adds a square of so many walls of a length along each side, its least corner at a node (i,i).
func (c *Castle) square(i, walls, length int) {
	at := func(di, dj int) castellan.Node { return castellan.Node{I: i + length*di, J: i + length*dj} }
	for k := range walls {
		c.Towers = append(c.Towers, at(k, 0), at(walls, k), at(walls-k, walls), at(0, walls-k))
		c.Walls = append(c.Walls,
			castellan.Wall{From: at(k, 0), To: at(k+1, 0)}, castellan.Wall{From: at(walls, k), To: at(walls, k+1)},
			castellan.Wall{From: at(k, walls), To: at(k+1, walls)}, castellan.Wall{From: at(0, k), To: at(0, k+1)})
	}
}

func TestPartWithinAPart(t *testing.T) {
	var c Castle
	c.square(0, 2, 2)
	c.square(1, 1, 1)
	c.Keeps = []Keep{{Color: "red", At: [2]float64{1.5, 1.5}, Count: 1}, {Color: "blue", At: [2]float64{3, 3}, Count: 1}}
	assert.Len(t, c.Parts(), 2)
	assert.Equal(t, map[string]int{"red": 4, "blue": 8}, c.Scores())
	c.Keeps = c.Keeps[:1]
	assert.Equal(t, map[string]int{"red": 4}, c.Scores(), "the outer courtyard has no keep")
}

func TestPartsCountForThemselves(t *testing.T) {
	var c Castle
	c.square(0, 1, 1)
	c.Keeps = []Keep{{Color: "red", At: [2]float64{0.5, 0.5}, Count: 1}, {Color: "blue", At: [2]float64{5.5, 5.5}, Count: 2}}
	assert.Equal(t, map[string]int{"red": 4, "blue": 0}, c.Scores())
	c.square(5, 1, 1)
	assert.Len(t, c.Parts(), 2)
	assert.Equal(t, map[string]int{"red": 4, "blue": 8}, c.Scores())
	last := castellan.Node{I: 1, J: 1}
	for _, n := range []castellan.Node{{I: 3, J: 1}, {I: 5, J: 1}, {I: 5, J: 3}, {I: 5, J: 5}} {
		c.Walls = append(c.Walls, castellan.Wall{From: last, To: n})
		last = n
	}
	c.Towers = append(c.Towers, castellan.Node{I: 3, J: 1}, castellan.Node{I: 5, J: 1}, castellan.Node{I: 5, J: 3})
	assert.Len(t, c.Parts(), 1)
	assert.Equal(t, map[string]int{"red": 4, "blue": 8}, c.Scores())
}
