package companion

import (
	"slices"
	"strings"
)

// Correct is a person's word against the eye's. It stands until the eye sees the piece change. Earlier says that what is
// added was not built in this turn but stood before.
type Correct struct {
	Add     []Piece `json:"add"`
	Remove  []Piece `json:"remove"`
	Earlier bool    `json:"earlier"`
	Reason  string  `json:"reason"`
}

// Overrule lets a violation stand: the one of the state with this code and these pieces.
type Overrule struct {
	Code   string  `json:"code"`
	Pieces []Piece `json:"pieces"`
	Reason string  `json:"reason"`
}

// OverruleScore sets a player's points, and says why.
type OverruleScore struct {
	Player string `json:"player"`
	Points int    `json:"points"`
	Reason string `json:"reason"`
}

// Answer settles a question with one of its answers.
type Answer struct {
	Question int64  `json:"question"`
	Answer   string `json:"answer"`
}

func (c Correct) facts(s State) ([]Fact, error) {
	if len(c.Add)+len(c.Remove) == 0 {
		return nil, refuse("correction", "The correction names no piece.")
	}
	for _, p := range c.Remove {
		if !s.Castle.Has(p) {
			return nil, refuse("correction", "There is no %s to take away.", p)
		}
	}
	for _, p := range c.Add {
		if s.Castle.Has(p) && !slices.Contains(c.Remove, p) {
			return nil, refuse("correction", "There is a %s already.", p)
		}
	}
	return []Fact{Corrected(c)}, nil
}

func (c Overrule) facts(s State) ([]Fact, error) {
	named := Violation{Code: c.Code, Pieces: c.Pieces}
	at := slices.IndexFunc(s.Violations, func(v Violation) bool {
		return v.same(named) || v.Code == c.Code && len(v.Pieces)+len(c.Pieces) == 0
	})
	if at < 0 {
		return nil, refuse("violation", "There is no such ruling any more.")
	}
	return []Fact{RulingOverruled{s.Violations[at], c.Reason}}, nil
}

func (c OverruleScore) facts(s State) ([]Fact, error) {
	points, plays := s.Scores[c.Player]
	switch {
	case !plays:
		return nil, refuse("color", "There is no player %q.", c.Player)
	case strings.TrimSpace(c.Reason) == "":
		return nil, refuse("reason", "Say why the points are to be others; the reason is kept with the game.")
	case points == c.Points:
		return nil, refuse("points", "The points are %d already.", points)
	}
	return []Fact{ScoreOverruled{Adjustment{c.Player, c.Points - points, c.Reason}}}, nil
}

func (c Answer) facts(s State) ([]Fact, error) {
	at := slices.IndexFunc(s.Questions, func(q Question) bool { return q.ID == c.Question })
	if at < 0 {
		return nil, refuse("question", "This question is not open any more.")
	}
	q := s.Questions[at]
	if !slices.Contains(q.Answers, c.Answer) {
		return nil, refuse("answer", "%q is no answer to this question.", c.Answer)
	}
	return append([]Fact{QuestionAnswered{q.ID, c.Answer}}, q.settled(s, c.Answer)...), nil
}
