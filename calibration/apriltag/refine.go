package apriltag

import (
	"image"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"github.com/castellan-companion/castellan/calibration/srgb"
)

// refiner moves a tag's corners to where the picture truly shows them. The C library's own corners lie half a pixel and
// more inside the black square (its refinement too, which moreover loses small tags, and is not used): the lens blurs light, and a picture brightens its shades, so that white seems to spread
// into black, by an amount that depends on the exposure. Seen over the whole tag the spread shows itself, as it moves
// edges from black to white and from white to black in opposite directions. So the refiner fits all edges between the
// tag's cells at once, for the tag's place (a homography, slightly bowed by the lens) together with one spread.
type refiner struct {
	gray    *image.Gray
	normal  *mat.SymDense // of the fit, kept to spare allocations
	right   *mat.VecDense
	found   []foundEdge
	weights []float64
	fitting int // how many of the found edges agree with the last fit
}

const (
	homographyUnknowns = 8
	bowUnknowns        = 4 // how the lens bows the tag's rows and columns, in x and y
	unknowns           = homographyUnknowns + bowUnknowns + 1
	spread             = unknowns - 1
	refineRounds       = 4 // each starts from edges that are nearer to the truth
	reweightRounds     = 3
	profileSteps       = 16   // samples across an edge, over one cell
	minLightStep       = 0.01 // of full light; below it black and white cannot be told apart
	minTagPx           = 16.0 // root of the tag's area; a smaller tag's cells are lost in the blur, and
	minCellPx          = 1.2  // so are those of a tag seen too much from the side
	outlierFloor       = 0.15 // px; edges this near to the fit keep nearly their full weight
	fitPart            = 0.6  // of the edges must fit, and
	smallTagPx         = 32.0 // of a tag smaller than this, on which they are hardly further apart than they are blurred,
	fitPartSmall       = 0.9  // nearly all,
	fitCells           = 0.12 // to this part of a cell
	fitPx              = 0.4  // or to this, or else the tag is seen too poorly to be refined
	maxCornerShift     = 4.0  // px; a corner that would go further was caught by something else
)

// foundEdge is a cell edge with its place in the picture, in the centred and scaled frame of the fit.
type foundEdge struct {
	row    [unknowns]float64 // what each unknown does to the edge
	across float64           // how far the picture's edge is from the predicted one, towards white, in pixels
	cell   float64           // size of a cell across the edge, in pixels
}

func newRefiner(gray *image.Gray) *refiner {
	return &refiner{gray: gray, normal: mat.NewSymDense(unknowns, nil), right: mat.NewVecDense(unknowns, nil)}
}

// refine gives the corners moved to the edges of the tag with this pattern. They stay where they are when the tag is
// seen too poorly.
func (r *refiner) refine(pattern []cellEdge, corners [4][2]float64) [4][2]float64 {
	refined, part := corners, fitPart
	for range refineRounds {
		h, ok := squareToCorners(refined)
		if !ok || h.sizePx() < minTagPx || !r.findEdges(pattern, h) {
			return corners
		}
		if h.sizePx() < smallTagPx {
			part = fitPartSmall
		}
		if refined, ok = r.fit(h); !ok {
			return corners
		}
	}
	if float64(r.fitting) < part*float64(len(r.found)) {
		return corners
	}
	for i := range corners {
		if !(math.Hypot(refined[i][0]-corners[i][0], refined[i][1]-corners[i][1]) < maxCornerShift) {
			return corners
		}
	}
	return refined
}

// findEdges looks for each edge of the pattern in the picture near where h predicts it.
func (r *refiner) findEdges(pattern []cellEdge, h homography) bool {
	r.found = r.found[:0]
	for _, e := range pattern {
		at, jacobian := h.at(e.x, e.y)
		// The edge's direction in the tag is across its normal; the picture's normal is across the picture's direction.
		tx := -jacobian[0][0]*e.ny + jacobian[0][1]*e.nx
		ty := -jacobian[1][0]*e.ny + jacobian[1][1]*e.nx
		length := math.Hypot(tx, ty)
		nx, ny := ty/length, -tx/length
		stepX, stepY := jacobian[0][0]*e.nx+jacobian[0][1]*e.ny, jacobian[1][0]*e.nx+jacobian[1][1]*e.ny
		cell := (stepX*nx + stepY*ny) * cellSize
		if cell < 0 {
			nx, ny, cell = -nx, -ny, -cell
		}
		if cell < minCellPx {
			return false
		}
		across, ok := r.crossing(at, [2]float64{nx, ny}, cell)
		if !ok {
			continue
		}
		edge := foundEdge{across: across, cell: cell}
		gradient := h.gradient(e.x, e.y, at)
		for k := range homographyUnknowns {
			edge.row[k] = nx*gradient[0][k] + ny*gradient[1][k]
		}
		// The bow leaves the corners where they are, so that they remain the homography's.
		bowX, bowY := e.x*e.x-1, e.y*e.y-1
		copy(edge.row[homographyUnknowns:], []float64{nx * bowX, ny * bowX, nx * bowY, ny * bowY})
		edge.row[spread] = -1
		r.found = append(r.found, edge)
	}
	return len(r.found) > 2*unknowns && 2*len(r.found) > len(pattern)
}

// fit solves for the homography's change and the spread, leaving out what does not fit, and gives the new corners.
func (r *refiner) fit(h homography) (corners [4][2]float64, ok bool) {
	r.weights = slices.Grow(r.weights[:0], len(r.found))[:len(r.found)]
	for i := range r.weights {
		r.weights[i] = 1
	}
	var change mat.VecDense
	var cholesky mat.Cholesky
	for range reweightRounds {
		r.normal.Zero()
		r.right.Zero()
		for k := homographyUnknowns; k < spread; k++ {
			r.normal.SetSym(k, k, h.stiffness())
		}
		for i := range r.found {
			e := &r.found[i]
			for j := range unknowns {
				wj := r.weights[i] * e.row[j]
				for k := j; k < unknowns; k++ {
					r.normal.SetSym(j, k, r.normal.At(j, k)+wj*e.row[k])
				}
				r.right.SetVec(j, r.right.AtVec(j)+wj*e.across)
			}
		}
		if !cholesky.Factorize(r.normal) || cholesky.SolveVecTo(&change, r.right) != nil {
			return corners, false
		}
		r.reweigh(&change)
	}
	for k := range homographyUnknowns {
		h.h[k] += change.AtVec(k)
	}
	for i, c := range tagCorners {
		corners[i], _ = h.at(c[0], c[1])
	}
	return corners, true
}

// reweigh gives each edge the weight that its residual deserves (Tukey's biweight on a robust scale).
func (r *refiner) reweigh(change *mat.VecDense) {
	r.fitting = 0
	residuals := make([]float64, len(r.found))
	for i := range r.found {
		residuals[i] = r.found[i].across
		for k, v := range r.found[i].row {
			residuals[i] -= v * change.AtVec(k)
		}
		residuals[i] = math.Abs(residuals[i])
		if residuals[i] < max(fitPx, fitCells*r.found[i].cell) {
			r.fitting++
		}
	}
	sorted := slices.Sorted(slices.Values(residuals))
	cut := 4 * max(outlierFloor, 1.5*sorted[len(sorted)/2])
	for i, residual := range residuals {
		r.weights[i] = 0
		if residual < cut {
			q := residual / cut
			r.weights[i] = (1 - q*q) * (1 - q*q)
		}
	}
}

// crossing is how far along the normal from a place in the picture black turns into white; cell is a cell's size there.
func (r *refiner) crossing(at, normal [2]float64, cell float64) (across float64, ok bool) {
	var light [profileSteps + 1]float64
	reach, step := cell/2, cell/profileSteps
	for i := range light {
		d := -reach + float64(i)*step
		if light[i], ok = r.lightAt(at[0]+d*normal[0], at[1]+d*normal[1]); !ok {
			return 0, false
		}
	}
	black, white := (light[0]+light[1])/2, (light[profileSteps-1]+light[profileSteps])/2
	if white-black < minLightStep {
		return 0, false
	}
	half := (black + white) / 2
	best := math.Inf(1)
	for i := range profileSteps {
		if light[i] > half || light[i+1] <= half {
			continue
		}
		d := -reach + step*(float64(i)+(half-light[i])/(light[i+1]-light[i]))
		if math.Abs(d) < math.Abs(best) {
			best = d
		}
	}
	return best, !math.IsInf(best, 1)
}

// lightAt is the light (0..1, linear) at a place between pixel centres, by sRGB's curve; real cameras differ in the highlights, which the
// spread takes up.
func (r *refiner) lightAt(x, y float64) (light float64, ok bool) {
	x, y = x+float64(r.gray.Rect.Min.X), y+float64(r.gray.Rect.Min.Y)
	x0, y0 := math.Floor(x), math.Floor(y)
	p := image.Pt(int(x0), int(y0))
	if !p.In(r.gray.Rect) || !p.Add(image.Pt(1, 1)).In(r.gray.Rect) {
		return 0, false
	}
	fx, fy := x-x0, y-y0
	upper := r.gray.Pix[r.gray.PixOffset(p.X, p.Y):]
	lower := r.gray.Pix[r.gray.PixOffset(p.X, p.Y+1):]
	return (1-fy)*((1-fx)*srgb.Light(upper[0])+fx*srgb.Light(upper[1])) +
		fy*((1-fx)*srgb.Light(lower[0])+fx*srgb.Light(lower[1])), true
}
