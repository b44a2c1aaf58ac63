package synth

import "math"

// hash32 scrambles three numbers into 32 well-mixed bits. Per-pixel randomness comes from it rather than from a shared
// generator, so that the picture does not depend on how the work was split.
func hash32(a, b, c uint32) uint32 {
	h := a*0x9e3779b1 ^ b*0x85ebca77 ^ c*0xc2b2ae3d
	h ^= h >> 16
	h *= 0x7feb352d
	h ^= h >> 15
	h *= 0x846ca68b
	return h ^ h>>16
}

// unit is hash32 as a number in [0,1).
func unit(a, b, c uint32) float64 { return float64(hash32(a, b, c)) / (1 << 32) }

// valueNoise is smooth noise in [0,1) with features about one unit in size.
func valueNoise(x, y float64, seed uint32) float64 {
	fx, fy := math.Floor(x), math.Floor(y)
	tx, ty := x-fx, y-fy
	tx, ty = tx*tx*(3-2*tx), ty*ty*(3-2*ty)
	ix, iy := uint32(int32(fx)), uint32(int32(fy))
	a, b := unit(ix, iy, seed), unit(ix+1, iy, seed)
	c, d := unit(ix, iy+1, seed), unit(ix+1, iy+1, seed)
	return (a+(b-a)*tx)*(1-ty) + (c+(d-c)*tx)*ty
}

// fbm sums octaves of valueNoise; the result is in [0,1) with mean one half.
func fbm(x, y float64, octaves int, seed uint32) float64 {
	sum, amp, total := 0.0, 1.0, 0.0
	for o := range octaves {
		sum += amp * valueNoise(x, y, seed+uint32(o)*101)
		total += amp
		amp *= 0.5
		x, y = x*2.03+17.1, y*2.03-9.7
	}
	return sum / total
}
