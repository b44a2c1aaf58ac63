package companion

import (
	"encoding/json"
	"reflect"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/castellan-companion/castellan/engine/castellan"
)

func TestEventsComeBackFromJSON(t *testing.T) {
	red := "red"
	court := Courtyard{
		Towers: []castellan.Node{{I: 0, J: 0}}, Area: 1, Value: 4, Owner: &red, Double: true,
		Outline: []castellan.Node{{I: 0, J: 0}, {I: 1, J: 0}},
	}
	flaw := Violation{Code: "overlap", Text: "Two pieces take the same place.", Pieces: []Piece{tower(1, 0), wall(0, 0, 2, 0)}}
	facts := []Fact{
		GameStarted{Players: []string{"red", "blue"}, Source: "film", Film: true},
		PlayersSet{Players: []string{"red", "blue"}, Turn: "blue", Learned: true},
		PiecePlaced{wall(0, 0, 0, 1), 0.98},
		PieceRemoved{TrialAt(castellan.Node{I: -1, J: 3})},
		KeepChanged{KeepChange{keep("red", 0.5, 0.5, 1), keep("red", 0.5, 0.5, 2)}},
		CourtyardClosed{court},
		CourtyardChanged{court, court},
		CourtyardClaimed{court},
		CourtyardOpened{court},
		ViolationFound{flaw},
		ViolationMended{flaw},
		ScoreChanged{map[string]int{"red": 1}, map[string]int{"red": 2}, []string{"red"}},
		TurnEnded{"blue"},
		TurnUndone{3, "red"},
		Corrected{Add: []Piece{tower(0, 0)}, Remove: []Piece{tower(1, 1)}, Reason: "the lamp"},
		QuestionAsked{Question{Code: OutOfStep, Pieces: []Piece{tower(0, 0)}, Answers: []string{TakenAway}}},
		QuestionAnswered{4, StillThere},
		CameraNoted{"bump"},
	}
	assert.Len(t, facts, len(factReaders), "every kind of fact is tried")
	for i, fact := range facts {
		e := Event{Game: 2, Seq: int64(i), At: time.Date(2026, 1, 31, 20, 15, 0, 0, time.UTC), Turn: 3, Player: "red", Fact: fact}
		text, err := json.Marshal(e)
		require.NoError(t, err)
		var back Event
		require.NoError(t, json.Unmarshal(text, &back))
		assert.True(t, reflect.DeepEqual(e, back), "%s: %s", fact.Kind(), text)
	}
}

func TestEventOfANewerVersion(t *testing.T) {
	_, err := ReadFact("dragon_came", []byte(`{}`))
	assert.ErrorContains(t, err, "newer version")
}
