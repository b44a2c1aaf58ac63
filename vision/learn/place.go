package main

import "github.com/castellan-companion/castellan/vision/model"

// place makes a crop for Place: a tower that the picture shows, about where a look along the lattice has it.
func (c *cropper) place(e *example, out *crop) {
	const side = 2*model.PlaceMiddle + 1
	out.reset(side, side, model.PlaceChannels)
	trials, towers := shownTowers(e)
	towers = append(towers, trials...)
	shown := len(towers) > 0
	if !shown {
		towers = e.castle.Towers
	}
	at := towers[c.rng.IntN(len(towers))]
	g, set := c.astray(e, at, latticeErrors{shiftMM: 1.2, angle: 0.01, pitch: 0.005, heightMM: cellErrors.heightMM})
	mirrored := c.rng.IntN(2) == 0
	c.vary(e)
	f := model.PlaceFrame(e.lens, &g, at, &set, mirrored)
	c.take(e, &out.in, &f)
	c.look(&out.in)
	if !shown || e.hidden.Tower(at) {
		return
	}
	o := (model.PlaceMiddle*side + model.PlaceMiddle) * model.PlaceChannels
	truth := e.grid()
	stands, node := truth.At(float64(at.I), float64(at.J)), g.At(float64(at.I), float64(at.J))
	dx, dy := stands[0]-node[0], stands[1]-node[1]
	for channel, axis := range map[int][2]float64{model.PlaceX: f.X, model.PlaceY: f.Y} {
		out.want[o+channel] = float32(dx*axis[0] + dy*axis[1])
		out.weight[o+channel] = 1
	}
}
