package main

import (
	"math"
	"math/rand/v2"
	"slices"

	"github.com/castellan-companion/castellan/calibration"
	"github.com/castellan-companion/castellan/engine/castellan"
	"github.com/castellan-companion/castellan/vision/model"
	"github.com/castellan-companion/castellan/vision/nn"
	"github.com/castellan-companion/castellan/vision/review"
	"github.com/castellan-companion/castellan/vision/solid"
	"github.com/castellan-companion/castellan/vision/volume"
)

// crop is what a network is shown, and for each of its outputs the wanted value and its weight in the loss.
type crop struct {
	in     nn.Tensor
	prior  []float32 // what is known before and the output adds to; empty for nothing
	want   []float32 // H x W x channels of the output
	weight []float32
	h, w   int
}

func (c *crop) reset(h, w, channels int) {
	c.h, c.w = h, w
	n := h * w * channels
	if cap(c.want) < n {
		c.want, c.weight = make([]float32, n), make([]float32, n)
	}
	c.want, c.weight = c.want[:n], c.weight[:n]
	clear(c.want)
	clear(c.weight)
}

// add adds what is known before to an output.
func (c *crop) add(out []float32) {
	for i, v := range c.prior {
		out[i] += v
	}
}

// turns are the eight symmetries of the lattice.
var turns = [8][2][2]int{
	{{1, 0}, {0, 1}},
	{{0, -1}, {1, 0}},
	{{-1, 0}, {0, -1}},
	{{0, 1}, {-1, 0}},
	{{-1, 0}, {0, 1}},
	{{0, 1}, {1, 0}},
	{{1, 0}, {0, -1}},
	{{0, -1}, {-1, 0}},
}

// latticeErrors is how far from the truth the lattice is on which a network is trained to look (standard deviations).
type latticeErrors struct {
	shiftMM, angle, pitch, heightMM float64
}

// cellErrors is what is left of a lattice's errors once it was refined; roughErrors is what there is before.
var (
	cellErrors  = latticeErrors{shiftMM: 0.9, angle: 0.007, pitch: 0.005, heightMM: 1}
	roughErrors = latticeErrors{shiftMM: 3.5, angle: 0.025, pitch: 0.015, heightMM: 1}
)

// cropper makes crops of examples at random. Use one per goroutine.
type cropper struct {
	rng      *rand.Rand
	sampler  volume.Sampler
	where    where
	cloth    *cloth       // that the next volumes have under the castle, nil for their own
	own      nn.Tensor    // for Turn and Tower: a place,
	other    nn.Tensor    // a tower that it is compared with,
	bare     nn.Tensor    // and a place without one
	near     solid.Bodies // for Wall: the pieces about the place in question
	context  review.Context
	run      nn.Run    // of Cells, for Review:
	wider    nn.Tensor // the volume with what follows from what was said,
	eyes     []eyes    // other Cells whose word it corrects as well,
	reviewer *nn.Net   // and Review itself, as far as it has learned; nil to correct nothing but Cells
	second   nn.Run    // of Review
	plain    bool      // no errors, no changes of light: for validation
}

// sample fills out's volume, now and then with less sharpness than there is and with another table under the castle, and changes its
// light.
func (c *cropper) sample(e *example, out *crop, f *volume.Frame) {
	c.vary(e)
	c.take(e, &out.in, f)
	c.look(&out.in)
}

// vary draws how the next volumes differ from the picture.
func (c *cropper) vary(e *example) {
	c.sampler.Coarser, c.cloth = 0, nil
	if c.plain {
		return
	}
	if c.rng.IntN(6) == 0 {
		c.sampler.Coarser = 1
	}
	if e.body != nil && !e.hand && c.rng.IntN(5) < 2 {
		tint := pale
		if c.rng.IntN(3) == 0 {
			tint = colourful
		}
		c.cloth = randomCloth(c.rng, tint)
	}
}

// take fills a volume, with shadows upon it that are not there.
func (c *cropper) take(e *example, in *nn.Tensor, f *volume.Frame) {
	c.sampler.Where = nil
	if c.cloth != nil {
		c.where.watch(&c.sampler, e, f)
	}
	c.sampler.Sample(in, e.pic, e.lens, f)
	if c.cloth != nil {
		c.where.spread(c.rng, in, c.cloth)
	}
	if !c.plain {
		for range c.rng.IntN(4) {
			c.shade(in)
		}
	}
}

// look changes the light and colours of a volume, and adds noise.
func (c *cropper) look(t *nn.Tensor) {
	if c.plain {
		return
	}
	l := c.light(0.25)
	c.relightAll(&l, t)
}

// light is another light: how it changes contrasts, brightness and colours, and how noisy the picture is in it.
type light struct {
	gain, saturation, noise float32
	shift                   [3]float32
}

// light draws one. brightness is how much brightness changes (standard deviation of a logarithm).
func (c *cropper) light(brightness float64) light {
	l := light{gain: float32(math.Exp(c.rng.NormFloat64() * 0.2))}
	all := float32(c.rng.NormFloat64() * brightness)
	l.saturation = float32(math.Exp(c.rng.NormFloat64() * 0.15))
	for i := range l.shift {
		l.shift[i] = all + float32(c.rng.NormFloat64()*0.1)
	}
	if c.rng.IntN(3) == 0 {
		l.noise = float32(c.rng.Float64() * 0.15)
	}
	return l
}

// relight puts a colour into another light.
func (c *cropper) relight(l *light, colour []float32) {
	grey := (colour[0] + colour[1] + colour[2]) / 3
	for k, v := range colour {
		v = (grey+(v-grey)*l.saturation)*l.gain + l.shift[k]
		if l.noise > 0 {
			v += l.noise * float32(c.rng.NormFloat64())
		}
		colour[k] = v
	}
}

// relightAll puts a volume into another light.
func (c *cropper) relightAll(l *light, t *nn.Tensor) {
	for i := 0; i < len(t.Data); i += t.C {
		for d := t.Data[i : i+t.C-volume.NotColours]; len(d) > 0; d = d[3:] {
			if d[0] != 0 || d[1] != 0 || d[2] != 0 {
				c.relight(l, d[:3])
			}
		}
	}
}

// shade casts a straight shadow, or a streak of light, over a volume: as wide as a wall's or as a cupboard's, hard or soft.
func (c *cropper) shade(t *nn.Tensor) {
	sin, cos := math.Sincos(c.rng.Float64() * 2 * math.Pi)
	middle := cos*c.rng.Float64()*float64(t.W) + sin*c.rng.Float64()*float64(t.H)
	half := 2 + float64(t.W)*0.4*math.Pow(c.rng.Float64(), 3)
	soft := 0.5 + 8*c.rng.Float64()*c.rng.Float64()
	depth := float32(-1.2 * c.rng.Float64())
	if c.rng.IntN(4) == 0 {
		depth = float32(0.5 * c.rng.Float64())
	}
	for y := range t.H {
		for x := range t.W {
			in := half - math.Abs(cos*float64(x)+sin*float64(y)-middle)
			if in < -soft {
				continue
			}
			by := depth * float32(min(1, (in+soft)/(2*soft)))
			d := t.At(y, x)
			for k, v := range d[:len(d)-volume.NotColours] {
				if v != 0 {
					d[k] = v + by
				}
			}
		}
	}
}

// cellNodes is how many nodes a crop for Cells has along each side.
const cellNodes = 9

// cells makes a crop for Cells around a node of the example's lattice, or of any where it has none.
func (c *cropper) cells(e *example, out *crop) {
	c.cellsAlong(e, out, roughly, func(*model.Grid, castellan.Node) [2][2]int {
		if c.plain {
			return turns[0]
		}
		return turns[c.rng.IntN(len(turns))]
	})
}

// slanted makes one for its kind that looks aslant.
func (c *cropper) slanted(e *example, out *crop) {
	c.cellsAlong(e, out, roughly, func(g *model.Grid, at castellan.Node) [2][2]int { return c.facing(e, g, at) })
}

// look is along what a crop for Cells was sampled.
type look struct {
	grid   model.Grid
	set    calibration.Set
	window model.Window
	frame  volume.Frame
}

// roughly is the share of crops whose lattice is not refined yet.
const roughly = 0.25

// cellsAlong makes a crop for Cells in which the lattice is turned in the way that is drawn for it and the node in the middle.
func (c *cropper) cellsAlong(e *example, out *crop, rough float64, draw func(g *model.Grid, at castellan.Node) [2][2]int) look {
	angle, origin := c.rng.Float64()*2*math.Pi, [2]float64{}
	pitch := e.set.PitchMM
	at := castellan.Node{}
	if e.lattice != nil {
		angle, origin = e.angle(), e.lattice.OriginMM
		at = c.nodeOf(e)
	} else if p, ok := e.view.OnPlane([2]float64{
		(0.1 + 0.8*c.rng.Float64()) * float64(e.pic.W), (0.1 + 0.8*c.rng.Float64()) * float64(e.pic.H),
	}, 0); ok {
		origin = p
	}
	g := model.NewGrid(origin, angle, pitch)
	m := draw(&g, at)
	x, y := g.X, g.Y
	for k := range 2 {
		g.X[k] = float64(m[0][0])*x[k] + float64(m[0][1])*y[k]
		g.Y[k] = float64(m[1][0])*x[k] + float64(m[1][1])*y[k]
	}
	turn := func(n castellan.Node) castellan.Node {
		return castellan.Node{I: m[0][0]*n.I + m[0][1]*n.J, J: m[1][0]*n.I + m[1][1]*n.J}
	}
	centre := turn(at)
	set := e.set
	counts := float32(1) // how much it matters what stands where
	if !c.plain {
		by := cellErrors
		if c.rng.Float64() < rough {
			by = roughErrors
			counts = 0.15 // along a lattice that is off, what matters is how far
		}
		g = c.disturb(g, centre, by)
		s := 1.0
		if c.rng.IntN(4) == 0 {
			s = 1 + 0.08*c.rng.NormFloat64()
		}
		set.WallHeightMM = s*set.WallHeightMM + c.rng.NormFloat64()*cellErrors.heightMM
		set.TowerHeightMM = s*set.TowerHeightMM + c.rng.NormFloat64()*cellErrors.heightMM
	}
	win := model.Window{I0: centre.I - cellNodes/2, J0: centre.J - cellNodes/2, NI: cellNodes, NJ: cellNodes}
	f := model.CellsFrame(&g, win, &set)
	c.sample(e, out, &f)
	const stride = model.CellsStride
	h, w := (f.H+stride-1)/stride, (f.W+stride-1)/stride
	out.reset(h, w, model.CellChannels)
	// Everything is absent until the truth says otherwise.
	const border = 1
	for r := range h {
		for q := range w {
			const foot = stride / 2 // about what a tower covers to each side
			if r < border || q < border || r >= h-border || q >= w-border || !inPicture(&out.in, q*stride, r*stride, foot, foot) {
				continue
			}
			o := (r*w + q) * model.CellChannels
			weight := out.weight[o : o+model.CellChannels]
			onX, onY := q%2 == 0, r%2 == 0
			switch {
			case onX && onY:
				weight[model.CellNoTower] = counts
				if inPicture(&out.in, q*stride, r*stride, 2*stride, 0) {
					weight[model.CellLongX] = counts
				}
				if inPicture(&out.in, q*stride, r*stride, 0, 2*stride) {
					weight[model.CellLongY] = counts
				}
			case onY:
				weight[model.CellShortX] = counts
			case onX:
				weight[model.CellShortY] = counts
			}
			weight[model.CellNoKeep] = 0.3
			if !e.hand {
				weight[model.CellHidden] = 0.2
			}
		}
	}
	place := func(i2, j2 int) int {
		q, r := i2-2*win.I0+2, j2-2*win.J0+2
		if q < 0 || r < 0 || q >= w || r >= h {
			return -1
		}
		return (r*w + q) * model.CellChannels
	}
	truth := model.NewGrid(origin, angle, pitch)
	misplaced := func(o int, i, j float64, n [2]float64) {
		at := truth.At(i, j)
		u, v := g.Coords(at)
		out.want[o+model.CellErrorX], out.want[o+model.CellErrorY] = float32(u-n[0]), float32(v-n[1])
		if out.weight[o+model.CellNoKeep] > 0 {
			out.weight[o+model.CellErrorX], out.weight[o+model.CellErrorY] = 1, 1
		}
	}
	for _, t := range e.castle.Towers {
		n := turn(t)
		if o := place(2*n.I, 2*n.J); o >= 0 {
			out.want[o+model.CellNoTower] = model.CellTower
			misplaced(o, float64(t.I), float64(t.J), [2]float64{float64(n.I), float64(n.J)})
			hide(out, o, e.hidden.Tower(t))
		}
	}
	for _, t := range e.castle.Trial {
		n := turn(t.Tower)
		if o := place(2*n.I, 2*n.J); o >= 0 {
			out.want[o+model.CellNoTower] = model.CellTrial
			hide(out, o, e.hidden.Tower(t.Tower))
		}
	}
	for _, wall := range e.castle.Walls {
		i2, j2, channel := model.WallMiddle(castellan.Wall{From: turn(wall.From), To: turn(wall.To)})
		if o := place(i2, j2); o >= 0 {
			out.want[o+channel] = 1
			misplaced(o, float64(wall.From.I+wall.To.I)/2, float64(wall.From.J+wall.To.J)/2, [2]float64{float64(i2) / 2, float64(j2) / 2})
			hide(out, o, e.hidden.Wall(wall))
		}
	}
	for _, k := range e.castle.Keeps {
		c.keep(out, &g, win, k.AtMM, k.Color, k.Count, w, h)
	}
	return look{g, set, win, f}
}

// inPicture says whether the picture shows what stands about a sample, up to the tops of towers and so many samples to each side.
func inPicture(t *nn.Tensor, x, y, byX, byY int) bool {
	const planes = 3
	for _, to := range [2]int{-1, 1} {
		at := t.At(max(0, min(t.H-1, y+to*byY)), max(0, min(t.W-1, x+to*byX)))
		for plane := range planes {
			if c := at[3*plane : 3*plane+3]; c[0] == 0 && c[1] == 0 && c[2] == 0 {
				return false
			}
		}
	}
	return true
}

// facing draws one of the symmetries of a lattice in which the eye lies, from a node, in the direction of both axes, or nearly so.
func (c *cropper) facing(e *example, g *model.Grid, at castellan.Node) [2][2]int {
	u, v := g.Towards(e.lens.Eye(), g.At(float64(at.I), float64(at.J)))
	if !c.plain {
		u, v = u+model.FacingSpill*c.rng.NormFloat64(), v+model.FacingSpill*c.rng.NormFloat64()
	}
	var fit [][2][2]int
	for _, m := range turns {
		if float64(m[0][0])*u+float64(m[0][1])*v >= 0 && float64(m[1][0])*u+float64(m[1][1])*v >= 0 {
			fit = append(fit, m)
		}
	}
	return fit[c.rng.IntN(len(fit))]
}

// hand makes a crop that asks where a hand hides what stands there. Where nothing stands no truth says whether a hand lies over it: only pictures in
// which nothing is hidden are asked that.
func (c *cropper) hand(e *example, out *crop) {
	c.cells(e, out)
	for o := 0; o < len(out.want); o += model.CellChannels {
		want, weight := out.want[o:o+model.CellChannels], out.weight[o:o+model.CellChannels]
		stands := want[model.CellNoTower] != 0 || slices.Contains(want[model.CellShortX:model.CellLongY+1], 1)
		switch {
		case weight[model.CellHidden] == 0:
		case stands:
			weight[model.CellHidden] = 1
		case e.hidden.Any():
			weight[model.CellHidden] = 0
		}
	}
}

// hide marks a piece's place as hidden, and does not ask how far the piece is off. That it stands there is asked all the same: the empty places
// under a hand are in the loss too, as no truth lists them, and by these alone Cells would learn that nothing stands where a hand is.
func hide(out *crop, o int, hidden bool) {
	if hidden {
		out.weight[o+model.CellErrorX], out.weight[o+model.CellErrorY] = 0, 0
		out.want[o+model.CellHidden] = 1
	}
}

// keep marks the output nearest to a keep; the ones around it do not matter.
func (c *cropper) keep(out *crop, g *model.Grid, win model.Window, mm [2]float64, color string, count, w, h int) {
	i, j := g.Coords(mm)
	x, y := 2*(i-float64(win.I0))+2, 2*(j-float64(win.J0))+2
	q0, r0 := int(math.Round(x)), int(math.Round(y))
	for r := r0 - 1; r <= r0+1; r++ {
		for q := q0 - 1; q <= q0+1; q++ {
			if r < 0 || q < 0 || r >= h || q >= w {
				continue
			}
			o := (r*w + q) * model.CellChannels
			if out.weight[o+model.CellNoKeep] > 0 {
				// Any of these outputs may be the one that is surest, so all have to know of the keep.
				out.weight[o+model.CellDouble] = 1
				out.weight[o+model.CellKeepX], out.weight[o+model.CellKeepY] = 1, 1
			}
			if r == r0 && q == q0 {
				out.weight[o+model.CellNoKeep] = min(1, 4*out.weight[o+model.CellNoKeep])
				for k, name := range model.KeepColors {
					if name == color {
						out.want[o+model.CellNoKeep] = float32(1 + k)
					}
				}
			} else {
				out.weight[o+model.CellNoKeep] = 0
			}
			if count == 2 {
				out.want[o+model.CellDouble] = 1
			}
			out.want[o+model.CellKeepX] = float32((x - float64(q)) / 2)
			out.want[o+model.CellKeepY] = float32((y - float64(r)) / 2)
		}
	}
}

// nodeOf draws a node near the castle, or now and then anywhere in the picture.
func (c *cropper) nodeOf(e *example) castellan.Node {
	if n := len(e.castle.Towers); n > 0 && c.rng.IntN(5) > 0 {
		t := e.castle.Towers[c.rng.IntN(n)]
		return castellan.Node{I: t.I + c.rng.IntN(7) - 3, J: t.J + c.rng.IntN(7) - 3}
	}
	p, ok := e.view.OnPlane([2]float64{
		(0.1 + 0.8*c.rng.Float64()) * float64(e.pic.W), (0.1 + 0.8*c.rng.Float64()) * float64(e.pic.H),
	}, 0)
	if !ok {
		return castellan.Node{}
	}
	g := e.grid()
	i, j := g.Coords(p)
	return castellan.Node{I: int(math.Round(i)), J: int(math.Round(j))}
}

// disturb moves, turns and stretches a lattice a little about one of its nodes.
func (c *cropper) disturb(g model.Grid, about castellan.Node, by latticeErrors) model.Grid {
	fixed := g.At(float64(about.I), float64(about.J))
	sin, cos := math.Sincos(c.rng.NormFloat64() * by.angle)
	for _, v := range []*[2]float64{&g.X, &g.Y} {
		*v = [2]float64{cos*v[0] - sin*v[1], sin*v[0] + cos*v[1]}
	}
	g.Pitch *= 1 + c.rng.NormFloat64()*by.pitch
	moved := g.At(float64(about.I), float64(about.J))
	for k := range 2 {
		g.Origin[k] += fixed[k] - moved[k] + c.rng.NormFloat64()*by.shiftMM
	}
	return g
}

// spotSize is the side of a crop for Spots and Compass in samples.
const spotSize = 12*model.SpotsPerPitch + 1

// compass makes a crop for Compass: turned at random.
func (c *cropper) compass(e *example, out *crop) {
	c.spotsAlong(e, c.rng.Float64()*2*math.Pi, out)
}

// spots makes a crop for Spots: nearly along the lattice.
func (c *cropper) spots(e *example, out *crop) {
	angle := c.rng.Float64() * 2 * math.Pi
	if e.lattice != nil {
		const compassError = 0.06 // radians
		angle = e.angle() + float64(c.rng.IntN(4))*math.Pi/2 + compassError*c.rng.NormFloat64()
	}
	c.spotsAlong(e, angle, out)
}

// spotsAlong makes a crop whose first axis has the given angle.
func (c *cropper) spotsAlong(e *example, angle float64, out *crop) {
	var centre [2]float64
	if n := len(e.castle.Towers); n > 0 && c.rng.IntN(3) > 0 {
		t := e.castle.Towers[c.rng.IntN(n)]
		g := e.grid()
		centre = g.At(float64(t.I)+c.rng.NormFloat64()*2, float64(t.J)+c.rng.NormFloat64()*2)
	} else if p, ok := e.view.OnPlane([2]float64{c.rng.Float64() * float64(e.pic.W), c.rng.Float64() * float64(e.pic.H)}, 0); ok {
		centre = p
	}
	set := e.set
	if !c.plain {
		s := math.Exp(c.rng.NormFloat64() * 0.05)
		set.PitchMM *= s
		set.WallHeightMM = s*set.WallHeightMM + c.rng.NormFloat64()*cellErrors.heightMM
		set.TowerHeightMM = s*set.TowerHeightMM + c.rng.NormFloat64()*cellErrors.heightMM
	}
	axes := model.NewGrid(centre, angle, 1)
	if c.rng.IntN(2) == 0 && !c.plain {
		axes.Y = [2]float64{-axes.Y[0], -axes.Y[1]}
	}
	step := set.PitchMM / model.SpotsPerPitch
	half := step * float64(spotSize-1) / 2
	origin := [2]float64{centre[0] - half*(axes.X[0]+axes.Y[0]), centre[1] - half*(axes.X[1]+axes.Y[1])}
	f := model.SpotsFrame(origin, axes.X, axes.Y, spotSize, spotSize, &set)
	c.sample(e, out, &f)
	const stride = model.SpotsStride
	n := (spotSize + stride - 1) / stride
	out.reset(n, n, model.SpotChannels)
	frame := model.Grid{Origin: origin, X: axes.X, Y: axes.Y, Pitch: step * stride}
	var grid model.Grid
	var walls map[castellan.Wall]bool
	towers := map[castellan.Node]bool{}
	if e.lattice != nil {
		grid = e.grid()
		walls = wallSet(&e.castle)
		for _, t := range e.castle.Towers {
			towers[t] = true
		}
	}
	for r := range n {
		for q := range n {
			if out.in.At(r*stride, q*stride)[out.in.C-1] == 0 {
				continue
			}
			o := (r*n + q) * model.SpotChannels
			out.weight[o+model.SpotTower] = 0.5
			out.weight[o+model.SpotCastle] = 0.5
			if e.lattice == nil {
				continue
			}
			i, j := grid.Coords(frame.At(float64(q), float64(r)))
			switch d := distance(i, j, towers, walls); {
			case d < 0.25:
				out.want[o+model.SpotCastle] = 1
				out.weight[o+model.SpotCos4], out.weight[o+model.SpotSin4] = 1, 1
				dir := math.Atan2(grid.X[0]*axes.Y[0]+grid.X[1]*axes.Y[1], grid.X[0]*axes.X[0]+grid.X[1]*axes.X[1])
				s, k := math.Sincos(4 * dir)
				out.want[o+model.SpotCos4], out.want[o+model.SpotSin4] = float32(k), float32(s)
			case d < 0.7:
				out.weight[o+model.SpotCastle] = 0
			}
			if e.hand {
				out.weight[o+model.SpotCastle] *= 0.3
			}
		}
	}
	for _, t := range e.castle.Trial {
		c.markTower(out, &frame, grid.At(float64(t.Tower.I), float64(t.Tower.J)), n, false)
	}
	for _, t := range e.castle.Towers {
		c.markTower(out, &frame, grid.At(float64(t.I), float64(t.J)), n, !e.hidden.Tower(t))
	}
}

// markTower asks for a tower at the output nearest to a place; the outputs around it do not matter. A tower that does not
// count takes the whole neighbourhood out of the loss.
func (c *cropper) markTower(out *crop, frame *model.Grid, mm [2]float64, n int, counts bool) {
	x, y := frame.Coords(mm)
	q0, r0 := int(math.Round(x)), int(math.Round(y))
	for r := r0 - 1; r <= r0+1; r++ {
		for q := q0 - 1; q <= q0+1; q++ {
			if r < 0 || q < 0 || r >= n || q >= n {
				continue
			}
			o := (r*n + q) * model.SpotChannels
			nearest := r == r0 && q == q0
			switch {
			case !nearest || !counts:
				out.weight[o+model.SpotTower] = 0
			default:
				out.want[o+model.SpotTower] = 1
				out.weight[o+model.SpotTower] *= 2
			}
			// Any of these outputs may be the one that is surest, so all have to know where the nearest tower is.
			const perPitch = model.SpotsPerPitch / model.SpotsStride
			dx, dy := float32((x-float64(q))/perPitch), float32((y-float64(r))/perPitch)
			px, py := out.want[o+model.SpotX], out.want[o+model.SpotY]
			known := out.weight[o+model.SpotX] > 0
			if !counts || known && px*px+py*py < dx*dx+dy*dy || out.in.At(r*model.SpotsStride, q*model.SpotsStride)[out.in.C-1] == 0 {
				continue
			}
			out.weight[o+model.SpotX], out.weight[o+model.SpotY] = 1, 1
			out.want[o+model.SpotX], out.want[o+model.SpotY] = dx, dy
		}
	}
}

// distance is how far lattice coordinates (i,j) are from the nearest tower or wall, in pitches (or more than a pitch: a big number).
func distance(i, j float64, towers map[castellan.Node]bool, walls map[castellan.Wall]bool) float64 {
	best := 9.0
	i0, j0 := int(math.Floor(i)), int(math.Floor(j))
	for a := i0 - 1; a <= i0+2; a++ {
		for b := j0 - 1; b <= j0+2; b++ {
			n := castellan.Node{I: a, J: b}
			if towers[n] {
				best = min(best, math.Hypot(i-float64(a), j-float64(b)))
			}
			for length := 1; length <= 2; length++ {
				if walls[castellan.Wall{From: n, To: castellan.Node{I: a + length, J: b}}] {
					best = min(best, segment(i-float64(a), j-float64(b), float64(length)))
				}
				if walls[castellan.Wall{From: n, To: castellan.Node{I: a, J: b + length}}] {
					best = min(best, segment(j-float64(b), i-float64(a), float64(length)))
				}
			}
		}
	}
	return best
}

// segment is the distance of (x,y) from the segment from (0,0) to (length,0).
func segment(x, y, length float64) float64 {
	return math.Hypot(x-max(0, min(length, x)), y)
}
