package companion

import (
	"maps"
	"slices"

	"github.com/castellan-companion/castellan/engine/castellan"
)

// consequences are the facts that follow by the rules from the castle as it stands and have not been recorded yet. They
// are in the order in which people understand them: what is wrong, what closed, what it counts. Recording them leaves no
// further consequences, so they can be asked for again at any time, also after a crash in the middle.
func consequences(s State) []Fact {
	if facts := learnedPlayers(s); facts != nil {
		return facts
	}
	violations := castleViolations(s)
	if slices.ContainsFunc(violations, Violation.spoils) {
		return violationFacts(s.Violations, violations) // the courtyards and points of the last castle that could be judged stand
	}
	now := s
	now.Violations = violations
	e := castellan.Evaluate(now.judged().Setup(s.Players), castellan.DefaultRules())
	now.Courtyards = courtyardsOf(e.Courtyards)
	violations = append(violations, marked(s, turnViolations(now))...)
	now.Violations = violations
	facts := violationFacts(s.Violations, violations)
	facts = append(facts, courtyardFacts(s.Courtyards, now.Courtyards)...)
	facts = append(facts, ruleQuestions(now)...)
	scores := s.adjusted(e.Scores)
	winner := append([]string{}, s.leading(e, scores)...)
	if !maps.Equal(scores, s.Scores) || !maps.Equal(e.Keeps, s.Keeps) || !slices.Equal(winner, s.Winner) {
		facts = append(facts, ScoreChanged{scores, e.Keeps, winner})
	}
	if s.over() && !s.Ended {
		facts = append(facts, GameEnded{})
	}
	return facts
}

// castleViolations are what the rules say against the castle as it stands, whoever built it.
func castleViolations(s State) []Violation {
	setup := s.Castle.Setup(s.Players)
	all := marked(s, violationsOf(setup, castellan.Evaluate(setup, castellan.DefaultRules()).Violations))
	if !slices.ContainsFunc(all, func(v Violation) bool { return v.Overruled && v.breaks() }) {
		return all
	}
	// What is let stand may have hidden other faults, and the courtyards.
	now := s
	now.Violations = all
	setup = now.judged().Setup(s.Players)
	for _, v := range marked(s, violationsOf(setup, castellan.Evaluate(setup, castellan.DefaultRules()).Violations)) {
		if !slices.ContainsFunc(all, v.same) {
			all = append(all, v)
		}
	}
	return all
}

// marked notes which violations people let stand.
func marked(s State, found []Violation) []Violation {
	for k := range found {
		found[k].Overruled = slices.ContainsFunc(s.letStand, found[k].same)
	}
	return found
}

// learnedPlayers lets the keeps tell who plays, while no person has said so. A keep is put into a courtyard in its owner's
// turn, so a new colour is the one whose turn it is. Of one colour alone the other of its edition is taken to play too,
// until a keep says otherwise.
func learnedPlayers(s State) []Fact {
	if len(s.Players) > 0 && !s.playersLearned {
		return nil
	}
	var seen, fresh []string
	for _, k := range s.Castle.Setup(nil).Keeps {
		if slices.Contains(seen, k.Color) {
			continue
		}
		seen = append(seen, k.Color)
		if !slices.Contains(s.Players, k.Color) {
			fresh = append(fresh, k.Color)
		}
	}
	if len(fresh) == 0 {
		return nil
	}
	isSeen := func(color string) bool { return slices.Contains(seen, color) }
	players := slices.DeleteFunc(slices.Clone(s.Players), func(color string) bool { return !isSeen(color) })
	players, turn := append(players, fresh...), s.Turn.Player
	if !isSeen(turn) {
		turn = fresh[0]
	}
	if at := slices.Index(Colors, players[0]); at >= 0 && len(players) == 1 {
		players = append(players, Colors[at^1])
	}
	return []Fact{PlayersSet{Players: players, Turn: turn, Learned: true}}
}

// spoils tells whether a castle with this violation cannot be judged.
func (v Violation) spoils() bool { return !v.Overruled && v.breaks() }

// breaks tells whether the violation is one of geometry. A supply exceeded is none, and faults of keeps and of turns leave
// the courtyards standing.
func (v Violation) breaks() bool {
	switch castellan.Code(v.Code) {
	case castellan.CodeOffAxis, castellan.CodeBadLength, castellan.CodeOutOfReach, castellan.CodeOverlap,
		castellan.CodeNoRoomForTower, castellan.CodeOpenEndsMeet, castellan.CodeDisconnected:
		return true
	case castellan.CodeDuplicate:
		return !slices.ContainsFunc(v.Pieces, func(p Piece) bool { return p.Kind == KeepPiece })
	}
	return false
}

func violationFacts(was, is []Violation) []Fact {
	var facts []Fact
	for _, v := range was {
		if !slices.ContainsFunc(is, v.same) {
			facts = append(facts, ViolationMended{v})
		}
	}
	for _, v := range is {
		if !slices.ContainsFunc(was, v.same) {
			facts = append(facts, ViolationFound{v})
		}
	}
	return facts
}

func courtyardFacts(was, is []Courtyard) []Fact {
	var facts []Fact
	for _, c := range was {
		if !slices.ContainsFunc(is, c.samePlace) {
			facts = append(facts, CourtyardOpened{c})
		}
	}
	for _, c := range is {
		at := slices.IndexFunc(was, c.samePlace)
		if at < 0 {
			facts = append(facts, CourtyardClosed{c})
			continue
		}
		before := was[at]
		switch {
		case c.Owner != nil && (before.Owner == nil || *before.Owner != *c.Owner || before.Double != c.Double):
			facts = append(facts, CourtyardClaimed{c})
		case c.Value != before.Value || (c.Owner == nil) != (before.Owner == nil):
			facts = append(facts, CourtyardChanged{before, c})
		}
	}
	return facts
}

func courtyardsOf(found []castellan.Courtyard) []Courtyard {
	all := make([]Courtyard, len(found))
	for i, c := range found {
		all[i] = Courtyard{Towers: c.Towers, Area: c.Area, Value: c.Value, Double: c.Double, Outline: border(c.Outline)}
		if c.Owner != "" {
			all[i].Owner = &c.Owner
		}
	}
	return all
}

// border is an outline without the dead ends that are walked both ways, beginning at its smallest corner: the same however
// the courtyard is furnished inside.
func border(walk []castellan.Node) []castellan.Node {
	var ring []castellan.Node
	for _, n := range walk {
		if len(ring) > 0 && ring[len(ring)-1] == n {
			continue
		}
		if len(ring) > 1 && ring[len(ring)-2] == n {
			ring = ring[:len(ring)-1]
			continue
		}
		ring = append(ring, n)
	}
	for len(ring) > 2 && ring[len(ring)-1] == ring[1] { // a dead end at the very beginning
		ring = ring[1 : len(ring)-1]
	}
	if len(ring) == 0 {
		return ring
	}
	first := slices.Index(ring, slices.MinFunc(ring, castellan.CompareNodes))
	return slices.Concat(ring[first:], ring[:first])
}

func violationsOf(setup castellan.Setup, found []castellan.Violation) []Violation {
	all := make([]Violation, len(found))
	for i, v := range found {
		all[i] = Violation{Code: string(v.Code), Text: v.Text, Pieces: []Piece{}}
		for _, ref := range v.Pieces {
			switch ref.List {
			case castellan.Towers:
				all[i].Pieces = append(all[i].Pieces, TowerAt(setup.Towers[ref.Index]))
			case castellan.Walls:
				all[i].Pieces = append(all[i].Pieces, WallBetween(setup.Walls[ref.Index]))
			case castellan.Keeps:
				all[i].Pieces = append(all[i].Pieces, KeepOf(setup.Keeps[ref.Index]))
			}
		}
	}
	return all
}
