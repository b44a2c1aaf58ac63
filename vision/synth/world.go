package synth

import "math"

// material is how a surface looks: its colour (linear), and how it shines.
type material struct {
	base   vec
	gloss  float64             // strength of the reflection; 1 is bare plastic or varnish
	rough  float64             // 0.05 polished .. 0.8 dull
	mottle float64             // relative unevenness of the colour
	brick  float64             // depth of brick joints drawn on upright sides, as a share of the colour
	paint  func(local vec) vec // print on the surface; nil for one colour
}

// role says what an instance is in the picture.
type role uint8

const (
	roleProp role = iota // clutter and tags
	roleCastle
	roleKeep
	roleHand
)

// instance is a mesh standing in the world.
type instance struct {
	mesh  *mesh
	mats  []material // by the mesh's groups
	turn  mat        // mesh frame to table frame
	at    vec
	role  role
	label string // tells pieces apart: their id, for keeps with a number; "" for clutter
}

// id is the piece's name as in castellan-scene/1's occluded list, where all keeps are called the same.
func (in *instance) id() string {
	if in.role == roleKeep {
		return "keep"
	}
	return in.label
}

func (in *instance) bounds() box {
	b := emptyBox()
	for i := range 8 {
		c := in.mesh.box.lo
		if i&1 != 0 {
			c.X = in.mesh.box.hi.X
		}
		if i&2 != 0 {
			c.Y = in.mesh.box.hi.Y
		}
		if i&4 != 0 {
			c.Z = in.mesh.box.hi.Z
		}
		b = b.with(in.turn.apply(c).add(in.at))
	}
	return b
}

// settle drops the instance so that its lowest corner stands at height z.
func (in *instance) settle(z float64) {
	low := math.Inf(1)
	for i := range in.mesh.tris {
		t := &in.mesh.tris[i]
		for _, p := range [3]vec{t.a, t.a.add(t.ab), t.a.add(t.ac)} {
			low = min(low, in.turn.apply(p).Z)
		}
	}
	in.at.Z = z - low
}

// lamp is a round area light. light is the irradiance that it gives at the distance reach.
type lamp struct {
	at     vec
	radius float64
	light  vec
	reach  float64
}

// window is a bright rectangle of sky, seen only in reflections; it lies around the direction to.
type window struct {
	to            vec
	width, height float64
	light         vec
}

// world is everything that rays meet.
type world struct {
	instances []instance
	tree      bvh
	table     table
	lamps     []lamp
	zenith    vec // radiance of the sky from above
	horizon   vec
	bias      vec // direction from which the sky is brighter
	windows   []window
}

func (w *world) finish() {
	boxes := make([]box, len(w.instances))
	for i := range w.instances {
		boxes[i] = w.instances[i].bounds()
	}
	w.tree = newBVH(boxes, 1)
}

func (w *world) sky(d vec) vec {
	up := max(0, d.Z)
	return w.horizon.lerp(w.zenith, math.Sqrt(up)).scale(max(0.1, 1+0.7*d.dot(w.bias)))
}

// reflectedSky is the sky with what shows in a mirror only; blur widens the edges of windows.
func (w *world) reflectedSky(d vec, blur float64) vec {
	c := w.sky(d)
	for i := range w.windows {
		win := &w.windows[i]
		if d.dot(win.to) <= 0 {
			continue
		}
		t, b := frameOf(win.to)
		x, y := math.Abs(d.dot(t)), math.Abs(d.dot(b))
		soft := 0.01 + blur
		c = c.add(win.light.scale((1 - smoothstep(win.width-soft, win.width+soft, x)) * (1 - smoothstep(win.height-soft, win.height+soft, y))))
	}
	return c
}

// Keys of what a ray met that is not an instance.
const (
	keyNothing int32 = -2
	keyTable   int32 = -1
)

// contact is the point where a ray ended.
type contact struct {
	key    int32 // index of the instance, or keyTable, keyNothing
	pos    vec
	normal vec
	flat   vec
	local  vec // pos in the instance's frame
	mat    *material
}

// trace follows a ray to the nearest surface. Instances of the role skip are not there for it.
func (w *world) trace(from, dir vec, skip role, skipping bool) contact {
	r := newRay(from, dir, 1e5)
	c := contact{key: keyNothing}
	if dir.Z < 0 && from.Z > 0 {
		r.far, c.key = -from.Z/dir.Z, keyTable
	}
	var at surface
	var hitLocal vec
	w.tree.walk(&r, func(i int32) bool {
		in := &w.instances[i]
		if skipping && in.role == skip {
			return false
		}
		lr := newRay(in.turn.back(from.sub(in.at)), in.turn.back(dir), r.far)
		if s, ok := in.mesh.hit(&lr, false); ok {
			r.far, c.key, at = lr.far, i, s
			hitLocal = lr.from.add(lr.dir.scale(lr.far))
		}
		return false
	})
	c.pos = from.add(dir.scale(r.far))
	switch {
	case c.key >= 0:
		in := &w.instances[c.key]
		t := &in.mesh.tris[at.tri]
		c.local = hitLocal
		c.mat = &in.mats[in.mesh.group[at.tri]]
		c.flat = in.turn.apply(t.flat)
		c.normal = in.turn.apply(t.na.scale(1 - at.u - at.v).add(t.nb.scale(at.u)).add(t.nc.scale(at.v)).norm())
		if c.flat.dot(dir) > 0 {
			c.flat, c.normal = c.flat.scale(-1), c.normal.scale(-1)
		}
	case c.key == keyTable:
		c.pos.Z = 0
		c.normal, c.flat = vec{0, 0, 1}, vec{0, 0, 1}
		c.mat = &w.table.material
	}
	return c
}

// blocked tells whether anything stands between a point and the point far along a direction.
func (w *world) blocked(from, dir vec, far float64) bool {
	r := newRay(from, dir, far)
	found := false
	w.tree.walk(&r, func(i int32) bool {
		in := &w.instances[i]
		lr := newRay(in.turn.back(from.sub(in.at)), in.turn.back(dir), r.far)
		_, found = in.mesh.hit(&lr, true)
		return found
	})
	return found
}

// colour is the albedo at a contact.
func (w *world) colour(c *contact) vec {
	if c.key == keyTable {
		return w.table.paint(c.pos.X, c.pos.Y)
	}
	col := c.mat.base
	if c.mat.paint != nil {
		col = c.mat.paint(c.local)
	}
	p := c.local
	if c.mat.brick > 0 && math.Abs(c.normal.Z) < 0.5 && joint(p.X+p.Y, p.Z) {
		col = col.scale(1 - c.mat.brick)
	}
	if c.mat.mottle > 0 {
		n := fbm(p.X*0.25+p.Z*0.17+31, p.Y*0.25+p.Z*0.21, 2, uint32(c.key)) +
			0.6*valueNoise(p.X*1.9+p.Z*2.3, p.Y*1.9-p.Z*1.7, uint32(c.key)+7)
		col = col.scale(1 + c.mat.mottle*(n-0.8))
	}
	return col
}

// joint tells whether a point of a brick wall lies between bricks.
func joint(along, up float64) bool {
	const length, height, gap = 6.5, 3.1, 0.5
	row := math.Floor(up / height)
	if up-row*height < gap {
		return true
	}
	x := along/length + 0.5*math.Mod(row, 2)
	return (x-math.Floor(x))*length < gap
}
