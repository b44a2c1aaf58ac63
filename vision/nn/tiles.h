// Included once per register width, with NAME, LANES (floats in a register) and TARGET (the processor's features) set.
#define JOIN2(a, b) a##b
#define JOIN(a, b) JOIN2(a, b)
#define VEC JOIN(NAME, _vec)
#define MASK JOIN(NAME, _mask)

typedef float VEC __attribute__((vector_size(LANES * 4), aligned(4)));
typedef int MASK __attribute__((vector_size(LANES * 4)));

// The inputs of a tile, transformed along both axes, for all channels: v[36] at distances of apart.
TARGET static void JOIN(NAME, _inputs)(const castellan_tiles *l, const float *from, long row, float *v, long apart) {
	long down = l->stride * row, right = (long)l->stride * l->in;
	for (int run = 0; run < l->stride; run++, from += row, v += right) {
		for (int k = 0; k < right; k += LANES) {
			VEC t[6][6];
			for (int x = 0; x < 6; x++) {
				const float *d = from + x * right + k;
				VEC a = *(const VEC *)d, b = *(const VEC *)(d + down), c = *(const VEC *)(d + 2 * down);
				VEC e = *(const VEC *)(d + 3 * down), f = *(const VEC *)(d + 4 * down), g = *(const VEC *)(d + 5 * down);
				VEC p = f - 4 * c, q = e - 4 * b, r = f - c, s = 2 * (e - b);
				t[0][x] = 4 * a - 5 * c + f, t[1][x] = p + q, t[2][x] = p - q;
				t[3][x] = r + s, t[4][x] = r - s, t[5][x] = 4 * b - 5 * e + g;
			}
			for (int y = 0; y < 6; y++) {
				VEC a = t[y][0], b = t[y][1], c = t[y][2], e = t[y][3], f = t[y][4], g = t[y][5];
				VEC p = f - 4 * c, q = e - 4 * b, r = f - c, s = 2 * (e - b);
				float *to = v + 6 * y * apart + k;
				*(VEC *)to = 4 * a - 5 * c + f, *(VEC *)(to + apart) = p + q, *(VEC *)(to + 2 * apart) = p - q;
				*(VEC *)(to + 3 * apart) = r + s, *(VEC *)(to + 4 * apart) = r - s, *(VEC *)(to + 5 * apart) = 4 * b - 5 * e + g;
			}
		}
	}
}

// REGISTERS registers of columns of the products of six rows of a, k long, with b, k x n.
#define BLOCK(REGISTERS) \
	TARGET static void JOIN(NAME, _block##REGISTERS)(int k, int n, const float *a, int lda, const float *b, float *c) { \
		VEC s[6][REGISTERS] = {0}; \
		for (int x = 0; x < k; x++, a++, b += n) { \
			VEC u[REGISTERS]; \
			_Pragma("GCC unroll 3") for (int w = 0; w < REGISTERS; w++) u[w] = *(const VEC *)(b + w * LANES); \
			_Pragma("GCC unroll 6") for (int r = 0; r < 6; r++) { \
				float f = a[(long)r * lda]; \
				_Pragma("GCC unroll 3") for (int w = 0; w < REGISTERS; w++) s[r][w] += f * u[w]; \
			} \
		} \
		_Pragma("GCC unroll 6") for (int r = 0; r < 6; r++, c += n) \
			_Pragma("GCC unroll 3") for (int w = 0; w < REGISTERS; w++) *(VEC *)(c + w * LANES) = s[r][w]; \
	}
BLOCK(1)
BLOCK(2)
#if LANES == 16
BLOCK(3)
#endif
#undef BLOCK

TARGET static void JOIN(NAME, _products)(int rows, int k, int n, const float *a, int lda, const float *b, float *c) {
	int j = 0;
#if LANES == 16
	for (; n % (3 * LANES) == 0 && j < n; j += 3 * LANES)
		for (int i = 0; i < rows; i += 6) JOIN(NAME, _block3)(k, n, a + (long)i * lda, lda, b + j, c + (long)i * n + j);
#endif
	for (; j + 2 * LANES <= n; j += 2 * LANES)
		for (int i = 0; i < rows; i += 6) JOIN(NAME, _block2)(k, n, a + (long)i * lda, lda, b + j, c + (long)i * n + j);
	for (; j < n; j += LANES)
		for (int i = 0; i < rows; i += 6) JOIN(NAME, _block1)(k, n, a + (long)i * lda, lda, b + j, c + (long)i * n + j);
}

// A tile's outputs from its products m[36] at distances of apart.
TARGET static void JOIN(NAME, _outputs)(
	const castellan_tiles *l, int y0, int x0, const float *m, long apart, const float *bias, const float *skip, float *out
) {
	int rows = l->height - y0 < 4 ? l->height - y0 : 4, columns = l->width - x0 < 4 ? l->width - x0 : 4;
	VEC none = {0};
	for (int k = 0; k < l->out; k += LANES) {
		VEC t[4][6], base = *(const VEC *)(bias + k);
		for (int x = 0; x < 6; x++) {
			const float *d = m + x * apart + k;
			VEC a = *(const VEC *)d, b = *(const VEC *)(d + 6 * apart), c = *(const VEC *)(d + 12 * apart);
			VEC e = *(const VEC *)(d + 18 * apart), f = *(const VEC *)(d + 24 * apart), g = *(const VEC *)(d + 30 * apart);
			VEC p = b + c, q = b - c, r = e + f, s = e - f;
			t[0][x] = a + p + r, t[1][x] = q + 2 * s, t[2][x] = p + 4 * r, t[3][x] = q + 8 * s + g;
		}
		for (int y = 0; y < rows; y++) {
			VEC a = t[y][0], b = t[y][1], c = t[y][2], e = t[y][3], f = t[y][4], g = t[y][5];
			VEC p = b + c, q = b - c, r = e + f, s = e - f;
			VEC o[4] = {a + p + r + base, q + 2 * s + base, p + 4 * r + base, q + 8 * s + g + base};
			long at = ((long)(y0 + y) * l->width + x0) * l->out + k;
			for (int x = 0; x < columns; x++, at += l->out) {
				VEC v = o[x];
				if (skip) v += *(const VEC *)(skip + at);
				if (l->relu) v = (VEC)((v > none) & (MASK)v);
				*(VEC *)(out + at) = v;
			}
		}
	}
}

TARGET static void NAME(
	const castellan_tiles *l, int first, int count, const float *x, const float *weight, const float *bias,
	const float *skip, float *y, float *v, float *m
) {
	int deep = l->stride * l->stride * l->in, lda = deep + CASTELLAN_REGISTER;
	int rows = (count + CASTELLAN_TILES_ONCE - 1) / CASTELLAN_TILES_ONCE * CASTELLAN_TILES_ONCE;
	long apart = (long)CASTELLAN_TILES * lda, apart_out = (long)CASTELLAN_TILES * l->out;
	for (int i = 0; i < count; i++) {
		long row;
		const float *from = castellan_tile(l, x, (first + i) / l->wide, (first + i) % l->wide, v + 36 * apart, &row);
		JOIN(NAME, _inputs)(l, from, row, v + (long)i * lda, apart);
	}
	for (int p = 0; p < 36; p++) JOIN(NAME, _products)(rows, deep, l->out, v + p * apart, lda, weight + (long)p * deep * l->out, m + p * apart_out);
	for (int i = 0; i < count; i++) {
		JOIN(NAME, _outputs)(l, 4 * ((first + i) / l->wide), 4 * ((first + i) % l->wide), m + (long)i * l->out, apart_out, bias, skip, y);
	}
}

#undef VEC
#undef MASK
#undef JOIN
#undef JOIN2
#undef NAME
#undef LANES
#undef TARGET
