package companion

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/castellan-companion/castellan/engine/castellan"
)

// Continue begins a new game at this table with what happened in a game of the record up to event number seq. Nobody watches
// it: what stands on the table is another castle.
func (t *Table) Continue(ctx context.Context, game, seq int64) (State, error) {
	return t.opened(ctx, func(ctx context.Context) error {
		if seq < 1 {
			return refuse("event", "A game can be continued from event 1 on.")
		}
		events, err := t.record.Events(ctx, game, 0, int(seq))
		if err != nil {
			return t.recordFailed(err)
		}
		if int64(len(events)) < seq {
			return refuse("event", "Game %d has no event %d.", game, seq)
		}
		t.leave(ctx)
		then := Fold(events)
		next := Event{Seq: seq + 1, At: t.moment(), Turn: then.Turn.Number, Player: then.Turn.Player, Fact: GameContinued{game, seq}}
		if next.Game, err = t.record.Copy(ctx, t.place, game, seq, next); err != nil {
			return t.recordFailed(err)
		}
		t.state = then.Apply(next)
		t.unspoken = append(t.unspoken, next)
		return t.settle(ctx)
	})
}

// Import begins a new game at this table with one that was written down. One with a turn against the rules is refused as a whole.
func (t *Table) Import(ctx context.Context, written castellan.Record) (State, error) {
	_, result, err := written.Replay(castellan.DefaultRules())
	if err != nil {
		return State{}, refuse("start", "The game cannot begin like this: %s.", err)
	}
	if len(result.Violations) > 0 {
		refused := refusedFor(Refusal{Reasons: result.Violations})
		refused.Text = fmt.Sprintf("Turn %d is against the rules: %s", result.Violations[0].Turn+1, refused.Text)
		return State{}, refused
	}
	return t.opened(ctx, func(ctx context.Context) error {
		t.leave(ctx)
		mode := CardMode(written.Start.Cards)
		commands := []Command{NewGame{
			Players: written.Start.Players, First: written.Start.First,
			Agreement: Agreement{Cards: mode, Deck: written.Start.Deck, Piles: written.Start.Piles},
		}}
		for _, action := range standing(written.Actions) {
			commands = append(commands, acted{action})
		}
		for _, c := range commands {
			if err := t.carryOut(ctx, c); err != nil {
				return err
			}
		}
		return nil
	})
}

// opened has the owner open another game.
func (t *Table) opened(ctx context.Context, open func(context.Context) error) (State, error) {
	var state State
	var failed error
	err := t.order(ctx, func(ctx context.Context) {
		failed = open(ctx)
		t.speak()
		state = t.state
	})
	return state, errors.Join(err, failed)
}

// leave stops watching until somebody chooses a source again.
func (t *Table) leave(ctx context.Context) {
	t.unwatch()
	t.source = Source{}
	t.look(ctx)
}

// standing are the actions that were not taken back.
func standing(actions []castellan.Action) []castellan.Action {
	var left []castellan.Action
	for _, a := range actions {
		if a.Undo {
			left = left[:max(0, len(left)-1)]
			continue
		}
		left = append(left, a)
	}
	return left
}

// acted is an action of a written game as a command.
type acted struct{ castellan.Action }

func (a acted) facts(s State) ([]Fact, error) {
	switch {
	case a.Turn != nil:
		return PlayTurn{Play{*a.Turn}}.facts(s)
	case a.Correct == nil:
		return EndGame{}.facts(s)
	}
	var pieces []Piece
	for _, n := range a.Correct.Castle.Towers {
		pieces = append(pieces, TowerAt(n))
	}
	for _, w := range a.Correct.Castle.Walls {
		pieces = append(pieces, WallBetween(w))
	}
	for _, k := range a.Correct.Castle.Keeps {
		pieces = append(pieces, KeepOf(k))
	}
	castle := CastleOf(pieces...)
	missing := func(from, in Castle) []Piece {
		return slices.DeleteFunc(slices.Clone(from.pieces), in.Has)
	}
	facts := []Fact{Corrected{Add: missing(castle, s.Castle), Remove: missing(s.Castle, castle), Earlier: true}}
	if next := a.Correct.Next; next != "" && next != s.Turn.Player {
		facts = append(facts, TurnEnded{Next: next})
	}
	return facts, nil
}
