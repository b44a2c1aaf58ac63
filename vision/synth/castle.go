package synth

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/castellan-companion/castellan/engine/castellan"
)

// Supplies of one set of pieces; with more than two colours there are two sets.
const (
	setTowers = 32
	setLong   = 26
	setShort  = 30
)

var steps = [4]castellan.Node{{I: 1}, {J: 1}, {I: -1}, {J: -1}}

func along(n, step castellan.Node, k int) castellan.Node {
	return castellan.Node{I: n.I + k*step.I, J: n.J + k*step.J}
}

// stretch is one unit of a wall, named by its lower end.
type stretch struct {
	at       castellan.Node
	vertical bool
}

// growth is a castle while it grows, with what is needed to keep it legal.
type growth struct {
	towers   []castellan.Node
	walls    []castellan.Wall
	isTower  map[castellan.Node]bool
	ends     map[castellan.Node]int  // walls that end here
	middle   map[castellan.Node]bool // midpoints of long walls
	built    map[stretch]bool
	maxTower int
	maxLong  int
	maxShort int
	long     int
}

// style is the builders' temper.
type style struct {
	compact float64 // 0 sprawling .. 1 dense and full of courtyards
	long    float64 // share of long walls
	open    float64 // share of wall ends that stay without a tower

	deadEnds float64 // share of the towers at the end of a single wall that stay
}

func newGrowth(sets int) *growth {
	return &growth{
		isTower: map[castellan.Node]bool{}, ends: map[castellan.Node]int{},
		middle: map[castellan.Node]bool{}, built: map[stretch]bool{},
		maxTower: sets * setTowers, maxLong: sets * setLong, maxShort: sets * setShort,
	}
}

func (g *growth) pieces() int { return len(g.towers) + len(g.walls) }

func (g *growth) addTower(n castellan.Node) {
	g.towers = append(g.towers, n)
	g.isTower[n] = true
}

func stretchOf(a, b castellan.Node) stretch {
	return stretch{castellan.Node{I: min(a.I, b.I), J: min(a.J, b.J)}, a.I == b.I}
}

// wallFits tells whether a wall of the given length from the tower at n leaves everybody's ends free.
func (g *growth) wallFits(n, step castellan.Node, length int) bool {
	for k := range length {
		if g.built[stretchOf(along(n, step, k), along(n, step, k+1))] {
			return false
		}
	}
	if length == 2 {
		mid := along(n, step, 1)
		if g.long == g.maxLong || g.isTower[mid] || g.middle[mid] || g.ends[mid] > 0 {
			return false
		}
	} else if len(g.walls)-g.long == g.maxShort {
		return false
	}
	return !g.middle[along(n, step, length)]
}

func (g *growth) addWall(n, step castellan.Node, length int) {
	end := along(n, step, length)
	for k := range length {
		g.built[stretchOf(along(n, step, k), along(n, step, k+1))] = true
	}
	if length == 2 {
		g.middle[along(n, step, 1)] = true
		g.long++
	}
	g.ends[n]++
	g.ends[end]++
	g.walls = append(g.walls, castellan.Wall{From: n, To: end})
}

func (g *growth) openEnds() []castellan.Node {
	var open []castellan.Node
	for _, w := range g.walls {
		if !g.isTower[w.To] && !slices.Contains(open, w.To) {
			open = append(open, w.To)
		}
	}
	return open
}

// grow builds a legal, connected castle of about the wanted number of pieces.
func grow(rng *rand.Rand, pieces, sets int, s style) *growth {
	g := newGrowth(sets)
	g.addTower(castellan.Node{})
	for failures := 0; g.pieces() < pieces && failures < 300; {
		open := g.openEnds()
		keepOpen := int(s.open * float64(len(g.walls)))
		if len(open) > keepOpen && len(g.towers) < g.maxTower && rng.Float64() < 0.75 {
			g.addTower(open[rng.IntN(len(open))])
			continue
		}
		if !g.growWall(rng, s) {
			failures++
		}
	}
	for _, n := range g.openEnds() {
		if len(g.towers) < g.maxTower && rng.Float64() > s.open*3 && g.pieces() < pieces+pieces/10 {
			g.addTower(n)
		}
	}
	g.tidy(rng, s.deadEnds)
	return g
}

// tidy takes towers away that end a single wall, with that wall, all but a share of them, and some walls that the castle holds together
// without: players seldom build the one, and often leave the other open.
func (g *growth) tidy(rng *rand.Rand, deadEnds float64) {
	const spare = 0.07
	for k, w := range slices.Backward(slices.Clone(g.walls)) {
		switch {
		case len(g.towers) > 2 && g.isTower[w.From] && g.isTower[w.To] && (g.ends[w.From] == 1) != (g.ends[w.To] == 1):
			if rng.Float64() < 1-deadEnds {
				end := w.To
				if g.ends[w.From] == 1 {
					end = w.From
				}
				g.removeWall(k)
				delete(g.isTower, end)
				g.towers = slices.DeleteFunc(g.towers, func(n castellan.Node) bool { return n == end })
			}
		case g.ends[w.From] > 2 && g.ends[w.To] > 2 && rng.Float64() < spare:
			g.leaveOut(k)
		}
	}
}

// leaveOut takes a wall away unless it holds the castle together.
func (g *growth) leaveOut(k int) {
	w := g.walls[k]
	if g.removeWall(k); !g.linked() {
		step, length := span(w)
		g.addWall(w.From, step, length)
	}
}

// gaps leaves out a share of the walls between towers that other walls hold too.
func (g *growth) gaps(rng *rand.Rand, share float64) {
	for k, w := range slices.Backward(slices.Clone(g.walls)) {
		if g.isTower[w.From] && g.isTower[w.To] && g.ends[w.From] > 1 && g.ends[w.To] > 1 && rng.Float64() < share {
			g.leaveOut(k)
		}
	}
}

// freeEnds takes a share of the towers off that end a single wall.
func (g *growth) freeEnds(rng *rand.Rand, share float64) {
	for _, w := range g.walls {
		if len(g.towers) > 2 && g.isTower[w.To] && g.ends[w.To] == 1 && rng.Float64() < share {
			delete(g.isTower, w.To)
			g.towers = slices.DeleteFunc(g.towers, func(n castellan.Node) bool { return n == w.To })
		}
	}
}

func (g *growth) removeWall(k int) {
	w := g.walls[k]
	g.walls = slices.Delete(g.walls, k, k+1)
	g.ends[w.From]--
	g.ends[w.To]--
	step, length := span(w)
	for j := range length {
		delete(g.built, stretchOf(along(w.From, step, j), along(w.From, step, j+1)))
	}
	if length == 2 {
		delete(g.middle, along(w.From, step, 1))
		g.long--
	}
}

// linked says whether all towers hang together.
func (g *growth) linked() bool {
	reached := map[castellan.Node]bool{g.towers[0]: true}
	for grew := true; grew; {
		grew = false
		for _, w := range g.walls {
			if g.isTower[w.From] && g.isTower[w.To] && reached[w.From] != reached[w.To] {
				reached[w.From], reached[w.To], grew = true, true, true
			}
		}
	}
	return len(reached) == len(g.towers)
}

// span is the direction of a wall from its first end to its last, and its length.
func span(w castellan.Wall) (step castellan.Node, length int) {
	step = castellan.Node{I: cmp.Compare(w.To.I, w.From.I), J: cmp.Compare(w.To.J, w.From.J)}
	return step, abs(w.To.I-w.From.I) + abs(w.To.J-w.From.J)
}

// growWall tries a few places for one more wall and takes the one that the style likes best.
func (g *growth) growWall(rng *rand.Rand, s style) bool {
	type place struct {
		from, step castellan.Node
		length     int
	}
	var best place
	bestScore := math.Inf(-1)
	for range 1 + rng.IntN(2+int(24*s.compact)) {
		p := place{g.towers[rng.IntN(len(g.towers))], steps[rng.IntN(4)], 1}
		if rng.Float64() < s.long {
			p.length = 2
		}
		if !g.wallFits(p.from, p.step, p.length) {
			continue
		}
		end := along(p.from, p.step, p.length)
		score := rng.Float64()
		if g.isTower[end] || g.ends[end] > 0 {
			score += 3 * s.compact
		}
		if g.ends[p.from] == 1 { // a tower at a dead end is worth less
			score += 0.7 * s.compact
		}
		score -= (s.compact - 0.3) * 0.12 * math.Hypot(float64(end.I), float64(end.J))
		if score > bestScore {
			best, bestScore = p, score
		}
	}
	if best.length == 0 {
		return false
	}
	g.addWall(best.from, best.step, best.length)
	return true
}

// courtyards gives the enclosed areas, each as the unit cells (named by their lower corner) that it covers. Walls with
// an end that no tower joins close nothing.
func (g *growth) courtyards() [][]castellan.Node {
	closed := map[stretch]bool{}
	lo, hi := castellan.Node{}, castellan.Node{}
	for _, w := range g.walls {
		for _, n := range []castellan.Node{w.From, w.To} {
			lo = castellan.Node{I: min(lo.I, n.I), J: min(lo.J, n.J)}
			hi = castellan.Node{I: max(hi.I, n.I), J: max(hi.J, n.J)}
		}
		if !g.isTower[w.From] || !g.isTower[w.To] {
			continue
		}
		step, length := span(w)
		for k := range length {
			closed[stretchOf(along(w.From, step, k), along(w.From, step, k+1))] = true
		}
	}
	seen := map[castellan.Node]bool{}
	var areas [][]castellan.Node
	for i := lo.I - 1; i <= hi.I; i++ {
		for j := lo.J - 1; j <= hi.J; j++ {
			start := castellan.Node{I: i, J: j}
			if seen[start] {
				continue
			}
			seen[start] = true
			area, outside := []castellan.Node{start}, false
			for k := 0; k < len(area); k++ {
				c := area[k]
				for side, step := range steps {
					if closed[cellSide(c, side)] {
						continue
					}
					n := along(c, step, 1)
					if n.I < lo.I-1 || n.J < lo.J-1 || n.I > hi.I || n.J > hi.J {
						outside = true
						continue
					}
					if !seen[n] {
						seen[n] = true
						area = append(area, n)
					}
				}
			}
			if !outside {
				areas = append(areas, area)
			}
		}
	}
	return areas
}

// cellSide is the lattice stretch on the given side (in the order of steps) of a unit cell.
func cellSide(c castellan.Node, side int) stretch {
	switch side {
	case 0:
		return stretch{castellan.Node{I: c.I + 1, J: c.J}, true}
	case 1:
		return stretch{castellan.Node{I: c.I, J: c.J + 1}, false}
	case 2:
		return stretch{c, true}
	default:
		return stretch{c, false}
	}
}

func abs(i int) int {
	if i < 0 {
		return -i
	}
	return i
}
