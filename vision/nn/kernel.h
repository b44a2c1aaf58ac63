// Included once per register width, with NAME, LANES (floats in a register) and TARGET (the processor's features) set.
#define JOIN2(a, b) a##b
#define JOIN(a, b) JOIN2(a, b)
#define VEC JOIN(NAME, _vec)

typedef float VEC __attribute__((vector_size(LANES * 4), aligned(4)));

// Six rows by two registers: twelve sums, which fit the sixteen registers of AVX2 with room for the factors.
TARGET static void NAME(int m, int n, int k, const float *a, int lda, const float *b, int ldb, float *c, int ldc) {
	int j = 0;
#if LANES == 16
	// AVX-512 has registers for eighteen sums, six rows by three, as layers of 48 and 96 channels want them.
	for (; n % (3 * LANES) == 0 && j < n; j += 3 * LANES) {
		int i = 0;
		for (; i + 6 <= m; i += 6) {
			const float *p = a + (long)i * lda, *q = b + j;
			VEC s[6][3] = {0};
			for (int x = 0; x < k; x++, p++, q += ldb) {
				VEC u = *(const VEC *)q, v = *(const VEC *)(q + LANES), w = *(const VEC *)(q + 2 * LANES);
#pragma GCC unroll 6
				for (int r = 0; r < 6; r++) {
					float f = p[r * lda];
					s[r][0] += f * u, s[r][1] += f * v, s[r][2] += f * w;
				}
			}
			float *to = c + (long)i * ldc + j;
#pragma GCC unroll 6
			for (int r = 0; r < 6; r++, to += ldc) {
				*(VEC *)to += s[r][0], *(VEC *)(to + LANES) += s[r][1], *(VEC *)(to + 2 * LANES) += s[r][2];
			}
		}
		for (; i < m; i++) {
			const float *p = a + (long)i * lda, *q = b + j;
			VEC s0 = {0}, s1 = {0}, s2 = {0};
			for (int x = 0; x < k; x++, q += ldb) {
				s0 += p[x] * *(const VEC *)q, s1 += p[x] * *(const VEC *)(q + LANES), s2 += p[x] * *(const VEC *)(q + 2 * LANES);
			}
			float *to = c + (long)i * ldc + j;
			*(VEC *)to += s0, *(VEC *)(to + LANES) += s1, *(VEC *)(to + 2 * LANES) += s2;
		}
	}
#endif
	for (; j + 2 * LANES <= n; j += 2 * LANES) {
		int i = 0;
		for (; i + 6 <= m; i += 6) {
			const float *p = a + (long)i * lda, *q = b + j;
			VEC s00 = {0}, s01 = {0}, s10 = {0}, s11 = {0}, s20 = {0}, s21 = {0};
			VEC s30 = {0}, s31 = {0}, s40 = {0}, s41 = {0}, s50 = {0}, s51 = {0};
			for (int x = 0; x < k; x++, p++, q += ldb) {
				VEC u = *(const VEC *)q, v = *(const VEC *)(q + LANES);
				s00 += p[0] * u, s01 += p[0] * v;
				s10 += p[lda] * u, s11 += p[lda] * v;
				s20 += p[2 * lda] * u, s21 += p[2 * lda] * v;
				s30 += p[3 * lda] * u, s31 += p[3 * lda] * v;
				s40 += p[4 * lda] * u, s41 += p[4 * lda] * v;
				s50 += p[5 * lda] * u, s51 += p[5 * lda] * v;
			}
			float *r = c + (long)i * ldc + j;
			*(VEC *)r += s00, *(VEC *)(r + LANES) += s01, r += ldc;
			*(VEC *)r += s10, *(VEC *)(r + LANES) += s11, r += ldc;
			*(VEC *)r += s20, *(VEC *)(r + LANES) += s21, r += ldc;
			*(VEC *)r += s30, *(VEC *)(r + LANES) += s31, r += ldc;
			*(VEC *)r += s40, *(VEC *)(r + LANES) += s41, r += ldc;
			*(VEC *)r += s50, *(VEC *)(r + LANES) += s51;
		}
		for (; i < m; i++) {
			const float *p = a + (long)i * lda, *q = b + j;
			VEC s0 = {0}, s1 = {0};
			for (int x = 0; x < k; x++, q += ldb) s0 += p[x] * *(const VEC *)q, s1 += p[x] * *(const VEC *)(q + LANES);
			float *r = c + (long)i * ldc + j;
			*(VEC *)r += s0, *(VEC *)(r + LANES) += s1;
		}
	}
	for (; j + LANES <= n; j += LANES) {
		int i = 0;
		for (; i + 6 <= m; i += 6) {
			const float *p = a + (long)i * lda, *q = b + j;
			VEC s0 = {0}, s1 = {0}, s2 = {0}, s3 = {0}, s4 = {0}, s5 = {0};
			for (int x = 0; x < k; x++, p++, q += ldb) {
				VEC u = *(const VEC *)q;
				s0 += p[0] * u, s1 += p[lda] * u, s2 += p[2 * lda] * u;
				s3 += p[3 * lda] * u, s4 += p[4 * lda] * u, s5 += p[5 * lda] * u;
			}
			float *r = c + (long)i * ldc + j;
			*(VEC *)r += s0, r += ldc;
			*(VEC *)r += s1, r += ldc;
			*(VEC *)r += s2, r += ldc;
			*(VEC *)r += s3, r += ldc;
			*(VEC *)r += s4, r += ldc;
			*(VEC *)r += s5;
		}
		for (; i < m; i++) {
			const float *p = a + (long)i * lda, *q = b + j;
			VEC s = {0};
			for (int x = 0; x < k; x++, q += ldb) s += p[x] * *(const VEC *)q;
			*(VEC *)(c + (long)i * ldc + j) += s;
		}
	}
	for (; j < n; j++) {
		for (int i = 0; i < m; i++) {
			float s = 0;
			for (int x = 0; x < k; x++) s += a[(long)i * lda + x] * b[(long)x * ldb + j];
			c[(long)i * ldc + j] += s;
		}
	}
}

#undef VEC
#undef JOIN
#undef JOIN2
#undef NAME
#undef LANES
#undef TARGET
