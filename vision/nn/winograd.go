package nn

/*
#include "winograd.h"
*/
import "C"

import "github.com/castellan-companion/castellan/vision/parallel"

// What Winograd's products take and give: of a tile, inside by inside inputs for outside by outside outputs.
const (
	inside   = 6
	outside  = 4
	products = inside * inside

	mostTiles   = C.CASTELLAN_TILES      // computed together: enough to keep the multiplication busy, few enough for the cache
	tilesOnce   = C.CASTELLAN_TILES_ONCE // whose products are taken at once
	register    = C.CASTELLAN_REGISTER   // numbers in the widest register
	fewestTiles = 8                      // of a layer of fewer, too many reach beyond it
)

// Hasten prepares the net's weights, which must not change then, for a Forward in less than half the time: by Winograd's products (Lavin and Gray
// 2016, "Fast Algorithms for Convolutional Neural Networks") where the layers allow it. What comes out differs by rounding.
func (n *Net) Hasten() {
	for i := range n.Layers {
		if l := &n.Layers[i]; l.byTiles() {
			l.tiles = l.transformed()
		}
	}
}

// hastened says whether so many outputs of a layer are computed by tiles.
func (l *Layer) hastened(outputs int) bool {
	return l.tiles != nil && outputs >= fewestTiles*outside*outside
}

// byTiles says whether a layer can be computed by tiles. One of a stride of two is one of kernels of half the size on inputs of which two by two
// count as one.
func (l *Layer) byTiles() bool {
	return l.Out%register == 0 && (l.Kernel == 3 && l.Stride == 1 || l.Kernel == 5 && l.Stride == 2)
}

// transformed are the weights as Winograd's products take them: [products][Stride*Stride*In][Out].
func (l *Layer) transformed() []float32 {
	g := [inside][3]float64{
		{1.0 / 4, 0, 0},
		{-1.0 / 6, -1.0 / 6, -1.0 / 6},
		{-1.0 / 6, 1.0 / 6, -1.0 / 6},
		{1.0 / 24, 1.0 / 12, 1.0 / 6},
		{1.0 / 24, -1.0 / 12, 1.0 / 6},
		{0, 0, 1},
	}
	deep := l.Stride * l.Stride * l.In
	t := make([]float32, products*deep*l.Out)
	for y := range l.Kernel {
		for x := range l.Kernel {
			in := (y%l.Stride*l.Stride + x%l.Stride) * l.In
			kernel := l.Weight[(y*l.Kernel+x)*l.In*l.Out:][:l.In*l.Out]
			for p := range products {
				down, across := g[p/inside][y/l.Stride], g[p%inside][x/l.Stride]
				if down == 0 || across == 0 {
					continue
				}
				to := t[(p*deep+in)*l.Out:][:len(kernel)]
				for k, w := range kernel {
					to[k] += float32(down * float64(w) * across)
				}
			}
		}
	}
	return t
}

// tileWork is the memory that the tiles computed together take.
type tileWork struct{ in, out []float32 }

// forwardByTiles computes a layer's output.
func (r *Run) forwardByTiles(l *Layer, in, out *Tensor) {
	wide, high := (out.W+outside-1)/outside, (out.H+outside-1)/outside
	shape := C.castellan_tiles{
		in: C.int(l.In), out: C.int(l.Out), stride: C.int(l.Stride),
		in_height: C.int(in.H), in_width: C.int(in.W), padding: C.int(l.Kernel / 2),
		wide: C.int(wide), height: C.int(out.H), width: C.int(out.W),
	}
	if l.ReLU {
		shape.relu = 1
	}
	var skip *C.float
	if l.Skip {
		skip = pointer(in.Data)
	}
	// As many in each batch as go evenly among the workers.
	tiles, workers := wide*high, max(1, r.Workers)
	rounds := (tiles + mostTiles*workers - 1) / (mostTiles * workers)
	each := (tiles + rounds*workers*tilesOnce - 1) / (rounds * workers * tilesOnce) * tilesOnce
	deep := l.Stride*l.Stride*l.In + register
	for len(r.works) < workers {
		r.works = append(r.works, tileWork{})
	}
	parallel.Rows((tiles+each-1)/each, r.Workers, func(batch int) {
		work := &r.works[batch%workers]
		work.in, work.out = grow(work.in, products*(mostTiles+1)*deep), grow(work.out, products*mostTiles*l.Out)
		first := batch * each
		C.castellan_winograd(&shape, C.int(first), C.int(min(each, tiles-first)), pointer(in.Data), pointer(l.tiles), pointer(l.Bias),
			skip, pointer(out.Data), pointer(work.in), pointer(work.out))
	})
}
