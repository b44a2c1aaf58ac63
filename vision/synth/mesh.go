package synth

import "math"

// mesh is a triangle surface with its search tree. Corners carry normals that are smooth across gentle edges and sharp
// across creases. group tells parts of one mesh apart that need materials of their own (a hand and its sleeve).
type mesh struct {
	tris  []triangle
	tree  bvh
	box   box
	group []uint8
}

type triangle struct {
	a, ab, ac  vec
	flat       vec
	na, nb, nc vec
}

// builder collects triangles, wound counter-clockwise seen from outside.
type builder struct {
	corners [][3]vec
	group   []uint8
	current uint8
}

func (b *builder) tri(p, q, r vec) {
	b.corners = append(b.corners, [3]vec{p, q, r})
	b.group = append(b.group, b.current)
}

func (b *builder) quad(p, q, r, s vec) {
	b.tri(p, q, r)
	b.tri(p, r, s)
}

// block adds a box with the given corners.
func (b *builder) block(lo, hi vec) {
	b.hull([4][2]float64{{lo.X, lo.Y}, {hi.X, lo.Y}, {hi.X, hi.Y}, {lo.X, hi.Y}}, lo.Z, hi.Z)
}

// hull adds a prism over a counter-clockwise quadrilateral, from height z0 to z1.
func (b *builder) hull(foot [4][2]float64, z0, z1 float64) {
	var lo, hi [4]vec
	for i, p := range foot {
		lo[i], hi[i] = vec{p[0], p[1], z0}, vec{p[0], p[1], z1}
	}
	b.quad(lo[3], lo[2], lo[1], lo[0])
	b.quad(hi[0], hi[1], hi[2], hi[3])
	for i := range 4 {
		j := (i + 1) % 4
		b.quad(lo[i], lo[j], hi[j], hi[i])
	}
}

// ring is one closed outline around the z axis: radius[k] at angle[k] (shared by all rings of a loft), at height z.
type ring struct {
	z      float64
	radius []float64
}

// loft skins consecutive rings and closes both ends with fans towards the axis.
func (b *builder) loft(angle []float64, rings []ring) {
	n := len(angle)
	at := func(r ring, k int) vec {
		s, c := math.Sincos(angle[k%n])
		return vec{r.radius[k%n] * c, r.radius[k%n] * s, r.z}
	}
	first, last := rings[0], rings[len(rings)-1]
	for k := range n {
		b.tri(vec{0, 0, first.z}, at(first, k+1), at(first, k))
		b.tri(vec{0, 0, last.z}, at(last, k), at(last, k+1))
		for i := range len(rings) - 1 {
			b.quad(at(rings[i], k), at(rings[i], k+1), at(rings[i+1], k+1), at(rings[i+1], k))
		}
	}
}

// lathe turns a profile of (radius, z) points around the z axis; it runs so that the outside lies to its right when
// going up.
func (b *builder) lathe(segments int, profile ...[2]float64) {
	angle := circle(segments)
	rings := make([]ring, len(profile))
	for i, p := range profile {
		rings[i] = ring{p[1], make([]float64, segments)}
		for k := range segments {
			rings[i].radius[k] = p[0]
		}
	}
	b.loft(angle, rings)
}

func circle(n int) []float64 {
	angle := make([]float64, n)
	for k := range angle {
		angle[k] = 2 * math.Pi * float64(k) / float64(n)
	}
	return angle
}

// build finishes the mesh: degenerate triangles go, normals are smoothed over edges flatter than creaseDeg.
func (b *builder) build(creaseDeg float64) *mesh {
	m := &mesh{box: emptyBox()}
	type key [3]int32
	snap := func(p vec) key {
		return key{int32(math.Round(p.X * 500)), int32(math.Round(p.Y * 500)), int32(math.Round(p.Z * 500))}
	}
	around := map[key][]vec{} // area-weighted face normals by corner
	var kept [][3]vec
	for i, c := range b.corners {
		n := c[1].sub(c[0]).cross(c[2].sub(c[0]))
		if n.len() < 1e-6 {
			continue
		}
		kept = append(kept, c)
		m.group = append(m.group, b.group[i])
		for _, p := range c {
			around[snap(p)] = append(around[snap(p)], n)
		}
	}
	limit := math.Cos(radians(creaseDeg))
	boxes := make([]box, len(kept))
	for i, c := range kept {
		flat := c[1].sub(c[0]).cross(c[2].sub(c[0])).norm()
		smooth := func(p vec) vec {
			var sum vec
			for _, n := range around[snap(p)] {
				if n.norm().dot(flat) >= limit {
					sum = sum.add(n)
				}
			}
			return sum.norm()
		}
		m.tris = append(m.tris, triangle{
			a: c[0], ab: c[1].sub(c[0]), ac: c[2].sub(c[0]), flat: flat,
			na: smooth(c[0]), nb: smooth(c[1]), nc: smooth(c[2]),
		})
		boxes[i] = emptyBox().with(c[0]).with(c[1]).with(c[2])
		m.box = m.box.union(boxes[i])
	}
	m.tree = newBVH(boxes, 3)
	return m
}

// surface is where a ray met a mesh: the triangle and the barycentric weights of its second and third corner.
type surface struct {
	tri  int32
	u, v float64
}

// hit shortens the ray to the nearest triangle; with first set, the first triangle found will do.
func (m *mesh) hit(r *ray, first bool) (at surface, found bool) {
	m.tree.walk(r, func(i int32) bool {
		t := &m.tris[i]
		p := r.dir.cross(t.ac)
		det := t.ab.dot(p)
		if det > -1e-12 && det < 1e-12 {
			return false
		}
		inv := 1 / det
		s := r.from.sub(t.a)
		u := s.dot(p) * inv
		if u < 0 || u > 1 {
			return false
		}
		q := s.cross(t.ab)
		v := r.dir.dot(q) * inv
		if v < 0 || u+v > 1 {
			return false
		}
		d := t.ac.dot(q) * inv
		if d <= 1e-4 || d >= r.far {
			return false
		}
		r.far, at, found = d, surface{i, u, v}, true
		return first
	})
	return at, found
}
