package companion_test

import (
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/castellan-companion/castellan/companion"
	"github.com/castellan-companion/castellan/engine/castellan"
	"github.com/castellan-companion/castellan/vision/reading"
)

// doubter is an eye that believes in a castle and is in doubt about it.
type doubter struct {
	t        *testing.T
	eye      eye
	table    *companion.Table
	now      float64 // seconds
	believes reading.Castle
	doubts   []reading.Doubt
	record   companion.Record
}

// doubtOf is a doubt whether all is as it is read, or changed so.
func doubtOf(diff ...string) []reading.Doubt {
	return []reading.Doubt{{Alternatives: []reading.Alternative{{P: 0.6, CastleDiff: []string{}}, {P: 0.4, CastleDiff: diff}}}}
}

func keep(color string, x, y float64, count int) companion.Piece {
	return companion.KeepOf(castellan.Keep{Color: color, At: [2]float64{x, y}, Count: count})
}

// newDoubter has seen a square with a red keep, of which one wall is doubtful.
func newDoubter(t *testing.T) *doubter {
	d := &doubter{t: t, eye: make(eye), believes: square(reading.Keep{Color: "red", At: [2]float64{1, 1}, Count: 1})}
	d.record = openStore(t, filepath.Join(t.TempDir(), "games.db"))
	d.table = openTable(t, companion.Options{Record: d.record, Source: companion.Source{Name: "camera", Eye: d.eye}})
	d.doubts = []reading.Doubt{{Alternatives: []reading.Alternative{
		{P: 0.6, CastleDiff: []string{}}, {P: 0.4, CastleDiff: []string{"-wall 0,0-2,0"}},
	}, Box: [4]int{10, 20, 110, 90}}}
	return d
}

// looks lets so many seconds go by, with or without a hand over the table, and gives the open questions.
func (d *doubter) looks(seconds float64, quiet bool) []companion.Question {
	const step = 0.5
	castle := d.believes
	var obs reading.Observation
	for range int(seconds / step) {
		d.now += step
		obs = reading.Observation{
			At: time.Duration(d.now * float64(time.Second)), Size: [2]int{640, 360}, JPEG: []byte("picture"),
			Quiet: quiet, Current: &castle, Doubts: d.doubts,
			Events: []reading.Event{{Kind: reading.KindCastle, Castle: &castle, Confidence: 0.6}},
		}
		d.eye <- obs
	}
	d.eye <- obs                                             // when the table has taken the last one
	_, err := d.table.Do(d.t.Context(), companion.Correct{}) // is refused when all of that has been dealt with
	require.Error(d.t, err)
	return d.table.State().Questions
}

func (d *doubter) answer(q companion.Question, answer string) companion.State {
	state, err := d.table.Do(d.t.Context(), companion.Answer{Question: q.ID, Answer: answer})
	require.NoError(d.t, err)
	return state
}

var bottom = companion.WallBetween(castellan.Wall{From: node(0, 0), To: node(2, 0)})

func TestAsksWhatStandsWhereTheEyeStaysInDoubt(t *testing.T) {
	d := newDoubter(t)
	assert.Empty(t, d.looks(1.5, true), "it may settle itself")
	assert.Empty(t, d.looks(5, false), "a hand may be hiding it")
	require.Len(t, d.looks(1.5, true), 1)
	q := d.table.State().Questions[0]
	assert.Equal(t, companion.PieceDoubted, q.Code)
	assert.Equal(t, []companion.Piece{bottom}, q.Pieces)
	assert.Equal(t, []string{"long 0,0-2,0", "nothing"}, q.Answers, "the likeliest first")
	assert.Equal(t, [][]companion.Piece{{bottom}, {}}, q.Choices)
	assert.Equal(t, [4]int{10, 20, 110, 90}, q.Box)
	assert.Equal(t, [2]int{640, 360}, q.Size)
	assert.NotZero(t, q.Picture)
	assert.True(t, d.table.State().Provisional())
	assert.Equal(t, 4, d.table.State().Scores["red"], "the game goes on with what is likeliest")

	state := d.answer(q, "long 0,0-2,0")
	assert.Empty(t, state.Questions)
	assert.False(t, state.Provisional())
	d.believes.Walls = d.believes.Walls[1:]
	d.doubts[0].Alternatives[1].CastleDiff[0] = "+wall 0,0-2,0"
	assert.Empty(t, d.looks(10, true), "it is not asked again")
	d.doubts = nil
	assert.Empty(t, d.looks(10, true), "nor is it said to be missing")
	assert.True(t, d.table.State().Castle.Has(bottom), "the person's word stands")
	assert.Len(t, d.table.State().Courtyards, 1)
}

func TestThePersonsWordStandsAgainstTheEye(t *testing.T) {
	d := newDoubter(t)
	require.Len(t, d.looks(3, true), 1)
	state := d.answer(d.table.State().Questions[0], "nothing")
	assert.False(t, state.Castle.Has(bottom))
	assert.Empty(t, state.Courtyards, "it was open all the time")
	assert.Empty(t, d.looks(5, true))
	assert.Empty(t, d.looks(1, false))
	d.doubts = nil
	assert.Empty(t, d.looks(5, true))
	assert.False(t, d.table.State().Castle.Has(bottom))

	// The eye comes round, and the wall is built in earnest.
	whole := d.believes
	d.believes.Walls = whole.Walls[1:]
	d.looks(1, true)
	d.believes = whole
	d.looks(1, true)
	assert.True(t, d.table.State().Castle.Has(bottom))
}

func TestAnAnswerInALaterTurnIsAboutTheEarlierOne(t *testing.T) {
	d := newDoubter(t)
	d.believes.Walls, d.doubts[0].Alternatives[1].CastleDiff[0] = d.believes.Walls[1:], "+wall 0,0-2,0"
	d.looks(1, true)
	_, err := d.table.Do(t.Context(), companion.EndTurn{})
	require.NoError(t, err)
	require.Len(t, d.looks(3, true), 1)
	state := d.answer(d.table.State().Questions[0], "long 0,0-2,0")
	assert.True(t, state.Castle.Has(bottom))
	assert.Empty(t, state.Placed(), "it was not built in this turn")
}

func TestAQuestionThatSettlesItselfIsWithdrawnAndNotAskedAgainInTheTurn(t *testing.T) {
	d := newDoubter(t)
	require.Len(t, d.looks(3, true), 1)
	doubts := d.doubts
	d.doubts = nil
	assert.Len(t, d.looks(3, false), 1, "the eye has not looked yet")
	assert.Empty(t, d.looks(1, true))
	d.doubts = doubts
	assert.Empty(t, d.looks(5, true))
	assert.True(t, d.table.State().Castle.Has(bottom))
}

func TestNobodyIsAskedAboutWhatDoesNotMatter(t *testing.T) {
	d := newDoubter(t)
	d.doubts[0].Alternatives[1].CastleDiff[0] = "+wall 2,2-3,2" // nothing depends on this wall
	assert.Empty(t, d.looks(10, true))
	d.doubts[0].Alternatives[1].CastleDiff[0] = "+tower 7,7" // which the rules do not allow
	assert.Empty(t, d.looks(10, true))
	d.doubts[0].Alternatives[1].CastleDiff[0] = "+dragon 1,1" // said by a newer eye
	assert.Empty(t, d.looks(10, true))
}

func TestAsksWhetherAKeepIsDoubled(t *testing.T) {
	d := newDoubter(t)
	d.doubts = doubtOf("-keep red 1,1", "+double keep red 1,1")
	require.Len(t, d.looks(3, true), 1)
	q := d.table.State().Questions[0]
	single, double := keep("red", 1, 1, 1), keep("red", 1, 1, 2)
	assert.Equal(t, []companion.Piece{single}, q.Pieces)
	assert.Equal(t, []companion.Piece{double}, q.Seen)
	assert.Equal(t, []string{"keep red 1,1", "double keep red 1,1"}, q.Answers)

	d.believes.Keeps[0].At, d.doubts = [2]float64{1.1, 1}, doubtOf("-keep red 1.1,1", "+double keep red 1.1,1")
	require.Len(t, d.looks(3, true), 1, "a nudge makes no other question of it")
	state := d.answer(q, "double keep red 1,1")
	assert.Equal(t, 8, state.Scores["red"])
	assert.Empty(t, d.looks(10, true))
	d.doubts = nil
	assert.Empty(t, d.looks(10, true))
	assert.Equal(t, 8, d.table.State().Scores["red"], "the person's word stands")
}

func TestWhatTheEyeIsUnsureOfIsNotSaidToHaveChanged(t *testing.T) {
	whole := square(reading.Keep{Color: "red", At: [2]float64{1, 1}, Count: 1})
	open, doubled := whole, square(reading.Keep{Color: "red", At: [2]float64{1, 1}, Count: 2})
	open.Walls = whole.Walls[1:]
	tests := []struct {
		name   string
		sees   reading.Castle
		doubts []reading.Doubt
		asks   string
	}{
		{"a keep that looks doubled", doubled, doubtOf("-double keep red 1,1", "+keep red 1,1"), companion.KeepCount},
		{"a wall that is not seen", open, doubtOf("+wall 0,0-2,0"), companion.PiecesMissing},
	}
	for _, test := range tests {
		d := newDoubter(t)
		d.doubts = nil
		_, err := d.table.Do(t.Context(), companion.NewGame{Players: []string{"red", "blue"}})
		require.NoError(t, err)
		d.looks(1, true)
		_, err = d.table.Do(t.Context(), companion.EndTurn{Anyway: true})
		require.NoError(t, err)
		d.believes, d.doubts = test.sees, test.doubts
		assert.Empty(t, d.looks(1, true), test.name)
		d.doubts = nil
		questions := d.looks(1, true)
		require.Len(t, questions, 1, "%s: now it is sure", test.name)
		assert.Equal(t, test.asks, questions[0].Code, test.name)
	}
}

func TestAsksWhetherATowerIsBuiltWhereItWouldCloseACourtyard(t *testing.T) {
	d := newDoubter(t)
	d.doubts = doubtOf("-tower 2,2", "+trial 2,2")
	require.Len(t, d.looks(3, true), 1)
	q := d.table.State().Questions[0]
	assert.Equal(t, []string{"tower 2,2", "trial 2,2"}, q.Answers)
	state := d.answer(q, "trial 2,2")
	assert.False(t, state.Castle.Has(companion.TowerAt(node(2, 2))))
	assert.True(t, state.Castle.Has(companion.TrialAt(node(2, 2))))
	assert.Empty(t, state.Courtyards)
}

func TestAQuestionOfTheTurnIsRememberedByTheRecord(t *testing.T) {
	d := newDoubter(t)
	require.Len(t, d.looks(3, true), 1)
	doubts := d.doubts
	d.doubts = nil
	assert.Empty(t, d.looks(1, true), "it settled itself")

	d.table.Close()
	d.eye, d.doubts = make(eye), doubts
	d.table = openTable(t, companion.Options{Record: d.record, Source: companion.Source{Name: "camera", Eye: d.eye}})
	assert.Empty(t, d.looks(10, true), "people were asked in this turn")
	_, err := d.table.Do(t.Context(), companion.EndTurn{})
	require.NoError(t, err)
	assert.Len(t, d.looks(3, true), 1)
}

func TestOneDoubtIsAskedAboutAtATime(t *testing.T) {
	d := newDoubter(t)
	d.doubts = append(d.doubts, reading.Doubt{Alternatives: []reading.Alternative{
		{P: 0.7, CastleDiff: []string{}}, {P: 0.3, CastleDiff: []string{"-tower 2,2"}},
	}})
	require.Len(t, d.looks(10, true), 1)
	d.answer(d.table.State().Questions[0], "long 0,0-2,0")
	require.Len(t, d.looks(1, true), 1)
	assert.Equal(t, []string{"tower 2,2", "nothing"}, d.table.State().Questions[0].Answers)
}

func TestWhatTheCameraSeesBadlyIsToldUntilItIsOver(t *testing.T) {
	e := make(eye)
	table := openTable(t, companion.Options{Source: companion.Source{Name: "camera", Eye: e}})
	s := table.Subscribe(100)
	dark := []reading.Note{{Code: "too_dark", Text: "It is too dark."}}
	e <- reading.Observation{Notes: dark}
	u, _ := until(t, s, func(u companion.Update) bool { return len(u.Status.Notes) > 0 })
	assert.Equal(t, dark, u.Status.Notes)
	e <- reading.Observation{Notes: []reading.Note{}}
	until(t, s, func(u companion.Update) bool { return len(u.Status.Notes) == 0 })
	e <- reading.Observation{Notes: dark}
	until(t, s, func(u companion.Update) bool { return len(u.Status.Notes) > 0 })
	close(e)
	u, _ = until(t, s, func(u companion.Update) bool { return u.Status.Camera == companion.Ended })
	assert.Empty(t, u.Status.Notes, "there is nothing to mend any more")
}
