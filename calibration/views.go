package calibration

import (
	"errors"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"
)

// viewsFit is a least-squares fit of one lens to several views of tags, each of which has its own pose and its own places of the tags:
// the camera may have been moved, or the tags.
//
// The lens has four unknowns: the logarithm of its focal length (px), k1, and its centre (px). For each choice of them every view is
// fitted anew, so that its residuals depend on the lens alone.
type viewsFit struct {
	prior Camera
	views []*tagFit
}

// centreSpread is how far a lens's centre commonly lies from the picture's (standard deviation, as a share of its width).
const centreSpread = 0.02

func (f *viewsFit) lens(u [4]float64) Camera {
	c := f.prior
	c.FX = math.Exp(u[0])
	c.FY, c.Dist[0], c.CX, c.CY = c.FX, u[1], u[2], u[3]
	return c
}

// residuals are those of all corners in pixels, less of them the more they are doubted, then what common lenses say.
func (f *viewsFit) residuals(u [4]float64) []float64 {
	var all []float64
	for _, v := range f.views {
		v.camera = f.lens(u)
		v.descend(v.unknowns, fineDoubtPx)
		view := v.view(v.unknowns)
		for i := range v.tags {
			r, _ := v.residuals(&view, v.place(v.unknowns, i), &v.tags[i])
			for c := range 4 {
				weight := 1 / math.Sqrt(1+(r[2*c]*r[2*c]+r[2*c+1]*r[2*c+1])/(fineDoubtPx*fineDoubtPx))
				all = append(all, weight*r[2*c], weight*r[2*c+1])
			}
		}
	}
	centre := centreSpread * float64(f.prior.Width)
	return append(
		all, cornerNoisePx*(u[0]-math.Log(f.prior.FX))/focalLengthSpread, cornerNoisePx*u[1]/k1Spread,
		cornerNoisePx*(u[2]-f.prior.CX)/centre, cornerNoisePx*(u[3]-f.prior.CY)/centre,
	)
}

// descend finds the lens (Levenberg and Marquardt's method) and gives the standard error of its focal length, relative.
func (f *viewsFit) descend(u [4]float64) (best [4]float64, focalError float64) {
	const maxSteps, maxDamping, enough = 12, 1e6, 1e-6
	nudge := [4]float64{1e-4, 1e-4, 0.05, 0.05}
	r := f.residuals(u)
	cost := sumOfSquares(r)
	normal, gradient := mat.NewSymDense(4, nil), mat.NewVecDense(4, nil)
	var cholesky mat.Cholesky
	var step mat.VecDense
	damping := 1e-3
	for range maxSteps {
		var slopes [4][]float64
		for k := range slopes {
			moved := u
			moved[k] += nudge[k]
			slopes[k] = f.residuals(moved)
			for i := range r {
				slopes[k][i] = (slopes[k][i] - r[i]) / nudge[k]
			}
		}
		for a := range slopes {
			for b := a; b < len(slopes); b++ {
				normal.SetSym(a, b, product(slopes[a], slopes[b]))
			}
			gradient.SetVec(a, product(slopes[a], r))
		}
		before := cost
		for ; damping < maxDamping; damping *= 10 {
			damped := mat.NewSymDense(4, nil)
			damped.CopySym(normal)
			for k := range 4 {
				damped.SetSym(k, k, damped.At(k, k)*(1+damping))
			}
			if !cholesky.Factorize(damped) || cholesky.SolveVecTo(&step, gradient) != nil {
				continue
			}
			next := u
			for k := range next {
				next[k] -= step.AtVec(k)
			}
			if moved := f.residuals(next); sumOfSquares(moved) < cost {
				u, r, cost = next, moved, sumOfSquares(moved)
				damping = max(damping/10, 1e-9)
				break
			}
		}
		if before-cost <= enough*before {
			break
		}
	}
	var inverse mat.SymDense
	if !cholesky.Factorize(normal) || cholesky.InverseTo(&inverse) != nil {
		return u, math.Inf(1)
	}
	noise := max(cornerNoisePx, math.Sqrt(cost/float64(len(r))))
	return u, noise * math.Sqrt(inverse.At(0, 0))
}

func product(a, b []float64) (sum float64) {
	for i := range a {
		sum += a[i] * b[i]
	}
	return sum
}

func sumOfSquares(a []float64) float64 { return product(a, a) }

// ErrFewViews means that the tags were not seen from enough sides to tell the lens.
var ErrFewViews = errors.New("the tags were not seen from enough sides: move the camera, or the tags, and look again")

// CameraFromViews finds the lens from several pictures of width x height pixels, in each of which tags were found; the camera and the
// tags may have moved between them. The lens has square pixels and one coefficient of distortion; its centre is found too. It also
// gives the standard error of the focal length, relative. The error is ErrFewViews where fewer than two pictures tell anything.
func CameraFromViews(width, height int, views [][]TagDetection, o PoseOptions) (Camera, float64, error) {
	f := viewsFit{prior: GuessCamera(width, height)}
	var focal []float64
	for _, tags := range views {
		found, err := solveTags(f.prior, true, tags, PoseOptions{TagSizeMM: o.TagSizeMM, TagFaceMM: o.TagFaceMM})
		if err != nil {
			continue // this picture tells nothing; the others may
		}
		focal = append(focal, found.camera.FX)
		found.unknowns = slices.Delete(found.unknowns, found.lensAt(), found.tagsAt())
		found.freeLens = false
		f.views = append(f.views, found)
	}
	if len(f.views) < 2 {
		return Camera{}, 0, ErrFewViews
	}
	slices.Sort(focal)
	u, focalError := f.descend([4]float64{math.Log(focal[len(focal)/2]), 0, f.prior.CX, f.prior.CY})
	camera := f.lens(u)
	camera.Name, camera.Views = "", len(f.views)
	sum := 0.0
	for _, v := range f.views {
		sum += v.rms() * v.rms()
	}
	camera.RMSPx = math.Sqrt(sum / float64(len(f.views)))
	return camera, focalError, nil
}
