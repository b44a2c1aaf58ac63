package nn

import (
	"math"
	"slices"
)

// tileRows is how many output pixels are unrolled at a time: enough to keep the multiplication busy, few enough for the cache.
const tileRows = 96

// Grad is the gradient of a loss with respect to a net's weights, and the working memory to compute it. Use one per goroutine.
type Grad struct {
	Run
	Weight, Bias [][]float32 // Weight[layer] is transposed: [Out][Kernel*Kernel*In]
	acts         []Tensor    // acts[i] is layer i's output
	dx, dy       Tensor
	cols, dcols  []float32 // the unrolled inputs of a tile, and their gradient
	dyT          []float32
	wt           [][]float32 // the layers' weights, transposed
}

// NewGrad makes a zero gradient for n.
func NewGrad(n *Net) *Grad {
	g := &Grad{acts: make([]Tensor, len(n.Layers))}
	for i := range n.Layers {
		g.Weight = append(g.Weight, make([]float32, len(n.Layers[i].Weight)))
		g.Bias = append(g.Bias, make([]float32, len(n.Layers[i].Bias)))
		g.wt = append(g.wt, make([]float32, len(n.Layers[i].Weight)))
	}
	return g
}

// Forward is as Run's, and remembers what each layer put out.
func (g *Grad) Forward(n *Net, in *Tensor) *Tensor {
	return g.through(n, in, func(layer int) *Tensor { return &g.acts[layer] })
}

// Backward adds to g the gradient for the input of the last Forward, given the loss's derivative by the net's output.
func (g *Grad) Backward(n *Net, in, dout *Tensor) {
	g.dy.reshape(dout.H, dout.W, dout.C)
	copy(g.dy.Data, dout.Data)
	for i := range slices.Backward(n.Layers) {
		x := in
		if i > 0 {
			x = &g.acts[i-1]
		}
		g.backward(n, i, x, i > 0)
		g.dx, g.dy = g.dy, g.dx
	}
}

func (g *Grad) backward(n *Net, li int, x *Tensor, needInput bool) {
	l, y := &n.Layers[li], &g.acts[li]
	k := l.Kernel * l.Kernel * l.In
	if l.ReLU {
		rectifyGradient(g.dy.Data, y.Data)
	}
	if needInput {
		g.dx.reshape(x.H, x.W, x.C)
		if l.Skip {
			copy(g.dx.Data, g.dy.Data)
		} else {
			clear(g.dx.Data)
		}
		transpose(l.Weight, k, l.Out, g.wt[li])
	}
	g.cols, g.dcols, g.dyT = grow(g.cols, tileRows*k), grow(g.dcols, tileRows*k), grow(g.dyT, tileRows*l.Out)
	total := y.H * y.W
	for first := 0; first < total; first += tileRows {
		m := min(tileRows, total-first)
		dy := g.dy.Data[first*l.Out : (first+m)*l.Out]
		sumRows(g.Bias[li], dy)
		cols := g.cols[:m*k]
		unroll(l, x, y.W, first, m, cols)
		transpose(dy, m, l.Out, g.dyT[:m*l.Out])
		gemm(g.Coarse, l.Out, k, m, g.dyT, m, cols, k, g.Weight[li], k)
		if needInput {
			dcols := g.dcols[:m*k]
			clear(dcols)
			gemm(g.Coarse, m, k, l.Out, dy, l.Out, g.wt[li], k, dcols, k)
			roll(l, &g.dx, y.W, first, m, dcols)
		}
	}
}

func transpose(a []float32, rows, cols int, out []float32) {
	const block = 16
	for i0 := 0; i0 < rows; i0 += block {
		for j0 := 0; j0 < cols; j0 += block {
			for i := i0; i < min(i0+block, rows); i++ {
				for j := j0; j < min(j0+block, cols); j++ {
					out[j*rows+i] = a[i*cols+j]
				}
			}
		}
	}
}

// Adam is the optimiser of Kingma and Ba (2015) with decoupled weight decay (Loshchilov and Hutter 2019).
type Adam struct {
	Decay float64
	step  int
	m, v  [][]float32
	// turned holds a layer's gradient in the order of its weights
	turned []float32
}

// Step moves n against the sum of the gradients, divided by count, with learning rate lr, and clears the gradients.
// The gradient is clipped to length clip.
func (a *Adam) Step(n *Net, lr, clip float64, count int, grads ...*Grad) {
	const beta1, beta2, eps = 0.9, 0.99, 1e-8
	if a.m == nil {
		for i := range n.Layers {
			for _, p := range [][]float32{n.Layers[i].Weight, n.Layers[i].Bias} {
				a.m = append(a.m, make([]float32, len(p)))
				a.v = append(a.v, make([]float32, len(p)))
			}
		}
	}
	a.step++
	sum := grads[0]
	for _, g := range grads[1:] {
		for li := range n.Layers {
			addTo(sum.Weight[li], g.Weight[li])
			addTo(sum.Bias[li], g.Bias[li])
		}
	}
	var norm float64
	for li := range n.Layers {
		for _, p := range [][]float32{sum.Weight[li], sum.Bias[li]} {
			for _, v := range p {
				norm += float64(v) * float64(v)
			}
		}
	}
	scale := 1 / float64(count)
	if norm := math.Sqrt(norm) * scale; norm > clip {
		scale *= clip / norm
	}
	c1 := 1 - math.Pow(beta1, float64(a.step))
	c2 := 1 - math.Pow(beta2, float64(a.step))
	update := func(p, g, m, v []float32, decay float64) {
		for i := range p {
			gi := float64(g[i]) * scale
			mi := beta1*float64(m[i]) + (1-beta1)*gi
			vi := beta2*float64(v[i]) + (1-beta2)*gi*gi
			m[i], v[i] = float32(mi), float32(vi)
			p[i] -= float32(lr * (mi/c1/(math.Sqrt(vi/c2)+eps) + decay*float64(p[i])))
			g[i] = 0
		}
	}
	for li := range n.Layers {
		l := &n.Layers[li]
		if len(a.turned) < len(l.Weight) {
			a.turned = make([]float32, len(l.Weight))
		}
		turned := a.turned[:len(l.Weight)]
		transpose(sum.Weight[li], l.Out, len(l.Weight)/l.Out, turned)
		clear(sum.Weight[li])
		update(l.Weight, turned, a.m[2*li], a.v[2*li], a.Decay)
		update(l.Bias, sum.Bias[li], a.m[2*li+1], a.v[2*li+1], 0)
	}
}

// addTo adds src to dst and clears src.
func addTo(dst, src []float32) {
	for i, v := range src {
		dst[i] += v
		src[i] = 0
	}
}
