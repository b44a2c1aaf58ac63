package model

import (
	"math"
	"runtime"

	"github.com/castellan-companion/castellan/calibration"
	"github.com/castellan-companion/castellan/engine/castellan"
	"github.com/castellan-companion/castellan/vision/nn"
	"github.com/castellan-companion/castellan/vision/parallel"
	"github.com/castellan-companion/castellan/vision/volume"
)

// Channels of the output of Place, which is read in the middle (row and column PlaceMiddle): how far the tower on a node stands from it along
// the axes of the volume, in PlaceUnit, each with the logarithm of how far that errs on average.
const (
	PlaceX = iota
	PlaceXError
	PlaceY
	PlaceYError
	PlaceChannels
)

// PlaceUnit is the unit of places in Place's output, mm.
const PlaceUnit = 1.0

// PlaceMiddle is the row and column of the output that stands on the node.
const PlaceMiddle = 4

// NewPlace is the untrained network.
func NewPlace() *nn.Net {
	return newCloseUp(volume.Channels(towerPlanes), [3]int{0, 2, 6}, PlaceChannels)
}

// PlaceFrame is the volume that Place looks at for the tower on a node. Its first axis goes along the lattice step that leads most nearly away
// from the eye; mirrored has the other axis the other way round.
func PlaceFrame(lens *volume.Lens, g *Grid, n castellan.Node, set *calibration.Set, mirrored bool) volume.Frame {
	return aboutNode(g, n, FromEye(lens, g, n), set, mirrored, turnPerPitch, turnPerPitch+1)
}

// Placed is where the tower on a node stands on the table (mm), and how far that may err (mm, standard error).
type Placed struct {
	Node   castellan.Node
	At     [2]float64
	Astray float64
}

// Place looks closely at where the towers on some nodes stand, at one after the other in another of two ways: what one way errs, the other errs to the
// other side.
func (r *Runner) Place(p *volume.Picture, lens *volume.Lens, g *Grid, nodes []castellan.Node, set *calibration.Set) []Placed {
	all := make([]Placed, len(nodes))
	workers := min(len(r.closeUps), runtime.GOMAXPROCS(0))
	parallel.Rows(workers, workers, func(way int) {
		c := &r.closeUps[way]
		for k := way; k < len(nodes); k += workers {
			var said [PlaceChannels]float64
			mirrored := bothWays[k%len(bothWays)]
			f := PlaceFrame(lens, g, nodes[k], set, mirrored)
			c.sampler.Sample(&c.in, p, lens, &f)
			for channel, v := range c.run.Forward(placeNet(), &c.in).At(PlaceMiddle, PlaceMiddle) {
				said[channel] = float64(v)
			}
			all[k] = placed(g, nodes[k], &f, &said)
		}
	})
	return all
}

// placed is what Place said of the tower on a node in a frame.
func placed(g *Grid, n castellan.Node, f *volume.Frame, said *[PlaceChannels]float64) Placed {
	at := g.At(float64(n.I), float64(n.J))
	x, y := PlaceUnit*said[PlaceX], PlaceUnit*said[PlaceY]
	for k := range at {
		at[k] += x*f.X[k] + y*f.Y[k]
	}
	return Placed{Node: n, At: at, Astray: PlaceUnit * math.Hypot(spread(said[PlaceXError]), spread(said[PlaceYError]))}
}
