// c[m][n] += a[m][k] * b[k][n], all row-major with the given row strides.
void castellan_gemm(int m, int n, int k, const float *a, int lda, const float *b, int ldb, float *c, int ldc);
