package main

import (
	"image"
	imagedraw "image/draw"
	"math"
	"math/rand/v2"
	"slices"

	"golang.org/x/image/vector"

	"github.com/castellan-companion/castellan/calibration/pieces"
	"github.com/castellan-companion/castellan/vision/nn"
	"github.com/castellan-companion/castellan/vision/volume"
)

// bodyOf is where a picture shows the castle and its keeps: the outlines of upright bodies with the pieces' measures. nil without a
// castle.
func bodyOf(e *example) *image.Alpha {
	if e.lattice == nil {
		return nil
	}
	body := image.NewAlpha(image.Rect(0, 0, e.pic.W, e.pic.H))
	g := e.grid()
	round := func(at [2]float64, radius, height float64) {
		var foot [][2]float64
		const sides = 14
		for k := range sides {
			s, c := math.Sincos(2 * math.Pi * float64(k) / sides)
			foot = append(foot, [2]float64{at[0] + radius*c, at[1] + radius*s})
		}
		e.fill(body, foot, height)
	}
	const wider = 1.05 // towers may be wider at the top
	for _, t := range e.castle.Towers {
		round(g.At(float64(t.I), float64(t.J)), wider*e.set.TowerDiameterMM/2, e.set.TowerHeightMM)
	}
	for _, t := range e.castle.Trial {
		round(g.At(float64(t.Tower.I), float64(t.Tower.J)), wider*e.set.TowerDiameterMM/2, e.set.TowerHeightMM)
	}
	for _, k := range e.castle.Keeps {
		round(k.AtMM, 0.6*e.set.KeepMM, e.set.KeepHeightMM*float64(k.Count))
	}
	for _, w := range e.castle.Walls {
		a, b := g.At(float64(w.From.I), float64(w.From.J)), g.At(float64(w.To.I), float64(w.To.J))
		length := math.Hypot(b[0]-a[0], b[1]-a[1])
		along := [2]float64{(b[0] - a[0]) / length, (b[1] - a[1]) / length}
		ends := e.set.TowerDiameterMM/2 - 2
		half := e.set.WallThicknessMM / 2
		var foot [][2]float64
		for _, c := range [4][2]float64{{ends, -half}, {length - ends, -half}, {length - ends, half}, {ends, half}} {
			foot = append(foot, [2]float64{a[0] + c[0]*along[0] - c[1]*along[1], a[1] + c[0]*along[1] + c[1]*along[0]})
		}
		e.fill(body, foot, e.set.WallHeightMM)
	}
	return body
}

// fill paints the outline of an upright prism (mm) on a mask.
func (e *example) fill(mask *image.Alpha, foot [][2]float64, height float64) {
	var corners [][2]float64
	for _, p := range foot {
		for _, z := range [2]float64{0, height} {
			u, v, ok := e.lens.Project([3]float64{p[0], p[1], z})
			if !ok {
				return
			}
			corners = append(corners, [2]float64{u + 0.5, v + 0.5})
		}
	}
	corners = pieces.Hull(corners)
	lo, hi := corners[0], corners[0]
	for _, c := range corners {
		for k := range 2 {
			lo[k], hi[k] = min(lo[k], c[k]), max(hi[k], c[k])
		}
	}
	r := image.Rect(int(math.Floor(lo[0])), int(math.Floor(lo[1])), int(math.Ceil(hi[0])), int(math.Ceil(hi[1])))
	if r.Empty() || !r.Overlaps(mask.Rect) {
		return
	}
	z := vector.NewRasterizer(r.Dx(), r.Dy())
	for i, c := range corners {
		x, y := float32(c[0]-float64(r.Min.X)), float32(c[1]-float64(r.Min.Y))
		if i == 0 {
			z.MoveTo(x, y)
		} else {
			z.LineTo(x, y)
		}
	}
	z.ClosePath()
	z.DrawOp = imagedraw.Over
	if r.In(mask.Rect) {
		z.Draw(mask, r, image.Opaque, image.Point{})
		return
	}
	whole := image.NewAlpha(r) // a rasterizer does not clip
	z.Draw(whole, r, image.Opaque, image.Point{})
	imagedraw.Draw(mask, r, whole, r.Min, imagedraw.Over)
}

// cloth is another table for a picture: what to add to the logarithms of the table's colours, by the place on it (mm).
type cloth struct {
	bands []band
	plain [3]float32
}

// band is a pattern of stripes, or of squares where it has a second direction, or of blotches.
type band struct {
	along, across [2]float64 // radians per mm
	phase         [2]float64
	share, soft   float64 // of the dark part; width of its edges
	blotch        bool
	colour        [3]float32
}

// How colourful cloths are: as tables mostly are, and as keeps are (standard deviation of the colours' logarithms).
const pale, colourful = 0.15, 0.6

func randomCloth(rng *rand.Rand, tint float64) *cloth {
	c := &cloth{}
	shade := func(level, tint float64) (colour [3]float32) {
		all := rng.NormFloat64() * level
		for k := range colour {
			colour[k] = float32(all + rng.NormFloat64()*tint)
		}
		return colour
	}
	for range rng.IntN(4) {
		period := 3 * math.Exp(rng.Float64()*3.2)
		sin, cos := math.Sincos(rng.Float64() * 2 * math.Pi)
		w := 2 * math.Pi / period
		b := band{
			along: [2]float64{w * cos, w * sin}, phase: [2]float64{rng.Float64() * 7, rng.Float64() * 7},
			share: rng.Float64()*1.8 - 0.9, soft: 0.05 + 0.9*rng.Float64()*rng.Float64(), colour: shade(0.45, tint),
		}
		switch rng.IntN(3) {
		case 0:
			b.across = [2]float64{-w * sin, w * cos}
		case 1:
			b.blotch = true
			b.across = [2]float64{-w * sin * 1.7, w * cos * 1.7}
		}
		c.bands = append(c.bands, b)
	}
	if rng.IntN(2) == 0 {
		c.plain = shade(0.4, tint)
	}
	return c
}

// sines are the values of a sine around its circle.
var sines = func() (s [4096]float32) {
	for i := range s {
		s[i] = float32(math.Sin(2 * math.Pi * float64(i) / float64(len(s))))
	}
	return s
}()

// sine is near enough the sine of x for a pattern, and quicker.
func sine(x float64) float64 {
	return float64(sines[int(x*float64(len(sines))/(2*math.Pi))&(len(sines)-1)])
}

// at is what the cloth adds at a place on the table.
func (c *cloth) at(x, y float64) [3]float32 {
	sum := c.plain
	for i := range c.bands {
		b := &c.bands[i]
		v := sine(b.along[0]*x + b.along[1]*y + b.phase[0])
		if b.blotch {
			v = (v + sine(b.across[0]*x+b.across[1]*y+b.phase[1]+2*v) + sine(0.37*(b.along[0]*y-b.across[1]*x)+v)) / 2
		} else if b.across != [2]float64{} {
			v = max(v, sine(b.across[0]*x+b.across[1]*y+b.phase[1]))
		}
		v = max(0, min(1, (v-b.share)/b.soft+0.5))
		for k := range sum {
			sum[k] += b.colour[k] * float32(v)
		}
	}
	return sum
}

// spread lays a cloth under the castle in a volume: colours of samples whose pixels show the table are changed, shadows stay. Camouflage
// moves the table's mean towards the castle's.
func (w *where) spread(rng *rand.Rand, t *nn.Tensor, c *cloth) {
	planes := (t.C - volume.NotColours) / 3
	var shift [3]float32
	if rng.IntN(4) == 0 {
		var sum [2][3]float64
		var n [2]float64
		for i, s := range w.samples {
			if s.body != 0 && s.body != 255 || !s.seen {
				continue
			}
			d := t.Data[i/planes*t.C+i%planes*3:]
			which := int(s.body / 255)
			for k := range 3 {
				sum[which][k] += float64(d[k])
			}
			n[which]++
		}
		if n[0] > 0 && n[1] > 0 {
			by := rng.Float64() * 1.1
			for k := range shift {
				shift[k] = float32(by * (sum[1][k]/n[1] - sum[0][k]/n[0]))
			}
		}
	}
	var mean, n float32
	for i, s := range w.samples {
		if !s.seen {
			continue
		}
		d := t.Data[i/planes*t.C+i%planes*3:]
		if s.body < 255 {
			add := c.at(float64(s.x), float64(s.y))
			table := 1 - float32(s.body)/255
			for k := range 3 {
				d[k] += table * (add[k] + shift[k])
			}
		}
		mean, n = mean+(d[0]+d[1]+d[2])/3, n+1
	}
	mean /= max(1, n)
	for i, s := range w.samples {
		if s.seen {
			d := t.Data[i/planes*t.C+i%planes*3:]
			for k := range 3 {
				d[k] -= mean
			}
		}
	}
}

// where keeps what each sample of a volume shows, all planes of a place together.
type where struct {
	samples []shown
}

type shown struct {
	x, y float32 // the place on the table that the pixel shows, or would without a castle (mm)
	body uint8   // how much of the pixel shows the castle
	seen bool
}

// watch makes a sampler tell w what it samples.
func (w *where) watch(s *volume.Sampler, e *example, f *volume.Frame) {
	n := f.W * f.H * len(f.Planes)
	w.samples = slices.Grow(w.samples[:0], n)[:n]
	clear(w.samples)
	eye := e.lens.Eye()
	s.Where = func(plane, x, y int, u, v float32) {
		fx, fy := float64(x)*f.Step, float64(y)*f.Step
		far := eye[2] / (eye[2] - f.Planes[plane]) // how much farther from the eye the table is
		w.samples[(y*f.W+x)*len(f.Planes)+plane] = shown{
			x:    float32(eye[0] + far*(f.Origin[0]+fx*f.X[0]+fy*f.Y[0]-eye[0])),
			y:    float32(eye[1] + far*(f.Origin[1]+fx*f.X[1]+fy*f.Y[1]-eye[1])),
			body: e.body.AlphaAt(int(u+0.5), int(v+0.5)).A,
			seen: true,
		}
	}
}
