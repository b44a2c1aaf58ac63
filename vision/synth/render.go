package synth

import (
	"image"
	"math"

	"github.com/castellan-companion/castellan/vision/parallel"
)

// How many samples light a pixel. Single samples are laid out in a 4 x 4 pattern of pixels and shared with the
// neighbours on the same surface; where these disagree about a lamp, the pixel takes penumbraRays of its own.
const (
	maxLamps     = 2
	penumbraRays = 5
	shareRadius  = 2 // pixels, of the indirect light's exchange with neighbours
)

// texel is what is known about the surface seen through one pixel's middle.
type texel struct {
	key      int32
	pos      vec
	normal   vec
	mat      *material
	albedo   vec
	seen     [maxLamps]float32 // share of each lamp that the point sees: one sample
	lit      [maxLamps]float32 // the same, settled
	ambient  vec               // indirect light: this pixel's samples
	gathered vec               // the same, averaged over the neighbourhood
	mirror   vec               // what a glossy surface reflects
}

// frame is a picture being rendered.
type frame struct {
	*world
	w, h   int
	seed   uint32
	eye    vec
	rays   []vec // directions at pixel corners, (w+1) x (h+1)
	texels []texel
	light  []vec // the finished picture, linear
}

// Render draws the scene on the given number of goroutines. The picture does not depend on their number.
func (s *Scene) Render(workers int) *image.RGBA {
	light := s.expose(workers)
	return s.optics.develop(light, s.optics.exposure(light), s.knobs.Width, s.knobs.Height, s.seed, workers)
}

// expose is the light that falls on each pixel, linear.
func (s *Scene) expose(workers int) []vec {
	f := &frame{
		world: &s.world, w: s.knobs.Width, h: s.knobs.Height, seed: s.seed, eye: s.camera.eye(),
	}
	f.rays = make([]vec, (f.w+1)*(f.h+1))
	f.texels = make([]texel, f.w*f.h)
	f.light = make([]vec, f.w*f.h)
	parallel.Rows(f.h+1, workers, func(y int) {
		for x := range f.w + 1 {
			f.rays[y*(f.w+1)+x], _ = s.camera.towards(float64(x)-0.5, float64(y)-0.5)
		}
	})
	for _, pass := range []func(y int){f.look, f.settle, f.finish} {
		parallel.Rows(f.h, workers, pass)
	}
	return f.light
}

// direction is the ray through pixel (x,y), off its middle by (dx,dy) in -0.5..0.5.
func (f *frame) direction(x, y int, dx, dy float64) vec {
	i := y*(f.w+1) + x
	tx, ty := dx+0.5, dy+0.5
	return f.rays[i].lerp(f.rays[i+1], tx).lerp(f.rays[i+f.w+1].lerp(f.rays[i+f.w+2], tx), ty).norm()
}

// subpixels are places of the further samples in a pixel whose middle alone would alias.
var subpixels = [3][2]float64{{-0.375, -0.125}, {0.125, 0.375}, {0.3, -0.35}}

// look finds what each pixel of a row sees and takes its share of the neighbourhood's light samples.
func (f *frame) look(y int) {
	for x := range f.w {
		t := &f.texels[y*f.w+x]
		d := f.direction(x, y, 0, 0)
		c := f.trace(f.eye, d, 0, false)
		*t = texel{key: c.key, pos: c.pos, normal: c.normal, mat: c.mat}
		if c.key == keyNothing {
			continue
		}
		t.albedo = f.colour(&c)
		if c.key == keyTable && f.table.fine {
			for _, o := range subpixels {
				sd := f.direction(x, y, o[0], o[1])
				p := f.eye.add(sd.scale(-f.eye.Z / sd.Z))
				t.albedo = t.albedo.add(f.table.paint(p.X, p.Y))
			}
			t.albedo = t.albedo.scale(1 / (1 + float64(len(subpixels))))
		}
		px, py := uint32(x), uint32(y)
		// Each block of the pattern is dealt anew, lest the eye (or a net) finds a grid in the picture.
		cell := uint32(x&3+y&3*4) ^ hash32(px>>2, py>>2, f.seed)&15
		for l := range f.lamps {
			t.seen[l] = f.lampSample(&c, l, stratum(cell, 16, px, py, f.seed+uint32(l)))
		}
		t.ambient = f.gather(&c, stratum(cell, 16, px, py, f.seed+77))
		if c.key >= 0 { // small faces have few neighbours to share with
			t.ambient = t.ambient.add(f.gather(&c, stratum((cell+8)%16, 16, px, py, f.seed+78))).scale(0.5)
		}
		t.mirror = f.mirrored(&c, d, px, py)
	}
}

// stratum gives a sample point in the unit square: the k-th of n cells, shaken within the cell.
func stratum(k, n, x, y, seed uint32) [2]float64 {
	// The radical inverse spreads consecutive cells over the second axis.
	inv, digit := 0.0, 0.5
	for b := k; b > 0; b >>= 1 {
		inv += digit * float64(b&1)
		digit /= 2
	}
	return [2]float64{
		(float64(k) + unit(x, y, seed)) / float64(n),
		inv + unit(x, y, seed+1)/float64(n),
	}
}

// lampSample is 1 when the contact sees the point of the lamp that the sample picks.
func (f *frame) lampSample(c *contact, l int, u [2]float64) float32 {
	lamp := &f.lamps[l]
	to := lamp.at.sub(c.pos)
	distance := to.len()
	d := to.scale(1 / distance)
	if c.normal.dot(d) <= 0 {
		return 0
	}
	a, b := frameOf(d)
	r, phi := lamp.radius*math.Sqrt(u[0]), 2*math.Pi*u[1]
	sin, cos := math.Sincos(phi)
	d = to.add(a.scale(r * cos)).add(b.scale(r * sin)).norm()
	if c.flat.dot(d) <= 0 || f.blocked(c.pos.add(c.flat.scale(0.02)), d, distance) {
		return 0
	}
	return 1
}

// gather sends one ray into the hemisphere over a contact and gives the light that comes from there, as irradiance.
func (f *frame) gather(c *contact, u [2]float64) vec {
	a, b := frameOf(c.normal)
	r, phi := math.Sqrt(u[0]), 2*math.Pi*u[1]
	sin, cos := math.Sincos(phi)
	d := a.scale(r * cos).add(b.scale(r * sin)).add(c.normal.scale(math.Sqrt(1 - u[0])))
	if c.flat.dot(d) <= 0 {
		return vec{}
	}
	hit := f.trace(c.pos.add(c.flat.scale(0.02)), d, 0, false)
	if hit.key == keyNothing {
		return f.sky(d).scale(math.Pi)
	}
	return f.glow(&hit, hit.key != keyTable || c.key >= 0)
}

// glow is roughly what a surface seen in a bounce sends on, as the irradiance that a hemisphere of it would give.
func (f *frame) glow(c *contact, shadows bool) vec {
	e := f.zenith.add(f.horizon).scale(math.Pi * 0.3)
	for l := range f.lamps {
		level, d := f.lampLevel(l, c)
		if level.X+level.Y+level.Z <= 0 {
			continue
		}
		if shadows && f.blocked(c.pos.add(c.flat.scale(0.02)), d, f.lamps[l].reach) {
			continue
		}
		e = e.add(level)
	}
	return f.colour(c).mul(e)
}

// lampLevel is the unshadowed irradiance of a lamp at a contact, and the direction towards it.
func (f *frame) lampLevel(l int, c *contact) (vec, vec) {
	lamp := &f.lamps[l]
	to := lamp.at.sub(c.pos)
	d2 := to.dot(to)
	d := to.scale(1 / math.Sqrt(d2))
	return lamp.light.scale(max(0, c.normal.dot(d)) * lamp.reach * lamp.reach / d2), d
}

// mirrored is what a glossy surface shows of its surroundings.
func (f *frame) mirrored(c *contact, d vec, x, y uint32) vec {
	if c.mat.gloss < 0.03 {
		return vec{}
	}
	cos := -d.dot(c.normal)
	out := d.add(c.normal.scale(2 * cos))
	fresnel := c.mat.gloss * (0.04 + 0.96*math.Pow(1-min(1, max(0, cos)), 5)*(1-0.7*c.mat.rough))
	if c.key >= 0 || c.mat.rough > 0.45 {
		if c.flat.dot(out) <= 0 {
			return vec{}
		}
		return f.reflectedSky(out, c.mat.rough).scale(fresnel)
	}
	spread := c.mat.rough * c.mat.rough * 0.5
	a, b := frameOf(out)
	out = out.add(a.scale((unit(x, y, f.seed+31) - 0.5) * spread)).add(b.scale((unit(x, y, f.seed+32) - 0.5) * spread)).norm()
	if out.Z <= 0 {
		return vec{}
	}
	hit := f.trace(c.pos.add(vec{0, 0, 0.02}), out, 0, false)
	if hit.key == keyNothing {
		return f.reflectedSky(out, c.mat.rough).scale(fresnel)
	}
	return f.glow(&hit, true).scale(fresnel / math.Pi)
}

// alike tells whether two texels lie on the same face, so that light may be shared between them.
func (t *texel) alike(o *texel) bool {
	if t.key != o.key || t.key == keyTable {
		return t.key == o.key
	}
	return t.normal.dot(o.normal) > 0.93 && math.Abs(t.pos.sub(o.pos).dot(t.normal)) < 0.6
}

// settle averages the indirect light of a row over its neighbourhood and resolves the edges of shadows.
func (f *frame) settle(y int) {
	for x := range f.w {
		t := &f.texels[y*f.w+x]
		if t.key == keyNothing {
			continue
		}
		t.lit = t.seen
		sum, n := vec{}, 0.0
		var around [maxLamps]float32
		for v := max(0, y-shareRadius); v <= min(f.h-1, y+shareRadius); v++ {
			for u := max(0, x-shareRadius); u <= min(f.w-1, x+shareRadius); u++ {
				o := &f.texels[v*f.w+u]
				if !t.alike(o) {
					continue
				}
				sum, n = sum.add(o.ambient), n+1
				for l := range f.lamps {
					around[l] += o.seen[l]
				}
			}
		}
		t.gathered = sum.scale(1 / n)
		for l := range f.lamps {
			share := around[l] / float32(n)
			if share == 0 || share == 1 {
				continue
			}
			c := contact{key: t.key, pos: t.pos, normal: t.normal, flat: t.normal, mat: t.mat}
			t.lit[l] = (t.seen[l] + f.penumbra(&c, l, x, y)) / (1 + penumbraRays)
			if t.lit[l] != 0 && t.lit[l] != 1 { // a soft shadow, not the edge of a sharp one
				t.lit[l] = 0.4*t.lit[l] + 0.6*share
			}
		}
	}
}

// penumbra sums penumbraRays samples of a lamp.
func (f *frame) penumbra(c *contact, l, x, y int) float32 {
	var sum float32
	for k := range uint32(penumbraRays) {
		sum += f.lampSample(c, l, stratum(k, penumbraRays, uint32(x), uint32(y), f.seed+200+uint32(l)*8))
	}
	return sum
}

// finish shades a row; pixels on edges and prints take further samples.
func (f *frame) finish(y int) {
	for x := range f.w {
		t := &f.texels[y*f.w+x]
		sum := f.shade(t, f.direction(x, y, 0, 0))
		if f.edge(x, y) {
			for _, o := range subpixels {
				sum = sum.add(f.subsample(x, y, f.direction(x, y, o[0], o[1])))
			}
			sum = sum.scale(1 / (1 + float64(len(subpixels))))
		}
		f.light[y*f.w+x] = sum
	}
}

// edge tells whether a pixel differs from its neighbours so that one sample is not enough.
func (f *frame) edge(x, y int) bool {
	t := &f.texels[y*f.w+x]
	if t.mat != nil && t.mat.paint != nil && t.key != keyTable {
		return true
	}
	for _, o := range [4][2]int{{1, 0}, {-1, 0}, {0, 1}, {0, -1}} {
		u, v := x+o[0], y+o[1]
		if u >= 0 && v >= 0 && u < f.w && v < f.h && !t.alike(&f.texels[v*f.w+u]) {
			return true
		}
	}
	return false
}

// subsample shades one more direction within a pixel, with the light of the nearby pixel on the same face where there
// is one.
func (f *frame) subsample(x, y int, d vec) vec {
	c := f.trace(f.eye, d, 0, false)
	s := texel{key: c.key, pos: c.pos, normal: c.normal, mat: c.mat}
	if c.key == keyNothing {
		return f.shade(&s, d)
	}
	s.albedo = f.colour(&c)
	var near *texel
	nearest := math.Inf(1)
	for v := max(0, y-1); v <= min(f.h-1, y+1); v++ {
		for u := max(0, x-1); u <= min(f.w-1, x+1); u++ {
			o := &f.texels[v*f.w+u]
			if dist := o.pos.sub(s.pos).len(); dist < nearest && s.alike(o) {
				near, nearest = o, dist
			}
		}
	}
	if near != nil {
		s.lit, s.gathered, s.mirror = near.lit, near.gathered, near.mirror
		return f.shade(&s, d)
	}
	hx, hy := hash32(uint32(x), uint32(y), math.Float32bits(float32(d.X))), hash32(uint32(y), uint32(x), math.Float32bits(float32(d.Y)))
	for l := range f.lamps {
		s.lit[l] = (f.lampSample(&c, l, stratum(hx%2, 2, hx, hy, f.seed)) + f.lampSample(&c, l, stratum(1-hx%2, 2, hx, hy, f.seed))) / 2
	}
	for k := range uint32(2) {
		s.gathered = s.gathered.add(f.gather(&c, stratum(k, 2, hx, hy, f.seed+3)).scale(0.5))
	}
	s.mirror = f.mirrored(&c, d, hx, hy)
	return f.shade(&s, d)
}

// shade gives the light that a texel sends back along direction d.
func (f *frame) shade(t *texel, d vec) vec {
	if t.key == keyNothing {
		return f.sky(d).scale(0.3)
	}
	c := contact{key: t.key, pos: t.pos, normal: t.normal, mat: t.mat}
	e := t.gathered
	shine := t.mirror
	for l := range f.lamps {
		if t.lit[l] == 0 {
			continue
		}
		level, to := f.lampLevel(l, &c)
		level = level.scale(float64(t.lit[l]))
		e = e.add(level)
		if t.mat.gloss > 0 {
			shine = shine.add(level.scale(t.mat.gloss * highlight(t.mat.rough, f.lamps[l].radius/f.lamps[l].reach, t.normal, to, d)))
		}
	}
	return t.albedo.mul(e).scale(1 / math.Pi).add(shine)
}

// highlight is the reflectance (per irradiance) of a lamp's mirror image, blurred by the surface's roughness and the
// lamp's own size.
func highlight(rough, size float64, n, to, d vec) float64 {
	h := to.sub(d).norm()
	a := rough*rough + size*0.5
	a2 := a * a
	nh := max(0, n.dot(h))
	q := nh*nh*(a2-1) + 1
	return 0.04 * a2 / (math.Pi * q * q) / 4 / max(0.15, h.dot(to))
}
