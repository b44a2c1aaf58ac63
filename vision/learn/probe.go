package main

import (
	"math"

	"github.com/castellan-companion/castellan/vision/model"
)

// probe makes a crop for Probe of a tower, a keep or an end of a wall, looked for about as well as Caliper tells.
func (c *cropper) probe(e *example, out *crop) {
	c.sampler.Coarser, c.sampler.Where = 0, nil
	piece := e.apart[c.rng.IntN(len(e.apart))]
	kind, length, width, height := sizes(&piece, &e.set)
	at, direction := piece.AtMM, model.Away(e.lens.Eye(), piece.AtMM)
	if kind == model.CaliperWall {
		direction = piece.AngleDeg*math.Pi/180 + float64(c.rng.IntN(2))*math.Pi
		sin, cos := math.Sincos(direction)
		at = [2]float64{at[0] + cos*length/2, at[1] + sin*length/2}
	}
	const (
		astray  = 1.3  // mm along either axis,
		turned  = 0.06 // radians
		another = 0.07 // and a part of the height, by which Caliper errs (standard deviations)
	)
	looked, turn := at, turned*c.rng.NormFloat64()
	for k := range looked {
		looked[k] += astray * c.rng.NormFloat64()
	}
	mirrored := !c.plain && c.rng.IntN(2) == 0
	if !c.plain && c.rng.IntN(6) == 0 {
		c.sampler.Coarser = 1
	}
	f := model.ProbeFrame(looked, direction+turn, height*math.Exp(another*c.rng.NormFloat64()), mirrored)
	c.differ(e, &out.in, &f)
	const side = 2*model.ProbeMiddle + 1
	out.reset(side, side, model.ProbeChannels)
	o := (model.ProbeMiddle*side + model.ProbeMiddle) * model.ProbeChannels
	set := func(channel int, value float64) {
		out.want[o+channel], out.weight[o+channel] = float32(value), 1
	}
	dx, dy := at[0]-looked[0], at[1]-looked[1]
	set(model.ProbeX, (dx*f.X[0]+dy*f.X[1])/model.ProbeUnit)
	set(model.ProbeY, (dx*f.Y[0]+dy*f.Y[1])/model.ProbeUnit)
	set(model.ProbeWidth, model.CaliperMeasure(width))
	set(model.ProbeHeight, model.CaliperMeasure(height))
}
