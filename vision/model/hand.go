package model

import (
	"github.com/castellan-companion/castellan/calibration"
	"github.com/castellan-companion/castellan/vision/nn"
	"github.com/castellan-companion/castellan/vision/volume"
)

// What is over a castle is a hand where so many outputs say so clearly: of 456 given and rendered pictures without one none has more than 6, of mugs,
// loose pieces and black shadows; of those with one a few have fewer, where it hides little.
const (
	clearlyHand = 2.0 // a logarithm of odds
	handAtLeast = 7   // outputs, two to a pitch
)

// likeAHand is what Hand says of a hand, a logarithm of odds, where something reaches into the picture. In 22 films it said less of all 13 shadows and
// pieces at the picture's edge that had come to rest; of nine in ten of 951 pictures with a moving hand it said more, and a third of the others
// have none where a castle may be.
const likeAHand = -0.5

const (
	maybeHand = -1.0 // what is said of the edge of a hand, a logarithm of odds
	besideIt  = 4    // outputs from there as far as that a hand leads Cells astray
	handViews = 4    // in how many ways is looked there
	// guessed is how much more must speak for a piece where a hand covers its place, a logarithm of odds: what is said there is half a guess. Chosen by
	// 220 rendered pictures: with less, more pieces are invented under a hand.
	guessed = 2.5
)

// BesideHand looks for a hand over the window of the last Cells. Under it and beside it m then says what weights do that learned more of hands, and
// less of all else; elsewhere, and where there is no hand, it stays as it was. near is which of m's outputs lie under the hand or beside it, nil
// where there is none.
func (r *Runner) BesideHand(m *CellMap, p *volume.Picture, lens *volume.Lens, g *Grid, set *calibration.Set) (near []bool) {
	f := CellsFrame(g, m.Window, set)
	addUp(&r.closer, true, f, someOf(r.ways, 0, 1), r.lookAt(handNet(), p, lens))
	if !tellsHand(&r.closer) {
		return nil
	}
	for o := CellHidden; o < len(m.Out.Data); o += CellChannels {
		m.Out.Data[o] = r.closer.Data[o]
	}
	near = besideHand(m.Out)
	net := cellsHandNet()
	if r.cells == slantedNet() {
		net = slantedHandNet()
	}
	ways := someOf(r.ways, 0, handViews)
	addUp(&r.closer, true, f, ways, r.lookAt(net, p, lens))
	for k, is := range near {
		if !is {
			continue
		}
		to := m.Out.Data[k*CellChannels : (k+1)*CellChannels]
		for c := range CellHidden {
			to[c] = r.closer.Data[k*CellChannels+c] / float32(len(ways))
		}
	}
	return near
}

// HandOver says whether anything in a window looks like a hand at one of the places on the table (mm) that reach names. Cells need not have looked
// there.
func (r *Runner) HandOver(
	w Window, p *volume.Picture, lens *volume.Lens, g *Grid, set *calibration.Set, reach func(mm [2]float64) bool,
) bool {
	ways := symmetries[:]
	if Aslant(lens) {
		ways = facing(g, w, lens.Eye())
	}
	addUp(&r.closer, true, CellsFrame(g, w, set), someOf(ways, 0, 1), r.lookAt(handNet(), p, lens))
	for y := range r.closer.H {
		for x := range r.closer.W {
			at := g.At(float64(w.I0-margin)+float64(x)/2, float64(w.J0-margin)+float64(y)/2)
			if r.closer.At(y, x)[CellHidden] > likeAHand && reach(at) {
				return true
			}
		}
	}
	return false
}

// doubtGuesses takes away from what m says of the pieces that a hand covers, of which near is which outputs lie about one.
func (m *CellMap) doubtGuesses(near []bool) {
	for k, is := range near {
		to := m.Out.Data[k*CellChannels:][:CellChannels]
		if !is || to[CellHidden] <= 0 {
			continue
		}
		to[CellNoTower] += guessed
		for c := CellShortX; c <= CellLongY; c++ {
			to[c] -= guessed
		}
	}
}

// tellsHand says whether what Hand said of a window tells of a hand.
func tellsHand(said *nn.Tensor) bool {
	clearly := 0
	for o := CellHidden; o < len(said.Data); o += CellChannels {
		if said.Data[o] > clearlyHand {
			clearly++
		}
	}
	return clearly >= handAtLeast
}

// besideHand says which outputs lie under a hand or beside it.
func besideHand(said *nn.Tensor) []bool {
	near := make([]bool, said.H*said.W)
	for y := range said.H {
		for x := range said.W {
			if said.At(y, x)[CellHidden] <= maybeHand {
				continue
			}
			x0, x1 := max(0, x-besideIt), min(said.W-1, x+besideIt)
			for b := max(0, y-besideIt); b <= min(said.H-1, y+besideIt); b++ {
				for a := x0; a <= x1; a++ {
					near[b*said.W+a] = true
				}
			}
		}
	}
	return near
}
