package model

import (
	"math"

	"github.com/castellan-companion/castellan/calibration"
	"github.com/castellan-companion/castellan/vision/nn"
	"github.com/castellan-companion/castellan/vision/volume"
)

// KeepSamples is how finely Keep samples a keep: samples to its width.
const KeepSamples = 15

// Channels of the output of Keep, which is read in the middle (row and column KeepMiddle).
const (
	KeepSingle = iota // softmax over three: one keep,
	KeepDouble        // two, stacked,
	KeepNone          // or no keep stands about here
	KeepX             // how far from here it stands, in its widths, away from the camera
	KeepY             // and across
	KeepRed           // softmax over its colours, in the order of KeepColors
	KeepBlue
	KeepYellow
	KeepGreen
	KeepChannels
)

// KeepMiddle is the row and column of the output that stands in the middle of what Keep looks at.
const KeepMiddle = 4

// keepPlanes are the table, and the tops of a keep and of a double keep.
const keepPlanes = 3

// keepSide is how many samples lie along each side of what Keep looks at: the keep and almost twice its width on all sides of it.
const keepSide = 2*KeepMiddle*8 + 1

// NewKeep is the untrained network. How high a keep is can be a matter of a pixel or two, so that it looks for long before it grows coarser.
func NewKeep() *nn.Net {
	return newCloseUp(volume.Channels(keepPlanes), [3]int{2, 2, 6}, KeepChannels)
}

// KeepFrame is the volume that Keep looks at for a keep about a place on the table (mm), and the axes of its outputs with a pitch of a
// keep's width. The first axis points away from the camera: along it, a taller body reaches farther in the picture. mirrored has the
// other axis the other way round.
func KeepFrame(lens *volume.Lens, at [2]float64, set *calibration.Set, mirrored bool) (volume.Frame, Grid) {
	axes := NewGrid(at, Away(lens.Eye(), at), set.KeepMM)
	if mirrored {
		axes.Y = [2]float64{-axes.Y[0], -axes.Y[1]}
	}
	const half = float64(keepSide-1) / 2 / KeepSamples
	return volume.Frame{
		Origin: axes.At(-half, -half),
		X:      axes.X, Y: axes.Y,
		Step: set.KeepMM / KeepSamples,
		W:    keepSide, H: keepSide,
		Planes: []float64{0, set.KeepHeightMM, 2 * set.KeepHeightMM},
	}, axes
}

// KeepLook is what Keep says of a place.
type KeepLook struct {
	There  float64    // how much speaks for a keep about here, a logarithm of odds
	Double float64    // how much speaks for a double one, if there is one
	At     [2]float64 // where it would stand on the table, mm
	Colors [4]float64 // logarithms of the colours' likelihoods up to a constant, in the order of KeepColors
}

// KeepSample is the column and row of the sample in what Keep looks at that shows a place, in keep widths from the middle.
func KeepSample(x, y float64) (col, row int) {
	return keepSide/2 + int(math.Round(x*KeepSamples)), keepSide/2 + int(math.Round(y*KeepSamples))
}

// Keep looks closely at a place on the table (mm).
func (r *Runner) Keep(p *volume.Picture, lens *volume.Lens, at [2]float64, set *calibration.Set) KeepLook {
	r.inBothWays(func(way int, c *closeUp) {
		f, _ := KeepFrame(lens, at, set, bothWays[way])
		c.sampler.Sample(&c.in, p, lens, &f)
		c.said = c.run.Forward(keepNet(), &c.in).At(KeepMiddle, KeepMiddle)
	})
	var sum [KeepChannels]float64
	for way, mirrored := range bothWays {
		for k, v := range r.closeUps[way].said {
			if k == KeepY && mirrored {
				v = -v
			}
			sum[k] += float64(v) / float64(len(bothWays))
		}
	}
	_, axes := KeepFrame(lens, at, set, false)
	return KeepLook{
		There:  math.Log(math.Exp(sum[KeepSingle])+math.Exp(sum[KeepDouble])) - sum[KeepNone],
		Double: sum[KeepDouble] - sum[KeepSingle],
		At:     axes.At(sum[KeepX], sum[KeepY]),
		Colors: [4]float64(sum[KeepRed : KeepGreen+1]),
	}
}
