package calibration

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"
)

// tagFit is a least-squares fit of camera pose, tag places and, if wanted, the lens to the corners seen.
//
// The unknowns, in order: the camera's two tilts (radians) and the logarithm of its height (mm); where some tags' places are
// known, its turn about the vertical (radians) and its x and y (mm) too, which otherwise are 0, as nothing tells them;
// with a free lens, the logarithm of its focal length (px) and k1; then x, y (mm) and angle (radians) of each tag whose
// place is not known.
type tagFit struct {
	tags     []TagDetection
	places   []TagPlace // of the tags, as far as known; SizeMM 0 where not
	sizeMM   float64
	faceMM   float64
	camera   Camera
	prior    Camera // what the lens is taken for before the tags are looked at
	freeLens bool
	anchored bool // some places are known

	doubtPx float64 // corners further off than this lose weight, the more the further (Cauchy's loss)

	unknowns []float64
	cost     float64
	normal   *mat.SymDense // of the last linearisation, without damping
	gradient *mat.VecDense
}

// What a lens is commonly like, and how sure a corner is: these weigh what is not known of the lens against the corners.
const (
	focalLengthSpread = 0.2  // standard deviation of the logarithm, over webcams and phones
	k1Spread          = 0.1  // standard deviation of k1
	cornerNoisePx     = 0.15 // standard deviation of a corner's x or y
	coarseDoubtPx     = 30   // doubtPx far from the answer,
	fineDoubtPx       = 1    // and near to it
)

// Places of the unknowns.
const (
	tiltX = iota
	tiltY
	logHeight
	turn
	centreX
	centreY
)

func (f *tagFit) lensAt() int {
	if f.anchored {
		return centreY + 1
	}
	return logHeight + 1
}

func (f *tagFit) tagsAt() int {
	if f.freeLens {
		return f.lensAt() + 2
	}
	return f.lensAt()
}

// view is the camera that the unknowns describe.
func (f *tagFit) view(u []float64) View {
	v := View{Camera: f.camera}
	var yaw, x, y float64
	if f.anchored {
		yaw, x, y = u[turn], u[centreX], u[centreY]
	}
	v.R = lookDown(u[tiltX], u[tiltY], yaw)
	v.T = scale(rotate(&v.R, [3]float64{x, y, math.Exp(u[logHeight])}), -1)
	if f.freeLens {
		at := f.lensAt()
		v.FX = math.Exp(u[at])
		v.FY = v.FX
		v.Dist[0] = u[at+1]
	}
	return v
}

// lookDown is the rotation from table to camera of a camera that looks straight down with the table's x axis to its right,
// turned by yaw about the vertical, then tilted about its own y and x axes.
func lookDown(tiltX, tiltY, yaw float64) [3][3]float64 {
	sx, cx := math.Sincos(tiltX)
	sy, cy := math.Sincos(tiltY)
	sz, cz := math.Sincos(yaw)
	// Rx(tiltX) * Ry(tiltY) * diag(1,-1,-1)
	a := [3][3]float64{{cy, 0, -sy}, {sx * sy, -cx, sx * cy}, {-cx * sy, -sx, -cx * cy}}
	for i := range a {
		a[i][0], a[i][1] = a[i][0]*cz+a[i][1]*sz, -a[i][0]*sz+a[i][1]*cz
	}
	return a
}

// place is where tag i lies according to the unknowns.
func (f *tagFit) place(u []float64, i int) TagPlace {
	if f.places[i].SizeMM != 0 {
		return f.places[i]
	}
	at := f.tagAt(i)
	return TagPlace{
		ID: f.tags[i].ID, SizeMM: f.sizeMM, CenterMM: [2]float64{u[at], u[at+1]}, AngleDeg: u[at+2] * 180 / math.Pi,
	}
}

// tagAt is where the unknowns of tag i begin.
func (f *tagFit) tagAt(i int) int {
	at := f.tagsAt()
	for _, p := range f.places[:i] {
		if p.SizeMM == 0 {
			at += 3
		}
	}
	return at
}

// residuals are the expected less the seen corners of a tag, in pixels; false where a corner would be behind the camera.
func (f *tagFit) residuals(v *View, place TagPlace, seen *TagDetection) (r [8]float64, ok bool) {
	for i, corner := range place.Corners(f.faceMM) {
		p := v.ToCamera(corner)
		if p[2] <= 0 {
			return r, false
		}
		pixel := v.Project(p)
		r[2*i], r[2*i+1] = pixel[0]-seen.Corners[i][0], pixel[1]-seen.Corners[i][1]
	}
	return r, true
}

// totalCost is half the robust sum of squares, in px^2; +Inf where the unknowns are impossible.
func (f *tagFit) totalCost(u []float64) float64 {
	v := f.view(u)
	cost := 0.0
	for i := range f.tags {
		r, ok := f.residuals(&v, f.place(u, i), &f.tags[i])
		if !ok {
			return math.Inf(1)
		}
		for c := range 4 {
			cost += f.doubtPx * f.doubtPx / 2 * math.Log1p((r[2*c]*r[2*c]+r[2*c+1]*r[2*c+1])/(f.doubtPx*f.doubtPx))
		}
	}
	if f.freeLens {
		for _, p := range f.lensPrior(u) {
			cost += p.residual * p.residual / 2
		}
	}
	return cost
}

// priorTerm is what common lenses say about an unknown, weighed like a corner's residual.
type priorTerm struct {
	at              int
	residual, slope float64
}

func (f *tagFit) lensPrior(u []float64) [2]priorTerm {
	at := f.lensAt()
	const focal, k1 = cornerNoisePx / focalLengthSpread, cornerNoisePx / k1Spread
	return [2]priorTerm{
		{at, focal * (u[at] - math.Log(f.prior.FX)), focal},
		{at + 1, k1 * (u[at+1] - f.prior.Dist[0]), k1},
	}
}

// linearise fills in the normal equations at the present unknowns.
func (f *tagFit) linearise() {
	n := len(f.unknowns)
	f.normal.Zero()
	f.gradient.Zero()
	shared := f.tagsAt()
	base := f.view(f.unknowns)
	nudged := slices.Clone(f.unknowns)
	steps := make([]float64, n)
	views := make([]View, shared)
	for k := range n {
		steps[k] = 1e-6 * max(1, math.Abs(f.unknowns[k]))
		if k < shared {
			nudged[k] += steps[k]
			views[k] = f.view(nudged)
			nudged[k] = f.unknowns[k]
		}
	}
	var rows [][8]float64
	var columns []int
	for i := range f.tags {
		place := f.place(f.unknowns, i)
		r, _ := f.residuals(&base, place, &f.tags[i])
		rows, columns = rows[:0], columns[:0]
		derive := func(k int, v *View, p TagPlace) {
			moved, _ := f.residuals(v, p, &f.tags[i])
			for c := range moved {
				moved[c] = (moved[c] - r[c]) / steps[k]
			}
			rows, columns = append(rows, moved), append(columns, k)
		}
		for k := range shared {
			derive(k, &views[k], place)
		}
		if f.places[i].SizeMM == 0 {
			for k := f.tagAt(i); k < f.tagAt(i)+3; k++ {
				nudged[k] += steps[k]
				derive(k, &base, f.place(nudged, i))
				nudged[k] = f.unknowns[k]
			}
		}
		var weights [8]float64
		for c := range 4 {
			w := 1 / (1 + (r[2*c]*r[2*c]+r[2*c+1]*r[2*c+1])/(f.doubtPx*f.doubtPx))
			weights[2*c], weights[2*c+1] = w, w
		}
		for a := range rows {
			for b := a; b < len(rows); b++ {
				sum := 0.0
				for c, w := range weights {
					sum += w * rows[a][c] * rows[b][c]
				}
				f.normal.SetSym(columns[a], columns[b], f.normal.At(columns[a], columns[b])+sum)
			}
			sum := 0.0
			for c, w := range weights {
				sum += w * rows[a][c] * r[c]
			}
			f.gradient.SetVec(columns[a], f.gradient.AtVec(columns[a])+sum)
		}
	}
	if f.freeLens {
		for _, p := range f.lensPrior(f.unknowns) {
			f.normal.SetSym(p.at, p.at, f.normal.At(p.at, p.at)+p.slope*p.slope)
			f.gradient.SetVec(p.at, f.gradient.AtVec(p.at)+p.slope*p.residual)
		}
	}
}

// descend goes from a start to the nearest best fit (Levenberg and Marquardt's method), doubting corners that are further
// off than doubtPx.
func (f *tagFit) descend(start []float64, doubtPx float64) {
	// Most fits take about ten steps. From between a tag's two mirrored tilts, where the cost is a saddle, it may take a
	// hundred before the slope is felt.
	const maxSteps, maxDamping, enough = 300, 1e8, 1e-9
	n := len(start)
	f.unknowns, f.doubtPx = slices.Clone(start), doubtPx
	f.cost = f.totalCost(start)
	f.normal, f.gradient = mat.NewSymDense(n, nil), mat.NewVecDense(n, nil)
	damped := mat.NewSymDense(n, nil)
	next := make([]float64, n)
	var cholesky mat.Cholesky
	var step mat.VecDense
	damping := 1e-3
	for range maxSteps {
		f.linearise()
		before := f.cost
		for ; damping < maxDamping; damping *= 10 {
			damped.CopySym(f.normal)
			for k := range n {
				damped.SetSym(k, k, damped.At(k, k)*(1+damping)+1e-12)
			}
			if !cholesky.Factorize(damped) || cholesky.SolveVecTo(&step, f.gradient) != nil {
				continue
			}
			for k := range next {
				next[k] = f.unknowns[k] - step.AtVec(k)
			}
			if cost := f.totalCost(next); cost < f.cost {
				f.cost = cost
				copy(f.unknowns, next)
				damping = max(damping/10, 1e-9)
				break
			}
		}
		if before-f.cost <= enough*before {
			break
		}
	}
	f.linearise()
	f.camera = f.view(f.unknowns).Camera
}

// tagRMS is the root of the mean square of the distance between seen and expected corners of tag i, in pixels.
func (f *tagFit) tagRMS(i int) float64 {
	v := f.view(f.unknowns)
	r, _ := f.residuals(&v, f.place(f.unknowns, i), &f.tags[i])
	sum := 0.0
	for _, d := range r {
		sum += d * d
	}
	return math.Sqrt(sum / 4)
}

func (f *tagFit) rms() float64 {
	sum := 0.0
	for i := range f.tags {
		r := f.tagRMS(i)
		sum += r * r
	}
	return math.Sqrt(sum / float64(len(f.tags)))
}

// hasMisfit tells whether one of the tags does not fit the others.
func (f *tagFit) hasMisfit() bool {
	all := make([]float64, len(f.tags))
	for i := range all {
		all[i] = f.tagRMS(i)
	}
	slices.Sort(all)
	return all[len(all)-1] > max(tagFitPx, tagFitFactor*all[(len(all)-1)/2])
}

// result is the pose and where the tags lie, in the layout's frame or else in the frame that PoseFromTags describes.
func (f *tagFit) result() (Pose, TagLayout) {
	v := f.view(f.unknowns)
	layout := make(TagLayout, len(f.tags))
	var middle [2]float64
	for i := range f.tags {
		layout[i] = f.place(f.unknowns, i)
		middle[0] += layout[i].CenterMM[0] / float64(len(f.tags))
		middle[1] += layout[i].CenterMM[1] / float64(len(f.tags))
	}
	if f.anchored {
		return v.Pose, layout
	}
	// The picture's right on the table is the new x axis, the middle of the tags the new origin.
	length := math.Hypot(v.R[0][0], v.R[0][1])
	c, s := v.R[0][0]/length, v.R[0][1]/length
	pose := Pose{T: v.ToCamera([3]float64{middle[0], middle[1], 0})}
	for i, row := range v.R {
		pose.R[i] = [3]float64{row[0]*c + row[1]*s, -row[0]*s + row[1]*c, row[2]}
	}
	angle := math.Atan2(s, c) * 180 / math.Pi
	for i := range layout {
		p := &layout[i]
		x, y := p.CenterMM[0]-middle[0], p.CenterMM[1]-middle[1]
		p.CenterMM = [2]float64{c*x + s*y, -s*x + c*y}
		p.AngleDeg = math.Remainder(p.AngleDeg-angle, 360)
	}
	return pose, layout
}

// quality judges the fit; seen are all tags, those left out included.
func (f *tagFit) quality(seen []TagDetection) Quality {
	q := Quality{RMSPx: f.rms()}
	for _, t := range f.tags {
		q.Used = append(q.Used, t.ID)
	}
	for _, t := range seen {
		if !slices.Contains(f.tags, t) {
			q.LeftOut = append(q.LeftOut, t.ID)
		}
	}
	var cholesky mat.Cholesky
	var inverse mat.SymDense
	if !cholesky.Factorize(f.normal) || cholesky.InverseTo(&inverse) != nil {
		q.HeightError, q.TiltErrorDeg = math.Inf(1), math.Inf(1)
		return q
	}
	// Few tags may agree by chance, so the corners' noise is never taken for less than it is known to be.
	redundancy := max(1, 8*len(f.tags)-len(f.unknowns))
	noise := max(cornerNoisePx, q.RMSPx*math.Sqrt(4*float64(len(f.tags))/float64(redundancy)))
	spread := func(k int) float64 { return noise * math.Sqrt(inverse.At(k, k)) }
	q.HeightError = spread(logHeight)
	q.TiltErrorDeg = math.Hypot(spread(tiltX), spread(tiltY)) * 180 / math.Pi
	if f.freeLens {
		q.FocalLengthError = spread(f.lensAt())
	}
	return q
}
