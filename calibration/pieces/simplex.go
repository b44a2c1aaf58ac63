package pieces

import (
	"cmp"
	"slices"
)

// corner of a simplex: where it lies and the value there.
type corner struct {
	at    []float64
	value float64
}

// minimize walks from a start to a place where f is small (Nelder and Mead's method), within a number of evaluations. Places that are
// out of the question have infinite values. (gonum's Minimize hands every evaluation to another goroutine, which costs more than ours
// do.)
func minimize(f func([]float64) float64, start []float64, size float64, evaluations int) (best []float64, value float64) {
	n := len(start)
	all := make([]corner, n+1)
	for k := range all {
		all[k].at = slices.Clone(start)
		if k > 0 {
			all[k].at[k-1] += size
		}
		all[k].value = f(all[k].at)
	}
	middle := make([]float64, n)
	// towards is the place that lies from the worst corner as far as t times the way to the middle of the others.
	towards := func(t float64) corner {
		c := corner{at: make([]float64, n)}
		for k := range c.at {
			c.at[k] = all[n].at[k] + t*(middle[k]-all[n].at[k])
		}
		c.value = f(c.at)
		return c
	}
	const (
		reflected, expanded, contracted = 2.0, 3.0, 0.5
		shrunk                          = 0.5
		enough                          = 1e-7 // difference of the values
	)
	for done := n + 1; ; {
		slices.SortStableFunc(all, func(a, b corner) int { return cmp.Compare(a.value, b.value) })
		if done >= evaluations || all[n].value-all[0].value < enough {
			return all[0].at, all[0].value
		}
		clear(middle)
		for _, c := range all[:n] {
			for k, v := range c.at {
				middle[k] += v / float64(n)
			}
		}
		next := towards(reflected)
		done++
		switch {
		case next.value < all[0].value:
			if further := towards(expanded); further.value < next.value {
				next = further
			}
			done++
		case next.value >= all[n-1].value:
			next = towards(contracted)
			done++
		}
		if next.value < all[n].value {
			all[n] = next
			continue
		}
		for k := 1; k <= n; k++ {
			for c := range all[k].at {
				all[k].at[c] = all[0].at[c] + shrunk*(all[k].at[c]-all[0].at[c])
			}
			all[k].value = f(all[k].at)
			done++
		}
	}
}
