package main

import (
	"slices"

	"github.com/castellan-companion/castellan/engine/castellan"
	"github.com/castellan-companion/castellan/vision/model"
	"github.com/castellan-companion/castellan/vision/nn"
)

// tower makes a crop for Tower: a node where a tower stands or where none does, mostly one where that could be in doubt: the end of a single
// wall, or a node that walls reach from two opposite sides, as the middle of a long wall is. It is compared with others of the kind.
func (c *cropper) tower(e *example, out *crop) {
	reached := model.Reach(e.castle.Walls)
	trials, towers := shownTowers(e)
	towers = slices.DeleteFunc(append(towers, trials...), func(n castellan.Node) bool { return e.hidden.Tower(n) })
	standing := towersOf(e)
	bare := slices.DeleteFunc(reached.About(), func(n castellan.Node) bool { return standing[n] || !shows(e, n) })
	there := len(bare) == 0 || len(towers) > 0 && c.rng.IntN(2) == 0
	from := bare
	if there {
		from = towers
	}
	out.reset(2*model.TowerMiddle+1, 2*model.TowerMiddle+1, model.TowerChannels)
	o := (model.TowerMiddle*out.w + model.TowerMiddle) * model.TowerChannels
	out.weight[o] = 1
	if len(from) == 0 {
		from, out.weight[o] = e.castle.Towers, 0
	}
	// As many of each kind among the towers as among the other nodes, as far as there are, so that the kind itself tells little.
	by := map[kind][]castellan.Node{}
	for _, n := range from {
		by[kindOf(reached[n])] = append(by[kindOf(reached[n])], n)
	}
	for _, k := range [...]kind{ended, passed, ended, passed, free, met} {
		if c.rng.IntN(3) == 0 && len(by[k]) > 0 {
			from = by[k]
			break
		}
	}
	at := from[c.rng.IntN(len(from))]
	g, set := c.roughly(e, at, wallErrors)
	mirrored := !c.plain && c.rng.IntN(2) == 0
	c.vary(e)
	along := model.FromEye(e.lens, &g, at)
	f := model.TowerFrame(&g, at, along, &set, mirrored)
	c.take(e, &c.own, &f)
	var others [2]*nn.Tensor
	for k, of := range [2][]castellan.Node{towers, bare} {
		other, ok := c.likest(reached, at, of)
		if !ok {
			continue
		}
		others[k] = [...]*nn.Tensor{&c.other, &c.bare}[k]
		f := model.TowerFrame(&g, other, along, &set, mirrored)
		c.take(e, others[k], &f)
	}
	model.CompareTowers(&out.in, &c.own, others[:]...)
	c.look(&out.in)
	if there {
		out.want[o] = model.TowerThere
	}
}

// kind is what could be in doubt at a node by the walls that reach it.
type kind int

const (
	free   kind = iota // no wall
	ended              // a single one
	passed             // two opposite ones: one long wall, or two and a tower
	met                // others: only a tower joins these
)

func kindOf(a model.Arms) kind {
	n := 0
	for _, arm := range a {
		if arm {
			n++
		}
	}
	switch {
	case n == 0:
		return free
	case n == 1:
		return ended
	case n == 2 && a[0] == a[2]:
		return passed
	}
	return met
}

// likest draws a node of some to compare the one at a node with, one of those whose arms are most like its own and that stand near; none
// where there is no other, and now and then so that Tower learns to do without.
func (c *cropper) likest(reached model.Reached, at castellan.Node, of []castellan.Node) (castellan.Node, bool) {
	const few = 4
	others := reached.Likest(of, at, few)
	if len(others) == 0 || c.rng.IntN(8) == 0 && !c.plain {
		return castellan.Node{}, false
	}
	return others[c.rng.IntN(len(others))], true
}
