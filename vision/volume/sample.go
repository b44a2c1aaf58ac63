package volume

import (
	"math"
	"slices"

	"github.com/castellan-companion/castellan/calibration"
	"github.com/castellan-companion/castellan/vision/nn"
	"github.com/castellan-companion/castellan/vision/parallel"
)

// Lens takes points of the table frame to the picture. Unlike the camera's own model it knows where that model ends: points
// that the lens cannot see, though the formula would fold them back into the picture, are not projected.
type Lens struct {
	view  calibration.View
	reach float64 // largest squared tangent of a ray's angle from the optical axis
}

// NewLens prepares a view for sampling.
func NewLens(v calibration.View) *Lens {
	l := &Lens{view: v}
	for _, corner := range [][2]float64{
		{0, 0}, {float64(v.Width), 0}, {0, float64(v.Height)}, {float64(v.Width), float64(v.Height)},
	} {
		x, y := v.Ray(corner)
		l.reach = max(l.reach, 1.2*(x*x+y*y))
	}
	return l
}

// Seen is the red, green and blue of the pixel that shows a point of the table frame (mm, z up); ok is false where the picture does not.
func (l *Lens) Seen(p *Picture, at [3]float64) (r, g, b byte, ok bool) {
	u, v, ok := l.Project(at)
	x, y := int(math.Round(u)), int(math.Round(v))
	if !ok || x < 0 || y < 0 || x >= p.W || y >= p.H {
		return 0, 0, 0, false
	}
	r, g, b = p.At(x, y)
	return r, g, b, true
}

// Eye is the camera's centre in the table frame, mm.
func (l *Lens) Eye() [3]float64 { return l.view.Centre() }

// Slant is how far the optical axis goes aside, for each mm that it goes down: the tangent of the camera's tilt from straight down.
func (l *Lens) Slant() float64 {
	axis := l.view.R[2]
	return math.Hypot(axis[0], axis[1]) / max(1e-9, -axis[2])
}

// Project takes a point of the table frame (mm, z up) to picture coordinates; ok is false where no picture could show it.
func (l *Lens) Project(p [3]float64) (u, v float64, ok bool) {
	c := l.view.ToCamera(p)
	if c[2] <= 1 || c[0]*c[0]+c[1]*c[1] > l.reach*c[2]*c[2] {
		return 0, 0, false
	}
	uv := l.view.Project(c)
	return uv[0], uv[1], true
}

// Frame places a grid of samples on the table: sample (column x, row y) of plane z lies at
// Origin + x*Step*X + y*Step*Y in the table frame.
type Frame struct {
	Origin [2]float64 // mm
	X, Y   [2]float64 // unit vectors
	Step   float64    // mm between samples
	W, H   int        // samples
	Planes []float64  // heights above the table, mm
}

// Channels is how many channels a volume of so many planes has: red, green and blue of each plane, the direction to the camera
// (two), and last whether the camera sees the place on the lowest plane.
func Channels(planes int) int { return 3*planes + NotColours }

// NotColours is how many channels of a volume, the last ones, are not colours.
const NotColours = 3

// Sampler samples pictures into volumes. It keeps memory between calls; use one per goroutine.
type Sampler struct {
	Workers int // goroutines that share the work, see parallel.Rows
	// Coarser is how many halvings more than needed the picture sampled has: pictures less sharp than they are.
	Coarser int
	// Where, unless nil, is told for each sample that lies in the picture where that is: picture coordinates of the sample in column x
	// and row y of a plane. With several workers it is called by all of them.
	Where func(plane, x, y int, u, v float32)

	planes []sampled
	sums   []sum     // of each row
	where  []float32 // picture coordinates u, v of each sample of a plane, where that is told
}

// sampled is how a plane of a volume is sampled.
type sampled struct {
	level int       // of the picture's pyramid
	knots []float32 // picture coordinates u, v of each knot
}

// sum adds up values of colours.
type sum struct {
	of float64
	n  int
}

// Sample fills t with the volume of f in p. Colours are the logarithms of the pixels' values less their mean over the volume.
func (s *Sampler) Sample(t *nn.Tensor, p *Picture, cam *Lens, f *Frame) {
	t.C = Channels(len(f.Planes))
	n := f.W * f.H * t.C
	if cap(t.Data) < n {
		t.Data = make([]float32, n)
	}
	t.H, t.W, t.Data = f.H, f.W, t.Data[:n]
	s.planes = slices.Grow(s.planes[:0], len(f.Planes))[:len(f.Planes)]
	s.sums = slices.Grow(s.sums[:0], f.H)[:f.H]
	for plane, z := range f.Planes {
		s.planes[plane].project(p, cam, f, z, s.Coarser)
	}
	for plane := range s.planes {
		p.toned(s.planes[plane].level, s.Workers)
	}
	if s.Where != nil {
		s.where = slices.Grow(s.where[:0], 2*f.W*f.H)[:2*f.W*f.H]
	}
	parallel.Rows(f.H, s.Workers, func(y int) {
		s.sums[y] = sum{}
		for plane := range s.planes {
			s.gather(t, p, f, plane, y)
		}
	})
	var all sum
	for _, row := range s.sums {
		all.of, all.n = all.of+row.of, all.n+row.n
	}
	mean := float32(0)
	if all.n > 0 {
		mean = float32(all.of / float64(all.n))
	}
	eye := cam.Eye()
	parallel.Rows(f.H, s.Workers, func(y int) { finish(t, f, y, mean, eye) })
}

// finish takes the mean off a row's colours, and writes the direction to the camera beside them.
func finish(t *nn.Tensor, f *Frame, y int, mean float32, eye [3]float64) {
	ox, oy := f.Origin[0]+float64(y)*f.Step*f.Y[0], f.Origin[1]+float64(y)*f.Step*f.Y[1]
	ex, ey := (eye[0]-ox)/eye[2], (eye[1]-oy)/eye[2]
	finishRow(t.Data[y*f.W*t.C:(y+1)*f.W*t.C], t.C-NotColours, mean, ex*f.X[0]+ey*f.X[1], -f.Step/eye[2], ex*f.Y[0]+ey*f.Y[1])
}

// project fills the knots for the plane at height z, and takes the pyramid's level whose pixels are nearest to the samples' size, or one so
// many halvings coarser.
func (s *sampled) project(p *Picture, cam *Lens, f *Frame, z float64, coarser int) {
	kw, kh := (f.W-1)/knot+2, (f.H-1)/knot+2
	s.knots = s.knots[:0]
	nan := float32(math.NaN())
	for ky := range kh {
		for kx := range kw {
			x, y := float64(kx*knot)*f.Step, float64(ky*knot)*f.Step
			u, v, ok := cam.Project([3]float64{
				f.Origin[0] + x*f.X[0] + y*f.Y[0],
				f.Origin[1] + x*f.X[1] + y*f.Y[1], z,
			})
			if !ok {
				s.knots = append(s.knots, nan, nan)
				continue
			}
			s.knots = append(s.knots, float32(u), float32(v))
		}
	}
	mid := 2 * (kh/2*kw + kw/2)
	du, dv := s.knots[mid]-s.knots[mid-2], s.knots[mid+1]-s.knots[mid-1]
	eu, ev := s.knots[mid]-s.knots[mid-2*kw], s.knots[mid+1]-s.knots[mid+1-2*kw]
	area := math.Abs(float64(du*ev-dv*eu)) / (knot * knot)
	s.level = max(0, min(Halvings(area)+coarser, len(p.levels)-1))
}

// Halvings is how often a picture is to be halved for its pixels to be about as large as samples of an area (pixels); less than 0 for
// samples that are smaller than pixels.
func Halvings(area float64) int {
	if area <= 0 {
		return 0
	}
	return int(math.Floor(math.Log2(area)/2 + 0.4))
}

// gather interpolates the picture at the samples of a row of a plane, and adds the values that lie in it to the row's sum.
func (s *Sampler) gather(t *nn.Tensor, p *Picture, f *Frame, plane, y int) {
	kw := (f.W-1)/knot + 2
	row := gathered{
		level: &p.levels[s.planes[plane].level], halvings: s.planes[plane].level,
		knots: s.planes[plane].knots[2*(y/knot)*kw:][:4*kw], down: float32(y%knot) / knot,
		out: t.Data[y*f.W*t.C : (y+1)*f.W*t.C], channels: t.C, plane: plane,
	}
	if s.Where != nil {
		row.where = s.where[2*y*f.W : 2*(y+1)*f.W]
	}
	of, n := row.gather()
	s.sums[y].of += of
	s.sums[y].n += n
	for x := range len(row.where) / 2 {
		if u := row.where[2*x]; u == u { // a number
			s.Where(plane, x, y, u, row.where[2*x+1])
		}
	}
}
