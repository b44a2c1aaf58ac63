package review

import (
	"math"
	"slices"

	"github.com/castellan-companion/castellan/calibration"
	"github.com/castellan-companion/castellan/engine/castellan"
	"github.com/castellan-companion/castellan/vision/model"
	"github.com/castellan-companion/castellan/vision/nn"
	"github.com/castellan-companion/castellan/vision/parallel"
	"github.com/castellan-companion/castellan/vision/reading"
	"github.com/castellan-companion/castellan/vision/solid"
	"github.com/castellan-companion/castellan/vision/volume"
)

// Channels that Further adds to a volume.
const (
	towerBelief = iota // what Cells said, where the piece would stand
	shortBelief
	longBelief
	hiddenPlane // whether what is believed in hides a place: on the table, and on the tops of walls and of towers
	_
	_
	topTones // how much a place looks like a top, and like a side, rather than like the table: on the same three planes
	sideTones
	_
	_
	_
	_
	Channels
)

// planes are how many of a volume's planes are told about.
const planes = 3

// coarse is how many samples of a volume lie between two rays that are followed.
const coarse = 3

// Context is what follows from what Cells said of a window. It keeps memory between calls; use one per goroutine.
type Context struct {
	Workers int // goroutines that share the work, see parallel.Rows

	cells  *model.CellMap
	grid   *model.Grid
	set    *calibration.Set
	bodies *solid.Bodies
	near   []solid.Bodies // of each row of blocks
	faces  [planes][]face
	w, h   int      // of faces
	parts  []counts // of each worker
	rather [2][bins]float32
}

// face is what the eye's ray meets on its way to a place.
type face struct {
	hidden bool
	class  class
}

// class is what tones are learned of.
type class int8

const (
	table class = iota
	top
	sideX
	sideY
	classes
	other = classes // keeps
)

// classOf is what a surface's tones are counted for.
var classOf = [solid.Surfaces]class{
	solid.Table: table, solid.TowerTop: top, solid.WallTop: top, solid.TowerSide: sideX, solid.SideX: sideX, solid.SideY: sideY, solid.Keep: other,
}

// Believe takes note of what Cells said of a window along a lattice, seen from an eye (mm).
func (c *Context) Believe(m *model.CellMap, g *model.Grid, set *calibration.Set, eye [3]float64) {
	c.cells, c.grid, c.set = m, g, set
	castle, keeps := believed(m, g)
	c.bodies = solid.New(eye, g, set, &castle, keeps)
}

// believed are the pieces that Cells rather believes in than not.
func believed(m *model.CellMap, g *model.Grid) (castle reading.Castle, keeps []reading.Keep) {
	var p [5]float64
	for row := range m.Out.H {
		for col := range m.Out.W {
			o := m.Out.At(row, col)
			i2, j2 := col+2*m.I0-2, row+2*m.J0-2
			at := castellan.Node{I: i2 >> 1, J: j2 >> 1}
			switch onX, onY := col%2 == 0, row%2 == 0; {
			case onX && onY:
				model.Softmax(p[:3], o[model.CellNoTower:model.CellTrial+1])
				if p[0] < 0.5 {
					castle.Towers = append(castle.Towers, at)
				}
				if o[model.CellLongX] > 0 {
					castle.Walls = append(castle.Walls, castellan.Wall{
						From: castellan.Node{I: at.I - 1, J: at.J}, To: castellan.Node{I: at.I + 1, J: at.J},
					})
				}
				if o[model.CellLongY] > 0 {
					castle.Walls = append(castle.Walls, castellan.Wall{
						From: castellan.Node{I: at.I, J: at.J - 1}, To: castellan.Node{I: at.I, J: at.J + 1},
					})
				}
			case onY && o[model.CellShortX] > 0:
				castle.Walls = append(castle.Walls, castellan.Wall{From: at, To: castellan.Node{I: at.I + 1, J: at.J}})
			case onX && !onY && o[model.CellShortY] > 0:
				castle.Walls = append(castle.Walls, castellan.Wall{From: at, To: castellan.Node{I: at.I, J: at.J + 1}})
			}
			model.Softmax(p[:], o[model.CellNoKeep:model.CellKeepGreen+1])
			if p[0] < 0.5 {
				k := reading.Keep{Count: 1}
				k.AtMM = g.At(float64(i2)/2+float64(o[model.CellKeepX]), float64(j2)/2+float64(o[model.CellKeepY]))
				if o[model.CellDouble] > 0 {
					k.Count = 2
				}
				keeps = append(keeps, k)
			}
		}
	}
	return castle, keeps
}

// Further writes into out the volume in, sampled for Cells in a frame along the lattice of what is believed, and beside its channels those
// that follow from what is believed. The frame may lie in any of the lattice's symmetries.
func (c *Context) Further(out, in *nn.Tensor, f *volume.Frame) {
	out.H, out.W, out.C = in.H, in.W, in.C+Channels
	if n := out.H * out.W * out.C; cap(out.Data) < n {
		out.Data = make([]float32, n)
	} else {
		out.Data = out.Data[:n]
		clear(out.Data)
	}
	c.follow(f)
	c.learn(in)
	u, v := c.grid.Coords(f.Origin)
	ux, vx := c.step(f.X, f.Step)
	uy, vy := c.step(f.Y, f.Step)
	parallel.Rows(in.H, c.Workers, func(y int) {
		for x := range in.W {
			from, to := in.At(y, x), out.At(y, x)
			copy(to, from)
			to = to[in.C:]
			i, j := u+float64(x)*ux+float64(y)*uy, v+float64(x)*vx+float64(y)*vy
			c.paint(to, i, j)
			at := (y+1)/coarse*c.w + (x+1)/coarse
			for plane := range planes {
				if c.faces[plane][at].hidden {
					to[hiddenPlane+plane] = 1
				}
				if colour := from[3*plane : 3*plane+3]; colour[0] != 0 || colour[1] != 0 || colour[2] != 0 {
					bin := binOf(colour)
					to[topTones+2*plane], to[topTones+2*plane+1] = c.rather[0][bin], c.rather[1][bin]
				}
			}
		}
	})
}

// step is how far a step along a frame's axis goes along each axis of the lattice, in pitches.
func (c *Context) step(axis [2]float64, mm float64) (u, v float64) {
	return (axis[0]*c.grid.X[0] + axis[1]*c.grid.X[1]) * mm / c.grid.Pitch, (axis[0]*c.grid.Y[0] + axis[1]*c.grid.Y[1]) * mm / c.grid.Pitch
}

// follow follows the eye's rays to some of a frame's samples.
func (c *Context) follow(f *volume.Frame) {
	c.w, c.h = f.W/coarse+2, f.H/coarse+2
	const block = 8 // rays along each side of what is looked at together
	for plane := range planes {
		if n := c.w * c.h; cap(c.faces[plane]) < n {
			c.faces[plane] = make([]face, n)
		} else {
			c.faces[plane] = c.faces[plane][:n]
		}
	}
	step := coarse * f.Step
	at := func(x, y float64) [2]float64 {
		return [2]float64{f.Origin[0] + step*(x*f.X[0]+y*f.Y[0]), f.Origin[1] + step*(x*f.X[1]+y*f.Y[1])}
	}
	rows := (c.h + block - 1) / block
	c.near = slices.Grow(c.near[:0], rows)[:rows]
	parallel.Rows(rows, c.Workers, func(row int) {
		near, y0 := &c.near[row], row*block
		for x0 := 0; x0 < c.w; x0 += block {
			c.bodies.Around(at(float64(x0)+block/2, float64(y0)+block/2), block*step, near)
			for y := y0; y < min(y0+block, c.h); y++ {
				for x := x0; x < min(x0+block, c.w); x++ {
					p := at(float64(x), float64(y))
					for plane := range planes {
						surface, hidden := near.Beyond([3]float64{p[0], p[1], f.Planes[plane]})
						c.faces[plane][y*c.w+x] = face{hidden, classOf[surface]}
					}
				}
			}
		}
	})
}

// paint writes what Cells said of the pieces that would stand at a place, in pitches, into a sample's channels.
func (c *Context) paint(to []float32, i, j float64) {
	const room = 1.15 // pieces stand somewhat beside their places
	ni, nj := int(math.Round(i)), int(math.Round(j))
	di, dj := i-float64(ni), j-float64(nj)
	radius, half := room*c.set.TowerDiameterMM/2/c.grid.Pitch, room*c.set.WallThicknessMM/2/c.grid.Pitch
	if di*di+dj*dj < radius*radius {
		if o := c.cells.At(2*ni, 2*nj); o != nil {
			to[towerBelief] = squeeze(max(o[model.CellTower], o[model.CellTrial]) - o[model.CellNoTower])
		}
	}
	if math.Abs(dj) < half {
		a := int(math.Floor(i))
		to[shortBelief] = squeeze(c.said(2*a+1, 2*nj, model.CellShortX))
		to[longBelief] = squeeze(max(c.said(2*a, 2*nj, model.CellLongX), c.said(2*a+2, 2*nj, model.CellLongX)))
	}
	if math.Abs(di) < half {
		b := int(math.Floor(j))
		short := squeeze(c.said(2*ni, 2*b+1, model.CellShortY))
		long := squeeze(max(c.said(2*ni, 2*b, model.CellLongY), c.said(2*ni, 2*b+2, model.CellLongY)))
		if math.Abs(dj) >= half || short > to[shortBelief] {
			to[shortBelief] = short
		}
		if math.Abs(dj) >= half || long > to[longBelief] {
			to[longBelief] = long
		}
	}
}

// said is what Cells said in a channel at twice the given coordinates; little speaks for what it was not asked.
func (c *Context) said(i2, j2, channel int) float32 {
	if o := c.cells.At(i2, j2); o != nil {
		return o[channel]
	}
	return -surely
}

// surely is how much speaks for what is beyond doubt, a logarithm of odds.
const surely = 6

func squeeze(odds float32) float32 { return max(-1, min(1, odds/surely)) }
