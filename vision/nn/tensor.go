package nn

import "github.com/castellan-companion/castellan/vision/parallel"

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

// pad makes t a copy of from with so many zeros on each side of every map, on so many goroutines.
func (t *Tensor) pad(from *Tensor, by, workers int) {
	t.reshape(from.H+2*by, from.W+2*by, from.C)
	row, edge := from.W*from.C, by*from.C
	clear(t.Data[:by*t.W*t.C])
	clear(t.Data[(t.H-by)*t.W*t.C:])
	parallel.Rows(from.H, workers, func(y int) {
		d := t.Data[(y+by)*t.W*t.C : (y+by+1)*t.W*t.C]
		clear(d[:edge])
		copy(d[edge:], from.Data[y*row:(y+1)*row])
		clear(d[edge+row:])
	})
}

// At returns the channels at row y and column x.
func (t *Tensor) At(y, x int) []float32 {
	o := (y*t.W + x) * t.C
	return t.Data[o : o+t.C : o+t.C]
}

// Crop keeps h rows from row y on and w columns from column x on.
func (t *Tensor) Crop(y, x, h, w int) {
	for r := range h {
		copy(t.Data[r*w*t.C:(r+1)*w*t.C], t.Data[((y+r)*t.W+x)*t.C:])
	}
	t.H, t.W, t.Data = h, w, t.Data[:h*w*t.C]
}
