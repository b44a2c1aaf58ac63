package nn

/*
#cgo CFLAGS: -O3
#include "rows.h"
*/
import "C"

// The loops over all values of a layer are in C, whose compiler turns them into vector instructions without branches.

func pointer(x []float32) *C.float { return (*C.float)(&x[0]) }

// rectify sets what is negative in y to zero.
func rectify(y []float32) {
	if len(y) > 0 {
		C.castellan_relu(pointer(y), C.int(len(y)))
	}
}

// addRectified adds x to y and sets what is then negative to zero.
func addRectified(y, x []float32) {
	if len(y) > 0 {
		_ = x[len(y)-1]
		C.castellan_add_relu(pointer(y), pointer(x), C.int(len(y)))
	}
}

// rectifyGradient clears dy where the rectified y is zero.
func rectifyGradient(dy, y []float32) {
	if len(y) > 0 {
		_ = dy[len(y)-1]
		C.castellan_relu_gradient(pointer(dy), pointer(y), C.int(len(y)))
	}
}

// sumRows adds the rows to sum, which is as long as a row.
func sumRows(sum, rows []float32) {
	if len(rows) > 0 {
		C.castellan_sum_rows(pointer(sum), pointer(rows), C.int(len(rows)/len(sum)), C.int(len(sum)))
	}
}

// roll adds the rows of cols back to the input pixels that unroll took them from.
func roll(l *Layer, in *Tensor, outW, first, m int, cols []float32) {
	_, _ = cols[m*l.Kernel*l.Kernel*l.In-1], in.Data[in.H*in.W*in.C-1]
	p := C.castellan_patches{
		kernel: C.int(l.Kernel), stride: C.int(l.Stride), in: C.int(l.In),
		h: C.int(in.H), w: C.int(in.W), out_w: C.int(outW),
	}
	C.castellan_roll(&p, C.int(first), C.int(m), pointer(cols), pointer(in.Data))
}
