package companion

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/castellan-companion/castellan/engine/castellan"
	"github.com/castellan-companion/castellan/vision/reading"
)

// seenAt is a castle of these towers and its outlines in a picture: 40 pixels a pitch, turned by a quarter, at (300, 200).
func seenAt(towers ...castellan.Node) (*reading.Castle, []reading.Outline) {
	outlines := []reading.Outline{{Kind: "wall", Points: [][2]float64{{0, 0}}}}
	for _, n := range towers {
		x, y := 300-40*float64(n.J), 200-40*float64(n.I)
		outlines = append(outlines, reading.Outline{
			Kind: "tower", Points: [][2]float64{{x - 9, y}, {x, y - 9}, {x + 9, y}, {x, y + 9}},
		})
	}
	return &reading.Castle{Towers: towers}, outlines
}

func TestAQuestionShowsThePartOfThePicture(t *testing.T) {
	seen, outlines := seenAt(castellan.Node{}, castellan.Node{I: 2}, castellan.Node{J: 3})
	w := &watch{laid: &motion{quarters: 1, shift: castellan.Node{I: 5}}, current: seen, outlines: outlines}
	// The eye's node (1, 0) is the game's (5, 1).
	facts := []Fact{PieceRemoved{tower(0, 0)}, QuestionAsked{Question{Pieces: []Piece{tower(5, 1)}}}}
	w.cutOut(facts, [2]int{1280, 720})
	q := facts[1].(QuestionAsked).Question
	assert.Equal(t, [4]int{240, 100, 360, 220}, q.Box, "(300, 160) and 60 pixels to each side")
	assert.Equal(t, [2]int{1280, 720}, q.Size)

	far := []Fact{QuestionAsked{Question{Pieces: []Piece{tower(500, 1)}}}}
	w.cutOut(far, [2]int{1280, 720})
	assert.Zero(t, far[0].(QuestionAsked).Question.Box, "outside of the picture")
}

func TestFaultsAreDrawnOnThePicture(t *testing.T) {
	seen, outlines := seenAt(castellan.Node{}, castellan.Node{I: 2}, castellan.Node{J: 3})
	w := &watch{laid: &motion{}, current: seen, outlines: outlines}
	faulty := Violation{Code: "overlap", Pieces: []Piece{tower(0, 0), wall(0, 0, 0, 2)}}
	overruled := Violation{Code: "overlap", Pieces: []Piece{tower(2, 0)}, Overruled: true}
	drawn := w.faults(State{Violations: []Violation{faulty, overruled}})
	require.Len(t, drawn, 2)
	for k, center := range [][2]float64{{300, 200}, {260, 200}} {
		assert.Equal(t, FaultOutline, drawn[k].Kind)
		at := middle(drawn[k].Points)
		assert.InDelta(t, center[0], at[0], 0.5)
		assert.InDelta(t, center[1], at[1], 0.5)
	}
	assert.Empty(t, w.faults(State{}))
}

func TestNoViewOfTooLittle(t *testing.T) {
	for name, towers := range map[string][]castellan.Node{
		"none": nil, "two": {{}, {I: 1}}, "in a line": {{}, {I: 1, J: 1}, {I: 2, J: 2}, {I: 7, J: 7}},
	} {
		_, ok := viewOf(seenAt(towers...))
		assert.False(t, ok, name)
	}
	seen, outlines := seenAt(castellan.Node{}, castellan.Node{I: 2}, castellan.Node{J: 3})
	_, ok := viewOf(seen, outlines[:2])
	assert.False(t, ok, "outlines of another castle")
	_, ok = viewOf(nil, outlines)
	assert.False(t, ok)
}

func TestMotionsHaveAnInverse(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		number := rapid.IntRange(-50, 50)
		m := motion{rapid.IntRange(0, 3).Draw(t, "quarters"), castellan.Node{I: number.Draw(t, "i"), J: number.Draw(t, "j")}}
		at := [2]float64{float64(number.Draw(t, "x")) / 4, float64(number.Draw(t, "y")) / 4}
		back := m.inverse().place(m.place(at))
		require.InDelta(t, 0, math.Hypot(back[0]-at[0], back[1]-at[1]), 1e-9)
	})
}
