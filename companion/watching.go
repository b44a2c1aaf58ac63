package companion

import (
	"context"
	"reflect"
	"slices"
	"time"

	"github.com/castellan-companion/castellan/vision/reading"
)

// watch is one eye's view of the table, from the moment it was opened.
type watch struct {
	cancel context.CancelFunc
	closed chan struct{} // when the eye has closed

	seen       *reading.Castle // what the eye believes in; nil before its first castle
	confidence float64
	taken      bool              // seen has been taken over
	current    *reading.Castle   // in the newest picture
	outlines   []reading.Outline // of it there
	laid       *motion           // from the eye's lattice to the game's; nil before the first castle
	agreed     map[Piece]bool
	heard      []reading.Doubt // of the eye, as it puts them
	doubts     []*weighed      // the same, the greatest first
	seenAt     time.Duration   // the newest picture
	turns      int             // recorded turns that have been ended
	still      bool            // no hand in the newest picture
	stillFrom  time.Duration   // the first picture since a hand was seen
}

type sighting struct {
	by  *watch
	obs *reading.Observation // nil: the eye has closed
	err error
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
		t.status = Status{Camera: NoSource, Record: t.status.Record, Notice: t.status.Notice}
		return
	}
	ctx, cancel := context.WithCancel(ctx)
	w := &watch{cancel: cancel, closed: make(chan struct{}), agreed: map[Piece]bool{}}
	if len(t.state.Castle.pieces) == 0 {
		w.laid = &motion{}
	}
	t.watch = w
	t.status = Status{
		Source: t.source.Name, ID: t.source.ID, Film: t.source.Film, Camera: Opening, Record: t.status.Record, Notice: t.status.Notice,
	}
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
		t.status.Camera, t.status.Text, t.status.Code, t.status.Notes = Failed, s.err.Error(), CodeOf(s.err), nil
		if before.Camera != Failed {
			t.log.Warn("the camera failed", "source", t.source.Name, "error", s.err)
		}
		t.tryAgain(s.by)
	case s.obs == nil:
		t.status.Camera, t.status.Notes = Ended, nil
		t.note(ctx, CameraNoted{What: Ended})
	default:
		t.endRecordedTurns(ctx, s.obs.At)
		t.observe(ctx, *s.obs)
	}
	if !reflect.DeepEqual(t.status, before) || len(t.unspoken) > 0 {
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
		if err := t.carryOut(ctx, EndTurn{Anyway: true}); err != nil {
			t.log.Warn("a recorded turn could not be ended", "error", err)
		}
	}
}

func (t *Table) observe(ctx context.Context, obs reading.Observation) {
	t.watch.current, t.watch.outlines = obs.Current, obs.Outlines
	if obs.JPEG != nil {
		outlines := slices.Concat(obs.Outlines, t.watch.faults(t.state))
		t.gallery.hang(&Picture{JPEG: obs.JPEG, Size: obs.Size, Outlines: outlines})
	}
	t.status.Quiet, t.status.Notes = obs.Quiet, obs.Notes
	if t.status.Camera == Opening || t.status.Camera == Failed {
		t.status.Camera, t.status.Text, t.status.Code = Watching, "", ""
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
	t.watch.weigh(&obs, t.state)
	if obs.Quiet {
		t.askDoubts(ctx, t.watch)
	}
	if obs.Quiet && t.watch.seen != nil && !t.watch.taken && !seenInParts(t.watch.seen) {
		t.takeOver(ctx, t.watch)
	}
	if obs.Quiet && !t.watch.still {
		t.watch.stillFrom = obs.At
	}
	t.watch.still = obs.Quiet
	t.endCompleteTurn(ctx, obs.At)
}

// seenInParts says whether a castle is seen in parts so large that nobody put one beside the other in a turn: something hides what joins
// them, and the referee waits, for the eye says what to do.
func seenInParts(c *reading.Castle) bool {
	const large = 12 // pieces
	n := 0
	for _, part := range c.Parts() {
		if len(part.Towers)+len(part.Walls) >= large {
			n++
		}
	}
	return n > 1
}

// endCompleteTurn ends a turn in which nothing is left to do or to ask, when the hands have been gone for as long as was agreed.
func (t *Table) endCompleteTurn(ctx context.Context, now time.Duration) {
	after := time.Duration(t.state.EndAfterS * float64(time.Second))
	if after == 0 || !t.watch.still || !t.watch.taken || len(t.state.Questions) > 0 || now-t.watch.stillFrom < after || !t.state.Checklist().Complete {
		return
	}
	end := EndTurn{Turn: t.state.Turn.Number}
	if _, err := end.facts(t.state); err != nil {
		return // the referee will say so when the turn is ended by hand
	}
	if err := t.carryOut(ctx, end); err != nil {
		t.log.Warn("the turn could not be ended", "error", err)
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
	unsure := w.unsure()
	for _, p := range agreeing(t.state, seen) {
		if !slices.ContainsFunc(unsure, p.isAt) {
			w.agreed[p] = true
		}
	}
	facts := takeOver(t.state, seen, w.confidence, judgement{w.agreed, unsure})
	if newest := t.gallery.latest(); newest != nil {
		w.cutOut(facts, newest.Size)
	}
	w.taken = t.store(ctx, facts) == nil && t.settle(ctx) == nil
}

// note records something that is told only for people's sake.
func (t *Table) note(ctx context.Context, f CameraNoted) { _ = t.store(ctx, []Fact{f}) } // store has reported a failure
