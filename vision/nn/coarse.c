#include "gemm.h"

#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) && __GNUC__ >= 12
#include <immintrin.h>
#include <stdlib.h>

#define TARGET __attribute__((target("avx512f,avx512vl,avx512bw,avx512bf16")))
#define ROWS 6
#define LANES 16

int castellan_coarse(void) { return __builtin_cpu_supports("avx512bf16") && __builtin_cpu_supports("avx512bw"); }

// Pairs of rows of b, k x n, side by side: packed[x][j] holds b[2x][j] and b[2x+1][j].
TARGET static void pack(int n, int k, const float *b, int ldb, __m512i *packed) {
	for (int x = 0; x < k; x += 2) {
		const float *lo = b + (long)x * ldb, *hi = lo + ldb;
		for (int j = 0; j < n; j += LANES) {
			__m512 u = _mm512_loadu_ps(lo + j), v = x + 1 < k ? _mm512_loadu_ps(hi + j) : _mm512_setzero_ps();
			__m512i first = _mm512_cvtepu16_epi32((__m256i)_mm512_cvtneps_pbh(u));
			__m512i second = _mm512_cvtepu16_epi32((__m256i)_mm512_cvtneps_pbh(v));
			_mm512_storeu_si512(packed++, _mm512_or_si512(first, _mm512_slli_epi32(second, 16)));
		}
	}
}

TARGET static void narrow(int k, const float *a, unsigned short *to) {
	int x = 0;
	for (; x + LANES <= k; x += LANES) _mm256_storeu_si256((__m256i *)(to + x), (__m256i)_mm512_cvtneps_pbh(_mm512_loadu_ps(a + x)));
	if (x < k) {
		__mmask16 rest = (__mmask16)((1u << (k - x)) - 1);
		_mm256_storeu_si256((__m256i *)(to + x), (__m256i)_mm512_cvtneps_pbh(_mm512_maskz_loadu_ps(rest, a + x)));
	}
}

// One block of ROWS rows by WIDE registers.
#define BLOCK(NAME, WIDE) \
	TARGET static void NAME(int rows, int pairs, int wide, const unsigned short *a, int lda, const __m512i *b, float *c, int ldc) { \
		__m512 s[ROWS][WIDE]; \
		_Pragma("GCC unroll 6") for (int r = 0; r < ROWS; r++) _Pragma("GCC unroll 3") for (int w = 0; w < WIDE; w++) s[r][w] = _mm512_setzero_ps(); \
		for (int x = 0; x < pairs; x++, b += wide) { \
			_Pragma("GCC unroll 6") for (int r = 0; r < ROWS; r++) { \
				__m512bh f = (__m512bh)_mm512_set1_epi32(*(const int *)(a + (long)r * lda + 2 * x)); \
				_Pragma("GCC unroll 3") for (int w = 0; w < WIDE; w++) s[r][w] = _mm512_dpbf16_ps(s[r][w], f, (__m512bh)b[w]); \
			} \
		} \
		for (int r = 0; r < rows; r++, c += ldc) \
			for (int w = 0; w < WIDE; w++) _mm512_storeu_ps(c + w * LANES, _mm512_add_ps(_mm512_loadu_ps(c + w * LANES), s[r][w])); \
	}
BLOCK(block3, 3)
BLOCK(block2, 2)
BLOCK(block1, 1)

static __thread __m512i *packed;
static __thread unsigned short *narrowed;
static __thread long packed_size, narrowed_size;

static void *grown(void *old, long *size, long bytes) {
	if (*size >= bytes) return old;
	free(old);
	*size = bytes;
	return aligned_alloc(64, (bytes + 63) / 64 * 64);
}

TARGET void castellan_gemm_coarse(int m, int n, int k, const float *a, int lda, const float *b, int ldb, float *c, int ldc) {
	int whole = n / LANES * LANES, wide = n / LANES, pairs = (k + 1) / 2, row = (k + LANES - 1) / LANES * LANES;
	packed = grown(packed, &packed_size, (long)pairs * wide * 64);
	narrowed = grown(narrowed, &narrowed_size, (long)ROWS * row * 2);
	pack(whole, k, b, ldb, packed);
	for (int i = 0; i < m; i += ROWS) {
		int rows = m - i < ROWS ? m - i : ROWS;
		for (int r = 0; r < rows; r++) narrow(k, a + (long)(i + r) * lda, narrowed + (long)r * row);
		float *to = c + (long)i * ldc;
		int w = 0;
		for (; w + 3 <= wide; w += 3) block3(rows, pairs, wide, narrowed, row, packed + w, to + w * LANES, ldc);
		if (w + 2 == wide) block2(rows, pairs, wide, narrowed, row, packed + w, to + w * LANES, ldc);
		if (w + 1 == wide) block1(rows, pairs, wide, narrowed, row, packed + w, to + w * LANES, ldc);
	}
	if (whole < n) castellan_gemm(m, n - whole, k, a, lda, b + whole, ldb, c + whole, ldc);
}

#else

int castellan_coarse(void) { return 0; }

void castellan_gemm_coarse(int m, int n, int k, const float *a, int lda, const float *b, int ldb, float *c, int ldc) {
	castellan_gemm(m, n, k, a, lda, b, ldb, c, ldc);
}

#endif
