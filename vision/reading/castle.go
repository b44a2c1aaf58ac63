package reading

import (
	"math"
	"slices"

	"github.com/castellan-companion/castellan/engine/castellan"
)

// Setup is the castle as the rules take it: its players are the colours of its keeps, in the order in which they are
// listed. Trial towers are left out.
func (c Castle) Setup() castellan.Setup {
	s := castellan.Setup{Towers: c.Towers, Walls: c.Walls}
	for _, k := range c.Keeps {
		s.Keeps = append(s.Keeps, castellan.Keep{Color: k.Color, At: k.At, Count: k.Count})
		if !slices.Contains(s.Players, k.Color) {
			s.Players = append(s.Players, k.Color)
		}
	}
	return s
}

// Scores is what the castle counts by the rules, for every colour of its keeps. Where a hand hides what joins its parts, each part counts for
// itself.
func (c Castle) Scores() map[string]int {
	parts := c.Parts()
	if len(parts) < 2 {
		return castellan.Evaluate(c.Setup(), castellan.DefaultRules()).Scores
	}
	sum := map[string]int{}
	keeps := make([][]Keep, len(parts))
	for _, k := range c.Keeps {
		sum[k.Color] = 0
		if i := innermost(parts, k); i >= 0 {
			keeps[i] = append(keeps[i], k)
		}
	}
	for i, part := range parts {
		part.Keeps = keeps[i]
		for color, points := range castellan.Evaluate(part.Setup(), castellan.DefaultRules()).Scores {
			sum[color] += points
		}
	}
	return sum
}

// innermost is the part in the least of whose courtyards a keep stands, as one part may lie within another's; -1 where it is in none.
func innermost(parts []Castle, k Keep) int {
	in, least := -1, math.MaxInt
	for i, part := range parts {
		part.Keeps = []Keep{k}
		for _, court := range castellan.Evaluate(part.Setup(), castellan.DefaultRules()).Courtyards {
			if court.Owner != "" && court.Area < least {
				in, least = i, court.Area
			}
		}
	}
	return in
}

// Parts are the towers and walls of a castle, those that are joined together. A wall without a tower is a part of its own.
func (c Castle) Parts() []Castle {
	tower := map[castellan.Node]bool{}
	part := map[castellan.Node]castellan.Node{} // each node's way to the one that stands for its part
	var root func(castellan.Node) castellan.Node
	root = func(n castellan.Node) castellan.Node {
		up, ok := part[n]
		if !ok || up == n {
			return n
		}
		part[n] = root(up)
		return part[n]
	}
	for _, n := range c.Towers {
		tower[n] = true
	}
	for _, w := range c.Walls {
		if tower[w.From] && tower[w.To] {
			part[root(w.From)] = root(w.To)
		}
	}
	var parts []Castle
	index := map[castellan.Node]int{}
	of := func(n castellan.Node) *Castle {
		k, ok := index[root(n)]
		if !ok {
			k = len(parts)
			index[root(n)] = k
			parts = append(parts, Castle{})
		}
		return &parts[k]
	}
	for _, n := range c.Towers {
		p := of(n)
		p.Towers = append(p.Towers, n)
	}
	for _, w := range c.Walls {
		end := w.From
		if !tower[end] {
			end = w.To
		}
		p := of(end)
		p.Walls = append(p.Walls, w)
	}
	return parts
}
