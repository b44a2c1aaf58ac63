package scene

import (
	"maps"
	"slices"

	"github.com/castellan-companion/castellan/engine/castellan"
	"github.com/castellan-companion/castellan/vision/reading"
)

// sameScore: a colour without a point may be left out.
func sameScore(a, b map[string]int) bool {
	scored := func(m map[string]int) map[string]int {
		m = maps.Clone(m)
		maps.DeleteFunc(m, func(_ string, points int) bool { return points == 0 })
		return m
	}
	return maps.Equal(scored(a), scored(b))
}

// outside is where a keep stands that is in no courtyard.
const outside = -1

// courtyardOf numbers the courtyard of a castle in which a point (lattice units) lies; the same castle always has the
// same numbers.
func courtyardOf(c reading.Castle, at [2]float64) int {
	c.Keeps = []reading.Keep{{Color: "probe", At: at, Count: 1}}
	courtyards := castellan.Evaluate(c.Setup(), castellan.DefaultRules()).Courtyards
	return slices.IndexFunc(courtyards, func(c castellan.Courtyard) bool { return c.Owner != "" })
}

// keepPlace is what it takes for two keeps to mean the same.
type keepPlace struct {
	courtyard int
	color     string
	count     int
}

// keepsByCourtyard counts keeps by the castle's courtyards.
func keepsByCourtyard(c reading.Castle, keeps []reading.Keep) map[keepPlace]int {
	number := make(map[keepPlace]int)
	for _, k := range keeps {
		number[keepPlace{courtyardOf(c, k.At), k.Color, k.Count}]++
	}
	return number
}

// wrongKeeps counts the keeps that were read but do not stand in that courtyard of the true castle, and those that do
// but were not read so, except for as many as are hidden.
func wrongKeeps(read []reading.Keep, truth reading.Castle, hidden int) int {
	got, want := keepsByCourtyard(truth, read), keepsByCourtyard(truth, truth.Keeps)
	invented, missing := 0, 0
	for place, number := range got {
		invented += max(0, number-want[place])
	}
	for place, number := range want {
		missing += max(0, number-got[place])
	}
	return invented + max(0, missing-hidden)
}
