package model

import (
	"cmp"
	"slices"

	"github.com/castellan-companion/castellan/calibration"
	"github.com/castellan-companion/castellan/engine/castellan"
	"github.com/castellan-companion/castellan/vision/nn"
	"github.com/castellan-companion/castellan/vision/volume"
)

// turnPerPitch is how finely Turn samples the pitch by a pitch around one tower: samples to a pitch.
const turnPerPitch = 64

// Channels of the output of Turn, which is read in the middle (row and column TurnMiddle): softmax over two.
const (
	TurnStraight = iota // the tower stands straight, linked
	TurnTrial           // it is turned by 45 degrees
	TurnChannels
)

// TurnMiddle is the row and column of the output that stands on the tower.
const TurnMiddle = 4

// towerPlanes are the table and the tops of walls and towers.
const towerPlanes = 3

// towerColours is how many channels of a tower's volume are colours.
const towerColours = 3 * towerPlanes

// NewTurn is the untrained network. It compares a tower with another one that surely stands straight: they are of one make, in the same
// light, and seen from almost the same side.
func NewTurn() *nn.Net {
	return newCloseUp(towerColours+volume.Channels(towerPlanes), [3]int{0, 0, 6}, TurnChannels)
}

// newCloseUp is an untrained network that looks closely at one place, in three scales, each half as fine as the one before;
// depths is for how many layers more it looks at each.
func newCloseUp(in int, depths [3]int, out int) *nn.Net {
	var layers []nn.Layer
	kernel := 5
	for k, width := range [3]int{32, 48, 64} {
		layers = append(layers, nn.Layer{Kernel: kernel, Stride: 2, In: in, Out: width, ReLU: true})
		for range depths[k] {
			layers = append(layers, shortcut(width))
		}
		kernel, in = 3, width
	}
	return &nn.Net{Layers: append(layers, nn.Layer{Kernel: 1, Stride: 1, In: in, Out: out})}
}

// shortcut is a layer, of so many channels, that adds to what it looks at.
func shortcut(width int) nn.Layer {
	return nn.Layer{Kernel: 3, Stride: 1, In: width, Out: width, ReLU: true, Skip: true}
}

// Steps are the lattice steps to the nodes beside one.
var Steps = [4]castellan.Node{{I: 1}, {I: -1}, {J: 1}, {J: -1}}

// StepInto is the lattice step from the end n of a wall into the wall.
func StepInto(w castellan.Wall, n castellan.Node) castellan.Node {
	other := w.To
	if other == n {
		other = w.From
	}
	return castellan.Node{I: cmp.Compare(other.I, n.I), J: cmp.Compare(other.J, n.J)}
}

// Halves are the short walls in the place of a long one.
func Halves(long castellan.Wall) [2]castellan.Wall {
	middle := long.From.Plus(StepInto(long, long.From))
	return [2]castellan.Wall{{From: long.From, To: middle}, {From: middle, To: long.To}}
}

// TurnFrame is the volume that Turn looks at for the tower on a node that a wall joins. along is the lattice step from the tower into
// that wall: the first axis points there, so that a turned tower's slots and the gap before it are always sought in the same places.
// mirrored has the other axis the other way round.
func TurnFrame(g *Grid, n, along castellan.Node, set *calibration.Set, mirrored bool) volume.Frame {
	return aboutNode(g, n, along, set, mirrored, turnPerPitch, turnPerPitch+1)
}

// aboutNode is a square volume about a node with its first axis along a lattice step, of so many samples on a side, so many to a pitch.
func aboutNode(g *Grid, n, along castellan.Node, set *calibration.Set, mirrored bool, perPitch float64, side int) volume.Frame {
	var x [2]float64
	for k := range 2 {
		x[k] = float64(along.I)*g.X[k] + float64(along.J)*g.Y[k]
	}
	y := [2]float64{-x[1], x[0]}
	if mirrored {
		y = [2]float64{x[1], -x[0]}
	}
	axes := Grid{Origin: g.At(float64(n.I), float64(n.J)), X: x, Y: y, Pitch: g.Pitch}
	half := float64(side-1) / 2 / perPitch
	return volume.Frame{
		Origin: axes.At(-half, -half),
		X:      x, Y: y,
		Step: g.Pitch / perPitch,
		W:    side, H: side,
		Planes: []float64{0, set.WallHeightMM, set.TowerHeightMM},
	}
}

// CompareTowers fills in with what Turn or Tower is shown: the colours of a place's volume, those of others that it is compared with, in the
// same directions (nil where there is none), and the rest of the first.
func CompareTowers(in, own *nn.Tensor, others ...*nn.Tensor) {
	in.H, in.W, in.C = own.H, own.W, own.C+len(others)*towerColours
	in.Data = slices.Grow(in.Data[:0], in.H*in.W*in.C)
	var none [towerColours]float32
	for i := 0; i < len(own.Data); i += own.C {
		in.Data = append(in.Data, own.Data[i:i+towerColours]...)
		for _, o := range others {
			if o == nil {
				in.Data = append(in.Data, none[:]...)
			} else {
				in.Data = append(in.Data, o.Data[i:i+towerColours]...)
			}
		}
		in.Data = append(in.Data, own.Data[i+towerColours:i+own.C]...)
	}
}

// Nearest are those of some things that stand nearest to a node, so many at most, but for what stands on it.
func Nearest[T any](of []T, at func(T) castellan.Node, to castellan.Node, most int) []T {
	apart := func(x T) int {
		n := at(x)
		return (n.I-to.I)*(n.I-to.I) + (n.J-to.J)*(n.J-to.J)
	}
	others := slices.DeleteFunc(slices.Clone(of), func(x T) bool { return at(x) == to })
	slices.SortStableFunc(others, func(a, b T) int { return cmp.Compare(apart(a), apart(b)) })
	return others[:min(most, len(others))]
}

// Trial is how much speaks for the tower on a node to be turned, as a logarithm of odds. along is the lattice step from the tower into a
// wall that joins it; straight are nodes of towers that surely stand straight, with one after the other of which it is compared until it is
// clear.
func (r *Runner) Trial(
	p *volume.Picture, lens *volume.Lens, g *Grid, n, along castellan.Node, straight []castellan.Node, set *calibration.Set,
) float64 {
	frame := func(of castellan.Node, mirrored bool) volume.Frame { return TurnFrame(g, of, along, set, mirrored) }
	return r.compareNodes(turnNet(), TurnTrial, TurnStraight, p, lens, frame, n, straight)
}

// compareNodes is how much more a network gives a channel than another one where it looks at a node and compares it with one after the other of
// each of some lists of others, any of which may be empty.
func (r *Runner) compareNodes(
	net *nn.Net, channel, than int, p *volume.Picture, lens *volume.Lens, frame func(n castellan.Node, mirrored bool) volume.Frame,
	n castellan.Node, others ...[]castellan.Node,
) float64 {
	most := 0
	for _, of := range others {
		most = max(most, len(of))
	}
	return r.untilClear(most, channel, than, func(nth, way int, c *closeUp) {
		sample := func(out *nn.Tensor, of castellan.Node) *nn.Tensor {
			f := frame(of, bothWays[way])
			c.sampler.Sample(out, p, lens, &f)
			return out
		}
		if nth == 0 {
			sample(&c.own, n)
		}
		var with [len(c.others)]*nn.Tensor
		for k, of := range others {
			if other, ok := inTurn(of, nth); ok {
				with[k] = sample(&c.others[k], other)
			}
		}
		CompareTowers(&c.in, &c.own, with[:len(others)]...)
		said := c.run.Forward(net, &c.in)
		c.said = said.At(said.H/2, said.W/2)
	})
}
