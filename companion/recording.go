package companion

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"
)

func (t *Table) carryOut(ctx context.Context, c Command) error {
	facts, refused := c.facts(t.state)
	if len(facts) == 0 {
		return refused
	}
	defer t.speak()
	if started, ok := facts[0].(GameStarted); ok {
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
	if t.watch != nil {
		for _, p := range disputed(t.state, facts) {
			delete(t.watch.agreed, p)
		}
	}
	// What follows from the last pieces of a turn belongs to that turn, so it is settled before the turn's end.
	if end := slices.IndexFunc(facts, endsTurn); end > 0 {
		if err := errors.Join(t.store(ctx, facts[:end]), t.settle(ctx)); err != nil {
			return err
		}
		facts = facts[end:]
	}
	if err := t.store(ctx, facts); err != nil {
		return err
	}
	t.teach(c, facts)
	return errors.Join(refused, t.settle(ctx))
}

func endsTurn(f Fact) bool {
	_, ends := f.(TurnEnded)
	return ends
}

// disputed are the pieces about which people have just had their word: the eye has to come round to it anew.
func disputed(s State, facts []Fact) []Piece {
	var pieces []Piece
	for _, fact := range facts {
		switch fact := fact.(type) {
		case Corrected:
			pieces = slices.Concat(pieces, fact.Add, fact.Remove)
		case QuestionAnswered:
			for _, q := range s.Questions {
				if q.ID == fact.ID {
					pieces = slices.Concat(pieces, q.Pieces, q.Seen)
				}
			}
		}
	}
	return pieces
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
	if len(started.Players) == 0 {
		started.Players = t.source.Players
	}
	started.Source, started.Film, started.Players = t.source.Name, t.source.Film, append([]string{}, started.Players...)
	started.Agreement = started.normal()
	first := Event{Seq: 1, At: t.moment(), Turn: 1, Fact: started}
	game, err := t.record.Begin(ctx, t.place, first)
	if err != nil {
		return err
	}
	first.Game = game
	t.status.Record = ""
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
		picture := t.show(&e)
		var jpeg []byte
		if e.Picture == e.Seq && picture != nil {
			jpeg = picture.JPEG
		}
		if err := t.record.Append(ctx, e, jpeg); err != nil {
			return t.recordFailed(err)
		}
		t.status.Record = ""
		if jpeg != nil {
			t.shown, t.shownNumber = e, picture.Number
		}
		t.state = t.state.Apply(e)
		t.unspoken = append(t.unspoken, e)
	}
	return nil
}

// show gives an event that people may want to look at the newest picture: its own, or that of an earlier event where it was stored with
// that already.
func (t *Table) show(e *Event) *Picture {
	newest := t.gallery.latest()
	if t.watch == nil || newest == nil || !pictured(e.Fact) {
		return nil
	}
	e.Picture, e.Confidence = e.Seq, t.watch.confidence
	if t.shown.Game == e.Game && t.shownNumber == newest.Number {
		e.Picture = t.shown.Seq
	}
	return newest
}

// pictured tells whether a fact is stored with a picture: ends of turns, and whatever the referee or the companion says.
func pictured(f Fact) bool {
	switch f.(type) {
	case TurnEnded, TurnRedone, TurnRefused, GameEnded, ViolationFound, CourtyardClosed, CourtyardClaimed, QuestionAsked:
		return true
	}
	return false
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
