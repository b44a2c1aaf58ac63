package castellan

// Half-edge 2w runs along wall w from its western or southern end, half-edge 2w+1 comes back. The face of a half-edge is
// the area to its left. Only walls with towers at both ends have half-edges: a wall with an open end encloses nothing.

// plane is a castle cut into faces.
type plane struct {
	heap  *heap
	face  []int32 // by half-edge; none for walls with an open end
	faces []face
}

// face is an area with walls around it. The castle being connected, one walk along half-edges goes all around it.
type face struct {
	area int    // in unit squares; not positive for the area around the castle
	walk []Node // every corner in walking order, counter-clockwise around a courtyard; dead ends are walked both ways
}

// bounded tells a courtyard from the area around the castle.
func (f face) bounded() bool { return f.area > 0 }

// newPlane walks all faces. The heap must be without geometric faults.
func newPlane(h *heap) *plane {
	p := &plane{heap: h, face: make([]int32, 2*len(h.walls))}
	next := p.successors()
	total := 0
	for e, n := range next {
		p.face[e] = none
		if n != none {
			total++
		}
	}
	corners := make([]Node, 0, total)
	for e := range next {
		if next[e] == none || p.face[e] != none {
			continue
		}
		start, area := len(corners), 0
		for at := int32(e); p.face[at] == none; at = next[at] {
			p.face[at] = int32(len(p.faces))
			from := h.sites[h.origin(at)].at
			corners = append(corners, from.node())
			if w := h.walls[at/2]; w.axis == north {
				rise := h.geo.set.length(w.kind)
				if at%2 != 0 {
					rise = -rise
				}
				area += int(from.i) * rise
			}
		}
		p.faces = append(p.faces, face{area: area, walk: corners[start:len(corners):len(corners)]})
	}
	return p
}

// origin is the site at which a half-edge begins.
func (h *heap) origin(halfEdge int32) int32 {
	w := h.walls[halfEdge/2]
	if halfEdge%2 == 0 {
		return w.from
	}
	return w.to
}

// successors gives for every half-edge the one that follows it around the face to its left.
func (p *plane) successors() []int32 {
	h := p.heap
	next := make([]int32, 2*len(h.walls))
	for e := range next {
		next[e] = none
	}
	for _, n := range h.towers {
		if n == none {
			continue
		}
		leaving := h.leaving(n)
		for d, out := range leaving {
			if out == none {
				continue
			}
			arriving := out ^ 1
			// It arrives against direction d, and leaves as far to the left as it can: seen from outside, clockwise from d.
			for turn := directions - 1; turn >= 0; turn-- {
				if follow := leaving[(d+turn)%directions]; follow != none {
					next[arriving] = follow
					break
				}
			}
		}
	}
	return next
}

// leaving gives the half-edges that begin at a site, by direction.
func (h *heap) leaving(n int32) [directions]int32 {
	out := [directions]int32{none, none, none, none}
	for d, kinds := range h.sites[n].wall {
		for _, w := range kinds {
			if w == none || !h.closed(h.walls[w]) {
				continue
			}
			out[d] = 2 * w
			if direction(d) == west || direction(d) == south {
				out[d]++
			}
		}
	}
	return out
}
