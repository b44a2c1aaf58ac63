#include "rows.h"

void castellan_relu(float *y, int n) {
	for (int i = 0; i < n; i++) y[i] = y[i] > 0 ? y[i] : 0;
}

void castellan_add_relu(float *y, const float *x, int n) {
	for (int i = 0; i < n; i++) {
		float v = y[i] + x[i];
		y[i] = v > 0 ? v : 0;
	}
}

void castellan_relu_gradient(float *dy, const float *y, int n) {
	for (int i = 0; i < n; i++) dy[i] = y[i] > 0 ? dy[i] : 0;
}

void castellan_sum_rows(float *sum, const float *rows, int m, int n) {
	for (int i = 0; i < m; i++, rows += n) {
		for (int k = 0; k < n; k++) sum[k] += rows[k];
	}
}

void castellan_roll(const castellan_patches *p, int first, int m, const float *cols, float *in) {
	int pad = p->kernel / 2, row = p->kernel * p->in;
	for (int i = 0; i < m; i++) {
		int oy = (first + i) / p->out_w, ox = (first + i) % p->out_w, x0 = ox * p->stride - pad;
		int lo = x0 < 0 ? -x0 : 0, hi = p->w - x0 < p->kernel ? p->w - x0 : p->kernel;
		if (lo >= hi) continue;
		for (int ky = 0; ky < p->kernel; ky++) {
			int y = oy * p->stride - pad + ky;
			if (y < 0 || y >= p->h) continue;
			const float *restrict from = cols + ((long)i * p->kernel + ky) * row + (long)lo * p->in;
			float *restrict to = in + ((long)y * p->w + x0 + lo) * p->in;
			for (int k = 0; k < (hi - lo) * p->in; k++) to[k] += from[k];
		}
	}
}
