package castellan

import (
	"math"
	"slices"
)

// next is the half-edge that follows e around the face to its left: as far to the left as there is a way.
func (p *Position) next(e halfEdge) halfEdge {
	at := p.sites[e.station].far[e.dir]
	s := &p.sites[at]
	for _, turn := range [...]direction{1, 0, 3, 2} { // left, straight on, right, back
		if d := (e.dir + turn) % directions; s.face[d] != none {
			return halfEdge{at, d}
		}
	}
	return e // a half-edge can always be walked back, so this is not reached
}

func (e halfEdge) twin(p *Position) halfEdge {
	return halfEdge{p.sites[e.station].far[e.dir], e.dir.opposite()}
}

// sweep is what a half-edge adds to the area to its left.
func (p *Position) sweep(e halfEdge) int {
	s := &p.sites[e.station]
	switch e.dir {
	case north:
		return int(s.at.i) * p.rules.Set.length(Kind(s.wall[e.dir]-1))
	case south:
		return -int(s.at.i) * p.rules.Set.length(Kind(s.wall[e.dir]-1))
	}
	return 0
}

// faceTowards is the face that one meets leaving a tower in a direction in which no closed wall leaves.
func (p *Position) faceTowards(n int32, d direction) int32 {
	s := &p.sites[n]
	for turn := direction(1); turn < directions; turn++ {
		if f := s.face[(d+directions-turn)%directions]; f != none {
			return f
		}
	}
	return outside
}

// lone tells whether no closed wall leaves a station.
func (s *station) lone() bool { return s.face == [directions]int32{none, none, none, none} }

// closeWall makes an edge of a wall that has towers at both ends now. The castle being connected, it either reaches a
// tower that no other closed wall reached, or divides a face.
func (p *Position) closeWall(e halfEdge) {
	back := e.twin(p)
	near, far := &p.sites[e.station], &p.sites[back.station]
	leaf := near.lone() || far.lone()
	divided := p.faceTowards(e.station, e.dir)
	if near.lone() {
		divided = p.faceTowards(back.station, back.dir)
	}
	near.face[e.dir], far.face[back.dir] = divided, divided
	switch {
	case leaf && divided != outside:
		p.courts[divided].towers++
	case leaf:
		return
	case divided == outside:
		p.encloseCourt(e, back)
	default:
		p.divideCourt(divided, e, back)
	}
}

// encloseCourt cuts a courtyard off the outside. Both sides of the new edge are walked in step, so that the walk around
// the whole castle is not finished where the courtyard is small.
func (p *Position) encloseCourt(e, back halfEdge) {
	inner, area := p.shorterWalk(e, back)
	if area <= 0 { // that was the outside
		if inner == e {
			inner = back
		} else {
			inner = e
		}
	}
	p.newCourt(inner, outside)
}

// divideCourt gives one part of a divided court a face of its own: that with the shorter way around it. What is left of the
// court is reckoned, so that a large courtyard of which small ones are cut off is not walked again and again.
func (p *Position) divideCourt(divided int32, e, back halfEdge) {
	part, rest := e, back
	if short, _ := p.shorterWalk(e, back); short != e {
		part, rest = back, e
	}
	id := p.newCourt(part, divided)
	c := &p.courts[divided]
	c.edge = rest
	c.area -= p.courts[id].area
	c.towers += p.shared(part, divided) - p.courts[id].towers
}

// shared counts the towers around the face to the left of e that the other face touches, too.
func (p *Position) shared(e halfEdge, other int32) int {
	p.beginWalk()
	n := 0
	for at := e; ; {
		s := &p.sites[at.station]
		if s.walked != p.walks {
			s.walked = p.walks
			if slices.Contains(s.face[:], other) {
				n++
			}
		}
		if at = p.next(at); at == e {
			return n
		}
	}
}

// newCourt makes a face of the area to the left of e, which was part of another.
func (p *Position) newCourt(e halfEdge, of int32) int32 {
	id := int32(len(p.courts))
	if n := len(p.vacant); n > 0 {
		id, p.vacant = p.vacant[n-1], p.vacant[:n-1]
	} else {
		p.courts = append(p.courts, court{})
	}
	// Until the keeps are set anew, each part belongs to who owned the whole.
	p.courts[id] = court{edge: e, owner: p.courts[of].owner, origin: p.courts[of].origin}
	p.courts[id].area, p.courts[id].towers = p.measure(e, id)
	return id
}

// shorterWalk goes around the faces on both sides of an edge in step and gives the one that is done first, with its area.
func (p *Position) shorterWalk(e, back halfEdge) (halfEdge, int) {
	a, b := e, back
	areaA, areaB := 0, 0
	for {
		areaA += p.sweep(a)
		if a = p.next(a); a == e {
			return e, areaA
		}
		areaB += p.sweep(b)
		if b = p.next(b); b == back {
			return back, areaB
		}
	}
}

// measure walks around the face to the left of e, marks it as the given one, and gives its area and number of towers.
func (p *Position) measure(e halfEdge, id int32) (area, towers int) {
	p.beginWalk()
	for at := e; ; {
		s := &p.sites[at.station]
		s.face[at.dir] = id
		if s.walked != p.walks {
			s.walked = p.walks
			towers++
		}
		area += p.sweep(at)
		if at = p.next(at); at == e {
			return area, towers
		}
	}
}

// beginWalk makes sure that no tower counts as walked to.
func (p *Position) beginWalk() {
	p.walks++
	if p.walks == math.MaxUint32 { // marks of old walks must not be taken for new ones
		for n := range p.sites {
			p.sites[n].walked = 0
		}
		p.walks = 1
	}
}

// outline lists the nodes of a walk around the face to the left of e.
func (p *Position) outline(e halfEdge) []Node {
	var walk []Node
	for at := e; ; {
		walk = append(walk, p.sites[at.station].at.node())
		if at = p.next(at); at == e {
			return walk
		}
	}
}

// firstEdge is the half-edge with which an outline begins.
func (p *Position) firstEdge(outline []Node) halfEdge {
	n := p.index.find(outline[0].point())
	e := halfEdge{station: n}
	for p.sites[n].face[e.dir] == none || p.sites[p.sites[n].far[e.dir]].at != outline[1].point() {
		e.dir++
	}
	return e
}

// beginTurn makes every court its own origin.
func (p *Position) beginTurn() {
	for id := range p.courts {
		p.courts[id].origin = int32(id)
	}
}

// inside is a point in the middle of a lattice square of the court, next to its edge.
func (p *Position) inside(id int32) [2]float64 {
	e := p.courts[id].edge
	at := p.sites[e.station].at
	along, left := e.dir.step(), ((e.dir + 1) % directions).step()
	return [2]float64{
		float64(at.i) + float64(along.i+left.i)/2,
		float64(at.j) + float64(along.j+left.j)/2,
	}
}
