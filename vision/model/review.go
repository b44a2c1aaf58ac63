package model

import (
	"slices"

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
	nets := [...]func() *nn.Net{reviewNet, reviewHandNet}
	// ask adds up in sums what each of nets says of a part of the window, or of all of it, looking in some ways. The weights for hands are left out,
	// and their sum too, where the part has nothing of a hand.
	ask := func(of Window, ways []symmetry, sums ...*nn.Tensor) []*nn.Tensor {
		if !m.anyIn(of, near) {
			sums = sums[:1]
		}
		frame := CellsFrame(g, of, set)
		for k, s := range ways {
			f := s.frame(frame)
			r.sample(&r.own, p, lens, &f)
			further(&r.in, &r.own, &f)
			for n, sum := range sums {
				said := r.forward(nets[n]())
				for out := range unseen(&r.own, said) {
					clear(out)
				}
				s.addTo(sum, k == 0, said)
			}
		}
		return sums
	}
	changes := ask(m.Window, first, &r.change, &r.changeByHand)
	for _, change := range changes {
		for k := range change.Data {
			change.Data[k] /= float32(len(first))
		}
	}
	if len(then) > 0 {
		for _, part := range parts {
			for n, closer := range ask(part, then, &r.closer, &r.closerByHand) {
				m.average(changes[n], len(first), part, closer, len(then))
			}
		}
	}
	for k, is := range near {
		if is {
			copy(r.change.Data[k*ReviewChannels:][:ReviewChannels], r.changeByHand.Data[k*ReviewChannels:])
		}
	}
	Correct(m.Out, &r.change, 1)
	m.doubtGuesses(near)
}

// anyIn says whether any of those of m's outputs that are told lies in a part of its window.
func (m *CellMap) anyIn(part Window, told []bool) bool {
	x0, y0 := 2*(part.I0-m.I0), 2*(part.J0-m.J0)
	w, h := 2*(part.NI+2*margin)-1, 2*(part.NJ+2*margin)-1
	for y := max(0, y0); len(told) > 0 && y < min(m.Out.H, y0+h); y++ {
		row := told[y*m.Out.W:][:m.Out.W]
		if slices.Contains(row[max(0, x0):min(m.Out.W, x0+w)], true) {
			return true
		}
	}
	return false
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
