package nn

/*
#cgo CFLAGS: -O3 -Wno-psabi
#include "gemm.h"
*/
import "C"

// coarsely says whether this processor multiplies numbers of half the length in half the time.
var coarsely = C.castellan_coarse() != 0

// gemm adds A*B to C, all row-major: A is m x k, B is k x n, C is m x n. coarse rounds the factors to bfloat16 where that is faster: good enough
// to learn with, not to read with.
func gemm(coarse bool, m, n, k int, a []float32, lda int, b []float32, ldb int, c []float32, ldc int) {
	if m == 0 || n == 0 || k == 0 {
		return
	}
	// The last elements touched, so that a wrong shape panics here instead of corrupting memory in C.
	_, _, _ = a[(m-1)*lda+k-1], b[(k-1)*ldb+n-1], c[(m-1)*ldc+n-1]
	if coarse && coarsely {
		C.castellan_gemm_coarse(C.int(m), C.int(n), C.int(k), (*C.float)(&a[0]), C.int(lda), (*C.float)(&b[0]), C.int(ldb),
			(*C.float)(&c[0]), C.int(ldc))
		return
	}
	C.castellan_gemm(C.int(m), C.int(n), C.int(k), (*C.float)(&a[0]), C.int(lda), (*C.float)(&b[0]), C.int(ldb),
		(*C.float)(&c[0]), C.int(ldc))
}
