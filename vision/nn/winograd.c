#include "winograd.h"
#include "lanes.h"
#include <string.h>

// Where the inputs of a tile are, and at which distance their rows. Those of one that reaches beyond the input are put together in room.
// Whole registers are read: 15 numbers more at most.
static const float *castellan_tile(const castellan_tiles *l, const float *x, int tile_y, int tile_x, float *room, long *row) {
	int side = 6 * l->stride, y0 = 4 * l->stride * tile_y - l->padding, x0 = 4 * l->stride * tile_x - l->padding;
	int in = l->in, w = l->in_width;
	if (y0 >= 0 && x0 >= 0 && y0 + side <= l->in_height && (long)(w - x0 - side) * in >= 15) {
		*row = (long)w * in;
		return x + ((long)y0 * w + x0) * in;
	}
	*row = (long)side * in;
	memset(room, 0, ((long)side * *row + 15) * sizeof(float));
	int left = x0 < 0 ? -x0 : 0, right = w - x0 < side ? w - x0 : side;
	for (int y = y0 < 0 ? -y0 : 0; y < side && y0 + y < l->in_height && left < right; y++)
		memcpy(room + y * *row + (long)left * in, x + ((long)(y0 + y) * w + x0 + left) * in, (long)(right - left) * in * sizeof(float));
	return room;
}

// As in gemm.c, once for each register width.
#define NAME winograd_4
#define LANES 4
#define TARGET
#include "tiles.h"

#if defined(__x86_64__) && defined(__GNUC__)
#define NAME winograd_8
#define LANES 8
#define TARGET __attribute__((target("avx2,fma")))
#include "tiles.h"

#define NAME winograd_16
#define LANES 16
#define TARGET __attribute__((target("avx512f,avx512vl,fma,prefer-vector-width=512")))
#include "tiles.h"
#endif

void castellan_winograd(const castellan_tiles *l, int first, int count, const float *x, const float *weight, const float *bias,
	const float *skip, float *y, float *v, float *m) {
	CASTELLAN_WIDEST(winograd)(l, first, count, x, weight, bias, skip, y, v, m);
}
