package model

import (
	"iter"
	"slices"

	"github.com/castellan-companion/castellan/vision/nn"
)

// unseen are the outputs of Cells or Review about places of which the picture shows nothing, neither the table nor the tops of walls or
// towers: a network says anything of them. in is the volume that was looked at.
func unseen(in, said *nn.Tensor) iter.Seq[[]float32] {
	const colours = 3 * planesOfPieces
	shown := func(v float32) bool { return v != 0 }
	return func(yield func([]float32) bool) {
		for y := range said.H {
			for x := range said.W {
				at := in.At(y*CellsStride, x*CellsStride)[:colours]
				if !slices.ContainsFunc(at, shown) && !yield(said.At(y, x)) {
					return
				}
			}
		}
	}
}

// nothing makes of an output of Cells that no piece stands there. What it says of hands stays.
func nothing(out []float32) {
	const sure = 8 // as a logarithm of odds
	for c := range out {
		if c != CellHidden {
			out[c] = 0
		}
	}
	out[CellNoTower], out[CellNoKeep] = sure, sure
	for c := CellShortX; c <= CellLongY; c++ {
		out[c] = -sure
	}
}
