package companion

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/castellan-companion/castellan/engine/castellan"
)

func tower(i, j int) Piece { return TowerAt(castellan.Node{I: i, J: j}) }

func wall(i, j, k, l int) Piece {
	return WallBetween(castellan.Wall{From: castellan.Node{I: i, J: j}, To: castellan.Node{I: k, J: l}})
}

func keep(color string, x, y float64, count int) Piece {
	return KeepOf(castellan.Keep{Color: color, At: [2]float64{x, y}, Count: count})
}

// drawCastle draws pieces without regard for the rules: what the eye sees may be anything.
func drawCastle(t *rapid.T, name string) Castle {
	at := rapid.IntRange(-4, 4)
	piece := rapid.Custom(func(t *rapid.T) Piece {
		i, j := at.Draw(t, "i"), at.Draw(t, "j")
		switch rapid.IntRange(0, 3).Draw(t, "kind") {
		case 0:
			return tower(i, j)
		case 1:
			return TrialAt(castellan.Node{I: i, J: j})
		case 2:
			return keep(rapid.SampledFrom(Colors).Draw(t, "color"), float64(i)+0.5, float64(j)+0.5, rapid.IntRange(1, 2).Draw(t, "count"))
		default:
			length := rapid.IntRange(1, 2).Draw(t, "length")
			if rapid.Bool().Draw(t, "upright") {
				return wall(i, j, i, j+length)
			}
			return wall(i, j, i+length, j)
		}
	})
	castle := Castle{}
	for _, p := range rapid.SliceOfN(piece, 0, 30).Draw(t, name) {
		castle = castle.With(p)
	}
	return castle
}

func TestChangeLeadsFromOneCastleToTheOther(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		before, after := drawCastle(t, "before"), drawCastle(t, "after")
		change := changeBetween(before, after)
		for _, p := range change.Gone {
			before = before.Without(p)
		}
		for _, k := range change.Keeps {
			before = before.Without(k.From)
		}
		for _, k := range change.Keeps {
			before = before.With(k.To)
		}
		for _, p := range change.Came {
			before = before.With(p)
		}
		assert.True(t, slices.Equal(after.Pieces(), before.Pieces()), "%v became %v", after.Pieces(), before.Pieces())
	})
}

func TestTakeOver(t *testing.T) {
	began := CastleOf(tower(0, 0), wall(0, 0, 1, 0), tower(1, 0), keep("red", 0.5, 0.5, 1))
	built := wall(1, 0, 2, 0)
	running := State{Castle: began.With(built), Turn: Turn{Number: 2, began: began}}
	with := func(pieces ...Piece) Castle {
		c := running.Castle
		for _, p := range pieces {
			c = c.With(p)
		}
		return c
	}
	trial := TrialAt(castellan.Node{I: 2, J: 0})
	asked := running
	asked.Questions = []Question{{ID: 7, Code: PiecesMissing, Pieces: []Piece{tower(0, 0)}}}
	overruled := running
	overruled.Overruled = []Piece{tower(0, 0), tower(5, 5)}

	tests := []struct {
		name  string
		state State
		seen  Castle
		facts []Fact
	}{
		{"nothing new", running, with(), nil},
		{"a piece came", running, with(tower(2, 0)), []Fact{PiecePlaced{tower(2, 0), 0.9}}},
		{"a tower on trial came", running, with(trial), []Fact{PiecePlaced{trial, 0.9}}},
		{"a piece of this turn was taken back", running, began, []Fact{PieceRemoved{built}}},
		{"a piece of an earlier turn is missing", running, running.Castle.Without(tower(0, 0)), []Fact{
			QuestionAsked{Question{Code: PiecesMissing, Pieces: []Piece{tower(0, 0)}, Answers: []string{TakenAway, StillThere}}},
		}},
		{"most of the castle is missing", running, CastleOf(built), []Fact{
			QuestionAsked{Question{Code: OutOfStep, Pieces: began.Pieces(), Answers: []string{BelieveCamera, BelieveRecord}}},
		}},
		{"it is missing still", asked, running.Castle.Without(tower(0, 0)), nil},
		{"it is seen again", asked, with(), []Fact{QuestionAnswered{7, Obsolete}}},
		{"a person said otherwise", overruled, with(tower(5, 5)).Without(tower(0, 0)), nil},
		{
			"a keep was nudged", running,
			running.Castle.Without(keep("red", 0.5, 0.5, 1)).With(keep("red", 0.6, 0.4, 1)), nil,
		},
		{
			"a keep became a double keep", running, with(keep("red", 0.5, 0.5, 2)),
			[]Fact{KeepChanged{KeepChange{keep("red", 0.5, 0.5, 1), keep("red", 0.5, 0.5, 2)}}},
		},
	}
	for _, test := range tests {
		assert.Equal(t, test.facts, takeOver(test.state, test.seen, 0.9, judgement{}), test.name)
	}

	agreed := map[Piece]bool{tower(0, 0): true}
	facts := takeOver(overruled, running.Castle.Without(tower(0, 0)), 0.9, judgement{agreed: agreed})
	require.Len(t, facts, 1, "the eye had come round, so it is believed again")
	assert.Equal(t, []Piece{tower(0, 0)}, facts[0].(QuestionAsked).Question.Pieces)
}

func TestAgreeing(t *testing.T) {
	s := State{Castle: CastleOf(tower(0, 0)), Overruled: []Piece{tower(0, 0), tower(1, 1)}}
	assert.Equal(t, s.Overruled, agreeing(s, CastleOf(tower(0, 0))))
	assert.Equal(t, []Piece{tower(1, 1)}, agreeing(s, CastleOf()))
	assert.Equal(t, []Piece{tower(0, 0)}, agreeing(s, CastleOf(tower(0, 0), tower(1, 1))))
}
