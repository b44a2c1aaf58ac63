package castellan

import (
	"cmp"
	"slices"
)

// geometryFaults reports pieces that stand in each other's way.
func (h *heap) geometryFaults(rules Ruleset) []Violation {
	var overlaps, noRoom, meeting []Violation
	for k, n := range h.towers {
		if n == none {
			continue
		}
		h.rivals(placement{at: h.sites[n].at, kind: Tower}, func(kind Kind, other int32) {
			if kind != Tower || int(other) < k {
				overlaps = append(overlaps, h.violation(CodeOverlap, refTo(kind, other), PieceRef{Towers, k}))
			}
		})
	}
	for k, w := range h.walls {
		if !w.placed() {
			continue
		}
		self := PieceRef{Walls, k}
		h.rivals(placement{h.sites[w.from].at, w.kind, w.axis}, func(kind Kind, other int32) {
			if kind != Tower && int(other) < k { // towers were found from their side
				overlaps = append(overlaps, h.violation(CodeOverlap, refTo(kind, other), self))
			}
		})
		for _, end := range [2]int32{w.from, w.to} {
			if h.sites[end].tower != none {
				continue
			}
			h.rivals(placement{at: h.sites[end].at, kind: Tower}, func(kind Kind, other int32) {
				noRoom = append(noRoom, h.violation(CodeNoRoomForTower, sortedRefs(self, refTo(kind, other))...))
			})
		}
	}
	if !rules.OpenEndsMeet {
		meeting = h.meetingEnds()
	}
	return slices.Concat(overlaps, noRoom, meeting)
}

// meetingEnds reports nodes without a tower at which several walls end.
func (h *heap) meetingEnds() []Violation {
	var found []Violation
	for _, s := range h.sites {
		if s.tower != none {
			continue
		}
		var refs []PieceRef
		for _, kinds := range s.wall {
			for _, w := range kinds {
				if w != none {
					refs = append(refs, PieceRef{Walls, int(w)})
				}
			}
		}
		if len(refs) > 1 {
			found = append(found, h.violation(CodeOpenEndsMeet, sortedRefs(refs...)...))
		}
	}
	return found
}

func refTo(kind Kind, index int32) PieceRef {
	if kind == Tower {
		return PieceRef{Towers, int(index)}
	}
	return PieceRef{Walls, int(index)}
}

func sortedRefs(refs ...PieceRef) []PieceRef {
	slices.SortFunc(refs, func(a, b PieceRef) int {
		return cmp.Or(cmp.Compare(a.List, b.List), cmp.Compare(a.Index, b.Index))
	})
	return refs
}

// loosePieces reports each group of pieces that is not joined to the largest one. Of groups of equal size the one with the
// first piece of the setup (towers before walls) is the castle.
func (h *heap) loosePieces() []Violation {
	towers := len(h.towers)
	sets := newDisjointSets(towers + len(h.walls))
	for k, w := range h.walls {
		if !w.placed() {
			continue
		}
		for _, end := range [2]int32{w.from, w.to} {
			if t := h.sites[end].tower; t != none {
				sets.join(int(t), towers+k)
			}
		}
	}
	castle, size := none, int32(0)
	for k := range sets.parent {
		if root := sets.find(k); h.counts(k) && sets.size[root] > size {
			castle, size = root, sets.size[root]
		}
	}
	groups := make(map[int]int) // by root, into found
	var found []Violation
	for k := range sets.parent {
		root := sets.find(k)
		if root == castle || !h.counts(k) {
			continue
		}
		n, seen := groups[root]
		if !seen {
			n = len(found)
			if sets.size[root] > 1 {
				groups[root] = n
			}
			found = append(found, Violation{Pieces: make([]PieceRef, 0, sets.size[root])})
		}
		ref := PieceRef{Towers, k}
		if k >= towers {
			ref = PieceRef{Walls, k - towers}
		}
		found[n].Pieces = append(found[n].Pieces, ref)
	}
	for n, v := range found {
		found[n] = h.violation(CodeDisconnected, v.Pieces...)
	}
	return found
}

// counts tells whether piece k, counting towers and then walls, is on the lattice and no repetition.
func (h *heap) counts(k int) bool {
	if k < len(h.towers) {
		return h.towers[k] != none
	}
	return h.walls[k-len(h.towers)].placed()
}

// supply counts the pieces of the setup, repeated ones too. Walls that are neither short nor long are not counted.
func (h *heap) supply() Supply {
	used := Supply{Towers: len(h.setup.Towers)}
	for _, w := range h.setup.Walls {
		if _, bad := shapeFault(h.geo.set, w); !bad {
			kind, _ := kindOf(h.geo.set, w)
			used.Add(kind, 1)
		}
	}
	return used
}

// supplyFaults reports kinds of which there are more pieces than in the box.
func (r Ruleset) supplyFaults(used Supply, players int) []Violation {
	box := r.Supply(players)
	var found []Violation
	for _, s := range []struct {
		list List
		kind Kind
	}{{TowerSupply, Tower}, {LongWallSupply, LongWall}, {ShortWallSupply, ShortWall}} {
		if used.Of(s.kind) > box.Of(s.kind) {
			found = append(found, Violation{
				Code:   CodeSupplyExceeded,
				Pieces: []PieceRef{{List: s.list}},
				Text:   supplySentence(s.kind, used.Of(s.kind), box.Of(s.kind), players),
			})
		}
	}
	return found
}

// disjointSets groups numbers that are joined, directly or through others.
type disjointSets struct{ parent, size []int32 }

func newDisjointSets(n int) *disjointSets {
	d := &disjointSets{parent: make([]int32, n), size: make([]int32, n)}
	for k := range d.parent {
		d.parent[k], d.size[k] = int32(k), 1
	}
	return d
}

func (d *disjointSets) find(k int) int {
	for int(d.parent[k]) != k {
		d.parent[k] = d.parent[d.parent[k]]
		k = int(d.parent[k])
	}
	return k
}

func (d *disjointSets) join(a, b int) {
	a, b = d.find(a), d.find(b)
	if a == b {
		return
	}
	if d.size[a] < d.size[b] {
		a, b = b, a
	}
	d.parent[b] = int32(a)
	d.size[a] += d.size[b]
}
