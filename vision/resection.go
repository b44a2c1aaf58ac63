package vision

import (
	"math"

	"gonum.org/v1/gonum/mat"

	"github.com/castellan-companion/castellan/calibration"
	"github.com/castellan-companion/castellan/vision/model"
)

// mark is a point of a castle that stands on a lattice, and where the picture shows it.
type mark struct {
	at [3]float64 // table frame, mm
	px [2]float64
}

// markAt is the mark of what stands at a place (table frame, mm), its top at height z, and seems from v to stand at another.
func markAt(v *calibration.View, stands, seems [2]float64, z float64) mark {
	return mark{[3]float64{stands[0], stands[1], z}, v.Pixel([3]float64{seems[0], seems[1], z})}
}

// resection finds where a camera is (and, if it is not known, how long its lens) from marks on a lattice of this pitch (mm). It is the
// most probable place: marks are seen about where they are, some are taken for what they are not, and a castle of few towers says less
// of how the camera tilts than is known beforehand.
type resection struct {
	pitch    float64
	upright  [3]float64 // what is up, in the camera's frame, as far as is known beforehand
	freeLens bool
	focal    float64 // the focal length (pixels) as far as is known beforehand
}

// What is known beforehand, and how well marks are seen (standard deviations).
const (
	uprightSpread = 0.12 // radians
	focalSpread   = 0.15 // logarithm
)

// newResection begins with a camera that is held and has a lens about like v.
func newResection(v *calibration.View, pitch float64, freeLens bool) resection {
	return resection{pitch: pitch, upright: [3]float64{v.R[0][2], v.R[1][2], v.R[2][2]}, freeLens: freeLens, focal: v.FX}
}

// solve moves a view to where it shows the marks best, by the Gauss-Newton method. noise is how far off they are seen (standard deviation,
// pitches); those that are much farther off lose their weight (Geman and McClure's loss). agree is the weight that is left of all.
func (s *resection) solve(v calibration.View, marks []mark, noise float64) (solved calibration.View, agree float64) {
	const (
		rounds = 12
		coarse = 5.0 // times as far off may marks be at first
		calmer = 0.8 // that gets less from round to round
		doubt  = 2.5 // noises off, marks have lost three quarters of their weight
		step   = 1e-5
	)
	unknowns := 6
	if s.freeLens {
		unknowns++
	}
	for round := range rounds {
		limit := doubt * noise * max(1, coarse*math.Pow(calmer, float64(round)))
		normal := mat.NewSymDense(unknowns, nil)
		gradient := mat.NewVecDense(unknowns, nil)
		nudged := make([]calibration.View, unknowns)
		for k := range nudged {
			change := make([]float64, unknowns)
			change[k] = step
			nudged[k] = s.changed(&v, change)
		}
		slopes := make([]float64, unknowns)
		add := func(weight, off float64, offAt func(v *calibration.View) float64) {
			for k := range slopes {
				slopes[k] = (offAt(&nudged[k]) - off) / step
			}
			for a, x := range slopes {
				gradient.SetVec(a, gradient.AtVec(a)+weight*x*off)
				for b := a; b < unknowns; b++ {
					normal.SetSym(a, b, normal.At(a, b)+weight*x*slopes[b])
				}
			}
		}
		agree = 0
		for i := range marks {
			off := s.off(&v, &marks[i])
			far := math.Hypot(off[0], off[1]) / limit
			share := 1 / (1 + far*far) / (1 + far*far)
			agree += share
			for axis := range off {
				add(share/(noise*noise), off[axis], func(v *calibration.View) float64 { return s.off(v, &marks[i])[axis] })
			}
		}
		for axis, up := range s.upright {
			off := func(v *calibration.View) float64 { return v.R[axis][2] - up }
			add(1/(uprightSpread*uprightSpread), off(&v), off)
		}
		if s.freeLens {
			off := func(v *calibration.View) float64 { return math.Log(v.FX / s.focal) }
			add(1/(focalSpread*focalSpread), off(&v), off)
		}
		for k := range unknowns { // what nothing tells, as how far away a camera is that sees one mark, stays
			normal.SetSym(k, k, normal.At(k, k)+1)
		}
		var change mat.VecDense
		var factors mat.Cholesky
		if !factors.Factorize(normal) || factors.SolveVecTo(&change, gradient) != nil {
			return v, 0
		}
		change.ScaleVec(-1, &change)
		now := s.changed(&v, change.RawVector().Data)
		if !finite(&now) {
			return v, 0
		}
		v = now
	}
	return v, agree
}

// finite says whether a view is one: marks behind the camera, or wide of what its lens can show, may lead nowhere.
func finite(v *calibration.View) bool {
	sum := v.FX
	for i, row := range v.R {
		sum += row[0] + row[1] + row[2] + v.T[i]
	}
	return !math.IsNaN(sum) && !math.IsInf(sum, 0)
}

// off is how far from where a mark is seen it should be, across and down the picture, in pitches at its distance.
func (s *resection) off(v *calibration.View, m *mark) [2]float64 {
	c := v.ToCamera(m.at)
	at := v.Project(c)
	scale := c[2] / (v.FX * s.pitch)
	return [2]float64{(at[0] - m.px[0]) * scale, (at[1] - m.px[1]) * scale}
}

// changed is a view turned about its own axes (radians), moved along them (its distance from the table's origin) and with a longer lens
// (logarithm).
func (s *resection) changed(v *calibration.View, by []float64) calibration.View {
	c := *v
	for axis := range 3 {
		a, b := (axis+1)%3, (axis+2)%3
		sin, cos := math.Sincos(by[axis])
		for k := range 3 {
			c.R[a][k], c.R[b][k] = cos*c.R[a][k]-sin*c.R[b][k], sin*c.R[a][k]+cos*c.R[b][k]
		}
		c.T[a], c.T[b] = cos*c.T[a]-sin*c.T[b], sin*c.T[a]+cos*c.T[b]
	}
	far := math.Sqrt(v.T[0]*v.T[0] + v.T[1]*v.T[1] + v.T[2]*v.T[2])
	for axis := range 3 {
		c.T[axis] += by[3+axis] * far
	}
	if s.freeLens {
		c.FX *= math.Exp(by[6])
		c.FY *= math.Exp(by[6])
	}
	return c
}

// along is the view of a camera from a table frame that lies along a lattice: its origin in node (0,0), its pitch as given (mm), whatever
// the lattice's own pitch was taken for. The camera is farther away accordingly.
func along(v *calibration.View, g *model.Grid, pitch float64) calibration.View {
	turned := *v
	for i, row := range v.R {
		turned.R[i][0] = row[0]*g.X[0] + row[1]*g.X[1]
		turned.R[i][1] = row[0]*g.Y[0] + row[1]*g.Y[1]
		turned.T[i] = (row[0]*g.Origin[0] + row[1]*g.Origin[1] + v.T[i]) * pitch / g.Pitch
	}
	return turned
}
