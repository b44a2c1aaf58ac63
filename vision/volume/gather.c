#include "gather.h"

typedef float four __attribute__((vector_size(16), aligned(4)));

double castellan_gather(const float *tones, int w, int h, const float *above, const float *below, float down, float scale, float shift, int n,
	float *out, int stride, float *seen, float *where, int *inside) {
	float right = w - 1, bottom = h - 1;
	double all = 0;
	int within = 0;
	for (int first = 0; first < n; first += CASTELLAN_KNOT, above += 2, below += 2) {
		float u0 = above[0] + (below[0] - above[0]) * down, v0 = above[1] + (below[1] - above[1]) * down;
		float u1 = above[2] + (below[2] - above[2]) * down, v1 = above[3] + (below[3] - above[3]) * down;
		float u = u0 * scale + shift, v = v0 * scale + shift, du = (u1 - u0) * scale / CASTELLAN_KNOT, dv = (v1 - v0) * scale / CASTELLAN_KNOT;
		four sum = {0};
		for (int x = first; x < n && x < first + CASTELLAN_KNOT; x++, u += du, v += dv, out += stride) {
			if (!(u >= 0 && v >= 0 && u < right && v < bottom)) {
				out[0] = out[1] = out[2] = 0;
				if (seen) seen[(long)x * stride] = 0;
				if (where) where[2 * x] = where[2 * x + 1] = __builtin_nanf("");
				continue;
			}
			int ui = u, vi = v;
			float fu = u - ui, fv = v - vi;
			const float *at = tones + 3 * ((long)vi * w + ui), *under = at + 3 * w;
			four value = (1 - fv) * ((1 - fu) * *(const four *)at + fu * *(const four *)(at + 3)) +
				fv * ((1 - fu) * *(const four *)under + fu * *(const four *)(under + 3));
			*(four *)out = value;
			sum += value;
			within++;
			if (seen) seen[(long)x * stride] = 1;
			if (where) where[2 * x] = (u - shift) / scale, where[2 * x + 1] = (v - shift) / scale;
		}
		all += sum[0] + sum[1] + sum[2];
	}
	*inside += within;
	return all;
}

void castellan_finish(float *samples, int n, int colours, float mean, float ahead, float step, float aside) {
	for (int i = 0; i < n; i++, samples += colours + 3) {
		for (int k = 0; k < colours; k++) samples[k] = samples[k] != 0 ? samples[k] - mean : 0;
		samples[colours] = ahead + step * i, samples[colours + 1] = aside;
	}
}

void castellan_tone(const unsigned char *pixels, int n, const float *table, float *tones) {
	for (int i = 0; i < n; i++) tones[i] = table[pixels[i]];
}
