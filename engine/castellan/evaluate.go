package castellan

import (
	"cmp"
	"slices"

	"github.com/paulmach/orb"
	"github.com/paulmach/orb/planar"
)

// Courtyard is an area enclosed by walls whose ends are all joined by towers.
type Courtyard struct {
	Towers  []Node // every tower that touches it from around or within, sorted; they make its value
	Area    int    // in unit squares, without what loops hanging inside enclose
	Value   int    // in points: the number of towers, doubled under a double keep
	Owner   string // colour of the keep in it, "" without one
	Double  bool   // a double keep stands in it
	Outline []Node // corners in walking order, counter-clockwise; dead ends inside are walked both ways
}

// Within tells whether a place (lattice coordinates) lies within an outline as Courtyard has it, or on it.
func Within(outline []Node, at [2]float64) bool {
	ring := make(orb.Ring, len(outline))
	for k, n := range outline {
		ring[k] = orb.Point{float64(n.I), float64(n.J)}
	}
	return planar.RingContains(ring, at)
}

// Evaluation is all that the rules say about a heap of pieces.
type Evaluation struct {
	Courtyards []Courtyard    // sorted by towers, then area; nil where the violations leave no well-formed plane
	Scores     map[string]int // points by colour
	Keeps      map[string]int // keep pieces by colour, wherever they stand; a double keep is two
	Winner     []string       // sorted; nil where there is any violation but an exceeded supply
	Violations []Violation    // by what is wrong, as in the list of codes, and then as the pieces come in the setup
}

const doubleKeep = 2

// Evaluate finds the courtyards of a setup, counts its score and reports everything that is wrong with it. The setup may
// be any heap of pieces; it is not changed. Time and memory grow in proportion to the number of pieces (n log n for
// sorting). The ruleset's piece set must be a valid one (PieceSet.Check).
func Evaluate(s Setup, rules Ruleset) Evaluation {
	e := Evaluation{Scores: make(map[string]int), Keeps: make(map[string]int)}
	for _, p := range s.Players {
		e.Scores[p], e.Keeps[p] = 0, 0
	}
	for _, k := range s.Keeps {
		e.Keeps[k.Color] += rules.keepPieces(k.Count)
	}
	h, faults := newHeap(&s, geometryOf(rules.Set))
	misshapen := slices.ContainsFunc(faults, func(v Violation) bool { return v.Code != CodeDuplicate })
	supply := rules.supplyFaults(h.supply(), len(s.Players))
	if !misshapen {
		faults = slices.Concat(faults, supply, h.geometryFaults(rules), h.loosePieces())
	} else {
		faults = append(faults, supply...)
	}
	doubles := h.doubleKeepFaults()
	if len(faults) > len(supply) {
		e.Violations = slices.Concat(faults, doubles)
		return e
	}
	courtyards, keepFaults := newPlane(h).courtyards(rules)
	e.Courtyards, e.Violations = courtyards, slices.Concat(faults, keepFaults, doubles)
	for _, c := range e.Courtyards {
		if c.Owner != "" {
			e.Scores[c.Owner] += c.Value
		}
	}
	if len(e.Violations) == len(supply) {
		e.Winner = rules.winner(s.Players, e.Scores, e.Keeps)
	}
	return e
}

// keepPieces is what a keep of count pieces adds to its colour's number of keeps.
func (r Ruleset) keepPieces(count int) int {
	if r.DoubleCountsAsTwoKeeps {
		return count
	}
	return min(count, 1)
}

// courtyards lists the bounded faces with their keeps, and reports keeps that stand wrong.
func (p *plane) courtyards(rules Ruleset) ([]Courtyard, []Violation) {
	keeps, outside := p.keepsByFace()
	all := make([]Courtyard, 0, len(p.faces))
	var repeated, owners []Violation
	var inside []int32
	for n, f := range p.faces {
		if !f.bounded() {
			continue
		}
		c := Courtyard{Towers: rules.countedTowers(f), Area: f.area, Outline: f.walk}
		c.Value = len(c.Towers)
		if inside = keeps.of(int32(n), inside[:0]); len(inside) > 0 {
			again, rival := p.heap.keepFaults(inside)
			repeated, owners = append(repeated, again...), append(owners, rival...)
			if first := p.heap.setup.Keeps[inside[0]]; len(rival) == 0 {
				c.Owner, c.Double = first.Color, first.Count == doubleKeep
			}
		}
		if c.Double {
			c.Value *= 2
		}
		all = append(all, c)
	}
	return sortedCourtyards(all), slices.Concat(repeated, outside, owners)
}

// sortedCourtyards sorts by towers and area. Of a million courtyards it moves each only once, and looks at few but for their
// first tower.
func sortedCourtyards(all []Courtyard) []Courtyard {
	type ordinal struct {
		first uint64 // the first tower
		n     int32
	}
	order := make([]ordinal, len(all))
	for k, c := range all {
		order[k] = ordinal{c.Towers[0].point().ordinal(), int32(k)}
	}
	slices.SortFunc(order, func(a, b ordinal) int {
		if a.first != b.first {
			return cmp.Compare(a.first, b.first)
		}
		return cmp.Or(slices.CompareFunc(all[a.n].Towers, all[b.n].Towers, CompareNodes), cmp.Compare(all[a.n].Area, all[b.n].Area))
	})
	sorted := make([]Courtyard, len(all))
	for k, o := range order {
		sorted[k] = all[o.n]
	}
	return sorted
}

// keepFaults reports what is wrong with the keeps (indexes in the setup) of one courtyard.
func (h *heap) keepFaults(inside []int32) (repeated, owners []Violation) {
	if len(inside) == 1 {
		return nil, nil
	}
	var colours []PieceRef // the first keep of each colour
	for _, k := range inside {
		ref, color := PieceRef{Keeps, int(k)}, h.setup.Keeps[k].Color
		n := slices.IndexFunc(colours, func(c PieceRef) bool { return h.setup.Keeps[c.Index].Color == color })
		if n >= 0 {
			repeated = append(repeated, h.violation(CodeDuplicate, colours[n], ref))
			continue
		}
		colours = append(colours, ref)
	}
	if len(colours) > 1 {
		owners = append(owners, h.violation(CodeTwoOwners, colours...))
	}
	return repeated, owners
}

// doubleKeepFaults reports colours with more than one double keep.
func (h *heap) doubleKeepFaults() []Violation {
	doubles := make(map[string][]PieceRef)
	var order []string
	for k, keep := range h.setup.Keeps {
		if keep.Count != doubleKeep {
			continue
		}
		if doubles[keep.Color] == nil {
			order = append(order, keep.Color)
		}
		doubles[keep.Color] = append(doubles[keep.Color], PieceRef{Keeps, k})
	}
	var found []Violation
	for _, color := range order {
		if len(doubles[color]) > 1 {
			found = append(found, h.violation(CodeDoubleKeepTwice, doubles[color]...))
		}
	}
	return found
}

// winner decides by points, then by keeps; who is still level shares the victory.
func (r Ruleset) winner(players []string, scores, keeps map[string]int) []string {
	var best []string
	for _, p := range players {
		ahead := 1
		if len(best) > 0 {
			ahead = cmp.Or(cmp.Compare(scores[p], scores[best[0]]), cmp.Compare(keeps[p], keeps[best[0]]))
		}
		switch {
		case ahead > 0:
			best = []string{p}
		case ahead == 0:
			best = append(best, p)
		}
	}
	if !r.NobodyScores && len(best) > 0 && scores[best[0]] == 0 {
		return nil
	}
	slices.Sort(best)
	return best
}
