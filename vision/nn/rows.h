// castellan_patches is the shape of a convolution on a stack of in maps, h x w each.
typedef struct {
	int kernel, stride, in, h, w, out_w;
} castellan_patches;

void castellan_relu(float *y, int n);
void castellan_add_relu(float *y, const float *x, int n);
void castellan_relu_gradient(float *dy, const float *y, int n);
void castellan_sum_rows(float *sum, const float *rows, int m, int n);
void castellan_roll(const castellan_patches *p, int first, int m, const float *cols, float *in);
