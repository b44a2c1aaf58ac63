package companion

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/castellan-companion/castellan/engine/castellan"
)

func TestKeepsTellWhoPlays(t *testing.T) {
	red, blue, yellow := keep("red", 1, 1, 1), keep("blue", 3, 3, 1), keep("yellow", 5, 5, 1)
	purple := keep("purple", 1, 1, 1)
	tests := []struct {
		name     string
		players  []string
		learned  bool
		turn     string
		keeps    []Piece
		expected []Fact
	}{
		{"no keep", nil, false, "", nil, nil},
		{"the first keep", nil, false, "", []Piece{red}, []Fact{PlayersSet{[]string{"red", "blue"}, "red", true}}},
		{"two at once", nil, false, "", []Piece{red, yellow}, []Fact{PlayersSet{[]string{"red", "yellow"}, "red", true}}},
		{"the other of the edition", []string{"red", "blue"}, true, "blue", []Piece{red, blue}, nil},
		{
			"one of another edition in place of it",
			[]string{"red", "blue"},
			true, "blue",
			[]Piece{red, yellow},
			[]Fact{PlayersSet{[]string{"red", "yellow"}, "yellow", true}},
		},
		{
			"a third one",
			[]string{"red", "blue"},
			true, "red",
			[]Piece{blue, red, yellow},
			[]Fact{PlayersSet{[]string{"red", "blue", "yellow"}, "red", true}},
		},
		{"a colour of another set", nil, false, "", []Piece{purple}, []Fact{PlayersSet{[]string{"purple"}, "purple", true}}},
		{"somebody has said who plays", []string{"red", "blue"}, false, "red", []Piece{red, yellow}, nil},
	}
	for _, test := range tests {
		s := State{
			Players: test.players, playersLearned: test.learned,
			Turn: Turn{Number: 2, Player: test.turn}, Castle: CastleOf(test.keeps...),
		}
		assert.Equal(t, test.expected, learnedPlayers(s), test.name)
	}
}

func TestConsequencesComeToAnEnd(t *testing.T) {
	court := []Piece{
		tower(0, 0), tower(2, 0), tower(2, 2), tower(0, 2), wall(0, 0, 2, 0), wall(2, 0, 2, 2), wall(0, 2, 2, 2), wall(0, 0, 0, 2),
	}
	castles := map[string]Castle{
		"empty":                       CastleOf(),
		"unclaimed":                   CastleOf(court...),
		"claimed":                     CastleOf(append(court, keep("red", 1, 1, 2))...),
		"claimed by two":              CastleOf(append(court, keep("red", 1, 1, 1), keep("blue", 1.5, 1, 1))...),
		"a keep outside, two colours": CastleOf(append(court, keep("red", 7, 7, 1), keep("purple", 1, 1, 1))...),
		"in pieces":                   CastleOf(append(court, tower(9, 9), wall(4, 4, 4, 5))...),
		"crossing":                    CastleOf(append(court, wall(1, -1, 1, 1))...),
	}
	for name, castle := range castles {
		s := State{}.Apply(Event{Fact: GameStarted{}})
		s.Castle = castle
		for rounds := 0; ; rounds++ {
			facts := consequences(s)
			if len(facts) == 0 {
				break
			}
			if !assert.Less(t, rounds, 3, "%s: %v", name, facts) {
				break
			}
			for _, fact := range facts {
				s = s.Apply(Event{Fact: fact})
			}
		}
	}
}

func TestBorder(t *testing.T) {
	square := []castellan.Node{{I: 0, J: 0}, {I: 2, J: 0}, {I: 2, J: 2}, {I: 0, J: 2}}
	tests := []struct {
		name string
		walk []castellan.Node
	}{
		{"as it is", square},
		{"begun elsewhere", []castellan.Node{{I: 2, J: 2}, {I: 0, J: 2}, {I: 0, J: 0}, {I: 2, J: 0}}},
		{"a tower inside", []castellan.Node{{I: 0, J: 0}, {I: 2, J: 0}, {I: 2, J: 2}, {I: 1, J: 1}, {I: 2, J: 2}, {I: 0, J: 2}}},
		{"begun at the tower inside", []castellan.Node{{I: 1, J: 1}, {I: 2, J: 2}, {I: 0, J: 2}, {I: 0, J: 0}, {I: 2, J: 0}, {I: 2, J: 2}}},
		{"a branch inside", []castellan.Node{
			{I: 0, J: 0},
			{I: 1, J: 0},
			{I: 1, J: 1},
			{I: 0, J: 1},
			{I: 1, J: 1},
			{I: 1, J: 0},
			{I: 0, J: 0},
			{I: 2, J: 0},
			{I: 2, J: 2},
			{I: 0, J: 2},
		}},
	}
	for _, test := range tests {
		assert.Equal(t, square, border(test.walk), test.name)
	}
}
