#include "gemm.h"
#include "lanes.h"

// The same kernel for three register widths: the compiler alone, told to choose, splits wide vectors through memory.
#define NAME gemm_4
#define LANES 4
#define TARGET
#include "kernel.h"

#if defined(__x86_64__) && defined(__GNUC__)
#define NAME gemm_8
#define LANES 8
#define TARGET __attribute__((target("avx2,fma")))
#include "kernel.h"

#define NAME gemm_16
#define LANES 16
#define TARGET __attribute__((target("avx512f,avx512vl,fma,prefer-vector-width=512")))
#include "kernel.h"
#endif

void castellan_gemm(int m, int n, int k, const float *a, int lda, const float *b, int ldb, float *c, int ldc) {
	CASTELLAN_WIDEST(gemm)(m, n, k, a, lda, b, ldb, c, ldc);
}
