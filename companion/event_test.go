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
	ended := TurnEnded{
		Next: "blue",
		Played: &Play{castellan.Turn{
			Player: "red", Play: []string{"t1"}, Pieces: &castellan.Supply{Towers: 1},
			Build: []castellan.Piece{castellan.TowerAt(castellan.Node{I: 1, J: 2})},
			Pass:  castellan.Supply{Short: 1}, Draw: []string{castellan.WallBack},
			Claims: []castellan.Claim{{At: [2]float64{0.5, 0.5}, Keep: castellan.NewKeep, Count: 2}},
		}},
		Overruled: []castellan.Refusal{{Code: castellan.CodeDrawCount, Turn: 2, Where: "draw", Text: "Too many."}},
	}
	facts := []Fact{
		GameStarted{
			Players: []string{"red", "blue"}, First: "blue", Source: "film", Film: true,
			Agreement: Agreement{
				Cards: CardsTracked, Deck: castellan.Deck{{ID: "t1", Back: castellan.TowerBack, Towers: 2, Draw: 1}},
				Piles: map[string]castellan.Piles{"red": {Wall: []string{"w1"}, Tower: []string{"t1"}}},
				House: House{Names: map[string]string{"red": "Ada"}, LaidIsPlayed: true, EndAfterS: 2.5},
			},
		},
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
		CardsPlayed{Cards: []string{"t1"}},
		CardsPlayed{Cards: []string{}, Pieces: &castellan.Supply{Towers: 2, Short: 1}},
		PiecesPassed{castellan.Supply{Long: 1}},
		ended,
		TurnRefused{Refusal{Reminder: true, Reasons: ended.Overruled}},
		TurnRedone{ended},
		GameEnded{ByHand: true},
		GameReopened{},
		RulingOverruled{flaw, "we like it"},
		ScoreOverruled{Adjustment{"red", -2, "a slip"}},
		HouseChanged{House{EndAfterS: 3}},
		GameContinued{4, 17},
		TurnUndone{3, "red"},
		Corrected{Add: []Piece{tower(0, 0)}, Remove: []Piece{tower(1, 1)}, Reason: "the lamp"},
		QuestionAsked{Question{Code: OutOfStep, Pieces: []Piece{tower(0, 0)}, Answers: []string{TakenAway}}},
		QuestionAnswered{4, StillThere},
		CameraNoted{"bump"},
	}
	tried := map[string]bool{}
	for _, fact := range facts {
		tried[fact.Kind()] = true
	}
	assert.Len(t, tried, len(factReaders), "every kind of fact is tried")
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
