package scene

import (
	"math"
	"slices"
	"strings"

	"github.com/castellan-companion/castellan/engine/castellan"
	"github.com/castellan-companion/castellan/vision/reading"
)

// judgedKinds are the kinds of event that must be reported, and must not be when they did not happen.
var judgedKinds = []string{
	reading.KindPlace, reading.KindRemove, reading.KindKeep, reading.KindSlide, reading.KindTrial, reading.KindBump,
}

func judgedEvents(events []reading.Event) []reading.Event {
	var some []reading.Event
	for _, e := range events {
		if slices.Contains(judgedKinds, e.Kind) {
			some = append(some, e)
		}
	}
	return some
}

// compareEvents tries the motions under which the pieces that were ever placed agree best, and takes the one under
// which the most events do.
func (c *WatchComparison) compareEvents(reported []reading.Event, beliefs []belief, film *Film) {
	happened, claimed := judgedEvents(film.Events), judgedEvents(reported)
	c.Events, c.Right = len(happened), -1
	motions, _ := bestMotions(built(claimed), built(happened))
	for _, m := range motions {
		claims := claimsOf(claimed, beliefs, m)
		reportOf, right := matchEvents(claims, happened, film)
		if right <= c.Right {
			continue
		}
		c.Right, c.Missing, c.Invented = right, nil, nil
		for i, e := range happened {
			if reportOf[i] < 0 {
				c.Missing = append(c.Missing, e)
			}
		}
		for j, e := range claimed {
			if !slices.Contains(reportOf, j) {
				c.Invented = append(c.Invented, e)
			}
		}
	}
}

// built is every tower and wall that was ever placed.
func built(events []reading.Event) pieceSet {
	s := pieceSet{}
	for _, e := range events {
		if p, ok := pieceOf(e); ok && e.Kind == reading.KindPlace {
			s[p] = struct{}{}
		}
	}
	return s
}

// pieceOf is the tower or wall that an event is about, if it is about one.
func pieceOf(e reading.Event) (Piece, bool) {
	switch at := e.At.(type) {
	case castellan.Node:
		return newPiece(at, at), true
	case castellan.Wall:
		return newPiece(at.From, at.To), true
	}
	return Piece{}, false
}

// claim is an event as it was reported, its place in the lattice of the film.
type claim struct {
	reading.Event
	piece Piece
	keep  [2]float64
}

func claimsOf(events []reading.Event, beliefs []belief, m Motion) []claim {
	claims := make([]claim, len(events))
	for i, e := range events {
		claims[i].Event = e
		if p, ok := pieceOf(e); ok {
			claims[i].piece = m.piece(p)
		}
		if e.Kind == reading.KindKeep {
			claims[i].keep = m.Point(keepOnLattice(e, beliefs))
		}
	}
	return claims
}

// keepOnLattice is where a keep that was reported stands in the lattice of the report. The event itself gives
// millimetres in a table frame of the reporter's own choice; the castle believed in at that time, or the next one, has
// the same keep with both. Where neither has one of that colour the answer is no place at all (NaN).
func keepOnLattice(e reading.Event, beliefs []belief) [2]float64 {
	best, nearest := [2]float64{math.NaN(), math.NaN()}, math.Inf(1)
	mm, ok := e.At.([2]float64)
	if !ok {
		return best
	}
	next := slices.IndexFunc(beliefs, func(b belief) bool { return b.from > e.Frame })
	if next < 0 {
		next = len(beliefs) - 1
	}
	for _, b := range beliefs[max(0, next-1) : next+1] {
		for _, k := range b.castle.Keeps {
			d := math.Hypot(k.AtMM[0]-mm[0], k.AtMM[1]-mm[1])
			if k.Color == e.Color && d < nearest {
				best, nearest = k.At, d
			}
		}
	}
	return best
}

// matchEvents says for each event that happened which claim reports it (-1 where none does), and how many are reported.
// Claims are taken in the order in which they were made: as the times in which like events may be reported begin and
// end in order too, no other way of matching them finds more. Of keeps in a courtyard that is divided after the first
// of them came, the one that stands nearest is taken.
func matchEvents(claims []claim, happened []reading.Event, film *Film) (reportOf []int, right int) {
	reportOf = make([]int, len(happened))
	used := make([]bool, len(claims))
	for i, e := range happened {
		reportOf[i] = -1
		nearest := math.Inf(1)
		from, to := film.timeToReport(e.Frame)
		for j := range claims {
			c := &claims[j]
			if used[j] || c.Frame < from || c.Frame > to {
				continue
			}
			if away, ok := c.reports(e, film); ok && away < nearest {
				reportOf[i], nearest = j, away
			}
		}
		if reportOf[i] >= 0 {
			used[reportOf[i]] = true
			right++
		}
	}
	return reportOf, right
}

// reports tells whether the claim has the kind, the piece and the place of an event of the film, and how far from where
// a keep was put it has that, in pitches; 0 for other events.
func (c *claim) reports(e reading.Event, film *Film) (away float64, ok bool) {
	if c.Kind != e.Kind {
		return 0, false
	}
	switch e.Kind {
	case reading.KindSlide, reading.KindBump:
		return 0, true
	case reading.KindKeep:
		mm, ok := e.At.([2]float64)
		if !ok || c.Color != e.Color {
			return 0, false
		}
		state := film.stateAt(e.Frame)
		if state.Lattice == nil {
			return 0, false
		}
		at := state.Lattice.Place(mm)
		truth := courtyardOf(state.Castle, at)
		return math.Hypot(c.keep[0]-at[0], c.keep[1]-at[1]), truth != outside && truth == courtyardOf(state.Castle, c.keep)
	case reading.KindTrial:
		if isOn(c.On) != isOn(e.On) {
			return 0, false
		}
	}
	p, ok := pieceOf(e)
	return 0, ok && c.piece == p && c.Piece == e.Piece
}

// isOn: a trial event that does not say so is one that begins.
func isOn(on *bool) bool { return on == nil || *on }

// timeToReport is the time (frames, both included) in which an event of a frame is to be reported: from the frame in
// which the hand that does it comes into the picture until the end of the next quiet span that is long enough to settle.
func (f *Film) timeToReport(frame int) (from, to int) {
	from, to = f.States[0].From, f.final().To
	for i := range f.States {
		if s := &f.States[i]; s.Quiet && s.To < frame {
			from = s.To + 1
		}
	}
	if f.stateAt(frame).Quiet {
		from = frame
	}
	for i := range f.States {
		if s := &f.States[i]; s.settles() && s.From >= frame {
			return from, s.To
		}
	}
	return from, to
}

// settles tells whether the state is a quiet span in which the castle has to be right at last.
func (s *State) settles() bool { return s.Quiet && s.To-s.From >= settleFrames }

// describe names an event for people, with its place as the event gives it.
func describe(e reading.Event) string {
	words := []string{e.Kind}
	if e.On != nil && !*e.On {
		words = append(words, "off")
	}
	if e.Color != "" {
		words = append(words, e.Color)
	}
	if p, ok := pieceOf(e); ok {
		words = append(words, e.Piece, strings.TrimPrefix(p.String(), "tower "))
	}
	return strings.Join(words, " ")
}
