package synth

import "math"

// field is a solid given by signed distances (mm, negative inside).
type field func(p vec) float64

// capsule is a rounded rod whose radius runs from ra at a to rb at b.
func capsule(a, b vec, ra, rb float64) field {
	ab := b.sub(a)
	inv := 1 / ab.dot(ab)
	return func(p vec) float64 {
		ap := p.sub(a)
		t := min(1, max(0, ap.dot(ab)*inv))
		return ap.sub(ab.scale(t)).len() - (ra + (rb-ra)*t)
	}
}

// flattened squeezes a solid along z about height z0, so that it is k times as thick.
func flattened(f field, z0, k float64) field {
	return func(p vec) float64 {
		p.Z = z0 + (p.Z-z0)/k
		return f(p) * min(1, k)
	}
}

// blend joins solids with fillets of about the given radius.
func blend(radius float64, parts ...field) field {
	return func(p vec) float64 {
		d := math.Inf(1)
		for _, f := range parts {
			e := f(p)
			h := max(0, radius-math.Abs(d-e)) / radius
			d = min(d, e) - h*h*radius/4
		}
		return d
	}
}

// skin adds the surface of a solid within a box, by naive surface nets on a grid of the given step.
func (b *builder) skin(f field, bounds box, step float64) {
	size := bounds.hi.sub(bounds.lo).scale(1 / step)
	nx, ny, nz := int(size.X)+2, int(size.Y)+2, int(size.Z)+2
	corner := func(x, y, z int) vec {
		return bounds.lo.add(vec{float64(x), float64(y), float64(z)}.scale(step))
	}
	index := func(x, y, z int) int { return (z*ny+y)*nx + x }
	value := make([]float64, nx*ny*nz)
	for z := range nz {
		for y := range ny {
			for x := 0; x < nx; x++ {
				d := f(corner(x, y, z))
				value[index(x, y, z)] = d
				// Nothing crosses the surface within this distance; the share allows for fields that are a little steep.
				for skip := 0.6*math.Abs(d)/step - 2; skip > 0 && x+1 < nx; skip-- {
					x++
					value[index(x, y, z)] = d
				}
			}
		}
	}
	// One vertex for each grid cell that the surface passes: the mean of its crossings of the cell's edges.
	vertex := map[int]vec{}
	for z := range nz - 1 {
		for y := range ny - 1 {
			for x := range nx - 1 {
				if p, ok := cellVertex(value, index, corner, x, y, z); ok {
					vertex[index(x, y, z)] = p
				}
			}
		}
	}
	// One quad for each grid edge that crosses the surface, between the four cells around the edge.
	stride := [3]int{1, nx, nx * ny}
	for z := 1; z < nz-1; z++ {
		for y := 1; y < ny-1; y++ {
			for x := 1; x < nx-1; x++ {
				i := index(x, y, z)
				for axis := range 3 {
					inside, next := value[i] < 0, value[i+stride[axis]] < 0
					if inside == next {
						continue
					}
					u, v := stride[(axis+1)%3], stride[(axis+2)%3]
					p, q, r, s := vertex[i-u-v], vertex[i-v], vertex[i], vertex[i-u]
					if inside {
						b.quad(p, q, r, s)
					} else {
						b.quad(s, r, q, p)
					}
				}
			}
		}
	}
}

func cellVertex(value []float64, index func(x, y, z int) int, corner func(x, y, z int) vec, x, y, z int) (vec, bool) {
	var at [8]vec
	var d [8]float64
	for k := range 8 {
		cx, cy, cz := x+k&1, y+k>>1&1, z+k>>2
		at[k], d[k] = corner(cx, cy, cz), value[index(cx, cy, cz)]
	}
	sum, n := vec{}, 0.0
	for k := range 8 {
		for bit := 1; bit < 8; bit <<= 1 {
			if o := k | bit; o != k && (d[k] < 0) != (d[o] < 0) {
				sum = sum.add(at[k].lerp(at[o], d[k]/(d[k]-d[o])))
				n++
			}
		}
	}
	return sum.scale(1 / max(1, n)), n > 0
}
