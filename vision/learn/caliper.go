package main

import (
	"math"

	"github.com/castellan-companion/castellan/calibration"
	"github.com/castellan-companion/castellan/vision/model"
	"github.com/castellan-companion/castellan/vision/nn"
	"github.com/castellan-companion/castellan/vision/synth"
	"github.com/castellan-companion/castellan/vision/volume"
)

// caliperSize is the side of a crop for Caliper in samples.
const caliperSize = 128

// caliper makes a crop for Caliper about one of the pieces that stand apart.
func (c *cropper) caliper(e *example, out *crop) {
	c.sampler.Coarser, c.sampler.Where = 0, nil
	piece := e.apart[c.rng.IntN(len(e.apart))]
	middle, eye := piece.AtMM, e.lens.Eye()
	mirrored := false
	if !c.plain {
		mirrored = c.rng.IntN(2) == 0
		if c.rng.IntN(6) == 0 {
			c.sampler.Coarser = 1
		}
	}
	const aside = 40.0 // mm
	for k := range 2 {
		middle[k] += aside * (2*c.rng.Float64() - 1)
	}
	// Pieces at the rim of a picture do not lean quite towards the middle of what is looked at.
	const astray = 0.2 // radians
	if sin, cos := math.Sincos(astray * c.rng.NormFloat64()); !c.plain {
		dx, dy := eye[0]-middle[0], eye[1]-middle[1]
		eye[0], eye[1] = middle[0]+cos*dx-sin*dy, middle[1]+sin*dx+cos*dy
	}
	f := model.CaliperFrame(middle, eye, caliperSize, caliperSize, mirrored)
	c.differ(e, &out.in, &f)
	c.measures(e, &f, out)
}

// differ fills in with a crop and how it differs from the bare table, in another light.
func (c *cropper) differ(e *example, in *nn.Tensor, f *volume.Frame) {
	c.sampler.Sample(&c.own, e.pic, e.lens, f)
	bare := *f
	if !c.plain {
		const shaken = 0.25 // mm, by which a camera may have moved between the pictures
		for k := range 2 {
			bare.Origin[k] += shaken * c.rng.NormFloat64()
		}
	}
	c.sampler.Sample(&c.other, e.bare, e.lens, &bare)
	if !c.plain {
		if c.rng.IntN(3) == 0 {
			c.shade(&c.own)
		}
		l := c.light(0.25)
		c.relightAll(&l, &c.own)
		c.relightAll(&l, &c.other)
	}
	model.Differ(in, &c.own, &c.other)
}

// measures writes what Caliper is to say of a crop.
func (c *cropper) measures(e *example, f *volume.Frame, out *crop) {
	const stride = model.CaliperStride
	h, w := (f.H+stride-1)/stride, (f.W+stride-1)/stride
	out.reset(h, w, model.CaliperChannels)
	const border = 1
	// all calls do for each output that counts, with its place in the volume.
	all := func(do func(o int, x, y float64)) {
		for r := border; r < h-border; r++ {
			for q := border; q < w-border; q++ {
				if out.in.At(r*stride, q*stride)[out.in.C-1] != 0 {
					do((r*w+q)*model.CaliperChannels, float64(q*stride), float64(r*stride))
				}
			}
		}
	}
	all(func(o int, _, _ float64) {
		out.weight[o+model.CaliperNone], out.weight[o+model.CaliperEnd] = 0.3, 0.3
	})
	// near calls do for each output near a place in the volume, with the place as seen from there (mm).
	near := func(x, y float64, do func(o int, dx, dy, far float64)) {
		all(func(o int, qx, qy float64) {
			dx, dy := (x-qx)*f.Step, (y-qy)*f.Step
			if far := math.Hypot(dx, dy); far < 1.4*model.CaliperReach {
				do(o, dx, dy, far)
			}
		})
	}
	for _, p := range e.apart {
		dx, dy := p.AtMM[0]-f.Origin[0], p.AtMM[1]-f.Origin[1]
		x, y := (dx*f.X[0]+dy*f.X[1])/f.Step, (dx*f.Y[0]+dy*f.Y[1])/f.Step
		kind, length, width, height := sizes(&p, &e.set)
		sin, cos := math.Sincos(p.AngleDeg * math.Pi / 180)
		ax, ay := cos*f.X[0]+sin*f.X[1], cos*f.Y[0]+sin*f.Y[1] // along it
		near(x, y, func(o int, dx, dy, far float64) {
			if far > model.CaliperReach {
				out.weight[o+model.CaliperNone] = 0
				return
			}
			set := func(channel int, value float64) {
				out.want[o+channel], out.weight[o+channel] = float32(value), 1
			}
			set(model.CaliperNone, float64(kind))
			set(model.CaliperX, dx/model.CaliperReach)
			set(model.CaliperY, dy/model.CaliperReach)
			set(model.CaliperWidth, model.CaliperMeasure(width))
			set(model.CaliperHeight, model.CaliperMeasure(height))
			if kind == model.CaliperWall {
				set(model.CaliperLength, model.CaliperMeasure(length))
				set(model.CaliperCos2, ax*ax-ay*ay)
				set(model.CaliperSin2, 2*ax*ay)
			}
		})
		if kind != model.CaliperWall {
			continue
		}
		for _, end := range [2]float64{-length / 2, length / 2} {
			near(x+end*ax/f.Step, y+end*ay/f.Step, func(o int, dx, dy, far float64) {
				if far > model.CaliperReach {
					if out.want[o+model.CaliperEnd] == 0 {
						out.weight[o+model.CaliperEnd] = 0
					}
					return
				}
				out.want[o+model.CaliperEnd], out.weight[o+model.CaliperEnd] = 1, 1
				out.want[o+model.CaliperEndX], out.weight[o+model.CaliperEndX] = float32(dx/model.CaliperReach), 1
				out.want[o+model.CaliperEndY], out.weight[o+model.CaliperEndY] = float32(dy/model.CaliperReach), 1
			})
		}
	}
}

// sizes are a piece's kind for Caliper and its measures (mm). A wall fills the way between two towers.
func sizes(p *synth.PieceTruth, s *calibration.Set) (kind int, length, width, height float64) {
	switch p.Kind {
	case "tower":
		return model.CaliperTower, 0, s.TowerDiameterMM, s.TowerHeightMM
	case "short":
		return model.CaliperWall, s.PitchMM - s.TowerDiameterMM, s.WallThicknessMM, s.WallHeightMM
	case "long":
		return model.CaliperWall, 2*s.PitchMM - s.TowerDiameterMM, s.WallThicknessMM, s.WallHeightMM
	default:
		return model.CaliperKeep, 0, s.KeepMM, s.KeepHeightMM
	}
}
