package main

import (
	"math"
	"slices"

	"github.com/castellan-companion/castellan/calibration"
	"github.com/castellan-companion/castellan/engine/castellan"
	"github.com/castellan-companion/castellan/vision/model"
	"github.com/castellan-companion/castellan/vision/reading"
)

// turn makes a crop for Turn: a trial tower, or a straight one, mostly one that stands at the end of a single wall and might be taken
// for a trial, of those that the picture shows.
func (c *cropper) turn(e *example, out *crop) {
	steps := map[castellan.Node][]castellan.Node{}
	for _, w := range e.castle.Walls {
		steps[w.From] = append(steps[w.From], model.StepInto(w, w.From))
		steps[w.To] = append(steps[w.To], model.StepInto(w, w.To))
	}
	trials, straight := shownTowers(e)
	trial := len(trials) > 0 && (len(straight) == 0 || c.rng.IntN(3) > 0)
	from := trials
	if !trial {
		most := 1
		if c.rng.IntN(3) == 0 {
			most = 4
		}
		from = slices.DeleteFunc(slices.Clone(straight), func(t castellan.Node) bool { return len(steps[t]) == 0 || len(steps[t]) > most })
	}
	shown := len(trials)+len(straight) > 0
	switch {
	case len(from) > 0:
	case shown:
		from = straight
	default:
		from = e.castle.Towers
	}
	at := from[c.rng.IntN(len(from))]
	along := castellan.Node{I: 1}
	if n := len(steps[at]); n > 0 {
		along = steps[at][c.rng.IntN(n)]
	}
	g, set := c.roughly(e, at, cellErrors)
	mirrored := !c.plain && c.rng.IntN(2) == 0
	c.vary(e)
	f := model.TurnFrame(&g, at, along, &set, mirrored)
	c.take(e, &c.own, &f)
	if other, ok := c.straight(e, at, straight, steps); ok {
		f := model.TurnFrame(&g, other, along, &set, mirrored)
		c.take(e, &c.other, &f)
		model.CompareTowers(&out.in, &c.own, &c.other)
	} else {
		model.CompareTowers(&out.in, &c.own, nil)
	}
	c.look(&out.in)
	const side = 2*model.TurnMiddle + 1
	out.reset(side, side, model.TurnChannels)
	o := (model.TurnMiddle*side + model.TurnMiddle) * model.TurnChannels
	out.weight[o] = 1
	if !shown || e.hidden.Tower(at) {
		out.weight[o] = 0
	}
	if trial {
		out.want[o] = model.TurnTrial
	}
}

// roughly is along which lattice and by which measures an example is looked at closely about a node: both are a little off.
func (c *cropper) roughly(e *example, about castellan.Node, by latticeErrors) (model.Grid, calibration.Set) {
	if c.plain {
		return e.grid(), e.set
	}
	return c.astray(e, about, by)
}

// astray is roughly, for validation too.
func (c *cropper) astray(e *example, about castellan.Node, by latticeErrors) (model.Grid, calibration.Set) {
	set := e.set
	set.WallHeightMM += c.rng.NormFloat64() * by.heightMM
	set.TowerHeightMM += c.rng.NormFloat64() * by.heightMM
	return c.disturb(e.grid(), about, by), set
}

// shownTowers are the turned and the straight towers that the picture shows.
func shownTowers(e *example) (trials, straight []castellan.Node) {
	for _, t := range e.castle.Trial {
		if shows(e, t.Tower) {
			trials = append(trials, t.Tower)
		}
	}
	for _, n := range e.castle.Towers {
		if shows(e, n) {
			straight = append(straight, n)
		}
	}
	return trials, straight
}

// shows says whether the picture shows a tower on a node, from its foot to its top and with the gap about it.
func shows(e *example, n castellan.Node) bool {
	const around = 0.35 // pitches
	g := e.grid()
	for _, aside := range [4][2]float64{{-around, 0}, {around, 0}, {0, -around}, {0, around}} {
		if !footToTop(e, g.At(float64(n.I)+aside[0], float64(n.J)+aside[1]), e.set.TowerHeightMM) {
			return false
		}
	}
	return true
}

// footToTop says whether the picture shows both ends of what is so high (mm) and stands upright at a place on the table (mm).
func footToTop(e *example, at [2]float64, height float64) bool {
	_, _, _, foot := e.lens.Seen(e.pic, [3]float64{at[0], at[1], 0})
	_, _, _, top := e.lens.Seen(e.pic, [3]float64{at[0], at[1], height})
	return foot && top
}

// straight draws a tower of some straight ones to compare the one at a node with, mostly one that two walls hold straight; none where there
// is no other, and now and then so that Turn learns to do without.
func (c *cropper) straight(
	e *example, at castellan.Node, of []castellan.Node, steps map[castellan.Node][]castellan.Node,
) (castellan.Node, bool) {
	if c.rng.IntN(8) == 0 && !c.plain {
		return castellan.Node{}, false
	}
	least := 2
	if c.rng.IntN(6) == 0 {
		least = 0
	}
	unfit := func(n castellan.Node) bool { return len(steps[n]) < least || e.hidden.Tower(n) }
	const nearest = 6
	fit := slices.DeleteFunc(slices.Clone(of), unfit)
	others := model.Nearest(fit, func(n castellan.Node) castellan.Node { return n }, at, nearest)
	if len(others) == 0 {
		return castellan.Node{}, false
	}
	return others[c.rng.IntN(len(others))], true
}

// shownKeeps are the keeps that the picture shows from foot to top, or all where it shows none.
func shownKeeps(e *example) []reading.Keep {
	beyond := func(k reading.Keep) bool { return !footToTop(e, k.AtMM, float64(k.Count)*e.set.KeepHeightMM) }
	if shown := slices.DeleteFunc(slices.Clone(e.castle.Keeps), beyond); len(shown) > 0 {
		return shown
	}
	return e.castle.Keeps
}

// closeKeep makes a crop for Keep: a keep, as often a double one as a single one, about where it is believed to stand, or a place without
// one.
func (c *cropper) closeKeep(e *example, out *crop) {
	var of [2][][2]float64 // the single and the double ones
	for _, k := range shownKeeps(e) {
		of[k.Count-1] = append(of[k.Count-1], k.AtMM)
	}
	from := of[0]
	if len(from) == 0 || len(of[1]) > 0 && c.rng.IntN(2) == 0 {
		from = of[1]
	}
	at, set := from[c.rng.IntN(len(from))], e.set
	eye := e.lens.Eye()
	away := [2]float64{at[0] - eye[0], at[1] - eye[1]}
	mirrored := false
	c.vary(e)
	if !c.plain {
		// Where a keep is believed to stand is off by about 2 mm, and along the lean by more: a double one looks like a single one behind it.
		const off = 2
		along := 0.35 * c.rng.NormFloat64()
		if c.rng.IntN(6) == 0 {
			along = 3*c.rng.Float64() - 1.5
		}
		along *= set.KeepHeightMM / eye[2]
		for k := range 2 {
			at[k] += off*c.rng.NormFloat64() + along*away[k]
		}
		if c.rng.IntN(4) == 0 { // anywhere
			_, towers := shownTowers(e)
			if len(towers) == 0 {
				towers = e.castle.Towers
			}
			t := towers[c.rng.IntN(len(towers))]
			g := e.grid()
			aside := func() float64 { return 3*c.rng.Float64() - 1.5 }
			if c.rng.IntN(2) == 0 { // in the middle of a square, where a keep is expected and a cloth of a keep's colour may look like one
				aside = func() float64 { return float64(c.rng.IntN(2)) - 0.5 + 0.1*c.rng.NormFloat64() }
				if c.rng.IntN(2) == 0 {
					c.cloth = randomCloth(c.rng, colourful)
				}
			}
			at = g.At(float64(t.I)+aside(), float64(t.J)+aside())
		}
		set.KeepHeightMM += c.rng.NormFloat64() * cellErrors.heightMM
		set.KeepMM *= 1 + 0.04*c.rng.NormFloat64()
		mirrored = c.rng.IntN(2) == 0
	}
	f, axes := model.KeepFrame(e.lens, at, &set, mirrored)
	c.take(e, &out.in, &f)
	c.look(&out.in)
	const side = 2*model.KeepMiddle + 1
	out.reset(side, side, model.KeepChannels)
	o := (model.KeepMiddle*side + model.KeepMiddle) * model.KeepChannels
	want, weight := out.want[o:o+model.KeepChannels], out.weight[o:o+model.KeepChannels]
	nearest := 0
	apart := func(k int) float64 {
		return math.Hypot(e.castle.Keeps[k].AtMM[0]-at[0], e.castle.Keeps[k].AtMM[1]-at[1])
	}
	for k := range e.castle.Keeps {
		if apart(k) < apart(nearest) {
			nearest = k
		}
	}
	const near, far = 0.9, 1.25 // keep widths up to which it counts as standing about here, and from which it does not
	switch d := apart(nearest) / e.set.KeepMM; {
	case d > far:
		want[0], weight[0] = model.KeepNone, 1
	case d < near:
		k := e.castle.Keeps[nearest]
		x, y := axes.Coords(k.AtMM)
		if col, row := model.KeepSample(x, y); !inPicture(&out.in, col, row, model.KeepSamples/2, model.KeepSamples/2) {
			return
		}
		want[0], weight[0] = float32(k.Count-1), 1
		want[model.KeepX], weight[model.KeepX] = float32(x), 1
		want[model.KeepY], weight[model.KeepY] = float32(y), 1
		if color := slices.Index(model.KeepColors[:], k.Color); color >= 0 {
			want[model.KeepRed], weight[model.KeepRed] = float32(color), 1
		}
	}
}
