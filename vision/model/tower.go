package model

import (
	"cmp"
	"maps"
	"math"
	"slices"

	"github.com/castellan-companion/castellan/calibration"
	"github.com/castellan-companion/castellan/engine/castellan"
	"github.com/castellan-companion/castellan/vision/nn"
	"github.com/castellan-companion/castellan/vision/volume"
)

// Channels of the output of Tower, which is read in the middle (row and column TowerMiddle): softmax over two.
const (
	TowerNone  = iota // there is no tower, but the middle of a long wall, a wall's open end, or nothing
	TowerThere        // there is one, straight or turned
	TowerChannels
)

// TowerMiddle is the row and column of the output that stands on the node.
const TowerMiddle = 4

// Tower looks at towerSide by towerSide samples: the node and three quarters of a pitch on all sides of it.
const (
	towerSide     = 2*TowerMiddle*8 + 1
	towerPerPitch = float64(towerSide-1) / 1.5
)

// NewTower is the untrained network. It compares a node with one of the same picture where a tower surely stands and with one where surely
// none does.
func NewTower() *nn.Net {
	return newCloseUp(2*towerColours+volume.Channels(towerPlanes), [3]int{1, 2, 6}, TowerChannels)
}

// FromEye is the lattice step at a node that leads most nearly away from the eye.
func FromEye(lens *volume.Lens, g *Grid, n castellan.Node) castellan.Node {
	at, eye := g.At(float64(n.I), float64(n.J)), lens.Eye()
	x := (at[0]-eye[0])*g.X[0] + (at[1]-eye[1])*g.X[1]
	y := (at[0]-eye[0])*g.Y[0] + (at[1]-eye[1])*g.Y[1]
	step := func(v float64) int { return int(math.Copysign(1, v)) }
	if math.Abs(x) >= math.Abs(y) {
		return castellan.Node{I: step(x)}
	}
	return castellan.Node{J: step(y)}
}

// TowerFrame is the volume that Tower looks at for a node. Its first axis goes along a lattice step; mirrored has the other one the other way
// round.
func TowerFrame(g *Grid, n, along castellan.Node, set *calibration.Set, mirrored bool) volume.Frame {
	return aboutNode(g, n, along, set, mirrored, towerPerPitch, towerSide)
}

// Arms says into which directions walls go from a node, or pass over it: to the right, up, to the left and down.
type Arms [4]bool

// Reached are the nodes that walls reach or pass over.
type Reached map[castellan.Node]Arms

var steps = [4]castellan.Node{{I: 1}, {J: 1}, {I: -1}, {J: -1}} // in the order of Arms

// Reach are the nodes that some walls reach.
func Reach(walls []castellan.Wall) Reached {
	all := Reached{}
	add := func(n, step castellan.Node) {
		a := all[n]
		a[slices.Index(steps[:], step)] = true
		all[n] = a
	}
	for _, w := range walls {
		there, back := StepInto(w, w.From), StepInto(w, w.To)
		add(w.From, there)
		add(w.To, back)
		if middle := w.From.Plus(there); middle != w.To {
			add(middle, there)
			add(middle, back)
		}
	}
	return all
}

// About are the nodes reached and those beside them, in order.
func (r Reached) About() []castellan.Node {
	found := map[castellan.Node]bool{}
	for n := range r {
		found[n] = true
		for _, step := range steps {
			found[n.Plus(step)] = true
		}
	}
	return slices.SortedFunc(maps.Keys(found), castellan.CompareNodes)
}

// Likest are those of some nodes, so many at most, that walls reach most nearly as they reach another one, the nearest of them first.
func (r Reached) Likest(of []castellan.Node, to castellan.Node, most int) []castellan.Node {
	others := Nearest(of, func(n castellan.Node) castellan.Node { return n }, to, len(of))
	slices.SortStableFunc(others, func(a, b castellan.Node) int { return cmp.Compare(r.unlike(a, to), r.unlike(b, to)) })
	return others[:min(most, len(others))]
}

// unlike is in how many directions two nodes differ.
func (r Reached) unlike(a, b castellan.Node) int {
	n := 0
	for k, there := range r[a] {
		if there != r[b][k] {
			n++
		}
	}
	return n
}

// Tower is how much speaks for a tower on a node, as a logarithm of odds. It is compared with one after the other of some nodes where a tower
// surely stands and of some where surely none does, if there are any, until it is clear.
func (r *Runner) Tower(
	p *volume.Picture, lens *volume.Lens, g *Grid, n castellan.Node, towers, bare []castellan.Node, set *calibration.Set,
) float64 {
	along := FromEye(lens, g, n)
	frame := func(of castellan.Node, mirrored bool) volume.Frame { return TowerFrame(g, of, along, set, mirrored) }
	return r.compareNodes(towerNet(), TowerThere, TowerNone, p, lens, frame, n, towers, bare)
}
