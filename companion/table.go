package companion

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"github.com/castellan-companion/castellan/vision/reading"
)

// ErrClosed is returned by a table that has been closed.
var ErrClosed = errors.New("the table is closed")

// Options says what a table is made of.
type Options struct {
	Record Record
	Source Source           // to look at from the beginning; may be empty
	Now    func() time.Time // time.Now where nil
	Log    *slog.Logger     // slog.Default() where nil
	// Patience is how long a camera that failed is left alone before it is tried again; two seconds where 0.
	Patience time.Duration
}

const defaultPatience = 2 * time.Second

// Table is one table at which a game is played. Its methods may be called from any goroutine.
type Table struct {
	record Record
	now    func() time.Time
	log    *slog.Logger

	patience time.Duration

	orders    chan func(context.Context) // to be done by the owner, with a context that is done when the table closes
	sightings chan sighting
	closing   <-chan struct{}
	stop      context.CancelFunc // closes closing
	done      chan struct{}      // closed when the owner has left
	watchers  sync.WaitGroup

	announcer announcer
	gallery   gallery

	// Only the goroutine that runs own touches what follows.
	state    State
	status   Status
	source   Source
	watch    *watch
	leaving  <-chan struct{} // closed when the eye that looked before has closed; nil when none did
	unspoken []Event         // stored, not announced yet
}

// watch is one eye's view of the table, from the moment it was opened.
type watch struct {
	cancel context.CancelFunc
	closed chan struct{} // when the eye has closed

	seen       *reading.Castle // what the eye believes in; nil before its first castle
	confidence float64
	taken      bool    // seen has been taken over
	laid       *motion // from the eye's lattice to the game's; nil before the first castle
	agreed     map[Piece]bool
	turns      int // recorded turns that have been ended
}

type sighting struct {
	by  *watch
	obs *reading.Observation // nil: the eye has closed
	err error
}

// Open sits down at the game that was recorded last, or begins one where there is none or the source is a film. Close must be called.
func Open(ctx context.Context, o Options) (*Table, error) {
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Log == nil {
		o.Log = slog.Default()
	}
	t := &Table{
		record: o.Record, source: o.Source, now: o.Now, log: o.Log, patience: cmp.Or(o.Patience, defaultPatience),
		orders: make(chan func(context.Context)), sightings: make(chan sighting), done: make(chan struct{}),
		status: Status{Camera: NoSource},
	}
	alive, stop := context.WithCancel(context.WithoutCancel(ctx))
	t.closing, t.stop = alive.Done(), stop
	if err := t.sitDown(ctx); err != nil {
		stop()
		return nil, err
	}
	t.look(alive)
	t.speak()
	go t.own(alive)
	return t, nil
}

// sitDown resumes the last game. A film is a game of its own, so it neither goes on with one nor is gone on with.
func (t *Table) sitDown(ctx context.Context) error {
	games, err := t.record.Games(ctx)
	if err != nil {
		return err
	}
	if len(games) > 0 && !t.source.Film {
		events, err := t.record.Events(ctx, games[0].Game, 0, 0)
		if err != nil {
			return err
		}
		if t.state = Fold(events); !t.state.Film {
			return nil
		}
	}
	return t.begin(ctx, GameStarted{Players: t.source.Players})
}

// Close stops watching, waits until everything is stored and ends all subscriptions.
func (t *Table) Close() {
	t.stop()
	<-t.done
	t.watchers.Wait()
	t.announcer.close()
}

// State is the game as it was announced last.
func (t *Table) State() State { return t.announcer.latest().State }

// Status is how the table is being watched.
func (t *Table) Status() Status { return t.announcer.latest().Status }

// Dropped is how many updates all subscriptions together have missed.
func (t *Table) Dropped() int64 { return t.announcer.dropped() }

// Subscribe follows the table's updates. At most queue of them wait; what comes beyond is dropped and counted.
func (t *Table) Subscribe(queue int) *Subscription { return t.announcer.subscribe(queue) }

// Picture is the newest picture, as soon as it is another one than that of the number shown (0 for none).
func (t *Table) Picture(ctx context.Context, shown int64) (*Picture, error) {
	return t.gallery.next(ctx, shown)
}

// Do carries out a command and returns the state after it, or a RefusedError, or why the record failed.
func (t *Table) Do(ctx context.Context, c Command) (State, error) {
	var state State
	var failed error
	err := t.order(ctx, func(ctx context.Context) {
		failed = t.carryOut(ctx, c)
		state = t.state
	})
	return state, errors.Join(err, failed)
}

// Watch looks at the table through this source from now on, instead of the one before. A film begins a new game, and so
// does a source that follows a film.
func (t *Table) Watch(ctx context.Context, s Source) error {
	var failed error
	err := t.order(ctx, func(ctx context.Context) {
		t.source = s
		t.unwatch()
		if s.Film || t.state.Film {
			failed = t.carryOut(ctx, NewGame{Players: s.Players})
			return
		}
		t.look(ctx)
		t.speak()
	})
	return errors.Join(err, failed)
}

// order has the owner do something and waits until it is done.
func (t *Table) order(ctx context.Context, do func(context.Context)) error {
	finished := make(chan struct{})
	select {
	case t.orders <- func(alive context.Context) { do(alive); close(finished) }:
		<-finished
		return nil
	case <-t.closing:
		return ErrClosed
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (t *Table) own(ctx context.Context) {
	defer close(t.done)
	for {
		select {
		case <-ctx.Done():
			return
		case do := <-t.orders:
			do(ctx)
		case s := <-t.sightings:
			if s.by == t.watch {
				t.see(ctx, s)
			}
		}
	}
}

// unwatch closes the eye, if one looks.
func (t *Table) unwatch() {
	if t.watch != nil {
		t.watch.cancel()
		t.leaving, t.watch = t.watch.closed, nil
	}
}

// look opens the source's eye and closes the one before.
func (t *Table) look(ctx context.Context) {
	t.unwatch()
	before := t.leaving
	if t.source.Eye == nil {
		t.status = Status{Camera: NoSource, Record: t.status.Record}
		return
	}
	ctx, cancel := context.WithCancel(ctx)
	w := &watch{cancel: cancel, closed: make(chan struct{}), agreed: map[Piece]bool{}}
	if len(t.state.Castle.pieces) == 0 {
		w.laid = &motion{}
	}
	t.watch = w
	t.status = Status{Source: t.source.Name, Film: t.source.Film, Camera: Opening, Record: t.status.Record}
	tell := func(s sighting) {
		s.by = w
		select {
		case t.sightings <- s:
		case <-ctx.Done():
		}
	}
	eye := t.source.Eye
	t.watchers.Go(func() {
		defer close(w.closed)
		defer cancel()
		if before != nil {
			<-before // a camera can be open once only
		}
		err := eye.Watch(ctx, func(obs reading.Observation) { tell(sighting{obs: &obs}) })
		tell(sighting{err: err})
	})
}

func (t *Table) see(ctx context.Context, s sighting) {
	before := t.status
	switch {
	case s.err != nil:
		t.status.Camera, t.status.Text = Failed, s.err.Error()
		if before.Camera != Failed {
			t.log.Warn("the camera failed", "source", t.source.Name, "error", s.err)
		}
		t.tryAgain(s.by)
	case s.obs == nil:
		t.status.Camera = Ended
		t.note(ctx, CameraNoted{What: Ended})
	default:
		t.endRecordedTurns(ctx, s.obs.At)
		t.observe(ctx, *s.obs)
	}
	if t.status != before || len(t.unspoken) > 0 {
		t.speak()
	}
}

// tryAgain looks again after a while, unless somebody has chosen another source meanwhile. Until pictures come, the status says
// what it said. A film that cannot be played will not mend.
func (t *Table) tryAgain(failed *watch) {
	if t.source.Film {
		return
	}
	timer := time.NewTimer(t.patience)
	t.watchers.Go(func() {
		defer timer.Stop()
		select {
		case <-timer.C:
		case <-t.closing:
			return
		}
		select {
		case t.orders <- func(ctx context.Context) {
			if t.watch == failed {
				status := t.status
				t.look(ctx)
				t.status = status
			}
		}:
		case <-t.closing:
		}
	})
}

// endRecordedTurns ends the turns that the players of a recorded game had ended by this moment of it.
func (t *Table) endRecordedTurns(ctx context.Context, at time.Duration) {
	for ; t.watch.turns < len(t.source.EndTurns) && t.source.EndTurns[t.watch.turns] <= at; t.watch.turns++ {
		if err := t.carryOut(ctx, EndTurn{}); err != nil {
			t.log.Warn("a recorded turn could not be ended", "error", err)
		}
	}
}

func (t *Table) observe(ctx context.Context, obs reading.Observation) {
	if obs.JPEG != nil {
		t.gallery.hang(&Picture{JPEG: obs.JPEG, Size: obs.Size, Outlines: obs.Outlines})
	}
	t.status.Quiet = obs.Quiet
	if t.status.Camera == Opening || t.status.Camera == Failed {
		t.status.Camera, t.status.Text = Watching, ""
	}
	for _, e := range obs.Events {
		switch e.Kind {
		case reading.KindCastle:
			t.watch.seen, t.watch.confidence, t.watch.taken = e.Castle, e.Confidence, false
		case reading.KindLost:
			t.status.Camera = Lost
			t.note(ctx, CameraNoted{What: e.Kind})
		case reading.KindFound:
			t.status.Camera = Watching
			t.note(ctx, CameraNoted{What: e.Kind})
		case reading.KindSlide, reading.KindBump, reading.KindLight:
			t.note(ctx, CameraNoted{What: e.Kind})
		}
	}
	if obs.Quiet && t.watch.seen != nil && !t.watch.taken {
		t.takeOver(ctx, t.watch)
	}
}

// takeOver brings the game in line with the castle that the eye believes in. Where the record fails it is tried again with
// the next quiet picture: what was stored stays, what was not is still a difference.
func (t *Table) takeOver(ctx context.Context, w *watch) {
	seen := castleSeen(*w.seen)
	if w.laid == nil {
		m := motionBetween(seen, t.state.Castle)
		w.laid = &m
	}
	seen = w.laid.castle(seen)
	for _, p := range agreeing(t.state, seen) {
		w.agreed[p] = true
	}
	w.taken = t.store(ctx, takeOver(t.state, seen, w.confidence, w.agreed)) == nil && t.settle(ctx) == nil
}

// note records something that is told only for people's sake.
func (t *Table) note(ctx context.Context, f CameraNoted) { _ = t.store(ctx, []Fact{f}) } // store has reported a failure

func (t *Table) carryOut(ctx context.Context, c Command) error {
	facts, err := c.facts(t.state)
	if err != nil {
		return err
	}
	defer t.speak()
	if started, ok := facts[0].(GameStarted); ok {
		if len(started.Players) == 0 {
			started.Players = t.source.Players
		}
		if err := t.begin(ctx, started); err != nil {
			return t.recordFailed(err)
		}
		if t.watch == nil || t.source.Film {
			t.look(ctx)
		} else {
			t.watch.taken, t.watch.agreed = false, map[Piece]bool{}
		}
		return t.settle(ctx)
	}
	if err := t.store(ctx, facts); err != nil {
		return err
	}
	return t.settle(ctx)
}

// settle records what follows by the rules.
func (t *Table) settle(ctx context.Context) error {
	for {
		facts := consequences(t.state)
		if len(facts) == 0 {
			return nil
		}
		if err := t.store(ctx, facts); err != nil {
			return err
		}
	}
}

func (t *Table) begin(ctx context.Context, started GameStarted) error {
	started.Source, started.Film, started.Players = t.source.Name, t.source.Film, append([]string{}, started.Players...)
	first := Event{Seq: 1, At: t.moment(), Turn: 1, Fact: started}
	game, err := t.record.Begin(ctx, first)
	if err != nil {
		return err
	}
	first.Game = game
	t.state = State{}.Apply(first)
	t.unspoken = append(t.unspoken, first)
	return nil
}

// store records facts, one event each. Every event is durable before the state has it.
func (t *Table) store(ctx context.Context, facts []Fact) error {
	for _, fact := range facts {
		e := Event{
			Game: t.state.Game, Seq: t.state.Seq + 1, At: t.moment(),
			Turn: t.state.Turn.Number, Player: t.state.Turn.Player, Fact: fact,
		}
		if err := t.record.Append(ctx, e); err != nil {
			return t.recordFailed(err)
		}
		t.status.Record = ""
		t.state = t.state.Apply(e)
		t.unspoken = append(t.unspoken, e)
	}
	return nil
}

func (t *Table) recordFailed(err error) error {
	t.status.Record = "The game cannot be stored at the moment: " + err.Error()
	t.log.Error("the record failed", "error", err)
	return fmt.Errorf("the game cannot be stored: %w", err)
}

// moment is now as the record keeps it.
func (t *Table) moment() time.Time { return t.now().UTC().Truncate(time.Millisecond) }

// speak announces what was stored, and how the table is watched.
func (t *Table) speak() {
	t.announcer.announce(Update{Events: t.unspoken, State: t.state, Status: t.status})
	t.unspoken = nil
}
