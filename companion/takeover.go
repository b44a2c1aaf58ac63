package companion

import "slices"

// takeOver decides what follows from a quiet reading of the castle. Pieces of the running turn may come and go; a piece of
// an earlier turn stays until a person has said that it is gone. agreed holds the overruled pieces on which the eye has
// come round to the person's view: about these it is believed again.
func takeOver(s State, seen Castle, confidence float64, agreed map[Piece]bool) []Fact {
	change := changeBetween(s.Castle, seen)
	overruled := func(p Piece) bool { return slices.ContainsFunc(s.Overruled, p.isAt) && !agreed[p] }

	var facts []Fact
	var missing []Piece
	for _, p := range change.Gone {
		switch {
		case overruled(p):
		case p.Kind != Trial && s.Turn.began.Has(p):
			missing = append(missing, p)
		default:
			facts = append(facts, PieceRemoved{p})
		}
	}
	for _, k := range change.Keeps {
		facts = append(facts, KeepChanged{k})
	}
	for _, p := range change.Came {
		if !overruled(p) {
			facts = append(facts, PiecePlaced{p, confidence})
		}
	}
	return append(facts, questions(s, missing)...)
}

// questions asks about the missing pieces that no open question names, and settles those whose pieces are all seen again.
func questions(s State, missing []Piece) []Fact {
	var facts []Fact
	for _, q := range s.Questions {
		if !slices.ContainsFunc(q.Pieces, func(p Piece) bool { return slices.Contains(missing, p) }) {
			facts = append(facts, QuestionAnswered{q.ID, Obsolete})
			continue
		}
		missing = slices.DeleteFunc(missing, func(p Piece) bool { return slices.Contains(q.Pieces, p) })
	}
	if len(missing) == 0 {
		return facts
	}
	code := PiecesMissing
	if 2*len(missing) > len(s.Castle.pieces) {
		code = OutOfStep
	}
	return append(facts, QuestionAsked{Question{Code: code, Pieces: missing, Answers: []string{TakenAway, StillThere}}})
}

// agreeing are the overruled pieces about which the eye sees what the game says.
func agreeing(s State, seen Castle) []Piece {
	change := changeBetween(s.Castle, seen)
	differs := slices.Concat(change.Gone, change.Came)
	var agree []Piece
	for _, p := range s.Overruled {
		if !slices.ContainsFunc(differs, p.isAt) {
			agree = append(agree, p)
		}
	}
	return agree
}
