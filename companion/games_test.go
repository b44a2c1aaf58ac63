package companion

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/castellan-companion/castellan/engine/castellan"
)

// desk plays a game without a record.
type desk struct {
	state  State
	events []Event
	kinds  map[string]int // of facts so far
}

func (d *desk) store(facts []Fact) {
	for _, fact := range facts {
		text, err := json.Marshal(fact)
		if err != nil {
			panic(err)
		}
		if fact, err = ReadFact(fact.Kind(), text); err != nil { // as from the record
			panic(err)
		}
		e := Event{Seq: d.state.Seq + 1, Fact: fact}
		d.state, d.events = d.state.Apply(e), append(d.events, e)
		if d.kinds == nil {
			d.kinds = map[string]int{}
		}
		d.kinds[fact.Kind()]++
	}
}

func (d *desk) do(c Command) error {
	facts, err := c.facts(d.state)
	d.see(facts...)
	return err
}

// see stores facts and what follows from them by the rules.
func (d *desk) see(facts ...Fact) {
	for len(facts) > 0 {
		d.store(facts)
		facts = consequences(d.state)
	}
}

// written are the games of the cases that are kept beside the repository.
func written(t *testing.T) map[string]castellan.Record {
	t.Helper()
	files, err := filepath.Glob("../../shared/cases/games/*.game.json")
	require.NoError(t, err)
	if len(files) == 0 {
		t.Skip("the cases in ../shared are not there")
	}
	games := map[string]castellan.Record{}
	for _, name := range files {
		file, err := os.Open(name)
		require.NoError(t, err)
		record, err := castellan.DecodeRecord(file)
		require.NoError(t, err)
		require.NoError(t, file.Close())
		games[strings.TrimSuffix(filepath.Base(name), ".game.json")] = record
	}
	return games
}

func newGame(record castellan.Record) NewGame {
	return NewGame{
		Players: record.Start.Players, First: record.Start.First,
		Agreement: Agreement{Cards: CardsTracked, Deck: record.Start.Deck, Piles: record.Start.Piles},
	}
}

func assertResult(t *testing.T, result castellan.Result, s State, name string) {
	t.Helper()
	assert.Equal(t, result.Scores, s.Scores, name)
	assert.Equal(t, result.Keeps, s.Keeps, name)
	assert.Equal(t, result.TurnsPlayed, s.Turn.Number-1, name)
	if result.Status == castellan.StatusIllegal {
		assert.Equal(t, result.Violations[0].Code == castellan.CodeTurnAfterEnd, s.Ended, name)
	} else {
		assert.Equal(t, result.Status == castellan.StatusFinished, s.Ended, name)
		assert.Subset(t, s.Winner, result.Winner, name)
	}
	setup := s.Castle.Setup(nil)
	assert.ElementsMatch(t, result.Castle.Towers, setup.Towers, name)
	assert.ElementsMatch(t, result.Castle.Walls, setup.Walls, name)
	assert.Empty(t, s.Questions, name)
}

func TestWrittenGamesGiveTheRefereesRulings(t *testing.T) {
	for name, record := range written(t) {
		_, result, err := record.Replay(castellan.DefaultRules())
		require.NoError(t, err)
		d := &desk{}
		require.NoError(t, d.do(newGame(record)))
		for k, action := range record.Actions {
			err := d.do(PlayTurn{Play{*action.Turn}})
			if len(result.Violations) == 0 || k < result.TurnsPlayed {
				require.NoError(t, err, "%s, turn %d", name, k)
				continue
			}
			var refused *RefusedError
			require.ErrorAs(t, err, &refused, "%s, turn %d", name, k)
			require.NotNil(t, d.state.Refused)
			for n, reason := range d.state.Refused.Reasons {
				assert.Equal(t, result.Violations[n].Code, reason.Code, name)
			}
			assert.Len(t, d.state.Refused.Reasons, len(result.Violations), name)
		}
		assertResult(t, result, d.state, name)
		assert.Zero(t, d.kinds["violation_found"], name)
		assertWritten(t, result, d, name)
		for range d.kinds["turn_ended"] {
			require.NoError(t, d.do(UndoTurn{}))
		}
		for range d.kinds["turn_ended"] {
			require.NoError(t, d.do(RedoTurn{}), name)
		}
		assertResult(t, result, d.state, name+" after undo and redo")
	}
}

// assertWritten writes the game down again and compares what comes out of that.
func assertWritten(t *testing.T, result castellan.Result, d *desk, name string) {
	t.Helper()
	record, known := Written(d.events)
	require.True(t, known, name)
	_, again, err := record.Replay(castellan.DefaultRules())
	require.NoError(t, err, name)
	assert.Equal(t, result.Castle, again.Castle, name)
	assert.Equal(t, result.Scores, again.Scores, name)
	assert.Equal(t, result.LeftOver, again.LeftOver, name)
	assert.Equal(t, result.TurnsPlayed, again.TurnsPlayed, name)
}

// The same games as people play them: cards, pieces and keeps are tapped in one by one.
func TestWrittenGamesTappedIn(t *testing.T) {
	for name, record := range written(t) {
		_, result, err := record.Replay(castellan.DefaultRules())
		require.NoError(t, err)
		if result.Status == castellan.StatusIllegal {
			continue
		}
		for _, mode := range []CardMode{CardsTracked, CardsTapped} {
			d, begin := &desk{}, newGame(record)
			begin.Cards = mode
			require.NoError(t, d.do(begin))
			for k, action := range record.Actions {
				tapIn(t, d, *action.Turn, k, name)
			}
			assertResult(t, result, d.state, name)
		}
	}
}

func tapIn(t *testing.T, d *desk, turn castellan.Turn, k int, name string) {
	t.Helper()
	require.NoError(t, d.do(PlayCards{Cards: turn.Play}), "%s, turn %d", name, k)
	for _, p := range turn.Build {
		require.NoError(t, d.do(Correct{Add: []Piece{pieceOf(p)}}), "%s, turn %d", name, k)
	}
	if turn.Pass != (castellan.Supply{}) {
		require.NoError(t, d.do(PassOn{}), "%s, turn %d", name, k)
		assert.Equal(t, turn.Pass, d.state.Turn.Passed, "%s, turn %d", name, k)
	}
	claims := slices.Clone(turn.Claims)
	slices.SortFunc(claims, func(a, b castellan.Claim) int { return strings.Compare(b.Keep, a.Keep) }) // those that stay first
	for _, claim := range claims {
		keep := KeepOf(castellan.Keep{Color: turn.Player, At: claim.At, Count: claim.Count})
		old, stands := d.state.keepAround(claim.At)
		if d.state.Castle.Has(keep) {
			continue // it stays where it stood
		}
		if stands && claim.Keep == castellan.StaysKeep {
			require.NoError(t, d.do(Correct{Add: []Piece{keep}, Remove: []Piece{old}}), "%s, turn %d", name, k)
			continue
		}
		require.NoError(t, d.do(Correct{Add: []Piece{keep}}), "%s, turn %d", name, k)
	}
	list := d.state.Checklist()
	assert.True(t, list.Complete, "%s, turn %d: %+v %v", name, k, list, d.state.Violations)
	assert.Equal(t, len(turn.Draw), list.Draw, "%s, turn %d", name, k)
	require.NoError(t, d.do(EndTurn{Draw: turn.Draw}), "%s, turn %d", name, k)
}
