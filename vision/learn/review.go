package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/castellan-companion/castellan/engine/castellan"
	"github.com/castellan-companion/castellan/vision/model"
	"github.com/castellan-companion/castellan/vision/nn"
	"github.com/castellan-companion/castellan/vision/volume"
)

// eyes are weights of Cells for both kinds of cameras.
type eyes struct{ down, aslant *nn.Net }

// loadEyes reads weights of Cells and Slanted from files whose names commas part, a pair of them after another; of no name there are none.
func loadEyes(files string) ([]eyes, error) {
	if files == "" {
		return nil, nil
	}
	names := strings.Split(files, ",")
	if len(names)%2 != 0 {
		return nil, fmt.Errorf("-first %s: of files two by two are needed, weights of cells and of slanted", files)
	}
	var all []eyes
	for pair := range slices.Chunk(names, 2) {
		down, err := weights(pair[0])
		if err != nil {
			return nil, err
		}
		aslant, err := weights(pair[1])
		if err != nil {
			return nil, err
		}
		all = append(all, eyes{down, aslant})
	}
	return all, nil
}

// again takes one in so many crops for Review after a first correction.
const again = 3

// firstEyes are the weights of Cells whose word a crop for Review corrects: the program's or one of the others, each as often.
func (c *cropper) firstEyes(lens *volume.Lens) *nn.Net {
	if c.plain {
		return model.CellsOf(lens)
	}
	which := c.rng.IntN(len(c.eyes) + 1)
	switch {
	case which == len(c.eyes):
		return model.CellsOf(lens)
	case model.Aslant(lens):
		return c.eyes[which].aslant
	}
	return c.eyes[which].down
}

// review makes a crop for Review: it is shown what follows from what Cells says of it, or from what it says itself, and corrects Cells.
func (c *cropper) review(e *example, out *crop) {
	look := c.cellsAlong(e, out, 0, func(g *model.Grid, at castellan.Node) [2][2]int { return c.facing(e, g, at) })
	first := c.run.Forward(c.firstEyes(e.lens), &out.in)
	believe := func(said *nn.Tensor) {
		c.context.Believe(&model.CellMap{Window: look.window, Out: said}, &look.grid, &look.set, e.lens.Eye())
		c.context.Further(&c.wider, &out.in, &look.frame)
	}
	believe(first)
	// Taken before first is corrected below: what Review says is always added to what Cells said.
	out.prior = out.prior[:0]
	for k := range out.h * out.w {
		from, to := k*model.CellChannels, k*model.ReviewChannels
		copy(out.want[to:], out.want[from:from+model.ReviewChannels])
		copy(out.weight[to:], out.weight[from:from+model.ReviewChannels])
		out.prior = append(out.prior, first.Data[from:from+model.ReviewChannels]...)
	}
	if c.reviewer != nil && !c.plain && c.rng.IntN(again) == 0 {
		model.Correct(first, c.second.Forward(c.reviewer, &c.wider), 1)
		believe(first)
	}
	out.in, c.wider = c.wider, out.in
	out.want, out.weight = out.want[:len(out.prior)], out.weight[:len(out.prior)]
}
