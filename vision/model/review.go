package model

import (
	"github.com/castellan-companion/castellan/calibration"
	"github.com/castellan-companion/castellan/vision/nn"
	"github.com/castellan-companion/castellan/vision/volume"
)

// ReviewChannels are the channels of Cells that Review corrects, the first ones: those of towers and walls. What it says is to be added to
// what Cells said, logits all of them.
const ReviewChannels = CellLongY + 1

// NewReview is the untrained network. It looks at what Cells looks at and, in further channels, at what follows from what Cells said (see
// package review), from where the eye lies in the direction of both axes.
func NewReview(further int) *nn.Net {
	n := NewCells()
	first, second, last := &n.Layers[0], &n.Layers[1], &n.Layers[len(n.Layers)-1]
	first.In += further
	first.Out = 48
	second.In = first.Out
	last.Out = ReviewChannels
	return n
}

// Review corrects what Cells said of towers and walls in a window, looking in so many ways, and at parts of it in more ways. further writes
// into out a volume that was sampled in a frame, and beside its channels those that follow from what Cells said. near is which outputs lie under
// a hand or beside it, where other weights are asked; nil for none.
func (r *Runner) Review(
	m *CellMap, p *volume.Picture, lens *volume.Lens, g *Grid, set *calibration.Set, views int, parts []Window, partViews int, near []bool,
	further func(out, in *nn.Tensor, f *volume.Frame),
) {
	ways := facing(g, m.Window, lens.Eye())
	first, then := someOf(ways, 0, views), someOf(ways, views, partViews)
	review := func(net *nn.Net, change *nn.Tensor) {
		look := func(f *volume.Frame) *nn.Tensor {
			r.sample(&r.own, p, lens, f)
			further(&r.in, &r.own, f)
			said := r.forward(net)
			for out := range unseen(&r.own, said) {
				clear(out)
			}
			return said
		}
		addUp(change, true, CellsFrame(g, m.Window, set), first, look)
		for k := range change.Data {
			change.Data[k] /= float32(len(first))
		}
		if len(then) == 0 {
			return
		}
		for _, part := range parts {
			addUp(&r.closer, true, CellsFrame(g, part, set), then, look)
			m.average(change, len(first), part, &r.closer, len(then))
		}
	}
	review(reviewNet(), &r.change)
	if near != nil {
		review(reviewHandNet(), &r.byHand)
		for k, is := range near {
			if is {
				copy(r.change.Data[k*ReviewChannels:][:ReviewChannels], r.byHand.Data[k*ReviewChannels:])
			}
		}
	}
	Correct(m.Out, &r.change, 1)
	m.doubtGuesses(near)
}

// Correct adds a share of what Review says to what Cells said.
func Correct(said, change *nn.Tensor, share float32) {
	for k := range said.H * said.W {
		to := said.Data[k*CellChannels:][:ReviewChannels]
		for c, v := range change.Data[k*ReviewChannels:][:ReviewChannels] {
			to[c] += share * v
		}
	}
}

// CellsOf is the network of Cells for a camera. It is not to be changed.
func CellsOf(lens *volume.Lens) *nn.Net {
	if Aslant(lens) {
		return slantedNet()
	}
	return cellsNet()
}

// BeginReview gives an untrained Review the eyes of Cells, and nothing to say yet.
func BeginReview(n *nn.Net) {
	n.Graft(slantedNet())
	last := &n.Layers[len(n.Layers)-1]
	clear(last.Weight)
	clear(last.Bias)
}
