package castellan

// Remove takes a piece away. When it is not there, or the rest would no longer hold together, the position is unchanged and
// the code says why: CodeNotThere or CodeDisconnected; "" is yes. Courtyards that merge keep their owner if both had the same,
// and its double keep if one of them had it; otherwise the merged one is nobody's.
func (p *Position) Remove(piece Piece) Code {
	if piece.Tower {
		return p.removeTower(piece.From)
	}
	return p.removeWall(Wall{piece.From, piece.To})
}

// CodeNotThere answers the wish to take away a piece that does not stand there.
const CodeNotThere Code = "not_there"

func (p *Position) removeWall(w Wall) Code {
	if _, bad := shapeFault(p.rules.Set, w); bad {
		return CodeNotThere
	}
	x := shape(p.rules.Set, w)
	if !p.stands(x) {
		return CodeNotThere
	}
	e := halfEdge{p.index.find(x.at), x.axis}
	back := e.twin(p)
	if p.closed(e) {
		if p.sites[e.station].face[e.dir] == p.sites[back.station].face[back.dir] {
			return CodeDisconnected // a bridge: one cannot walk around it
		}
		p.openWall(e)
	}
	for _, half := range [2]halfEdge{e, back} {
		s := &p.sites[half.station]
		s.wall[half.dir], s.far[half.dir] = 0, none
	}
	p.used.Add(x.kind, -1)
	p.drop(e.station)
	p.drop(back.station)
	return ""
}

func (p *Position) removeTower(at Node) Code {
	if !at.inReach() || !p.towerAt(at.point()) {
		return CodeNotThere
	}
	n := p.index.find(at.point())
	s := &p.sites[n]
	if !p.holdsWithout(n) {
		return CodeDisconnected
	}
	for d := range direction(directions) {
		if s.face[d] != none {
			p.openWall(halfEdge{n, d})
		}
	}
	s.tower = false
	p.used.Towers--
	p.drop(n)
	return ""
}

// holdsWithout tells whether the castle is one piece without the tower at station n.
func (p *Position) holdsWithout(n int32) bool {
	s := &p.sites[n]
	open, closed := 0, 0
	for d := range direction(directions) {
		if s.face[d] == none {
			if s.wall[d] != 0 {
				open++
			}
			continue
		}
		closed++
		for before := range d {
			if s.face[before] == s.face[d] {
				return false // the same face on two sides: what is between them hangs on this tower only
			}
		}
	}
	// Open walls that only this tower held must be the whole rest of the castle.
	return open == 0 || open == 1 && closed == 0
}

// openWall makes an edge no edge any more, because its wall or a tower at its end is taken away. It unites the faces on its
// two sides, or, where these are the same, cuts off a tower that only this edge reached.
func (p *Position) openWall(e halfEdge) {
	back := e.twin(p)
	left, right := p.face(e), p.face(back)
	rest := p.next(e)
	if rest == back {
		rest = p.next(back)
	}
	if left == outside || right == outside {
		if right != left {
			p.dissolve(max(left, right))
		}
		p.sites[e.station].face[e.dir], p.sites[back.station].face[back.dir] = none, none
		return
	}
	p.sites[e.station].face[e.dir], p.sites[back.station].face[back.dir] = none, none
	c := &p.courts[left]
	if right != left {
		other := p.courts[right]
		if c.owner == other.owner {
			c.double = c.double || other.double
		} else {
			c.owner, c.double = none, false
		}
		p.vacate(right)
	}
	c.edge = rest
	c.area, c.towers = p.measure(rest, left)
}

func (p *Position) face(e halfEdge) int32 { return p.sites[e.station].face[e.dir] }

// dissolve makes a court part of the outside.
func (p *Position) dissolve(id int32) {
	p.measure(p.courts[id].edge, outside)
	p.vacate(id)
}

func (p *Position) vacate(id int32) {
	p.courts[id] = court{owner: none}
	p.vacant = append(p.vacant, id)
}
