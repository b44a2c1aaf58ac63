package model

import (
	"math"

	"github.com/castellan-companion/castellan/calibration"
	"github.com/castellan-companion/castellan/engine/castellan"
	"github.com/castellan-companion/castellan/vision/nn"
	"github.com/castellan-companion/castellan/vision/volume"
)

// Channels of the output of Place, which is read in the middle (row and column PlaceMiddle): how far the tower on a node stands from it along
// the axes of the volume, in mm, each with the logarithm of how far that errs on average.
const (
	PlaceX = iota
	PlaceXError
	PlaceY
	PlaceYError
	PlaceChannels
)

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
	r.inBothWays(func(way int, c *closeUp) {
		for k := way; k < len(nodes); k += len(bothWays) {
			f := PlaceFrame(lens, g, nodes[k], set, bothWays[way])
			c.sampler.Sample(&c.in, p, lens, &f)
			all[k] = placed(g, nodes[k], &f, c.run.Forward(placeNet(), &c.in).At(PlaceMiddle, PlaceMiddle))
		}
	})
	return all
}

// placed is what Place said of the tower on a node in a frame.
func placed(g *Grid, n castellan.Node, f *volume.Frame, said []float32) Placed {
	at := g.At(float64(n.I), float64(n.J))
	for k := range at {
		at[k] += float64(said[PlaceX])*f.X[k] + float64(said[PlaceY])*f.Y[k]
	}
	return Placed{Node: n, At: at, Astray: math.Hypot(spread(float64(said[PlaceXError])), spread(float64(said[PlaceYError])))}
}
