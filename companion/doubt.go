package companion

import (
	"slices"
	"strings"
	"time"

	"github.com/castellan-companion/castellan/vision/reading"
)

// doubtPatience is how long the eye may be in doubt about a place without a hand in the picture, all such times together, before
// people are asked. Most doubts settle themselves: the eye looks again, or the next piece shows it.
const doubtPatience = 2 * time.Second

// nothing is the answer that no piece stands at the place in doubt.
const nothing = "nothing"

// doubt is what the eye is not sure of, in the game's lattice: choices are what may stand at a place, the likeliest first.
type doubt struct {
	choices [][]Piece
	size    [2]int // of the picture, in pixels
	box     [4]int // the part of it that shows the place, all 0 where none does
}

// pieces are all that may stand at the place.
func (d doubt) pieces() []Piece { return together(d.choices) }

func together(choices [][]Piece) []Piece { return CastleOf(slices.Concat(choices...)...).pieces }

// doubtOf takes a doubt of the eye about its castle to the game's lattice. A keep stands where the game's castle has it, within a nudge.
// It is false where the doubt names what this program does not know.
func doubtOf(seen reading.Doubt, current, game Castle, laid motion) (doubt, bool) {
	type change struct{ add, remove []Piece }
	var changes []change
	var named []Piece
	for _, alternative := range seen.Alternatives[:min(len(seen.Alternatives), maxAnswers)] {
		var c change
		for _, text := range alternative.CastleDiff {
			parsed, err := reading.ParseChange(text)
			if err != nil {
				return doubt{}, false
			}
			piece := changed(parsed)
			if parsed.Add {
				c.add = append(c.add, piece)
			} else {
				c.remove = append(c.remove, piece)
			}
			named = append(named, piece)
		}
		changes = append(changes, c)
	}
	d := doubt{box: seen.Box}
	for _, c := range changes {
		stands := []Piece{}
		for _, p := range CastleOf(named...).pieces {
			if slices.Contains(c.add, p) || current.Has(p) && !slices.Contains(c.remove, p) {
				stands = append(stands, game.settled(laid.piece(p)))
			}
		}
		d.choices = append(d.choices, stands)
	}
	return d, len(d.choices) > 1
}

// changed is the piece that a change of the eye's is about.
func changed(c reading.Change) Piece {
	switch c.Of {
	case reading.ChangedKeep:
		c.Keep.At = roundPlace(c.Keep.At)
		return KeepOf(c.Keep)
	case reading.ChangedTrial:
		return TrialAt(c.Place.From)
	case reading.ChangedTower:
		return TowerAt(c.Place.From)
	default:
		return WallBetween(c.Place)
	}
}

// settled is a keep at the place where the castle has one within a nudge of it, of whatever colour; other pieces are as they are.
func (c Castle) settled(p Piece) Piece {
	if p.Kind != KeepPiece {
		return p
	}
	for _, known := range c.pieces {
		if known.Kind == KeepPiece && distance(known.Keep.At, p.Keep.At) <= keepStill {
			p.Keep.At = known.Keep.At
		}
	}
	return p
}

// question asks what stands there.
func (d doubt) question(s State, turn int) Question {
	q := Question{Code: PieceDoubted, Pieces: []Piece{}, Turn: turn, Choices: d.choices}
	if d.box != ([4]int{}) {
		q.Size, q.Box = d.size, d.box
	}
	for _, p := range d.pieces() {
		if s.Castle.Has(p) {
			q.Pieces = append(q.Pieces, p)
		} else {
			q.Seen = append(q.Seen, p)
		}
	}
	for _, stands := range d.choices {
		q.Answers = append(q.Answers, answerFor(stands))
	}
	return q
}

// answerFor names what stands at a place in doubt: "tower 3,4", "double keep red 0.5,0.5", or nothing.
func answerFor(stands []Piece) string {
	if len(stands) == 0 {
		return nothing
	}
	names := make([]string, len(stands))
	for k, p := range stands {
		names[k] = p.String()
		if p.Keep.Count > 1 {
			names[k] = "double " + names[k]
		}
	}
	return strings.Join(names, " + ")
}

// matters tells whether the referee would say anything else, or the checklist would, if something else stood there than the
// castle has. What would make the castle impossible to judge is not taken for likely.
func (s State) matters(choices [][]Piece) bool {
	list := s.Checklist()
	for _, stands := range choices {
		other := s
		for _, p := range together(choices) {
			other.Castle = other.Castle.Without(p)
		}
		for _, p := range stands {
			other.Castle = other.Castle.With(p)
		}
		if slices.ContainsFunc(castleViolations(other), Violation.spoils) {
			continue
		}
		if len(consequences(other)) > 0 || list.Left != nil && *other.Checklist().Left != *list.Left {
			return true
		}
	}
	return false
}

// settledDoubt is the correction that an answer about a place in doubt brings. A piece that is answered for in a later turn
// than that in which the doubt came up stood before.
func (q Question) settledDoubt(s State, answer string) []Fact {
	set := Corrected{Earlier: q.Turn < s.Turn.Number}
	var choices [][]Piece // as the castle has them by now: keeps are nudged about
	for _, stands := range q.Choices {
		var now []Piece
		for _, p := range stands {
			now = append(now, s.Castle.settled(p))
		}
		choices = append(choices, now)
	}
	stands := choices[slices.Index(q.Answers, answer)]
	for _, p := range together(choices) {
		switch has := s.Castle.Has(p); {
		case slices.Contains(stands, p) && !has:
			set.Add = append(set.Add, p)
		case has && !slices.Contains(stands, p):
			set.Remove = append(set.Remove, p)
		}
	}
	if len(set.Add)+len(set.Remove) == 0 {
		return nil
	}
	return []Fact{set}
}
