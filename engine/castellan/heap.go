package castellan

// heap is a Setup prepared for questions: every piece is found by its place. It holds any heap of pieces, legal or not.
type heap struct {
	setup *Setup
	geo   *geometry
	index nodeIndex
	sites []site
	// towers gives the site of each tower of the setup, none for a repeated one and for one out of reach.
	towers []int32
	walls  []heapWall
}

// site is a node at which a tower stands or a wall ends.
type site struct {
	at    point
	tower int32                        // index of the tower in the setup, or none
	wall  [directions][wallKinds]int32 // index of the wall that leaves in this direction, or none
}

const none = -1

// heapWall is a wall between two sites, the western or southern one first.
type heapWall struct {
	from, to int32 // sites; none where the wall is repeated or has no place on the lattice
	kind     Kind
	axis     direction
}

func (w heapWall) placed() bool { return w.from != none }

// shapeFault tells why a wall has no place on the lattice.
func shapeFault(set PieceSet, w Wall) (Code, bool) {
	switch {
	case !w.From.inReach() || !w.To.inReach():
		return CodeOutOfReach, true
	case w.From.I != w.To.I && w.From.J != w.To.J:
		return CodeOffAxis, true
	}
	if _, ok := kindOf(set, w); !ok {
		return CodeBadLength, true
	}
	return "", false
}

// kindOf tells a short from a long wall. It reports false for a wall of any other length.
func kindOf(set PieceSet, w Wall) (Kind, bool) {
	switch max(w.To.I-w.From.I, w.From.I-w.To.I) + max(w.To.J-w.From.J, w.From.J-w.To.J) {
	case set.Short:
		return ShortWall, true
	case set.Long:
		return LongWall, true
	}
	return 0, false
}

// shape normalises a wall that has a place on the lattice.
func shape(set PieceSet, w Wall) placement {
	kind, _ := kindOf(set, w)
	p := placement{at: w.From.point(), kind: kind, axis: east}
	if w.From.I == w.To.I {
		p.axis = north
	}
	if CompareNodes(w.To, w.From) < 0 {
		p.at = w.To.point()
	}
	return p
}

// other is the far end of a wall.
func (g *geometry) other(w placement) point {
	return w.at.plus(w.axis.step().times(g.set.length(w.kind)))
}

// newHeap indexes the setup and reports the pieces that have no place of their own.
func newHeap(s *Setup, geo *geometry) (*heap, []Violation) {
	h := &heap{
		setup:  s,
		geo:    geo,
		index:  newNodeIndex(len(s.Towers) + len(s.Walls)/8),
		sites:  make([]site, 0, len(s.Towers)+len(s.Walls)/8),
		towers: make([]int32, len(s.Towers)),
		walls:  make([]heapWall, len(s.Walls)),
	}
	var shapes, repeated []Violation
	for k, n := range s.Towers {
		h.towers[k] = none
		if !n.inReach() {
			shapes = append(shapes, h.violation(CodeOutOfReach, PieceRef{Towers, k}))
			continue
		}
		at := h.site(n.point())
		if first := h.sites[at].tower; first != none {
			repeated = append(repeated, h.violation(CodeDuplicate, PieceRef{Towers, int(first)}, PieceRef{Towers, k}))
			continue
		}
		h.sites[at].tower = int32(k)
		h.towers[k] = at
	}
	for k, w := range s.Walls {
		h.walls[k] = heapWall{from: none, to: none}
		if code, bad := shapeFault(geo.set, w); bad {
			shapes = append(shapes, h.violation(code, PieceRef{Walls, k}))
			continue
		}
		p := shape(geo.set, w)
		from, to := h.site(p.at), h.site(geo.other(p))
		if first := h.sites[from].wall[p.axis][p.kind]; first != none {
			repeated = append(repeated, h.violation(CodeDuplicate, PieceRef{Walls, int(first)}, PieceRef{Walls, k}))
			continue
		}
		h.sites[from].wall[p.axis][p.kind] = int32(k)
		h.sites[to].wall[p.axis.opposite()][p.kind] = int32(k)
		h.walls[k] = heapWall{from: from, to: to, kind: p.kind, axis: p.axis}
	}
	return h, append(shapes, repeated...)
}

func (h *heap) site(p point) int32 {
	n := h.index.put(p, int32(len(h.sites)))
	if int(n) == len(h.sites) {
		s := site{at: p, tower: none}
		for d := range s.wall {
			s.wall[d] = [wallKinds]int32{none, none}
		}
		h.sites = append(h.sites, s)
	}
	return n
}

// closed tells whether a wall has a tower at both ends. Only such walls enclose anything.
func (h *heap) closed(w heapWall) bool {
	return w.placed() && h.sites[w.from].tower != none && h.sites[w.to].tower != none
}

// at finds a piece by its place: its index in the setup, or none.
func (h *heap) at(x placement) int32 {
	n := h.index.find(x.at)
	switch {
	case n == none:
		return none
	case x.kind == Tower:
		return h.sites[n].tower
	default:
		return h.sites[n].wall[x.axis][x.kind]
	}
}

// stands tells whether there is a piece at this place.
func (h *heap) stands(x placement) bool { return h.at(x) != none }

// rivals calls yield with every piece in conflict with x: its kind and its index in the setup.
func (h *heap) rivals(x placement, yield func(kind Kind, index int32)) {
	for _, r := range h.geo.rivals[x.kind][x.axis] {
		if other := h.at(placement{x.at.plus(r.offset), r.kind, r.axis}); other != none {
			yield(r.kind, other)
		}
	}
}
