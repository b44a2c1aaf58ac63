package companion

import (
	"slices"

	"github.com/castellan-companion/castellan/engine/castellan"
)

// Codes of questions.
const (
	// PiecesMissing: pieces of earlier turns are not seen any more.
	PiecesMissing = "pieces_missing"
	// OutOfStep: most of the castle is not seen any more; another castle may stand there.
	OutOfStep = "out_of_step"
	// KeepCount: a keep of an earlier turn looks doubled, or single, which the rules do not allow.
	KeepCount = "keep_count"
	// PieceDoubted: the eye is not sure what stands at a place. Each answer names what does; Choices are the same as pieces.
	PieceDoubted = "piece_doubted"
	// WhichDouble: it is not clear which of these keeps is the player's double keep. The answers are the keeps.
	WhichDouble = "which_double"
)

// Answers to questions.
const (
	TakenAway     = "taken_away"     // the camera is right: the pieces are gone
	StillThere    = "still_there"    // the record is right: the camera does not see them
	BelieveCamera = "believe_camera" // all is as the camera sees it
	BelieveRecord = "believe_record" // all is as the record says
	Obsolete      = "obsolete"       // the question settled itself
)

// maxAnswers is from how many answers people can choose.
const maxAnswers = 3

// Question is a doubt that a person can settle. ID is the number of the event that asked it. Pieces are in doubt: the record
// has them as they are here. Seen is what the camera sees in their place.
type Question struct {
	ID      int64    `json:"id"`
	Code    string   `json:"code"`
	Pieces  []Piece  `json:"pieces"`
	Seen    []Piece  `json:"seen,omitempty"`
	Answers []string `json:"answers"` // most likely first
	// Choices are what stands at the place in doubt by each of the answers, and Turn is the turn in which the doubt came up; with
	// PieceDoubted.
	Choices [][]Piece `json:"choices,omitempty"`
	Turn    int       `json:"turn,omitempty"`

	// Picture is the number of the event whose picture shows the doubt; 0 for none. Size is that of the picture, Box the part of
	// it that matters: x0, y0, x1, y1, all in pixels.
	Picture int64  `json:"picture,omitempty"`
	Size    [2]int `json:"size,omitzero"`
	Box     [4]int `json:"box,omitzero"`
}

func (q Question) same(other Question) bool {
	return q.Code == other.Code && slices.Equal(q.Pieces, other.Pieces) && slices.Equal(q.Seen, other.Seen)
}

// ofCamera tells whether the question is about a difference between camera and record.
func (q Question) ofCamera() bool { return q.Code != WhichDouble && q.Code != PieceDoubted }

// about tells whether the question names a piece.
func (q Question) about(p Piece) bool {
	return slices.ContainsFunc(q.Pieces, p.isAt) || slices.ContainsFunc(q.Seen, p.isAt)
}

// settled are the facts that an answer brings besides the answer.
func (q Question) settled(s State, answer string) []Fact {
	switch answer {
	case TakenAway, BelieveCamera:
		return []Fact{Corrected{Add: q.Seen, Remove: q.Pieces, Earlier: len(q.Seen) > 0}}
	}
	switch q.Code {
	case PieceDoubted:
		return q.settledDoubt(s, answer)
	case WhichDouble:
	default:
		return nil
	}
	var set Corrected
	for _, keep := range q.Pieces {
		right := keep
		right.Keep.Count = keepCount(keep.String() == answer)
		if right != keep {
			set.Remove, set.Add = append(set.Remove, keep), append(set.Add, right)
		}
	}
	if len(set.Add) == 0 {
		return nil
	}
	return []Fact{set}
}

// ruleQuestions ask what the rules need to know and the castle does not tell, and settle what it tells by now.
func ruleQuestions(s State) []Fact {
	var asked []Question
	for _, v := range s.Violations {
		if v.Code == string(castellan.CodeDoubleKeepTwice) && !v.Overruled {
			asked = append(asked, whichDouble(v.Pieces))
		}
	}
	if s.game != nil && !s.Ended {
		for _, was := range s.game.Position().Courtyards() {
			if parts := s.parts(was); was.Double && len(parts) > 1 && s.divided(was) && doubles(parts) != 1 {
				asked = append(asked, whichDouble(parts))
			}
		}
	}
	var facts []Fact
	for _, q := range s.Questions {
		if q.Code == WhichDouble && !slices.ContainsFunc(asked, q.same) {
			facts = append(facts, QuestionAnswered{q.ID, Obsolete})
		}
	}
	for k, q := range asked {
		if !slices.ContainsFunc(s.Questions, q.same) && !slices.ContainsFunc(asked[:k], q.same) {
			facts = append(facts, QuestionAsked{q})
		}
	}
	return facts
}

func whichDouble(keeps []Piece) Question {
	q := Question{Code: WhichDouble, Pieces: keeps[:min(len(keeps), maxAnswers)]}
	for _, keep := range q.Pieces {
		q.Answers = append(q.Answers, keep.String())
	}
	return q
}

func doubles(keeps []Piece) int {
	n := 0
	for _, keep := range keeps {
		n += keep.Keep.Count - 1
	}
	return n
}

// divided tells whether a courtyard of the beginning of the turn is there no more.
func (s State) divided(was castellan.Courtyard) bool {
	is := courtyardsOf([]castellan.Courtyard{was})[0]
	return !slices.ContainsFunc(s.Courtyards, is.samePlace)
}

func (f QuestionAsked) apply(s *State, e Event) {
	q := f.Question
	q.ID, q.Picture = e.Seq, e.Picture
	s.Questions = append(slices.Clone(s.Questions), q)
	if q.Code == PieceDoubted {
		s.asked = append(slices.Clip(s.asked), asking{s.Turn.Number, together(q.Choices)})
	}
}

// asking is that people were asked in a turn what of these pieces stands.
type asking struct {
	turn   int
	pieces []Piece
}

// askedInTurn are the pieces of which people were asked in the running turn whether they stand. Nobody is asked twice.
func (s State) askedInTurn() []Piece {
	var pieces []Piece
	for _, a := range s.asked {
		if a.turn == s.Turn.Number {
			pieces = append(pieces, a.pieces...)
		}
	}
	return pieces
}

func (f QuestionAnswered) apply(s *State, _ Event) {
	at := slices.IndexFunc(s.Questions, func(q Question) bool { return q.ID == f.ID })
	if at < 0 {
		return
	}
	q := s.Questions[at]
	if f.Answer == StillThere || f.Answer == BelieveRecord || q.Code == PieceDoubted && f.Answer != Obsolete {
		s.overrule(q.Pieces, q.Seen)
	}
	s.Questions = slices.Delete(slices.Clone(s.Questions), at, at+1)
}
