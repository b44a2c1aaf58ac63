package castellan

import "math"

// What can be wrong with building a piece, beyond what can be wrong with a castle.
const CodeBuiltInForeignCourtyard Code = "built_in_foreign_courtyard"

// Check tells whether a player may build a piece now: "" for yes, otherwise the first of CodeOutOfReach, CodeOffAxis,
// CodeBadLength, CodeOverlap, CodeNoRoomForTower, CodeOpenEndsMeet, CodeBuiltInForeignCourtyard and CodeDisconnected that
// applies. It does not allocate memory.
func (p *Position) Check(piece Piece, player string) Code {
	if piece.Tower {
		if !piece.From.inReach() {
			return CodeOutOfReach
		}
		return p.check(placement{at: piece.From.point(), kind: Tower}, p.number(player))
	}
	w := Wall{piece.From, piece.To}
	if code, bad := shapeFault(p.rules.Set, w); bad {
		return code
	}
	return p.check(shape(p.rules.Set, w), p.number(player))
}

func (p *Position) number(player string) int8 {
	for n, name := range p.players {
		if name == player {
			return int8(n)
		}
	}
	return none
}

func (p *Position) check(x placement, player int8) Code {
	switch {
	case p.stands(x) || p.conflicts(x):
		return CodeOverlap
	case p.blocksEnd(x) || x.kind != Tower && p.endBlocked(x):
		return CodeNoRoomForTower
	case x.kind != Tower && !p.rules.OpenEndsMeet && p.meetsEnd(x):
		return CodeOpenEndsMeet
	}
	face, joined := p.faceOf(x)
	owner := p.courts[face].owner
	switch {
	case owner != none && owner != player:
		return CodeBuiltInForeignCourtyard
	case !joined && !p.Empty():
		return CodeDisconnected
	}
	return ""
}

// stands tells whether the very same piece, or a tower on the same node, is there.
func (p *Position) stands(x placement) bool {
	n := p.index.find(x.at)
	if n == none {
		return false
	}
	s := &p.sites[n]
	if x.kind == Tower {
		return s.tower
	}
	return s.wall[x.axis] == uint8(x.kind)+1
}

func (p *Position) conflicts(x placement) bool {
	for _, r := range p.geo.rivals[x.kind][x.axis] {
		if p.stands(placement{at: x.at.plus(r.offset), kind: r.kind, axis: r.axis}) {
			return true
		}
	}
	return false
}

// ends are the nodes at the two ends of a wall.
func (p *Position) ends(x placement) [2]point { return [2]point{x.at, p.geo.other(x)} }

func (p *Position) towerAt(n point) bool { return p.stands(placement{at: n, kind: Tower}) }

// endBlocked tells whether a tower could not be put to an end of the wall x.
func (p *Position) endBlocked(x placement) bool {
	for _, end := range p.ends(x) {
		if !p.towerAt(end) && p.conflicts(placement{at: end, kind: Tower}) {
			return true
		}
	}
	return false
}

// blocksEnd tells whether with x a tower could no longer be put to the open end of some wall.
func (p *Position) blocksEnd(x placement) bool {
	for _, r := range p.geo.rivals[x.kind][x.axis] {
		if r.kind != Tower {
			continue
		}
		if n := p.index.find(x.at.plus(r.offset)); n != none && !p.sites[n].tower {
			return true // a station without a tower is there for the sake of an open end
		}
	}
	return false
}

// meetsEnd tells whether an open end of the wall x would meet another one.
func (p *Position) meetsEnd(x placement) bool {
	for _, end := range p.ends(x) {
		if n := p.index.find(end); n != none && !p.sites[n].tower {
			return true
		}
	}
	return false
}

// faceOf tells in which face a piece would stand, and whether it would be joined to the castle.
func (p *Position) faceOf(x placement) (face int32, joined bool) {
	if x.kind == Tower {
		n := p.index.find(x.at)
		if n == none {
			return p.locate(float64(x.at.i), float64(x.at.j)), false
		}
		s := &p.sites[n]
		for d := range direction(directions) {
			if s.wall[d] != 0 && p.sites[s.far[d]].tower {
				return p.faceTowards(s.far[d], d.opposite()), true
			}
		}
		return outside, true // a wall without any tower is the whole castle
	}
	ends := p.ends(x)
	for k, d := range [2]direction{x.axis, x.axis.opposite()} {
		if n := p.index.find(ends[k]); n != none && p.sites[n].tower {
			return p.faceTowards(n, d), true
		}
	}
	middle := x.axis.step().times(p.rules.Set.length(x.kind))
	return p.locate(float64(x.at.i)+float64(middle.i)/2, float64(x.at.j)+float64(middle.j)/2), false
}

// locate finds the face around a point of the lattice or of a lattice line that is not on a wall. It looks at all walls.
func (p *Position) locate(x, y float64) int32 {
	nearest, face := math.Inf(-1), int32(outside)
	row := math.Floor(y)
	for n := range p.sites {
		s := &p.sites[n]
		if s.face[north] == none || float64(s.at.i) >= x || float64(s.at.i) <= nearest {
			continue
		}
		foot := float64(s.at.j)
		if head := foot + float64(p.rules.Set.length(Kind(s.wall[north]-1))); foot <= row && row < head {
			far := halfEdge{int32(n), north}.twin(p)
			nearest, face = float64(s.at.i), p.sites[far.station].face[south]
		}
	}
	return face
}

// courtsAt finds for each point the courtyard that it lies strictly inside of, or the outside.
func (p *Position) courtsAt(points [][2]float64) []int32 {
	found := facesEast(points, func(yield func(upright) bool) {
		for n := range p.sites {
			s := &p.sites[n]
			if s.face[north] == none {
				continue
			}
			far := halfEdge{int32(n), north}.twin(p)
			if !yield(upright{s.at, p.rules.Set.length(Kind(s.wall[north] - 1)), p.face(far)}) {
				return
			}
		}
	})
	for k, f := range found {
		if f == none || onWall(points[k], p.rules.Set, p.stands) {
			found[k] = outside
		}
	}
	return found
}

// Placements appends to buf every place where a player may build a piece of the given kind, and returns it. On an empty
// table that is one place, the origin (and, for walls, east and north of it): the castle may be slid and turned anyway.
func (p *Position) Placements(kind Kind, player string, buf []Piece) []Piece {
	who := p.number(player)
	p.eachPlacement(kind, who, func(x placement) bool {
		buf = append(buf, p.piece(x))
		return true
	})
	return buf
}

// Fits tells whether there is any legal place for a piece of the given kind.
func (p *Position) Fits(kind Kind, player string) bool {
	found := false
	p.eachPlacement(kind, p.number(player), func(placement) bool {
		found = true
		return false
	})
	return found
}

func (p *Position) piece(x placement) Piece {
	if x.kind == Tower {
		return TowerAt(x.at.node())
	}
	return WallBetween(x.at.node(), p.geo.other(x).node())
}

// eachPlacement calls yield for every legal placement, once each, until it returns false.
func (p *Position) eachPlacement(kind Kind, player int8, yield func(placement) bool) {
	if p.Empty() {
		for axis := range direction(axes) {
			if kind == Tower && axis != east || !yield(placement{kind: kind, axis: axis}) {
				return
			}
		}
		return
	}
	for n := range p.sites {
		s := &p.sites[n]
		switch {
		case !s.inUse():
		case kind == Tower && !s.tower:
			x := placement{at: s.at, kind: Tower}
			if p.check(x, player) == "" && !yield(x) {
				return
			}
		case kind != Tower && s.tower:
			for d := range direction(directions) {
				x := p.leaving(s.at, kind, d)
				// A wall between two towers is found at both; the one at its western or southern end counts.
				if s.wall[d] != 0 || d >= axes && p.towerAt(x.at) {
					continue
				}
				if p.check(x, player) == "" && !yield(x) {
					return
				}
			}
		}
	}
}

// leaving is a wall that leaves a node in a direction.
func (p *Position) leaving(at point, kind Kind, d direction) placement {
	if d >= axes {
		return placement{at: at.plus(d.step().times(p.rules.Set.length(kind))), kind: kind, axis: d.opposite()}
	}
	return placement{at: at, kind: kind, axis: d}
}
