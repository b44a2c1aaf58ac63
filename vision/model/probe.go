package model

import (
	"math"

	"github.com/castellan-companion/castellan/calibration/pieces"
	"github.com/castellan-companion/castellan/vision/nn"
	"github.com/castellan-companion/castellan/vision/volume"
)

// Channels of the output of Probe, which looks closely at a tower, a keep or an end of a wall that stands apart from others. Beside each
// number stands how far it may err: the logarithm of the mean absolute error that it expects.
const (
	ProbeX = iota // how far it stands from where it was looked for along the volume's axes, in ProbeUnit
	ProbeXError
	ProbeY
	ProbeYError
	ProbeWidth // diameters of towers, thicknesses of walls, widths of keeps; measures as CaliperMeasure has them
	ProbeWidthError
	ProbeHeight
	ProbeHeightError
	ProbeChannels
)

// ProbeUnit is the unit of places that Probe tells, mm.
const ProbeUnit = 2.0

// ProbeMiddle is the output, counted along both axes, that tells of what was looked at.
const ProbeMiddle = 6

// Probe samples a square of probeSide samples, probeStep mm apart.
const (
	probeSide = 8*2*ProbeMiddle + 1
	probeStep = 0.5
)

// NewProbe is the untrained network.
func NewProbe() *nn.Net { return newCloseUp(caliperIn(), [3]int{0, 0, 6}, ProbeChannels) }

// ProbeFrame is the volume that Probe looks at for something of a height about a place on the table (mm). Its first axis goes in a direction
// (radians): out of a wall at its end, away from the camera at a tower or keep. mirrored has the other axis the other way round.
func ProbeFrame(at [2]float64, direction, heightMM float64, mirrored bool) volume.Frame {
	sin, cos := math.Sincos(direction)
	f := volume.Frame{
		X: [2]float64{cos, sin}, Y: [2]float64{-sin, cos}, Step: probeStep, W: probeSide, H: probeSide,
		Planes: []float64{0, heightMM / 2, heightMM},
	}
	if mirrored {
		f.Y = [2]float64{sin, -cos}
	}
	const half = probeStep * (probeSide - 1) / 2
	for k := range 2 {
		f.Origin[k] = at[k] - half*(f.X[k]+f.Y[k])
	}
	return f
}

// Away is the direction (radians) from an eye to a place on the table.
func Away(eye [3]float64, at [2]float64) float64 { return math.Atan2(at[1]-eye[1], at[0]-eye[0]) }

// probed is what Probe says of something: where it stands on the table (mm), how far that may err along the axis that it was looked at (mm,
// standard error), and its measures.
type probed struct {
	at            [2]float64
	astray        float64
	width, height pieces.Measure
}

// probe looks closely at something of a height about a place on the table, in both ways.
func (r *Runner) probe(p *pair, at [2]float64, direction, heightMM float64) probed {
	var sum [ProbeChannels]float64
	for _, mirrored := range bothWays {
		f := ProbeFrame(at, direction, heightMM, mirrored)
		r.differ(p, &f)
		for k, v := range r.run.Forward(probeNet(), &r.in).At(ProbeMiddle, ProbeMiddle) {
			if k == ProbeY && mirrored {
				v = -v
			}
			sum[k] += float64(v) / float64(len(bothWays))
		}
	}
	sin, cos := math.Sincos(direction)
	x, y := ProbeUnit*sum[ProbeX], ProbeUnit*sum[ProbeY]
	measure := func(channel int) pieces.Measure {
		mm := caliperMM(sum[channel])
		return pieces.Measure{MM: mm, Error: mm * (caliperMM(spread(sum[channel+1]))/caliperUnit - 1)}
	}
	return probed{
		at: [2]float64{at[0] + cos*x - sin*y, at[1] + sin*x + cos*y}, astray: ProbeUnit * spread(sum[ProbeXError]),
		width: measure(ProbeWidth), height: measure(ProbeHeight),
	}
}

// spread is the standard error that belongs to the logarithm of a mean absolute error (Laplace's distribution).
func spread(logError float64) float64 { return math.Sqrt2 * math.Exp(logError) }

// probeRounds is how often Probe looks: the better it knows where something stands, the better it measures.
const probeRounds = 3

// probeAll measures a piece that Caliper found more closely.
func (r *Runner) probeAll(p *pair, a *Apart) {
	for range probeRounds {
		if a.Kind != CaliperWall {
			got := r.probe(p, a.At, Away(p.lens.Eye(), a.At), a.Height.MM)
			a.At, a.Width, a.Height = got.at, got.width, got.height
			continue
		}
		sin, cos := math.Sincos(a.Angle)
		var ends [2]probed
		for k, way := range [2]float64{-1, 1} {
			at := [2]float64{a.At[0] + way*a.Length.MM/2*cos, a.At[1] + way*a.Length.MM/2*sin}
			ends[k] = r.probe(p, at, math.Atan2(way*sin, way*cos), a.Height.MM)
		}
		dx, dy := ends[1].at[0]-ends[0].at[0], ends[1].at[1]-ends[0].at[1]
		a.Length, a.Angle = pieces.Measure{MM: math.Hypot(dx, dy), Error: math.Hypot(ends[0].astray, ends[1].astray)}, math.Atan2(dy, dx)
		for k := range a.At {
			a.At[k] = (ends[0].at[k] + ends[1].at[k]) / 2
		}
		a.Width, a.Height = pieces.Mean(ends[0].width, ends[1].width), pieces.Mean(ends[0].height, ends[1].height)
	}
}
