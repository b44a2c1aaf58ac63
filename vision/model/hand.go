package model

import (
	"github.com/castellan-companion/castellan/calibration"
	"github.com/castellan-companion/castellan/vision/volume"
)

// What is over a castle is a hand where so many outputs say so clearly: of 456 given and rendered pictures without one none has more than 6, of mugs,
// loose pieces and black shadows; of those with one a few have fewer, where it hides little.
const (
	clearlyHand = 2.0 // a logarithm of odds
	handAtLeast = 7   // outputs, two to a pitch
)

const (
	maybeHand = -1.0 // what is said of the edge of a hand, a logarithm of odds
	besideIt  = 4    // outputs from there as far as that a hand leads Cells astray
	handViews = 4    // in how many ways is looked there
	// guessed is how much more must speak for a piece where a hand covers its place, a logarithm of odds: what is said there is half a guess. Chosen:
	// with less pieces were invented under a hand in the given pictures.
	guessed = 2.0
)

// BesideHand looks for a hand over the window of the last Cells. Under it and beside it m then says what weights do that learned more of hands, and
// less of all else; elsewhere, and where there is no hand, it stays as it was.
func (r *Runner) BesideHand(m *CellMap, p *volume.Picture, lens *volume.Lens, g *Grid, set *calibration.Set) {
	f := CellsFrame(g, m.Window, set)
	addUp(&r.closer, true, f, someOf(r.ways, 0, 1), r.lookAt(handNet(), p, lens))
	clearly := 0
	for o := CellHidden; o < len(r.closer.Data); o += CellChannels {
		if r.closer.Data[o] > clearlyHand {
			clearly++
		}
	}
	if clearly < handAtLeast {
		return
	}
	near := make([]bool, m.Out.H*m.Out.W)
	for y := range m.Out.H {
		for x := range m.Out.W {
			hidden := r.closer.At(y, x)[CellHidden]
			m.Out.At(y, x)[CellHidden] = hidden
			if hidden <= maybeHand {
				continue
			}
			for b := max(0, y-besideIt); b <= min(m.Out.H-1, y+besideIt); b++ {
				for a := max(0, x-besideIt); a <= min(m.Out.W-1, x+besideIt); a++ {
					near[b*m.Out.W+a] = true
				}
			}
		}
	}
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
		if to[CellHidden] > 0 {
			to[CellNoTower] += guessed
			for c := CellShortX; c <= CellLongY; c++ {
				to[c] -= guessed
			}
		}
	}
}
