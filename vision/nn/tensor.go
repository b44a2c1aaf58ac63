package nn

import "slices"

// Tensor is a stack of feature maps: Data[(y*W+x)*C+c].
type Tensor struct {
	H, W, C int
	Data    []float32
}

// NewTensor makes a tensor of zeros.
func NewTensor(h, w, c int) *Tensor {
	return &Tensor{H: h, W: w, C: c, Data: make([]float32, h*w*c)}
}

// reshape makes t h x w x c, keeping its memory where that is large enough. The values are undefined afterwards.
func (t *Tensor) reshape(h, w, c int) {
	t.H, t.W, t.C = h, w, c
	if n := h * w * c; cap(t.Data) < n {
		t.Data = make([]float32, n)
	} else {
		t.Data = t.Data[:n]
	}
}

// Clone copies t.
func (t *Tensor) Clone() *Tensor {
	return &Tensor{H: t.H, W: t.W, C: t.C, Data: slices.Clone(t.Data)}
}

// At returns the channels at row y and column x.
func (t *Tensor) At(y, x int) []float32 {
	o := (y*t.W + x) * t.C
	return t.Data[o : o+t.C : o+t.C]
}
