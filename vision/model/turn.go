package model

import (
	"github.com/castellan-companion/castellan/calibration"
	"github.com/castellan-companion/castellan/engine/castellan"
	"github.com/castellan-companion/castellan/vision/nn"
	"github.com/castellan-companion/castellan/vision/volume"
)

// TurnPerPitch is how finely Turn samples the pitch by a pitch around one tower: samples to a pitch.
const TurnPerPitch = 48

// Channels of the output of Turn, which is read in the middle (row and column TurnMiddle): softmax over two.
const (
	TurnStraight = iota // the tower stands straight, linked
	TurnTrial           // it is turned by 45 degrees
	TurnChannels
)

// TurnMiddle is the row and column of the output that stands on the tower.
const TurnMiddle = 3

// turnPlanes are the tops of walls and towers.
const turnPlanes = 2

// NewTurn is the untrained network.
func NewTurn() *nn.Net {
	return &nn.Net{Layers: []nn.Layer{
		{Kernel: 5, Stride: 2, In: volume.Channels(turnPlanes), Out: 32, ReLU: true},
		{Kernel: 3, Stride: 2, In: 32, Out: 48, ReLU: true},
		{Kernel: 3, Stride: 2, In: 48, Out: 48, ReLU: true},
		{Kernel: 3, Stride: 1, In: 48, Out: 48, ReLU: true, Skip: true},
		{Kernel: 3, Stride: 1, In: 48, Out: 48, ReLU: true, Skip: true},
		{Kernel: 1, Stride: 1, In: 48, Out: TurnChannels},
	}}
}

// TurnFrame is the volume that Turn looks at for the tower on a node.
func TurnFrame(g *Grid, n castellan.Node, set *calibration.Set) volume.Frame {
	return volume.Frame{
		Origin: g.At(float64(n.I)-0.5, float64(n.J)-0.5),
		X:      g.X, Y: g.Y,
		Step: g.Pitch / TurnPerPitch,
		W:    TurnPerPitch + 1, H: TurnPerPitch + 1,
		Planes: []float64{set.WallHeightMM, set.TowerHeightMM},
	}
}

// Trial is how much speaks for the tower on a node to be turned, as a logarithm of odds. It looks in all ways there are.
func (r *Runner) Trial(p *volume.Picture, lens *volume.Lens, g *Grid, n castellan.Node, set *calibration.Set) float64 {
	f := TurnFrame(g, n, set)
	sum := 0.0
	for _, s := range symmetries {
		turned := s.frame(f)
		r.sampler.Sample(&r.in, p, lens, &turned)
		o := r.run.Forward(turnNet(), &r.in).At(TurnMiddle, TurnMiddle)
		sum += float64(o[TurnTrial] - o[TurnStraight])
	}
	return sum / float64(len(symmetries))
}
