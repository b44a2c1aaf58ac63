package model

import (
	"math"

	"github.com/castellan-companion/castellan/calibration"
	"github.com/castellan-companion/castellan/engine/castellan"
	"github.com/castellan-companion/castellan/vision/nn"
	"github.com/castellan-companion/castellan/vision/volume"
)

// Grid is a lattice on the table: node (i,j) lies at Origin + Pitch*(i*X + j*Y), in mm.
type Grid struct {
	Origin [2]float64
	X, Y   [2]float64 // unit vectors
	Pitch  float64
}

// NewGrid makes a lattice whose first axis is turned counter-clockwise by angle radians.
func NewGrid(origin [2]float64, angle, pitch float64) Grid {
	s, c := math.Sincos(angle)
	return Grid{Origin: origin, X: [2]float64{c, s}, Y: [2]float64{-s, c}, Pitch: pitch}
}

// At is the place of lattice coordinates (i,j) on the table, mm.
func (g *Grid) At(i, j float64) [2]float64 {
	return [2]float64{
		g.Origin[0] + g.Pitch*(i*g.X[0]+j*g.Y[0]),
		g.Origin[1] + g.Pitch*(i*g.X[1]+j*g.Y[1]),
	}
}

// Coords are the lattice coordinates of a place on the table (mm).
func (g *Grid) Coords(p [2]float64) (i, j float64) {
	dx, dy := p[0]-g.Origin[0], p[1]-g.Origin[1]
	return (dx*g.X[0] + dy*g.X[1]) / g.Pitch, (dx*g.Y[0] + dy*g.Y[1]) / g.Pitch
}

// Towards is the direction from a place on the table (mm) to the eye (mm): how far it is along each axis, as shares of the eye's height.
func (g *Grid) Towards(eye [3]float64, at [2]float64) (u, v float64) {
	dx, dy := (eye[0]-at[0])/eye[2], (eye[1]-at[1])/eye[2]
	return dx*g.X[0] + dy*g.X[1], dx*g.Y[0] + dy*g.Y[1]
}

// CellsPerPitch is how finely Cells samples: samples to a pitch. Its outputs stand two to a pitch, one on each node, one on
// each middle of an edge and one on each middle of a square.
const (
	CellsPerPitch = 24
	CellsStride   = CellsPerPitch / 2
)

// Channels of the output of Cells. Which are meaningful depends on the place: the tower's on nodes, the short walls' on
// the middles of edges, the long walls' (by their middle) on nodes, the keeps' everywhere.
const (
	CellNoTower = iota // softmax over three
	CellTower
	CellTrial
	CellShortX // logit: a short wall along X has its middle here
	CellShortY
	CellLongX // logit: a long wall along X has its middle here
	CellLongY
	CellNoKeep // softmax over five
	CellKeepRed
	CellKeepBlue
	CellKeepYellow
	CellKeepGreen
	CellDouble // logit: the keep is a double keep
	CellKeepX  // the keep's offset from here in pitches
	CellKeepY
	CellHidden // logit: a hand hides what stands here
	CellErrorX // on towers and walls: how far they stand from where the lattice has them, in pitches
	CellErrorY
	CellChannels
)

// KeepColors are the colours of the channels from CellKeepRed on.
var KeepColors = [4]string{"red", "blue", "yellow", "green"}

// cellsPlanes are the table, the tops of walls and towers, and the top of a double keep; planesOfPieces all but the last.
const (
	cellsPlanes    = 4
	planesOfPieces = cellsPlanes - 1
)

// NewCells is the untrained network. There are three of its kind: for castles of few pieces (see Runner.Begun), for cameras that look down,
// and for those that look aslant (see Aslant). The last one knows the world only from where the eye lies in the direction of both axes, or nearly so (see FacingSpill): pieces lean far there,
// and which way is then a quarter of what there is to learn.
func NewCells() *nn.Net {
	return &nn.Net{Layers: []nn.Layer{
		{Kernel: 5, Stride: 2, In: volume.Channels(cellsPlanes), Out: 32, ReLU: true},
		{Kernel: 3, Stride: 2, In: 32, Out: 48, ReLU: true},
		shortcut(48),
		shortcut(48),
		{Kernel: 3, Stride: 3, In: 48, Out: 96, ReLU: true},
		shortcut(96),
		shortcut(96),
		shortcut(96),
		shortcut(96),
		{Kernel: 1, Stride: 1, In: 96, Out: CellChannels},
	}}
}

// Aslant says whether a camera looks so far aslant that Cells has weights of its own for it.
func Aslant(lens *volume.Lens) bool {
	const slanted = 0.35
	return lens.Slant() > slanted
}

// FacingSpill is by how much the direction to the eye may go against an axis along which a network expects it, as a share of the eye's height.
const FacingSpill = 0.15

// Window is a rectangle of nodes: I0..I0+NI-1 by J0..J0+NJ-1.
type Window struct{ I0, J0, NI, NJ int }

// Common is what two windows have in common. Where that is nothing, it has no nodes along some axis, or fewer.
func (w Window) Common(o Window) Window {
	i0, j0 := max(w.I0, o.I0), max(w.J0, o.J0)
	return Window{I0: i0, J0: j0, NI: min(w.I0+w.NI, o.I0+o.NI) - i0, NJ: min(w.J0+w.NJ, o.J0+o.NJ) - j0}
}

// margin is how many pitches beyond the window Cells is shown.
const margin = 1

// CellsFrame is the volume that Cells looks at for a window of a lattice.
func CellsFrame(g *Grid, w Window, set *calibration.Set) volume.Frame {
	return volume.Frame{
		Origin: g.At(float64(w.I0-margin), float64(w.J0-margin)),
		X:      g.X, Y: g.Y,
		Step:   g.Pitch / CellsPerPitch,
		W:      (w.NI-1+2*margin)*CellsPerPitch + 1,
		H:      (w.NJ-1+2*margin)*CellsPerPitch + 1,
		Planes: []float64{0, set.WallHeightMM, set.TowerHeightMM, 2 * set.KeepHeightMM},
	}
}

// CellMap is what Cells says of a window: of places that the picture does not show, that nothing stands there.
type CellMap struct {
	Window
	Out *nn.Tensor
}

// At returns the output at lattice coordinates (i2/2, j2/2); nil outside the window and its margin.
func (m *CellMap) At(i2, j2 int) []float32 {
	x, y := i2-2*(m.I0-margin), j2-2*(m.J0-margin)
	if x < 0 || y < 0 || x >= m.Out.W || y >= m.Out.H {
		return nil
	}
	return m.Out.At(y, x)
}

// Node returns the output on a node.
func (m *CellMap) Node(n castellan.Node) []float32 { return m.At(2*n.I, 2*n.J) }

// Standing is where a tower on a node stands in lattice coordinates: somewhat beside it, or the lattice is.
func (m *CellMap) Standing(n castellan.Node) (i, j float64) {
	o := m.Node(n)
	return float64(n.I) + float64(o[CellErrorX]), float64(n.J) + float64(o[CellErrorY])
}

// Piece is the probability that a tower, or a wall by its middle, stands at output (column x, row y), and the output's lattice
// coordinates.
func (m *CellMap) Piece(x, y int) (i, j, p float64) {
	o := m.Out.At(y, x)
	i, j = float64(m.I0-margin)+float64(x)/2, float64(m.J0-margin)+float64(y)/2
	switch onX, onY := x%2 == 0, y%2 == 0; {
	case onX && onY:
		var t [3]float64
		Softmax(t[:], o[CellNoTower:CellTrial+1])
		p = max(t[CellTower], Sigmoid(o[CellLongX]), Sigmoid(o[CellLongY]))
	case onY:
		p = Sigmoid(o[CellShortX])
	case onX:
		p = Sigmoid(o[CellShortY])
	}
	return i, j, p
}

// WallMiddle is twice the coordinates of the middle of a wall, and the channel in which Cells reports that wall.
func WallMiddle(w castellan.Wall) (i2, j2, channel int) {
	long := abs(w.To.I-w.From.I)+abs(w.To.J-w.From.J) == 2
	switch alongX := w.AlongX(); {
	case alongX && long:
		channel = CellLongX
	case alongX:
		channel = CellShortX
	case long:
		channel = CellLongY
	default:
		channel = CellShortY
	}
	return w.From.I + w.To.I, w.From.J + w.To.J, channel
}

func abs(a int) int {
	if a < 0 {
		return -a
	}
	return a
}
