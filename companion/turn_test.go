package companion

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/castellan-companion/castellan/engine/castellan"
)

// sitting is a game of red and blue that nobody watches.
func sitting(t *testing.T, a Agreement) *desk {
	t.Helper()
	d := &desk{}
	require.NoError(t, d.do(NewGame{Players: []string{"red", "blue"}, Agreement: a}))
	return d
}

func (d *desk) add(t *testing.T, pieces ...Piece) {
	t.Helper()
	require.NoError(t, d.do(Correct{Add: pieces}))
}

func (d *desk) end(t *testing.T) {
	t.Helper()
	require.NoError(t, d.do(EndTurn{}))
}

// agreed are the pieces that were tapped in, as if an eye had seen them all since.
func (d *desk) agreed() map[Piece]bool {
	agreed := map[Piece]bool{}
	for _, p := range d.state.Overruled {
		agreed[p] = true
	}
	return agreed
}

func (d *desk) codes() []string {
	codes := []string{}
	for _, v := range d.state.Violations {
		codes = append(codes, v.Code)
	}
	return codes
}

func refusal(t *testing.T, err error) *RefusedError {
	t.Helper()
	var refused *RefusedError
	require.ErrorAs(t, err, &refused)
	return refused
}

// court is closed and has a tower in its lower side, from which one can build into it.
func court() []Piece {
	return []Piece{
		tower(0, 0), wall(0, 0, 1, 0), tower(1, 0), wall(1, 0, 2, 0), tower(2, 0), wall(2, 0, 2, 2), tower(2, 2),
		wall(0, 2, 2, 2), tower(0, 2), wall(0, 0, 0, 2),
	}
}

// claimed is a game in which red has claimed the court, and blue is to play.
func claimed(t *testing.T) *desk {
	t.Helper()
	d := sitting(t, Agreement{})
	d.add(t, court()...)
	d.add(t, keep("red", 0.5, 0.7, 1))
	d.end(t)
	require.Equal(t, "blue", d.state.Turn.Player)
	return d
}

func TestBuiltInAnothersCourtyard(t *testing.T) {
	d := claimed(t)
	intruder := wall(1, 0, 1, 1)
	d.add(t, intruder)
	require.Equal(t, []string{"built_in_foreign_courtyard"}, d.codes())
	assert.Equal(t, []Piece{intruder}, d.state.Violations[0].Pieces)
	refused := refusal(t, d.do(EndTurn{}))
	assert.Equal(t, "built_in_foreign_courtyard", refused.Code)
	assert.False(t, refused.Reminder)

	require.NoError(t, d.do(Correct{Remove: []Piece{intruder}}))
	assert.Empty(t, d.state.Violations)
	assert.Nil(t, d.state.Refused, "something has changed")

	d.add(t, intruder)
	require.NoError(t, d.do(Overrule{Code: "built_in_foreign_courtyard", Pieces: []Piece{intruder}, Reason: "a gift"}))
	assert.True(t, d.state.Violations[0].Overruled)
	d.end(t)
	assert.Equal(t, "red", d.state.Turn.Player)
	assert.Empty(t, d.state.Violations, "it is of an earlier turn now")
	d.end(t)
	assert.Equal(t, "blue", d.state.Turn.Player, "the engine has come along")
}

func TestAKeepInAnothersTurn(t *testing.T) {
	d := sitting(t, Agreement{})
	d.add(t, court()...)
	blue := keep("blue", 0.5, 0.7, 1)
	d.add(t, blue)
	require.Equal(t, []string{CodeWrongColor}, d.codes())
	assert.Equal(t, CodeWrongColor, refusal(t, d.do(EndTurn{})).Code)
	require.NoError(t, d.do(EndTurn{Anyway: true}))
	assert.Equal(t, map[string]int{"red": 0, "blue": 5}, d.state.Scores)
	owner := d.state.game.Position().Courtyards()[0].Owner
	assert.Equal(t, "blue", owner, "the castle counts as it stands")
}

func TestAForgottenKeepIsPutRight(t *testing.T) {
	d := sitting(t, Agreement{})
	d.add(t, court()...)
	assert.Empty(t, d.state.Violations, "the turn may not be over")
	assert.Equal(t, 1, d.state.Checklist().Unclaimed)
	refused := refusal(t, d.do(EndTurn{}))
	assert.True(t, refused.Reminder)
	require.NotNil(t, d.state.Refused)
	require.NoError(t, d.do(EndTurn{PutRight: true}))
	assert.Equal(t, map[string]int{"red": 5, "blue": 0}, d.state.Scores)
	assert.Equal(t, "blue", d.state.Turn.Player)
}

func TestWhatIsLaidIsPlayed(t *testing.T) {
	d := sitting(t, Agreement{House: House{LaidIsPlayed: true}})
	d.see(PiecePlaced{tower(0, 0), 1}, PiecePlaced{wall(0, 0, 1, 0), 1}, PieceRemoved{wall(0, 0, 1, 0)})
	assert.Equal(t, CodeTakenBack, refusal(t, d.do(EndTurn{})).Code)
	assert.Equal(t, []string{CodeTakenBack}, d.codes())
	d.see(PiecePlaced{wall(0, 0, 1, 0), 1})
	d.end(t)
	assert.Empty(t, d.state.Violations)
}

func TestMoreThanTheCardsShow(t *testing.T) {
	d := sitting(t, Agreement{Cards: CardsCounted})
	require.NoError(t, d.do(PlayCards{Pieces: &castellan.Supply{Towers: 1, Long: 1}}))
	d.add(t, tower(0, 0), wall(0, 0, 2, 0))
	assert.True(t, d.state.Checklist().Complete)
	d.add(t, tower(2, 0))
	require.Equal(t, []string{"piece_count_mismatch"}, d.codes())
	assert.Equal(t, []Piece{tower(0, 0), tower(2, 0)}, d.state.Violations[0].Pieces)
	assert.Equal(t, "piece_count_mismatch", refusal(t, d.do(EndTurn{})).Code)
	require.NoError(t, d.do(EndTurn{Anyway: true}))
	assert.Equal(t, "blue", d.state.Turn.Player)
	assert.Equal(t, 2, d.state.game.Position().Used().Towers)
}

func TestPassingOnWhatFits(t *testing.T) {
	d := sitting(t, Agreement{Cards: CardsTapped})
	assert.Equal(t, "cards", refusal(t, d.do(PassOn{})).Code, "nobody has said which cards are played")
	require.NoError(t, d.do(PlayCards{Cards: []string{"t1"}}))
	assert.Equal(t, "card_not_in_hand", refusal(t, d.do(PlayCards{Cards: []string{"t1", "t1"}})).Code)
	assert.Equal(t, "pass_not_allowed", refusal(t, d.do(PassOn{})).Code)
	place, fits := d.state.Place(castellan.Tower)
	require.True(t, fits)
	d.add(t, place)
	assert.Equal(t, 1, d.state.Checklist().Left.Towers)
	assert.Equal(t, 2, d.state.Checklist().Draw)
}

func TestPassedPiecesAreTheNextPlayersUnlessTheyAreBuiltAfterAll(t *testing.T) {
	d := sitting(t, Agreement{Cards: CardsCounted})
	require.NoError(t, d.do(PlayCards{Pieces: &castellan.Supply{Towers: 3, Short: 1}}))
	d.add(t, tower(0, 0), wall(0, 0, 1, 0), tower(1, 0))
	_, fits := d.state.Place(castellan.Tower)
	require.False(t, fits)
	require.NoError(t, d.do(PassOn{}))
	assert.Equal(t, 1, d.state.Checklist().Passed.Towers)
	assert.True(t, d.state.Checklist().Complete)

	require.NoError(t, d.do(PlayCards{Pieces: &castellan.Supply{Towers: 3, Short: 2}}))
	d.add(t, wall(1, 0, 2, 0))
	assert.Equal(t, "pass_not_allowed", refusal(t, d.do(EndTurn{})).Code, "there is a place for it now")
	d.add(t, tower(2, 0))
	assert.Zero(t, d.state.Checklist().Passed)
	assert.True(t, d.state.Checklist().Complete)

	require.NoError(t, d.do(PlayCards{Pieces: &castellan.Supply{Towers: 4, Short: 2}}))
	d.end(t)
	assert.Equal(t, castellan.Supply{Towers: 1}, d.state.Checklist().Owed)
	require.NoError(t, d.do(PlayCards{Pieces: &castellan.Supply{Long: 1}}))
	assert.Equal(t, castellan.Supply{Towers: 1, Long: 1}, *d.state.Checklist().Due)
}

// dividing is a game in which red's double courtyard has just been divided.
func dividing(t *testing.T) *desk {
	t.Helper()
	d := sitting(t, Agreement{})
	for x := 0; x <= 4; x += 2 {
		d.add(t, tower(x, 0), tower(x, 2))
	}
	d.add(t, wall(0, 0, 2, 0), wall(2, 0, 4, 0), wall(0, 2, 2, 2), wall(2, 2, 4, 2), wall(0, 0, 0, 2), wall(4, 0, 4, 2))
	d.add(t, keep("red", 1, 1, 2))
	d.end(t)
	d.end(t)
	require.Equal(t, map[string]int{"red": 12, "blue": 0}, d.state.Scores)
	d.add(t, wall(2, 0, 2, 2))
	return d
}

func TestWhichPartKeepsTheDoubleKeep(t *testing.T) {
	d := dividing(t)
	d.add(t, keep("red", 3, 1, 2))
	require.Len(t, d.state.Questions, 1)
	q := d.state.Questions[0]
	assert.Equal(t, WhichDouble, q.Code)
	assert.Equal(t, []string{"keep red 1,1", "keep red 3,1"}, q.Answers)
	require.NoError(t, d.do(Answer{Question: q.ID, Answer: "keep red 3,1"}))
	assert.Empty(t, d.state.Questions)
	assert.Empty(t, d.state.Violations)
	assert.Equal(t, map[string]int{"red": 4 + 8, "blue": 0}, d.state.Scores)
	d.end(t)
	assert.Equal(t, "blue", d.state.Turn.Player)
}

func TestASeenDoubleKeepIsNotAskedAbout(t *testing.T) {
	d := dividing(t)
	d.add(t, keep("red", 3, 1, 1))
	assert.Empty(t, d.state.Questions)
	d.end(t)
	assert.Equal(t, map[string]int{"red": 8 + 4, "blue": 0}, d.state.Scores)
}

func TestAKeepOfAnEarlierTurnLooksDoubled(t *testing.T) {
	for _, answer := range []string{BelieveRecord, BelieveCamera} {
		d := claimed(t)
		single, double := keep("red", 0.5, 0.7, 1), keep("red", 0.5, 0.7, 2)
		seen := d.state.Castle.With(double)
		facts := takeOver(d.state, seen, 1, judgement{agreed: d.agreed()})
		require.Len(t, facts, 1)
		assert.Equal(t, Question{
			Code: KeepCount, Pieces: []Piece{single}, Seen: []Piece{double}, Answers: []string{BelieveRecord, BelieveCamera},
		}, facts[0].(QuestionAsked).Question)
		d.see(facts...)
		assert.Empty(t, takeOver(d.state, seen, 1, judgement{agreed: d.agreed()}), "it is asked once")

		require.NoError(t, d.do(Answer{Question: d.state.Questions[0].ID, Answer: answer}))
		assert.Empty(t, takeOver(d.state, seen, 1, judgement{}), "it is answered")
		points := map[string]int{BelieveRecord: 5, BelieveCamera: 10}[answer]
		assert.Equal(t, points, d.state.Scores["red"])
		assert.Empty(t, d.state.Violations, "a correction is no move")
	}
}

func TestOutOfStepHasTwoWaysOut(t *testing.T) {
	other := CastleOf(tower(0, 0), wall(0, 0, 0, 1), tower(0, 1))
	for answer, castle := range map[string]func(Castle) Castle{
		BelieveCamera: func(Castle) Castle { return other },
		BelieveRecord: func(was Castle) Castle { return was },
	} {
		d := claimed(t)
		was := d.state.Castle
		facts := takeOver(d.state, other, 1, judgement{agreed: d.agreed()})
		require.Len(t, facts, 1, "nothing is taken over before somebody has answered")
		d.see(facts...)
		require.NoError(t, d.do(Answer{Question: d.state.Questions[0].ID, Answer: answer}))
		assert.True(t, slices.Equal(castle(was).Pieces(), d.state.Castle.Pieces()), answer)
		assert.Empty(t, takeOver(d.state, other, 1, judgement{}), answer)
		assert.Empty(t, d.state.Questions)
	}
}

func TestAClaimIsMoved(t *testing.T) {
	d := claimed(t)
	require.NoError(t, d.do(Correct{
		Remove: []Piece{keep("red", 0.5, 0.7, 1)}, Add: []Piece{keep("blue", 0.5, 0.7, 1)}, Reason: "it was blue's",
	}))
	assert.Equal(t, map[string]int{"red": 0, "blue": 5}, d.state.Scores)
	assert.Empty(t, d.state.Violations, "it stood before this turn")
	assert.Equal(t, "blue", d.state.game.Position().Courtyards()[0].Owner)
	d.end(t)
}

func TestPointsAreOverruled(t *testing.T) {
	d := claimed(t)
	require.NoError(t, d.do(OverruleScore{Player: "blue", Points: 6, Reason: "a bet"}))
	assert.Equal(t, map[string]int{"red": 5, "blue": 6}, d.state.Scores)
	assert.Equal(t, []string{"blue"}, d.state.Winner)
	d.add(t, wall(2, 2, 3, 2), tower(3, 2))
	assert.Equal(t, 6, d.state.Scores["blue"])
	assert.Equal(t, []Adjustment{{"blue", 6, "a bet"}}, d.state.Adjustments)
}

func TestAFaultOfGeometryIsLetStand(t *testing.T) {
	d := claimed(t)
	loose := tower(7, 7)
	d.add(t, loose)
	require.Equal(t, []string{"disconnected"}, d.codes())
	assert.True(t, d.state.Provisional())
	require.NoError(t, d.do(Overrule{Code: "disconnected", Pieces: []Piece{loose}}))
	assert.False(t, d.state.Provisional(), "the rest is judged without it")
	d.add(t, wall(2, 2, 3, 2))
	d.end(t)
	assert.Equal(t, "red", d.state.Turn.Player)
	assert.True(t, d.state.Castle.Has(loose))
}

func TestTheEndOfAGameByHand(t *testing.T) {
	d := claimed(t)
	require.NoError(t, d.do(EndGame{}))
	assert.True(t, d.state.Ended)
	assert.Equal(t, []string{"red"}, d.state.Winner)
	assert.Equal(t, "ended", refusal(t, d.do(EndTurn{})).Code)
	assert.Empty(t, takeOver(d.state, Castle{}, 1, judgement{}), "the table is cleared")
	require.NoError(t, d.do(UndoTurn{}))
	assert.False(t, d.state.Ended)
	d.end(t)
}

func TestEndsOfTurnsAreTakenBackAndMadeAgain(t *testing.T) {
	d := claimed(t)
	require.NoError(t, d.do(UndoTurn{}))
	assert.Equal(t, "red", d.state.Turn.Player)
	assert.True(t, d.state.CanRedo())
	require.NoError(t, d.do(RedoTurn{}))
	assert.Equal(t, "blue", d.state.Turn.Player)
	assert.False(t, d.state.CanRedo())
	require.NoError(t, d.do(UndoTurn{}))
	d.add(t, wall(2, 2, 3, 2))
	assert.False(t, d.state.CanRedo(), "it would be another turn")
	assert.Equal(t, "turn", refusal(t, d.do(RedoTurn{})).Code)
}
