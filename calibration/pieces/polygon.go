package pieces

import (
	"cmp"
	"math"
	"slices"
)

// Hull is the convex hull of points, in order around it. Fewer than three points give no area.
func Hull(points [][2]float64) [][2]float64 {
	points = slices.SortedFunc(slices.Values(points), func(a, b [2]float64) int {
		return cmp.Or(cmp.Compare(a[0], b[0]), cmp.Compare(a[1], b[1]))
	})
	left := func(a, b, c [2]float64) bool {
		return (b[0]-a[0])*(c[1]-a[1])-(b[1]-a[1])*(c[0]-a[0]) > 0
	}
	var around [][2]float64
	half := func(points [][2]float64) {
		start := len(around)
		for _, p := range points {
			for len(around) >= start+2 && !left(around[len(around)-2], around[len(around)-1], p) {
				around = around[:len(around)-1]
			}
			around = append(around, p)
		}
		around = around[:len(around)-1] // it begins the other half
	}
	if len(points) < 3 {
		return points
	}
	half(points)
	slices.Reverse(points)
	half(points)
	return around
}

// rows calls do for each row of a picture of w x h pixels that crosses a convex polygon, with the stretch that lies inside.
func rows(polygon [][2]float64, w, h int, do func(y int, from, to float64)) {
	low, high := math.Inf(1), math.Inf(-1)
	for _, p := range polygon {
		low, high = min(low, p[1]), max(high, p[1])
	}
	for y := max(0, int(math.Ceil(low))); y <= min(h-1, int(math.Floor(high))); y++ {
		from, to := math.Inf(1), math.Inf(-1)
		at := float64(y)
		for i, a := range polygon {
			b := polygon[(i+1)%len(polygon)]
			if (a[1] <= at) == (b[1] <= at) {
				continue
			}
			x := a[0] + (b[0]-a[0])*(at-a[1])/(b[1]-a[1])
			from, to = min(from, x), max(to, x)
		}
		from, to = max(0, from), min(float64(w-1), to)
		if from < to {
			do(y, from, to)
		}
	}
}
