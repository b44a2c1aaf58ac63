package companion_test

import (
	"context"
	"encoding/json"
	"errors"
	"path/filepath"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/castellan-companion/castellan/companion"
	"github.com/castellan-companion/castellan/companion/companiontest"
	"github.com/castellan-companion/castellan/companion/sqlite"
	"github.com/castellan-companion/castellan/engine/castellan"
	"github.com/castellan-companion/castellan/vision/reading"
)

// eye is one whose every observation the test makes.
type eye chan reading.Observation

func (e eye) Watch(ctx context.Context, see func(reading.Observation)) error {
	for {
		select {
		case obs, more := <-e:
			if !more {
				return nil
			}
			see(obs)
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

func openStore(t *testing.T, file string) *sqlite.Store {
	t.Helper()
	store, err := sqlite.Open(t.Context(), file)
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, store.Close()) })
	return store
}

func openTable(t *testing.T, o companion.Options) *companion.Table {
	t.Helper()
	if o.Record == nil {
		o.Record = openStore(t, filepath.Join(t.TempDir(), "games.db"))
	}
	if o.Now == nil {
		o.Now = clock()
	}
	table, err := companion.Open(t.Context(), o)
	require.NoError(t, err)
	t.Cleanup(table.Close)
	return table
}

// clock goes on by a second each time it is looked at.
func clock() func() time.Time {
	now := time.Date(2026, 1, 31, 20, 0, 0, 0, time.UTC)
	return func() time.Time { now = now.Add(time.Second); return now }
}

// until follows the table's updates to the first that is as wanted, and returns it and all events on the way.
func until(t *testing.T, s *companion.Subscription, wanted func(companion.Update) bool) (companion.Update, []companion.Event) {
	t.Helper()
	var events []companion.Event
	timeout := time.After(30 * time.Second)
	for {
		select {
		case u, open := <-s.C:
			require.True(t, open, "the table closed")
			events = append(events, u.Events...)
			if wanted(u) {
				return u, events
			}
		case <-timeout:
			require.Fail(t, "what was waited for never came")
		}
	}
}

func asJSON(t *testing.T, v any) string {
	t.Helper()
	b, err := json.Marshal(v)
	require.NoError(t, err)
	return string(b)
}

func TestPlaysAFilmThrough(t *testing.T) {
	store := openStore(t, filepath.Join(t.TempDir(), "games.db"))
	table := openTable(t, companion.Options{Record: store, Source: companiontest.Eye{Script: companiontest.Game1()}.Source()})
	s := table.Subscribe(10_000)
	last, _ := until(t, s, func(u companion.Update) bool { return u.Status.Camera == companion.Ended })
	require.Zero(t, s.Dropped())

	assert.Equal(t, map[string]int{"red": 29, "blue": 4}, last.State.Scores)
	assert.Equal(t, map[string]int{"red": 5, "blue": 1}, last.State.Keeps)
	assert.Equal(t, []string{"red"}, last.State.Winner)
	assert.Len(t, last.State.Courtyards, 5)
	assert.Empty(t, last.State.Violations)
	assert.Empty(t, last.State.Questions)
	assert.Equal(t, 12, last.State.Turn.Number)

	events, err := store.Events(t.Context(), last.State.Game, 0, 0)
	require.NoError(t, err)
	count := map[string]int{}
	for i, e := range events {
		assert.EqualValues(t, i+1, e.Seq)
		count[e.Fact.Kind()]++
	}
	assert.Equal(t, 11, count["turn_ended"])
	assert.Equal(t, 5, count["courtyard_closed"])
	assert.Equal(t, 3, count["camera_noted"], "the slide, the light, the end")
	assert.JSONEq(t, asJSON(t, last.State), asJSON(t, companion.Fold(events)), "the state is the fold of the record")
}

// look is a picture at which the eye comes to believe in this castle.
func look(quiet bool, castle reading.Castle) reading.Observation {
	return reading.Observation{
		Quiet:  quiet,
		Events: []reading.Event{{Kind: reading.KindCastle, Castle: &castle, Confidence: 0.97}},
	}
}

func node(i, j int) castellan.Node { return castellan.Node{I: i, J: j} }

// square is a closed castle of four towers and long walls.
func square(keeps ...reading.Keep) reading.Castle {
	c := reading.Castle{Towers: []castellan.Node{node(0, 0), node(2, 0), node(2, 2), node(0, 2)}, Keeps: keeps}
	for i, from := range c.Towers {
		c.Walls = append(c.Walls, castellan.Wall{From: from, To: c.Towers[(i+1)%4]})
	}
	return c
}

func kinds(events []companion.Event) []string {
	var all []string
	for _, e := range events {
		all = append(all, e.Fact.Kind())
	}
	return all
}

func stored(t *testing.T, r companion.Record, table *companion.Table) []companion.Event {
	t.Helper()
	events, err := r.Events(t.Context(), table.State().Game, 0, 0)
	require.NoError(t, err)
	return events
}

func TestACourtyardIsClosedAndClaimedByWhoeverKeepsTell(t *testing.T) {
	e := make(eye)
	table := openTable(t, companion.Options{Source: companion.Source{Name: "camera", Eye: e}})
	s := table.Subscribe(100)
	e <- look(true, square())
	u, events := until(t, s, func(u companion.Update) bool { return len(u.State.Courtyards) == 1 })
	assert.Equal(t, []string{
		"piece_placed", "piece_placed", "piece_placed", "piece_placed",
		"piece_placed", "piece_placed", "piece_placed", "piece_placed", "courtyard_closed",
	}, kinds(events))
	assert.Nil(t, u.State.Courtyards[0].Owner)
	assert.Empty(t, u.State.Players)

	e <- look(true, square(reading.Keep{Color: "yellow", At: [2]float64{1, 1}, Count: 2}))
	u, events = until(t, s, func(u companion.Update) bool { return u.State.Scores["yellow"] > 0 })
	assert.Equal(t, []string{"piece_placed", "players_set", "courtyard_claimed", "score_changed"}, kinds(events))
	assert.Equal(t, []string{"yellow", "green"}, u.State.Players, "the other colour of the edition plays too")
	assert.Equal(t, companion.Turn{Number: 1, Player: "yellow"}, turnOf(u.State))
	assert.Equal(t, map[string]int{"yellow": 8, "green": 0}, u.State.Scores)
	assert.True(t, u.State.Courtyards[0].Double)
}

func turnOf(s companion.State) companion.Turn {
	return companion.Turn{Number: s.Turn.Number, Player: s.Turn.Player}
}

func TestWaitsUntilTheHandIsGone(t *testing.T) {
	e := make(eye)
	table := openTable(t, companion.Options{Source: companion.Source{Name: "camera", Eye: e}})
	s := table.Subscribe(100)
	e <- look(false, square())
	e <- reading.Observation{Quiet: false}
	assert.Empty(t, table.State().Castle.Pieces())
	e <- reading.Observation{Quiet: true}
	u, _ := until(t, s, func(u companion.Update) bool { return len(u.State.Courtyards) == 1 })
	assert.True(t, u.Status.Quiet)
}

// halves are two castles of fourteen pieces each, which one wall may join.
func halves(joined bool) (c reading.Castle) {
	for _, left := range []int{0, 5} {
		for i := range 4 {
			for j := range 2 {
				n := node(left+i, j)
				c.Towers = append(c.Towers, n)
				if i > 0 {
					c.Walls = append(c.Walls, castellan.Wall{From: node(left+i-1, j), To: n})
				}
			}
		}
	}
	if joined {
		c.Walls = append(c.Walls, castellan.Wall{From: node(3, 0), To: node(5, 0)})
	}
	for _, i := range []int{0, 8} {
		c.Walls = append(c.Walls, castellan.Wall{From: node(i, 0), To: node(i, 1)})
	}
	return c
}

func TestWaitsForWhatJoinsACastle(t *testing.T) {
	e := make(eye)
	table := openTable(t, companion.Options{Source: companion.Source{Name: "camera", Eye: e}})
	s := table.Subscribe(100)
	e <- look(true, halves(false))
	e <- reading.Observation{Quiet: true}
	e <- reading.Observation{Quiet: true} // the table takes it when it is done with the one before
	assert.Empty(t, table.State().Castle.Pieces())
	assert.Empty(t, table.State().Violations)
	e <- look(true, halves(true))
	u, _ := until(t, s, func(u companion.Update) bool { return len(u.State.Castle.Pieces()) > 0 })
	assert.Len(t, u.State.Castle.Pieces(), 16+15)
	assert.Empty(t, u.State.Violations)
}

func TestAViolationLeavesTheScoreAsItWasAndIsMended(t *testing.T) {
	e := make(eye)
	table := openTable(t, companion.Options{Source: companion.Source{Name: "camera", Eye: e}})
	s := table.Subscribe(100)
	red := reading.Keep{Color: "red", At: [2]float64{1, 1}, Count: 1}
	e <- look(true, square(red))
	until(t, s, func(u companion.Update) bool { return u.State.Scores["red"] == 4 })

	apart := square(red)
	apart.Towers = append(apart.Towers, node(7, 7))
	e <- look(true, apart)
	u, _ := until(t, s, func(u companion.Update) bool { return len(u.State.Violations) > 0 })
	assert.Equal(t, "disconnected", u.State.Violations[0].Code)
	assert.Equal(t, []companion.Piece{companion.TowerAt(node(7, 7))}, u.State.Violations[0].Pieces)
	assert.True(t, u.State.Provisional())
	assert.Equal(t, 4, u.State.Scores["red"])

	e <- look(true, square(red))
	u, events := until(t, s, func(u companion.Update) bool { return len(u.State.Violations) == 0 })
	assert.Equal(t, []string{"piece_removed", "violation_mended"}, kinds(events))
	assert.False(t, u.State.Provisional())
}

// tableThatAsks has seen a square and the end of a turn, and now sees less: a tower is missing.
func tableThatAsks(t *testing.T) (e eye, table *companion.Table, s *companion.Subscription, less reading.Castle) {
	e = make(eye)
	table = openTable(t, companion.Options{Source: companion.Source{Name: "camera", Eye: e}})
	s = table.Subscribe(100)
	e <- look(true, square())
	until(t, s, func(u companion.Update) bool { return len(u.State.Courtyards) == 1 })
	_, err := table.Do(t.Context(), companion.EndTurn{})
	require.NoError(t, err)

	less = square()
	less.Towers = less.Towers[1:]
	e <- look(true, less)
	return e, table, s, less
}

func TestAsksWhereAnEarlierPieceIs(t *testing.T) {
	e, table, s, less := tableThatAsks(t)
	u, _ := until(t, s, func(u companion.Update) bool { return len(u.State.Questions) == 1 })
	assert.Len(t, u.State.Courtyards, 1, "the castle stands until somebody has answered")

	state, err := table.Do(t.Context(), companion.Answer{Question: u.State.Questions[0].ID, Answer: companion.TakenAway})
	require.NoError(t, err)
	assert.Empty(t, state.Questions)
	assert.Empty(t, state.Courtyards)
	assert.False(t, state.Castle.Has(companion.TowerAt(node(0, 0))))

	e <- look(true, less)
	e <- look(true, square())
	u, _ = until(t, s, func(u companion.Update) bool { return len(u.State.Courtyards) == 1 })
	assert.True(t, u.State.Castle.Has(companion.TowerAt(node(0, 0))), "it was put back, and the eye is believed again")
}

func TestStillThereIsBelieved(t *testing.T) {
	e, table, s, less := tableThatAsks(t)
	u, _ := until(t, s, func(u companion.Update) bool { return len(u.State.Questions) == 1 })
	state, err := table.Do(t.Context(), companion.Answer{Question: u.State.Questions[0].ID, Answer: companion.StillThere})
	require.NoError(t, err)
	assert.Len(t, state.Courtyards, 1)

	less.Walls = append(less.Walls, castellan.Wall{From: node(2, 2), To: node(3, 2)})
	e <- look(true, less)
	u, _ = until(t, s, func(u companion.Update) bool { return len(u.State.Castle.Pieces()) == 9 })
	assert.Empty(t, u.State.Questions, "it is not asked again")
}

func TestEveryMomentIsResumedExactly(t *testing.T) {
	store := openStore(t, filepath.Join(t.TempDir(), "games.db"))
	table := openTable(t, companion.Options{Record: store, Source: companiontest.Eye{Script: companiontest.Game1()}.Source()})
	s := table.Subscribe(10_000)
	announced := map[int64]string{}
	until(t, s, func(u companion.Update) bool {
		announced[u.State.Seq] = asJSON(t, u.State)
		return u.Status.Camera == companion.Ended
	})
	events := stored(t, store, table)
	// How many moments are announced together is chance; the last one always is.
	require.Contains(t, announced, int64(len(events)))
	for n := range events {
		if want, ok := announced[int64(n+1)]; ok {
			assert.JSONEq(t, want, asJSON(t, companion.Fold(events[:n+1])), "after event %d", n+1)
		}
	}
}

func TestResumesWithAnEyeWhoseLatticeLiesOtherwise(t *testing.T) {
	store := openStore(t, filepath.Join(t.TempDir(), "games.db"))
	e := make(eye)
	table := openTable(t, companion.Options{Record: store, Source: companion.Source{Name: "camera", Eye: e}})
	s := table.Subscribe(100)
	red := reading.Keep{Color: "red", At: [2]float64{1, 1}, Count: 1}
	first := square(red)
	first.Walls = append(first.Walls, castellan.Wall{From: node(2, 2), To: node(3, 2)})
	e <- look(true, first)
	before, _ := until(t, s, func(u companion.Update) bool { return u.State.Scores["red"] == 4 })
	_, err := table.Do(t.Context(), companion.EndTurn{})
	require.NoError(t, err)
	table.Close()

	// The same castle, turned by a quarter and shifted; and a tower on the open end.
	turned := reading.Castle{Keeps: []reading.Keep{{Color: "red", At: [2]float64{-1 + 5, 1 - 3}, Count: 1}}}
	turn := func(n castellan.Node) castellan.Node { return node(-n.J+5, n.I-3) }
	for _, n := range first.Towers {
		turned.Towers = append(turned.Towers, turn(n))
	}
	for _, w := range first.Walls {
		turned.Walls = append(turned.Walls, castellan.Wall{From: turn(w.From), To: turn(w.To)})
	}
	turned.Towers = append(turned.Towers, turn(node(3, 2)))

	again := make(eye)
	table = openTable(t, companion.Options{Record: store, Source: companion.Source{Name: "camera", Eye: again}})
	s = table.Subscribe(100)
	again <- look(true, turned)
	u, events := until(t, s, func(u companion.Update) bool { return len(u.Events) > 0 })
	assert.Equal(t, before.State.Game, u.State.Game)
	require.Len(t, events, 1)
	assert.Equal(t, companion.PiecePlaced{Piece: companion.TowerAt(node(3, 2)), Confidence: 0.97}, events[0].Fact)
}

func TestAFilmIsAGameOfItsOwn(t *testing.T) {
	store := openStore(t, filepath.Join(t.TempDir(), "games.db"))
	film := companiontest.Eye{Script: companiontest.Game1()}.Source()
	game := func(source companion.Source) int64 {
		table, err := companion.Open(t.Context(), companion.Options{Record: store, Source: source, Now: clock()})
		require.NoError(t, err)
		defer table.Close()
		return table.State().Game
	}
	assert.EqualValues(t, 1, game(companion.Source{}))
	assert.EqualValues(t, 1, game(companion.Source{}), "resumed")
	assert.EqualValues(t, 2, game(film))
	assert.EqualValues(t, 3, game(film), "each start of a film begins a new game")
	assert.EqualValues(t, 4, game(companion.Source{}), "a camera does not go on with a film's game")
}

func TestPlaysAFilmAgain(t *testing.T) {
	table := openTable(t, companion.Options{Source: companiontest.Eye{Script: companiontest.Game1()}.Source()})
	s := table.Subscribe(10_000)
	ended := func(u companion.Update) bool { return u.Status.Camera == companion.Ended }
	first, _ := until(t, s, ended)
	_, err := table.Do(t.Context(), companion.NewGame{})
	require.NoError(t, err)
	second, _ := until(t, s, func(u companion.Update) bool { return u.State.Game == first.State.Game+1 && ended(u) })
	assert.Equal(t, first.State.Scores, second.State.Scores)
	assert.Equal(t, first.State.Seq, second.State.Seq)
}

func TestANewGameGoesOnWithTheSameCamera(t *testing.T) {
	e := make(eye)
	table := openTable(t, companion.Options{Source: companion.Source{Name: "camera", Eye: e}})
	s := table.Subscribe(100)
	e <- look(true, square())
	until(t, s, func(u companion.Update) bool { return len(u.State.Courtyards) == 1 })
	state, err := table.Do(t.Context(), companion.NewGame{Players: []string{"blue", "red"}})
	require.NoError(t, err)
	assert.Empty(t, state.Castle.Pieces())
	e <- reading.Observation{Quiet: true}
	u, _ := until(t, s, func(u companion.Update) bool { return len(u.State.Courtyards) == 1 })
	assert.Equal(t, []string{"blue", "red"}, u.State.Players, "the castle still stands, so it is this game's now")
}

// failing is a record whose disk is full at times.
type failing struct {
	companion.Record
	full bool
}

func (f *failing) Append(ctx context.Context, e companion.Event, jpeg []byte) error {
	if f.full {
		return errors.New("the disk is full")
	}
	return f.Record.Append(ctx, e, jpeg)
}

func TestAFullDiskLosesNothingThatWasAnnounced(t *testing.T) {
	record := &failing{Record: openStore(t, filepath.Join(t.TempDir(), "games.db"))}
	e := make(eye)
	table := openTable(t, companion.Options{Record: record, Source: companion.Source{Name: "camera", Eye: e}})
	s := table.Subscribe(100)
	record.full = true
	e <- look(true, square())
	u, events := until(t, s, func(u companion.Update) bool { return u.Status.Record != "" })
	assert.Contains(t, u.Status.Record, "the disk is full")
	assert.Empty(t, events)
	assert.Empty(t, u.State.Castle.Pieces())
	_, err := table.Do(t.Context(), companion.EndTurn{})
	require.ErrorContains(t, err, "the disk is full")

	_, err = table.Do(t.Context(), companion.UndoTurn{}) // has the owner's ear, so the record can be changed below
	var refused *companion.RefusedError
	require.ErrorAs(t, err, &refused)
	record.full = false
	e <- reading.Observation{Quiet: true}
	u, _ = until(t, s, func(u companion.Update) bool { return len(u.State.Courtyards) == 1 })
	assert.Empty(t, u.Status.Record)
	assert.JSONEq(t, asJSON(t, u.State), asJSON(t, companion.Fold(stored(t, record, table))))
}

func TestASlowListenerMissesEventsButNotTheState(t *testing.T) {
	table := openTable(t, companion.Options{})
	s := table.Subscribe(2)
	for range 5 {
		_, err := table.Do(t.Context(), companion.EndTurn{})
		require.NoError(t, err)
	}
	assert.EqualValues(t, 4, s.Dropped())
	assert.Zero(t, s.Dropped(), "counted once")
	assert.EqualValues(t, 4, table.Dropped())
	<-s.C
	<-s.C
	_, err := table.Do(t.Context(), companion.EndTurn{})
	require.NoError(t, err)
	assert.Equal(t, 7, (<-s.C).State.Turn.Number)
	s.Cancel()
	s.Cancel()
	_, open := <-s.C
	assert.False(t, open)
}

// loose is a camera whose cable is loose at first.
type loose struct {
	eye
	failures int
}

func (l *loose) Watch(ctx context.Context, see func(reading.Observation)) error {
	if l.failures > 0 {
		l.failures--
		return looseError{}
	}
	return l.eye.Watch(ctx, see)
}

type looseError struct{}

func (looseError) Error() string { return "the cable is loose" }
func (looseError) Code() string  { return "loose_cable" }

func TestACameraThatFailsIsTriedAgain(t *testing.T) {
	e := &loose{eye: make(eye), failures: 3}
	table := openTable(t, companion.Options{Source: companion.Source{Name: "camera", Eye: e}, Patience: time.Microsecond})
	s := table.Subscribe(10)
	u, _ := until(t, s, func(u companion.Update) bool { return u.Status.Camera == companion.Failed })
	assert.Equal(t, "the cable is loose", u.Status.Text)
	assert.Equal(t, "loose_cable", u.Status.Code)
	e.eye <- look(true, square())
	u, _ = until(t, s, func(u companion.Update) bool { return len(u.State.Courtyards) == 1 })
	assert.Equal(t, companion.Watching, u.Status.Camera)
	assert.Empty(t, u.Status.Text)
	assert.Empty(t, u.Status.Code)
}

// plugged is a camera that gives ten pictures a second while its plug is in.
type plugged struct{ out atomic.Bool }

func (p *plugged) Watch(ctx context.Context, see func(reading.Observation)) error {
	tick := time.NewTicker(100 * time.Millisecond)
	defer tick.Stop()
	for {
		if p.out.Load() {
			return looseError{}
		}
		see(look(true, square()))
		select {
		case <-tick.C:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

func TestACameraThatIsPluggedInAgainGoesOnWithinTwoSeconds(t *testing.T) {
	store := openStore(t, filepath.Join(t.TempDir(), "games.db"))
	synctest.Test(t, func(t *testing.T) {
		e := &plugged{}
		table := openTable(t, companion.Options{Record: store, Source: companion.Source{Name: "camera", Eye: e}})
		s := table.Subscribe(100)
		is := func(camera string) func(companion.Update) bool {
			return func(u companion.Update) bool { return u.Status.Camera == camera }
		}
		until(t, s, is(companion.Watching))
		for _, away := range []time.Duration{time.Second / 3, 5 * time.Second / 2, 10 * time.Minute} {
			e.out.Store(true)
			until(t, s, is(companion.Failed))
			time.Sleep(away)
			e.out.Store(false)
			back := time.Now()
			u, _ := until(t, s, is(companion.Watching))
			assert.LessOrEqual(t, time.Since(back), 2*time.Second, away)
			assert.Len(t, u.State.Courtyards, 1, "the game goes on")
		}
	})
}

func TestClosedTable(t *testing.T) {
	table := openTable(t, companion.Options{})
	s := table.Subscribe(10)
	table.Close()
	<-s.C
	_, open := <-s.C
	assert.False(t, open)
	_, err := table.Do(t.Context(), companion.EndTurn{})
	assert.ErrorIs(t, err, companion.ErrClosed)
}

func TestTablesShareAStore(t *testing.T) {
	store := openStore(t, filepath.Join(t.TempDir(), "games.db"))
	games := map[string]int64{}
	for _, name := range []string{"window", "hearth"} {
		table := openTable(t, companion.Options{Record: store, Place: name})
		state, err := table.Do(t.Context(), companion.NewGame{Players: []string{"red", "blue"}, First: companion.Drawn})
		require.NoError(t, err)
		assert.Contains(t, state.Players, state.First)
		assert.Equal(t, state.First, state.Turn.Player, "who was drawn begins")
		games[name] = state.Game
		table.Close()
	}
	require.NotEqual(t, games["window"], games["hearth"])
	for name, game := range games {
		assert.Equal(t, game, openTable(t, companion.Options{Record: store, Place: name}).State().Game, name)
	}
}
