package castellan

import (
	"cmp"
	"slices"
)

// Position is a castle that the rules accept: every piece has its place and all are joined. Adding or removing a piece
// takes time in proportion to the courtyards that it touches, not to the castle.
//
// Make one with NewPosition or Validate. A Position is not safe for use by several goroutines at once; Clone it.
type Position struct {
	rules   Ruleset
	geo     *geometry
	players []string

	index  nodeIndex
	sites  []station
	spare  []int32 // sites that are free again
	used   Supply
	courts []court // by face; courts[outside] is the area around the castle
	vacant []int32 // faces that are free again
	walks  uint32  // number of walks around a face so far, for station.walked
}

// station is a node at which a tower stands or a wall ends.
type station struct {
	at     point
	tower  bool
	wall   [directions]uint8 // 0 where no wall leaves, otherwise its kind plus one
	far    [directions]int32 // station at the other end of that wall
	face   [directions]int32 // face to the left of that wall, seen from here; none unless it has towers at both ends
	walked uint32            // the last walk that counted the tower
}

// outside is the face around the castle.
const outside = 0

// court is a face of the position.
type court struct {
	area   int // 0 for the face around the castle and for a vacant entry
	towers int
	edge   halfEdge // one of those around it
	owner  int8     // index of the player whose keep stands in it, or none
	double bool
	origin int32 // the court that this one was, or was part of, when the turn began
}

// halfEdge is a wall seen from one of its ends.
type halfEdge struct {
	station int32
	dir     direction
}

// NewPosition is an empty table.
func NewPosition(players []string, rules Ruleset) *Position {
	return &Position{
		rules:   rules,
		geo:     geometryOf(rules.Set),
		players: players,
		courts:  []court{{owner: none}},
	}
}

// Validate turns a setup into a position. Where the setup breaks rules it returns every violation and no position; an
// exceeded supply alone is reported but does not hinder (the box may hold more than we think).
func Validate(s Setup, rules Ruleset) (*Position, []Violation) {
	e := Evaluate(s, rules)
	if slices.ContainsFunc(e.Violations, func(v Violation) bool { return v.Code != CodeSupplyExceeded }) {
		return nil, e.Violations
	}
	p := NewPosition(s.Players, rules)
	p.index = newNodeIndex(len(s.Towers) + len(s.Walls)/8)
	for _, w := range s.Walls {
		p.linkWall(shape(rules.Set, w))
	}
	for _, n := range s.Towers {
		p.sites[p.station(n.point())].tower = true
		p.used.Towers++
	}
	// The faces are known already: all closed walls first bound the outside, then each courtyard takes its own.
	for n := range p.sites {
		for d := range direction(directions) {
			if p.closed(halfEdge{int32(n), d}) {
				p.sites[n].face[d] = outside
			}
		}
	}
	for _, c := range e.Courtyards {
		id := p.newCourt(p.firstEdge(c.Outline), outside)
		p.courts[id].owner, p.courts[id].double = int8(slices.Index(s.Players, c.Owner)), c.Double
	}
	p.beginTurn()
	return p, e.Violations
}

// Clone is an independent copy.
func (p *Position) Clone() *Position {
	c := *p
	c.index = p.index.clone()
	c.sites = slices.Clone(p.sites)
	c.spare = slices.Clone(p.spare)
	c.courts = slices.Clone(p.courts)
	c.vacant = slices.Clone(p.vacant)
	return &c
}

// Used counts the pieces built.
func (p *Position) Used() Supply { return p.used }

// Empty tells whether nothing has been built.
func (p *Position) Empty() bool { return p.used == Supply{} }

// station finds or makes the station at a node.
func (p *Position) station(at point) int32 {
	fresh := int32(len(p.sites))
	if len(p.spare) > 0 {
		fresh = p.spare[len(p.spare)-1]
	}
	n := p.index.put(at, fresh)
	if n != fresh {
		return n
	}
	s := station{at: at, far: [directions]int32{none, none, none, none}, face: [directions]int32{none, none, none, none}}
	if int(n) == len(p.sites) {
		p.sites = append(p.sites, s)
	} else {
		p.sites[n] = s
		p.spare = p.spare[:len(p.spare)-1]
	}
	return n
}

func (s *station) inUse() bool { return s.tower || s.wall != [directions]uint8{} }

// drop frees a station at which nothing is left.
func (p *Position) drop(n int32) {
	if s := &p.sites[n]; !s.inUse() {
		p.index.remove(s.at)
		p.spare = append(p.spare, n)
	}
}

// putWall adds a wall without asking.
func (p *Position) putWall(w placement) {
	if e := p.linkWall(w); p.closed(e) {
		p.closeWall(e)
	}
}

// linkWall enters a wall at both its ends, and leaves the faces as they are.
func (p *Position) linkWall(w placement) halfEdge {
	from, to := p.station(w.at), p.station(p.geo.other(w))
	back := w.axis.opposite()
	p.sites[from].wall[w.axis], p.sites[from].far[w.axis] = uint8(w.kind)+1, to
	p.sites[to].wall[back], p.sites[to].far[back] = uint8(w.kind)+1, from
	p.used.Add(w.kind, 1)
	return halfEdge{from, w.axis}
}

// closed tells whether a wall leaves in this direction that has towers at both ends.
func (p *Position) closed(e halfEdge) bool {
	s := &p.sites[e.station]
	return s.tower && s.wall[e.dir] != 0 && p.sites[s.far[e.dir]].tower
}

// putTower adds a tower without asking.
func (p *Position) putTower(n int32) {
	s := &p.sites[n]
	s.tower = true
	p.used.Towers++
	for d := range direction(directions) {
		if e := (halfEdge{n, d}); p.closed(e) {
			p.closeWall(e)
		}
	}
}

// Add builds a piece for a player. When the rules forbid it the position is unchanged and the code says why; "" is yes.
func (p *Position) Add(piece Piece, player string) Code {
	if code := p.Check(piece, player); code != "" {
		return code
	}
	if piece.Tower {
		p.put(placement{at: piece.From.point(), kind: Tower})
	} else {
		p.put(shape(p.rules.Set, Wall{piece.From, piece.To}))
	}
	return ""
}

// put adds a piece without asking.
func (p *Position) put(x placement) {
	if x.kind == Tower {
		p.putTower(p.station(x.at))
	} else {
		p.putWall(x)
	}
}

// Courtyards lists the courtyards as Evaluate does.
func (p *Position) Courtyards() []Courtyard {
	var all []Courtyard
	for id := range p.courts {
		if p.courts[id].area > 0 {
			all = append(all, p.courtyard(int32(id)))
		}
	}
	return sortedCourtyards(all)
}

// courtyards is the number of courtyards.
func (p *Position) courtyards() int {
	n := 0
	for _, c := range p.courts {
		if c.area > 0 {
			n++
		}
	}
	return n
}

func (p *Position) courtyard(id int32) Courtyard {
	c := p.courts[id]
	walk := p.outline(c.edge)
	court := Courtyard{
		Towers:  p.rules.countedTowers(face{area: c.area, walk: walk}),
		Area:    c.area,
		Owner:   p.player(c.owner),
		Double:  c.double,
		Outline: walk,
	}
	court.Value = len(court.Towers)
	if c.double {
		court.Value *= 2
	}
	return court
}

func (p *Position) player(n int8) string {
	if n == none {
		return ""
	}
	return p.players[n]
}

// Setup lists the pieces: towers sorted, walls sorted with the lesser end first, and one keep entry for each claimed
// courtyard, at a point inside it.
func (p *Position) Setup() Setup {
	s := Setup{Players: p.players, Towers: []Node{}, Walls: []Wall{}, Keeps: []Keep{}}
	for n := range p.sites {
		site := &p.sites[n]
		if site.tower {
			s.Towers = append(s.Towers, site.at.node())
		}
		for _, d := range [axes]direction{east, north} {
			if site.wall[d] != 0 {
				s.Walls = append(s.Walls, Wall{site.at.node(), p.sites[site.far[d]].at.node()})
			}
		}
	}
	slices.SortFunc(s.Towers, CompareNodes)
	slices.SortFunc(s.Walls, CompareWalls)
	for id, c := range p.courts {
		if c.area > 0 && c.owner != none {
			k := Keep{Color: p.player(c.owner), At: p.inside(int32(id)), Count: 1}
			if c.double {
				k.Count = doubleKeep
			}
			s.Keeps = append(s.Keeps, k)
		}
	}
	slices.SortFunc(s.Keeps, func(a, b Keep) int {
		return cmp.Or(cmp.Compare(a.At[0], b.At[0]), cmp.Compare(a.At[1], b.At[1]))
	})
	return s
}

// Scores are the points of each player.
func (p *Position) Scores() map[string]int {
	scores := make(map[string]int, len(p.players))
	for _, name := range p.players {
		scores[name] = 0
	}
	for id, c := range p.courts {
		if c.area > 0 && c.owner != none {
			scores[p.players[c.owner]] += p.value(int32(id))
		}
	}
	return scores
}

func (p *Position) value(id int32) int {
	c := p.courts[id]
	v := c.towers
	if !p.rules.HangingLoopRing {
		v = len(p.courtyard(id).Towers)
	}
	if c.double {
		v *= 2
	}
	return v
}

// Keeps counts each player's keep pieces on the table.
func (p *Position) Keeps() map[string]int {
	keeps := make(map[string]int, len(p.players))
	for _, name := range p.players {
		keeps[name] = 0
	}
	for _, c := range p.courts {
		if c.area > 0 && c.owner != none {
			count := 1
			if c.double {
				count = doubleKeep
			}
			keeps[p.players[c.owner]] += p.rules.keepPieces(count)
		}
	}
	return keeps
}
