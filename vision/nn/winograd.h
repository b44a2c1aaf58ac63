// A layer of 3x3 kernels, or of 5x5 ones at every other place, by Winograd's products (Lavin and Gray 2016, "Fast Algorithms for
// Convolutional Neural Networks", F(4x4, 3x3)): 4x4 outputs, a tile, from 6x6 inputs by 36 products a pair of channels instead of 144.
// With a stride of two, two by two neighbouring inputs count as one of four times the channels.
typedef struct {
	int in, out, stride;               // out is a multiple of 16
	int in_height, in_width, padding;  // of the input, and how many zeros lie around it
	int wide, height, width;           // tiles in a row, and the size of the output
	int relu;
} castellan_tiles;

// Computes count tiles of y, height x width x out, from number first on, no more than CASTELLAN_TILES. x is in_height x in_width x in; weight is
// 36 x stride * stride * in x out; skip, like y, is added, or null. v has room for 36 * (CASTELLAN_TILES + 1) * (stride * stride * in + 16)
// numbers, m for 36 * CASTELLAN_TILES * out.
#define CASTELLAN_TILES 18
// Tiles whose products are taken at once, and numbers in the widest register.
#define CASTELLAN_TILES_ONCE 6
#define CASTELLAN_REGISTER 16
void castellan_winograd(const castellan_tiles *l, int first, int count, const float *x, const float *weight, const float *bias,
	const float *skip, float *y, float *v, float *m);
