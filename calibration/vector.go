package calibration

import "math"

func add(a, b [3]float64) [3]float64 {
	return [3]float64{a[0] + b[0], a[1] + b[1], a[2] + b[2]}
}

func sub(a, b [3]float64) [3]float64 {
	return [3]float64{a[0] - b[0], a[1] - b[1], a[2] - b[2]}
}

func dot(a, b [3]float64) float64 {
	return a[0]*b[0] + a[1]*b[1] + a[2]*b[2]
}

func cross(a, b [3]float64) [3]float64 {
	return [3]float64{a[1]*b[2] - a[2]*b[1], a[2]*b[0] - a[0]*b[2], a[0]*b[1] - a[1]*b[0]}
}

func scale(a [3]float64, s float64) [3]float64 {
	return [3]float64{a[0] * s, a[1] * s, a[2] * s}
}

func unit(a [3]float64) [3]float64 {
	return scale(a, 1/math.Sqrt(dot(a, a)))
}

// rotate is r * a.
func rotate(r *[3][3]float64, a [3]float64) [3]float64 {
	return [3]float64{dot(r[0], a), dot(r[1], a), dot(r[2], a)}
}

// rotateBack is the transpose of r times a.
func rotateBack(r *[3][3]float64, a [3]float64) [3]float64 {
	return [3]float64{
		r[0][0]*a[0] + r[1][0]*a[1] + r[2][0]*a[2],
		r[0][1]*a[0] + r[1][1]*a[1] + r[2][1]*a[2],
		r[0][2]*a[0] + r[1][2]*a[1] + r[2][2]*a[2],
	}
}
