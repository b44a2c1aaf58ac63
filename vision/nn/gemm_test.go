package nn

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
)

// The kernel has a way of its own for each width that fits a processor's registers, and for what is left over.
func TestProductOfMatrices(t *testing.T) {
	rng := rand.New(rand.NewPCG(11, 12))
	draw := func(n int) []float32 {
		a := make([]float32, n)
		for i := range a {
			a[i] = float32(rng.NormFloat64())
		}
		return a
	}
	for _, n := range []int{1, 4, 7, 8, 16, 18, 32, 40, 48, 50, 64, 96, 144} {
		for _, m := range []int{1, 5, 6, 13} {
			for _, k := range []int{1, 9, 20} {
				lda, ldb, ldc := k+3, n+2, n+5
				a, b, c := draw(m*lda), draw(k*ldb), draw(m*ldc)
				want := append([]float32(nil), c...)
				for i := range m {
					for j := range n {
						for x := range k {
							want[i*ldc+j] += a[i*lda+x] * b[x*ldb+j]
						}
					}
				}
				rough := append([]float32(nil), c...)
				gemm(false, m, n, k, a, lda, b, ldb, c, ldc)
				assert.InDeltaSlice(t, want, c, 1e-4, "%d x %d, %d", m, n, k)
				gemm(true, m, n, k, a, lda, b, ldb, rough, ldc)
				assert.InDeltaSlice(t, want, rough, 0.05*math.Sqrt(float64(k)), "coarsely, %d x %d, %d", m, n, k)
			}
		}
	}
}
