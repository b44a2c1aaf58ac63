package castellan

import "slices"

// countedTowers are the towers that make a courtyard's value, distinct and sorted.
func (r Ruleset) countedTowers(f face) []Node {
	if r.HangingLoopRing {
		return sortedNodes(slices.Clone(f.walk))
	}
	return sortedNodes(withoutHangingLoops(f.walk))
}

func sortedNodes(nodes []Node) []Node {
	slices.SortFunc(nodes, CompareNodes)
	return slices.Compact(nodes)
}

// withoutHangingLoops drops from the walk around a courtyard all that is reached only through a loop hanging inside it.
// A walk that comes back to a node has gone around either a dead end, which counts, or a hanging loop.
func withoutHangingLoops(walk []Node) []Node {
	// The lowest node is certainly on the courtyard's own ring, so that no loop is opened halfway.
	start := slices.Index(walk, slices.MinFunc(walk, CompareNodes))
	type corner struct {
		at       Node
		deadEnds []Node // what was walked from here and back
	}
	var path []corner
	depth := make(map[Node]int)
	for k := range walk {
		at := walk[(start+k)%len(walk)]
		from, again := depth[at]
		if !again {
			depth[at] = len(path)
			path = append(path, corner{at: at})
			continue
		}
		around := path[from+1:]
		area := 0
		last := at
		for _, c := range around {
			area += last.I*c.at.J - last.J*c.at.I
			last = c.at
		}
		area += last.I*at.J - last.J*at.I
		for _, c := range around {
			delete(depth, c.at)
			if area == 0 {
				path[from].deadEnds = append(append(path[from].deadEnds, c.at), c.deadEnds...)
			}
		}
		path = path[:from+1]
	}
	var counted []Node
	for _, c := range path {
		counted = append(append(counted, c.at), c.deadEnds...)
	}
	return counted
}
