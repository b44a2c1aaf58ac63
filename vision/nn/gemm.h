// c[m][n] += a[m][k] * b[k][n], all row-major with the given row strides.
void castellan_gemm(int m, int n, int k, const float *a, int lda, const float *b, int ldb, float *c, int ldc);

// The same with factors rounded to bfloat16, in half the time where the processor has instructions for that (castellan_coarse).
void castellan_gemm_coarse(int m, int n, int k, const float *a, int lda, const float *b, int ldb, float *c, int ldc);
int castellan_coarse(void);
