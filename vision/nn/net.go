package nn

import (
	"math"
	"math/rand/v2"

	"github.com/castellan-companion/castellan/vision/parallel"
)

// Layer is a convolution with a square kernel of odd size, zero padding of half the kernel, and optionally a rectifier
// and a shortcut around it.
type Layer struct {
	Kernel, Stride int
	In, Out        int
	ReLU           bool
	// Skip adds the layer's input to its output before the rectifier; it needs Stride 1, In == Out and ReLU.
	Skip bool

	Weight []float32 // [Kernel*Kernel*In][Out]
	Bias   []float32 // [Out]

	tiles []float32 // the weights as Winograd's products take them, see Hasten
}

// Net is a chain of layers. It is read-only while it runs, so one Net serves any number of Runs at a time.
type Net struct {
	Layers []Layer
}

// outSize is how many outputs fit along n inputs.
func (l *Layer) outSize(n int) int { return (n + l.Stride - 1) / l.Stride }

// Init draws the weights (He et al. 2015); layers with a shortcut start near the identity and the last layer near zero.
func (n *Net) Init(rng *rand.Rand) {
	for i := range n.Layers {
		l := &n.Layers[i]
		k := l.Kernel * l.Kernel * l.In
		l.Weight = make([]float32, k*l.Out)
		l.Bias = make([]float32, l.Out)
		s := math.Sqrt(2 / float64(k))
		if l.Skip {
			s *= 0.5
		}
		if i == len(n.Layers)-1 {
			s *= 0.1
		}
		for j := range l.Weight {
			l.Weight[j] = float32(rng.NormFloat64() * s)
		}
	}
}

// Run is the working memory of one forward pass. The zero value is ready; use one Run per goroutine.
type Run struct {
	Workers int  // goroutines that share the work, see parallel.Rows
	Coarse  bool // faster and less exact where the processor can be: to learn with

	outs   [2]Tensor  // of the layers, in turn: each needs no other than the last
	padded Tensor     // a layer's input with the zeros around it
	works  []tileWork // of each worker
}

// Forward runs the net on in and returns the last layer's output, which stays valid until the next call.
func (r *Run) Forward(n *Net, in *Tensor) *Tensor {
	return r.through(n, in, func(layer int) *Tensor { return &r.outs[layer%len(r.outs)] })
}

// through is Forward into the outputs that to tells for each layer.
func (r *Run) through(n *Net, in *Tensor, to func(layer int) *Tensor) *Tensor {
	x := in
	for i := range n.Layers {
		l, out := &n.Layers[i], to(i)
		out.reshape(l.outSize(x.H), l.outSize(x.W), l.Out)
		if l.hastened(out.H * out.W) {
			r.forwardByTiles(l, x, out)
		} else {
			r.forward(l, x, out)
		}
		x = out
	}
	return x
}

// forward computes a layer's output.
func (r *Run) forward(l *Layer, in, out *Tensor) {
	padded := in
	if pad := l.Kernel / 2; pad > 0 {
		r.padded.pad(in, pad, r.Workers)
		padded = &r.padded
	}
	parallel.Rows(out.H, r.Workers, func(row int) { l.forward(r.Coarse, padded, in, out, row) })
}

// forward computes a row of the output. padded is the input in with the zeros around it. The values under a row of the kernel lie in one
// piece, so that each such row is a product of matrices whose rows overlap.
func (l *Layer) forward(coarse bool, padded, in, out *Tensor, row int) {
	k := l.Kernel * l.In
	y := out.Data[row*out.W*l.Out : (row+1)*out.W*l.Out]
	for i := range out.W {
		copy(y[i*l.Out:], l.Bias)
	}
	for ky := range l.Kernel {
		from := padded.Data[(row*l.Stride+ky)*padded.W*l.In:]
		gemm(coarse, out.W, l.Out, k, from, l.Stride*l.In, l.Weight[ky*k*l.Out:], l.Out, y, l.Out)
	}
	switch {
	case l.Skip:
		addRectified(y, in.Data[row*out.W*l.Out:(row+1)*out.W*l.Out])
	case l.ReLU:
		rectify(y)
	}
}

// grow returns b with at least n elements, which are undefined if it had fewer.
func grow(b []float32, n int) []float32 {
	if cap(b) < n {
		return make([]float32, n)
	}
	return b[:max(n, len(b))]
}

// unroll copies the input patches of output pixels first..first+m-1 into the rows of cols (im2col).
func unroll(l *Layer, in *Tensor, outW, first, m int, cols []float32) {
	pad := l.Kernel / 2
	row := l.Kernel * l.In
	for i := range m {
		oy, ox := (first+i)/outW, (first+i)%outW
		x0 := ox*l.Stride - pad
		dst := cols[i*l.Kernel*row:]
		for ky := range l.Kernel {
			y := oy*l.Stride - pad + ky
			d := dst[ky*row : (ky+1)*row]
			if y < 0 || y >= in.H {
				clear(d)
				continue
			}
			lo, hi := max(0, -x0), min(l.Kernel, in.W-x0)
			if lo >= hi {
				clear(d)
				continue
			}
			clear(d[:lo*l.In])
			o := (y*in.W + x0 + lo) * l.In
			copy(d[lo*l.In:hi*l.In], in.Data[o:])
			clear(d[hi*l.In:])
		}
	}
}
