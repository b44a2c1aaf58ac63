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
		{
			"two double keeps of one colour, whatever else is wrong", "o1o red*@0,0 red*@0,0 blue*@0,0",
			"disconnected towers/1, double_keep_twice keeps/0 keeps/1",
		},
		{"a short wall points at the middle of a long one", "1o/o=.'o", "no_room_for_tower walls/0 walls/1, disconnected towers/0 walls/1"},
	} {
		t.Run(c.note, func(t *testing.T) {
			assert.Equal(t, c.want, faults(castellan.Evaluate(castle(t, c.castle), castellan.DefaultRules())))
		})
	}
}

func TestWithinAnOutline(t *testing.T) {
	// Two by two squares, and a dead end from the south to the middle that is walked both ways.
	outline := []castellan.Node{{}, {I: 1}, {I: 1, J: 1}, {I: 1}, {I: 2}, {I: 2, J: 2}, {J: 2}}
	for _, c := range []struct {
		note string
		at   [2]float64
		want bool
	}{
		{"beside the dead end", [2]float64{.5, .5}, true},
		{"on its other side", [2]float64{1.5, .5}, true},
		{"beyond it", [2]float64{1, 1.5}, true},
		{"to the west", [2]float64{-.5, .5}, false},
		{"to the east", [2]float64{2.5, .5}, false},
		{"to the north", [2]float64{1, 2.5}, false},
		{"to the south", [2]float64{1, -.5}, false},
		{"nowhere", [2]float64{math.NaN(), math.Inf(1)}, false},
	} {
		assert.Equal(t, c.want, castellan.Within(outline, c.at), c.note)
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

func TestReadingsOfTheCount(t *testing.T) {
	// Eight points each: red has two keeps, blue the double one on a courtyard of four towers.
	tie := `o-o-o-o-o/o-'o-'o-'o-'o' red@0,0 red@1,0 blue*@3,0`
	for _, c := range []struct {
		castle, without string
		keeps           map[string]int
		winner          []string
	}{
		{tie, "", map[string]int{"red": 2, "blue": 2}, []string{"blue", "red"}},
		{tie, "double-counts-as-two-keeps", map[string]int{"red": 2, "blue": 1}, []string{"red"}},
		{"o", "", map[string]int{"red": 0, "blue": 0}, []string{"blue", "red"}},
		{"o", "nobody-scores", map[string]int{"red": 0, "blue": 0}, nil},
	} {
		e := castellan.Evaluate(castle(t, c.castle), rulesWithout(t, c.without))
		assert.Empty(t, e.Violations)
		assert.Equal(t, c.keeps, e.Keeps)
		assert.Equal(t, c.winner, e.Winner, "%s without %q", c.castle, c.without)
	}
}

func TestSupplyOfThreePlayers(t *testing.T) {
	rules := castellan.DefaultRules()
	assert.Equal(t, castellan.Supply{Towers: 32, Long: 26, Short: 30}, rules.Supply(2))
	assert.Equal(t, castellan.Supply{Towers: 64, Long: 52, Short: 60}, rules.Supply(3))
	assert.Equal(t, castellan.Supply{Towers: 48, Long: 39, Short: 45}, rulesWithout(t, "two-sets-from-three-players").Supply(3))
	assert.Equal(t, castellan.Supply{Towers: 64, Long: 52, Short: 60}, rulesWithout(t, "two-sets-from-three-players").Supply(4))
}
