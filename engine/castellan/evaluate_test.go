package castellan_test

import (
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/castellan-companion/castellan/engine/castellan"
)

// faults lists violations with their pieces on one line.
func faults(e castellan.Evaluation) string {
	var all []string
	for _, v := range e.Violations {
		text := string(v.Code)
		for _, p := range v.Pieces {
			text += " " + p.String()
		}
		all = append(all, text)
	}
	return strings.Join(all, ", ")
}

func TestViolations(t *testing.T) {
	for _, c := range []struct{ note, castle, want string }{
		{"nothing", "", ""},
		{"a wall alone is a castle", ".-", ""},
		{"open ends meet", "o-./o-'o'", ""},
		{"a long wall end to end with another", "o=1o=1o", ""},
		{"two walls side by side", ".-/.-", "disconnected walls/1"},
		{"long walls cross", `.=/1."`, "overlap walls/0 walls/1, disconnected walls/1"},
		{"a tower on a long wall", "o=oo", "overlap walls/0 towers/1, disconnected towers/1"},
		{"a short wall on the far half of a long one", "o=.-o", "overlap walls/0 walls/1, no_room_for_tower walls/0 walls/1"},
		{"a short wall points at the middle of a long one", "1o/o=.'o", "no_room_for_tower walls/0 walls/1, disconnected towers/0 walls/1"},
	} {
		t.Run(c.note, func(t *testing.T) {
			assert.Equal(t, c.want, faults(castellan.Evaluate(castle(t, c.castle), castellan.DefaultRules())))
		})
	}
}

func TestKeepsStandInsideOrNot(t *testing.T) {
	// A courtyard of four by two squares, with a tower on a wall into it from the west and a wall with an open end from the east.
	s := castle(t, `o=1o=1o/o-'o1.-o'/o='1o=1o'`)
	for _, c := range []struct {
		note string
		at   [2]float64
		want bool
	}{
		{"in a square", [2]float64{.5, .5}, true},
		{"close to a wall", [2]float64{1e-9, 1 - 1e-9}, true},
		{"on a free node", [2]float64{2, 1}, true},
		{"on a tower", [2]float64{0, 0}, false},
		{"on the wall around", [2]float64{1.3, 0}, false},
		{"on a wall inside", [2]float64{.5, 1}, false},
		{"on a tower inside", [2]float64{1, 1}, false},
		{"on a wall with an open end", [2]float64{3.5, 1}, false},
		{"at an open end", [2]float64{3, 1}, false},
		{"outside", [2]float64{-.5, .5}, false},
		{"far outside", [2]float64{-1e300, .5}, false},
		{"nowhere", [2]float64{math.NaN(), math.Inf(1)}, false},
	} {
		t.Run(c.note, func(t *testing.T) {
			s.Keeps = []castellan.Keep{{Color: "red", At: c.at, Count: 1}}
			e := castellan.Evaluate(s, castellan.DefaultRules())
			if c.want {
				assert.Empty(t, e.Violations)
				assert.Positive(t, e.Scores["red"])
			} else {
				assert.Equal(t, "keep_outside_courtyard keeps/0", faults(e))
			}
		})
	}
}
