package pieces

import (
	"cmp"
	"math"
	"slices"
)

// mixture is a density in the space of colours, or of their changes: normal distributions side by side.
type mixture []component

type component struct {
	mean   [3]float32
	weight [3]float32 // inverse variances
	level  float32    // logarithm of the density at the mean
}

// leastSpread is how much the colour of one side of a piece varies, at least (logarithm).
const leastSpread = 0.05

// newMixture groups samples into at most k components (Lloyd's method).
func newMixture(samples [][3]float32, k int) mixture {
	if len(samples) == 0 {
		return nil
	}
	samples = slices.SortedFunc(slices.Values(samples), func(a, b [3]float32) int { return cmp.Compare(a[0]+a[1]+a[2], b[0]+b[1]+b[2]) })
	means := make([][3]float32, k)
	for i := range means {
		means[i] = samples[(2*i+1)*len(samples)/(2*k)]
	}
	counts, sums, squares := make([]float32, k), make([][3]float32, k), make([][3]float32, k)
	const rounds = 10
	for range rounds {
		clear(counts)
		clear(sums)
		clear(squares)
		for _, s := range samples {
			best, nearest := 0, float32(math.Inf(1))
			for i, m := range means {
				if d := squaredDistance(s, m); d < nearest {
					best, nearest = i, d
				}
			}
			counts[best]++
			for c, v := range s {
				sums[best][c] += v
				squares[best][c] += v * v
			}
		}
		for i := range means {
			for c := range 3 {
				if counts[i] > 0 {
					means[i][c] = sums[i][c] / counts[i]
				}
			}
		}
	}
	var m mixture
	for i, n := range counts {
		if n == 0 {
			continue
		}
		g := component{mean: means[i], level: float32(math.Log(float64(n) / float64(len(samples))))}
		for c := range 3 {
			variance := max(leastSpread*leastSpread, squares[i][c]/n-means[i][c]*means[i][c])
			g.weight[c] = 1 / variance
			g.level -= float32(math.Log(2*math.Pi*float64(variance)) / 2)
		}
		m = append(m, g)
	}
	return m
}

// logDensity is that of the nearest component, which is nearly that of all.
func (m mixture) logDensity(v [3]float32) float32 {
	best := float32(math.Inf(-1))
	for i := range m {
		g := &m[i]
		best = max(best, g.level-(squared(v[0]-g.mean[0])*g.weight[0]+squared(v[1]-g.mean[1])*g.weight[1]+squared(v[2]-g.mean[2])*g.weight[2])/2)
	}
	return best
}

func squared(v float32) float32 { return v * v }

func squaredDistance(a, b [3]float32) float32 {
	return squared(a[0]-b[0]) + squared(a[1]-b[1]) + squared(a[2]-b[2])
}
