package companion

import (
	"slices"

	"github.com/castellan-companion/castellan/engine/castellan"
)

// takeOver decides what follows from a quiet reading of the castle. Pieces of the running turn may come and go; a piece of
// an earlier turn stays until a person has said that it is gone. After the game's end the table is cleared, so that nothing is
// taken over any more.
func takeOver(s State, seen Castle, confidence float64, by judgement) []Fact {
	if s.Ended {
		return nil
	}
	d := s.differences(seen, by)
	if 2*len(d.missing) > len(s.Castle.pieces) {
		return cameraQuestions(s, []Question{{
			Code: OutOfStep, Pieces: d.missing, Seen: d.came, Answers: []string{BelieveCamera, BelieveRecord},
		}})
	}
	var facts []Fact
	for _, p := range d.removed {
		facts = append(facts, PieceRemoved{p})
	}
	for _, k := range d.keeps {
		facts = append(facts, KeepChanged{k})
	}
	for _, p := range d.came {
		facts = append(facts, PiecePlaced{p, confidence})
	}
	asked := make([]Question, 0, len(d.counts)+1)
	for _, k := range d.counts {
		asked = append(asked, Question{
			Code: KeepCount, Pieces: []Piece{k.From}, Seen: []Piece{k.To}, Answers: []string{BelieveRecord, BelieveCamera},
		})
	}
	if len(d.missing) > 0 {
		asked = append(asked, Question{Code: PiecesMissing, Pieces: d.missing, Answers: []string{TakenAway, StillThere}})
	}
	return append(facts, cameraQuestions(s, asked)...)
}

// differences are what the eye sees otherwise than the game knows it.
type differences struct {
	missing []Piece      // of earlier turns
	removed []Piece      // of this turn
	came    []Piece      //
	keeps   []KeepChange // that the rules allow
	counts  []KeepChange // of earlier turns that look higher or lower than they were
}

// judgement is how far the eye is to be believed.
type judgement struct {
	agreed map[Piece]bool // overruled pieces on which it has come round to the person's view: about these it is believed again
	unsure []Piece        // in doubt: that one of them is gone or doubled is not said until it is sure; the doubt is asked about instead
}

func (s State) differences(seen Castle, by judgement) differences {
	change := changeBetween(s.Castle, seen)
	overruled := func(p Piece) bool { return slices.ContainsFunc(s.Overruled, p.isAt) && !by.agreed[p] }
	unsure := func(p Piece) bool { return slices.ContainsFunc(by.unsure, p.isAt) }
	var d differences
	for _, p := range change.Gone {
		switch {
		case overruled(p):
		case p.Kind != Trial && s.Turn.began.Has(p) && unsure(p):
		case p.Kind != Trial && s.Turn.began.Has(p):
			d.missing = append(d.missing, p)
		default:
			d.removed = append(d.removed, p)
		}
	}
	for _, k := range change.Keeps {
		switch {
		case k.From.isAt(k.To) && overruled(k.From):
		case s.game != nil && k.From.isAt(k.To) && s.Turn.began.Has(k.From) && !s.inDivided(k.From):
			if !unsure(k.From) {
				d.counts = append(d.counts, k)
			}
		default:
			d.keeps = append(d.keeps, k)
		}
	}
	for _, p := range change.Came {
		if !overruled(p) {
			d.came = append(d.came, p)
		}
	}
	return d
}

// inDivided tells whether a keep stands where a courtyard of the beginning of the turn is there no more.
func (s State) inDivided(keep Piece) bool {
	for _, was := range s.game.Position().Courtyards() {
		if castellan.Within(was.Outline, keep.Keep.At) && s.divided(was) {
			return true
		}
	}
	return false
}

// cameraQuestions asks what is not asked yet, and settles the open questions about which camera and record agree again.
// Pieces that an open question names are not asked about anew.
func cameraQuestions(s State, asked []Question) []Fact {
	var facts []Fact
	for _, open := range s.Questions {
		if !open.ofCamera() {
			continue
		}
		at := slices.IndexFunc(asked, func(q Question) bool {
			return q.Code == open.Code && slices.ContainsFunc(q.Pieces, func(p Piece) bool { return slices.Contains(open.Pieces, p) })
		})
		switch {
		case at < 0 || open.Code == OutOfStep && !open.same(asked[at]):
			facts = append(facts, QuestionAnswered{open.ID, Obsolete})
		default:
			asked[at].Pieces = slices.DeleteFunc(slices.Clone(asked[at].Pieces), func(p Piece) bool {
				return slices.Contains(open.Pieces, p)
			})
		}
	}
	for _, q := range asked {
		if len(q.Pieces) > 0 {
			facts = append(facts, QuestionAsked{q})
		}
	}
	return facts
}

// agreeing are the overruled pieces about which the eye sees what the game says.
func agreeing(s State, seen Castle) []Piece {
	change := changeBetween(s.Castle, seen)
	differs := slices.Concat(change.Gone, change.Came)
	for _, k := range change.Keeps {
		differs = append(differs, k.From)
	}
	var agree []Piece
	for _, p := range s.Overruled {
		if !slices.ContainsFunc(differs, p.isAt) {
			agree = append(agree, p)
		}
	}
	return agree
}
