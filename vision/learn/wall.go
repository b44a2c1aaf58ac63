package main

import (
	"math"
	"slices"

	"github.com/castellan-companion/castellan/engine/castellan"
	"github.com/castellan-companion/castellan/vision/model"
	"github.com/castellan-companion/castellan/vision/solid"
)

// wallErrors is how far from the truth the lattice is along which walls are looked at closely.
var wallErrors = latticeErrors{shiftMM: 0.6, angle: 0.005, pitch: 0.003, heightMM: 0.5}

// wall makes a crop for Wall: a short wall or a gap, mostly one that only one tower bounds, or half of a long one, and what it is compared
// with.
func (c *cropper) wall(e *example, out *crop) {
	p := placesOf(e)
	there := len(p.gaps) == 0 || len(p.walls)+len(p.halves) > 0 && c.rng.IntN(2) == 0
	from, long := p.gaps, p.beyond
	if there {
		from, long = p.walls, p.halves
	}
	if len(long) > 0 && (len(from) == 0 || c.rng.IntN(4) == 0) {
		from = long
	} else if open, closed := byEnds(e, from); len(open) > 0 && (len(closed) == 0 || c.rng.IntN(5) < 3) {
		from = open
	} else {
		from = closed // few gaps have a tower at either end, but those are what is most often in doubt
	}
	at := from[c.rng.IntN(len(from))]
	g, set := c.roughly(e, at.From, wallErrors)
	if !c.plain && c.rng.IntN(3) == 0 { // a set whose measures are not known
		const off = 0.1
		for _, mm := range []*float64{&set.WallHeightMM, &set.TowerHeightMM, &set.WallThicknessMM, &set.TowerDiameterMM} {
			*mm *= 1 + off*c.rng.NormFloat64()
		}
	}
	castle := solid.New(e.lens.Eye(), &g, &set, &e.castle, e.castle.Keeps)
	own := c.unfold(e, castle, at)
	compareWith := func(of []castellan.Wall) *model.Strip {
		if c.rng.IntN(8) == 0 && !c.plain {
			return nil // so that Wall learns to do without
		}
		return c.alike(e, castle, at, own, of)
	}
	model.CompareStrips(&out.in, own, compareWith(p.walls), compareWith(p.gaps))
	c.tint(out)
	out.reset(model.WallRows, model.WallColumns, model.WallLooks)
	o := (model.WallRow*model.WallColumns + model.WallColumn) * model.WallLooks
	const leastSeen = 0.03
	if own.Seen >= leastSeen {
		out.weight[o] = 1
	}
	if there {
		out.want[o] = model.WallThere
	}
}

// places are where an example has short walls and where it could have some but has none.
type places struct {
	walls, gaps    []castellan.Wall // at a tower
	halves, beyond []castellan.Wall // halves of long walls, and the farther half of where a long one could stand, beyond one of gaps
}

// any says whether there are any: none are known where a hand hides all walls of a castle's only tower.
func (p places) any() bool { return len(p.walls)+len(p.halves)+len(p.gaps) > 0 }

func placesOf(e *example) (p places) {
	between := func(a, b castellan.Node) castellan.Wall { return castellan.Wall{From: a, To: b}.Ordered() }
	taken := map[castellan.Wall]bool{}
	for _, w := range e.castle.Walls {
		w = w.Ordered()
		parts, of := []castellan.Wall{w}, &p.walls
		if halves := model.Halves(w); halves[0] != w {
			parts, of = halves[:], &p.halves
		}
		for _, part := range parts {
			taken[part] = true
		}
		if !e.hidden.Wall(w) {
			*of = append(*of, parts...)
		}
	}
	towers := towersOf(e)
	seen := map[castellan.Wall]bool{}
	for n := range towers {
		for _, step := range model.Steps {
			next := n.Plus(step)
			gap, farther := between(n, next), between(next, next.Plus(step))
			if taken[gap] {
				continue
			}
			if !seen[gap] {
				seen[gap] = true
				p.gaps = append(p.gaps, gap)
			}
			if !towers[next] && !taken[farther] {
				p.beyond = append(p.beyond, farther)
			}
		}
	}
	slices.SortFunc(p.gaps, castellan.CompareWalls)
	slices.SortFunc(p.beyond, castellan.CompareWalls)
	return p
}

// towersOf are the places of an example's towers, straight or turned.
func towersOf(e *example) map[castellan.Node]bool {
	m := map[castellan.Node]bool{}
	for _, t := range e.castle.Towers {
		m[t] = true
	}
	for _, t := range e.castle.Trial {
		m[t.Tower] = true
	}
	return m
}

// byEnds parts some walls and gaps by whether they have a tower at either end.
func byEnds(e *example, of []castellan.Wall) (open, closed []castellan.Wall) {
	towers := towersOf(e)
	for _, w := range of {
		if towers[w.From] && towers[w.To] {
			closed = append(closed, w)
		} else {
			open = append(open, w)
		}
	}
	return open, closed
}

// unfold takes the strip of a wall or of half of a long one, mirrored or as it is.
func (c *cropper) unfold(e *example, castle *solid.Bodies, w castellan.Wall) *model.Strip {
	step := model.StepInto(w, w.From)
	castle.About(w, []castellan.Wall{
		{From: w.From, To: w.To.Plus(step)}, {From: castellan.Node{I: w.From.I - step.I, J: w.From.J - step.J}, To: w.To},
	}, &c.near)
	s := &model.Strip{}
	c.near.Unfold(e.pic, e.lens, w, s)
	if c.rng.IntN(2) == 0 {
		return s
	}
	mirrored := &model.Strip{}
	s.Mirror(mirrored)
	return mirrored
}

// alike draws one of some walls or gaps near another one, in its direction and seen from the same side; nil where there is none.
func (c *cropper) alike(e *example, castle *solid.Bodies, w castellan.Wall, own *model.Strip, of []castellan.Wall) *model.Strip {
	const (
		nearest    = 8
		enoughSeen = 0.3
	)
	along := slices.DeleteFunc(slices.Clone(of), func(o castellan.Wall) bool { return o.AlongX() != w.AlongX() })
	near := model.Nearest(along, func(o castellan.Wall) castellan.Node { return o.From }, w.From, nearest)
	c.rng.Shuffle(len(near), func(i, j int) { near[i], near[j] = near[j], near[i] })
	for _, o := range near {
		if s := c.unfold(e, castle, o); s.Left == own.Left && s.Seen > enoughSeen {
			return s
		}
	}
	return nil
}

// tint changes the light and colours of what Wall is shown, and adds noise.
func (c *cropper) tint(out *crop) {
	if c.plain {
		return
	}
	l := c.light(0.3)
	l.saturation = 1
	var bands [3]shadow
	for k := range bands {
		bands[k] = c.shadow()
	}
	model.Shades(&out.in, func(strip, row, column int, colour []float32) {
		dark := bands[strip].depth(row, column)
		c.relight(&l, colour)
		for k := range colour {
			colour[k] += dark
		}
	})
}

// shadow is a straight edge of one across a strip, hard or soft.
type shadow struct{ cos, sin, at, soft, dark float64 }

// shadow draws one; mostly there is none.
func (c *cropper) shadow() shadow {
	if c.rng.IntN(4) > 0 {
		return shadow{soft: 1}
	}
	sin, cos := math.Sincos(c.rng.Float64() * 2 * math.Pi)
	return shadow{
		cos: cos, sin: sin, at: cos*c.rng.Float64()*model.StripColumns + sin*c.rng.Float64()*model.StripRows,
		soft: 0.5 + 5*c.rng.Float64()*c.rng.Float64(), dark: -3 * c.rng.Float64() * c.rng.Float64(),
	}
}

// depth is how much darker it makes a sample, a logarithm.
func (s *shadow) depth(row, column int) float32 {
	in := s.cos*float64(column) + s.sin*float64(row) - s.at
	return float32(s.dark * max(0, min(1, 0.5+in/(2*s.soft))))
}
