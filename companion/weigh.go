package companion

import (
	"context"
	"reflect"
	"slices"
	"time"

	"github.com/castellan-companion/castellan/vision/reading"
)

// weighed is a doubt of the eye, and how long it has been there.
type weighed struct {
	doubt
	turn  int           // in which it came up
	quiet time.Duration // without a hand in the picture
}

// weigh notes what the eye is in doubt about, and for how long. Where that has changed, its castle is to be taken over once more.
func (w *watch) weigh(obs *reading.Observation, s State) {
	var passed time.Duration
	if obs.Quiet && w.still {
		passed = obs.At - w.seenAt
	}
	w.seenAt = obs.At
	if w.laid == nil || obs.Current == nil {
		return
	}
	if !reflect.DeepEqual(obs.Doubts, w.heard) {
		w.heard, w.taken = obs.Doubts, false
		current, before := castleSeen(*obs.Current), w.doubts
		w.doubts = nil
		for _, seen := range obs.Doubts {
			d, ok := doubtOf(seen, current, s.Castle, *w.laid)
			if !ok {
				continue
			}
			known := &weighed{turn: s.Turn.Number}
			if at := slices.IndexFunc(before, func(old *weighed) bool { return old.samePlace(d.pieces()) }); at >= 0 {
				known = before[at]
			}
			d.size = obs.Size
			known.doubt = d
			w.doubts = append(w.doubts, known)
		}
	}
	for _, d := range w.doubts {
		d.quiet += passed
	}
}

func (d doubt) samePlace(pieces []Piece) bool {
	return slices.EqualFunc(d.pieces(), pieces, Piece.isAt)
}

// unsure are the pieces that the eye is in doubt about.
func (w *watch) unsure() []Piece {
	var all []Piece
	for _, d := range w.doubts {
		all = append(all, d.pieces()...)
	}
	return all
}

// askDoubts asks about the greatest doubt that stays and matters, one at a time, and withdraws a question about which the eye is
// sure by now.
func (t *Table) askDoubts(ctx context.Context, w *watch) {
	if w.laid == nil || w.seen == nil || t.state.Ended || t.status.Camera == Lost {
		return
	}
	var facts []Fact
	open := false
	for _, q := range t.state.Questions {
		switch {
		case q.Code != PieceDoubted:
		case slices.ContainsFunc(w.doubts, func(d *weighed) bool { return d.samePlace(together(q.Choices)) }):
			open = true
		default:
			facts = append(facts, QuestionAnswered{q.ID, Obsolete})
		}
	}
	for _, d := range w.doubts {
		if open || d.quiet < doubtPatience || w.spokenOf(t.state, d.pieces()) || !t.state.matters(d.choices) {
			continue
		}
		open = true
		facts = append(facts, QuestionAsked{d.question(t.state, d.turn)})
	}
	if len(facts) == 0 {
		return
	}
	if newest := t.gallery.latest(); newest != nil {
		w.cutOut(facts, newest.Size)
	}
	if err := t.store(ctx, facts); err == nil {
		_ = t.settle(ctx) // which has reported a failure
	}
}

// spokenOf tells whether people have told about one of these pieces, or are being asked about it, or were asked in this turn.
func (w *watch) spokenOf(s State, pieces []Piece) bool {
	return slices.ContainsFunc(pieces, func(p Piece) bool {
		return slices.ContainsFunc(s.askedInTurn(), p.isAt) || slices.ContainsFunc(s.Overruled, p.isAt) && !w.agreed[p] ||
			slices.ContainsFunc(s.Questions, func(q Question) bool { return q.about(p) })
	})
}
