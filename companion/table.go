package companion

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"slices"
	"sync"
	"time"
)

// ErrClosed is returned by a table that has been closed.
var ErrClosed = errors.New("the table is closed")

// Options says what a table is made of.
type Options struct {
	Record Record
	Place  string           // names the table, where several share a record
	Notice string           // what people should know of the record (Status.Notice)
	Source Source           // to look at from the beginning; may be empty
	Now    func() time.Time // time.Now where nil
	Log    *slog.Logger     // slog.Default() where nil
	// Patience is how long a camera that failed is left alone before it is tried again; half a second where 0.
	Patience time.Duration
}

const defaultPatience = time.Second / 2

// Table is one table at which a game is played. Its methods may be called from any goroutine.
type Table struct {
	record Record
	place  string
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
	state       State
	status      Status
	source      Source
	watch       *watch
	leaving     <-chan struct{} // closed when the eye that looked before has closed; nil when none did
	unspoken    []Event         // stored, not announced yet
	shown       Event           // the last event that was stored with a picture of its own
	shownNumber int64           // of that picture
}

// Open sits down at the game that was recorded last at this table, or begins one where there is none or the source is a film. Close must be called.
func Open(ctx context.Context, o Options) (*Table, error) {
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Log == nil {
		o.Log = slog.Default()
	}
	t := &Table{
		record: o.Record, place: o.Place, source: o.Source, now: o.Now, log: o.Log, patience: cmp.Or(o.Patience, defaultPatience),
		orders: make(chan func(context.Context)), sightings: make(chan sighting), done: make(chan struct{}),
		status: Status{Camera: NoSource, Notice: o.Notice},
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
	games = slices.DeleteFunc(games, func(g GameSummary) bool { return g.Place != t.place })
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
