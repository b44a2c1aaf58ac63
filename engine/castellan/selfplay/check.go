package selfplay

import (
	"fmt"
	"reflect"

	"github.com/castellan-companion/castellan/engine/castellan"
)

// Check tells what does not hold together in a position, or nil. The box must hold its pieces.
func Check(p *castellan.Position, rules castellan.Ruleset) error {
	s := p.Setup()
	e := castellan.Evaluate(s, rules)
	if len(e.Violations) > 0 {
		return fmt.Errorf("judged anew the castle breaks a rule: %s", e.Violations[0].Text)
	}
	courts := withoutOutlines(p.Courtyards())
	if scratch := withoutOutlines(e.Courtyards); !same(courts, scratch) {
		return fmt.Errorf("courtyards kept step by step: %v\nfrom scratch: %v", courts, scratch)
	}
	if flooded := FloodFill(s); rules.HangingLoopRing && !same(courts, flooded) {
		return fmt.Errorf("courtyards: %v\nby flooding: %v", courts, flooded)
	}
	if !reflect.DeepEqual(p.Scores(), e.Scores) || !reflect.DeepEqual(p.Keeps(), e.Keeps) {
		return fmt.Errorf("scores and keeps %v %v, from scratch %v %v", p.Scores(), p.Keeps(), e.Scores, e.Keeps)
	}
	return checkCounts(s, courts, e.Scores)
}

// checkCounts checks Euler's formula, and that points are incidences of towers and courtyards.
func checkCounts(s castellan.Setup, courts []castellan.Courtyard, scores map[string]int) error {
	towers := make(map[castellan.Node]int)
	for _, t := range s.Towers {
		towers[t] = 0
	}
	edges := 0
	for _, w := range s.Walls {
		_, from := towers[w.From]
		_, to := towers[w.To]
		if from && to {
			edges++
		}
	}
	if faces := len(courts) + 1; len(towers) > 0 && len(towers)-edges+faces != 2 {
		return fmt.Errorf("%d towers - %d closed walls + %d faces is not 2", len(towers), edges, faces)
	}
	points, incidences := 0, 0
	for _, c := range courts {
		if c.Owner == "" {
			return fmt.Errorf("the courtyard of %v has no owner", c.Towers)
		}
		points += c.Value
		for _, t := range c.Towers {
			towers[t]++
			incidences++
			if c.Double {
				incidences++
			}
		}
	}
	for _, score := range scores {
		points -= score
		incidences -= score
	}
	if points != 0 || incidences != 0 {
		return fmt.Errorf("values and scores differ by %d, incidences and scores by %d", points, incidences)
	}
	for t, n := range towers {
		if n > 4 {
			return fmt.Errorf("the tower at %v counts for %d courtyards", t, n)
		}
	}
	return nil
}

func withoutOutlines(courts []castellan.Courtyard) []castellan.Courtyard {
	for k := range courts {
		courts[k].Outline = nil
	}
	return courts
}

func same(a, b []castellan.Courtyard) bool {
	return len(a) == 0 && len(b) == 0 || reflect.DeepEqual(a, b)
}
