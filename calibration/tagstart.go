package calibration

import "math"

// Starts of the fit: a grid of tilts, and for an unknown lens several focal lengths. For each the rest follows directly.
const (
	startTilts    = 7
	startTiltStep = 20 * math.Pi / 180
)

// startFocalLengths are tried as multiples of the common one where the lens is unknown.
var startFocalLengths = [...]float64{0.7, 1, 1.4}

// fitTags fits from all promising starts and gives the best fit; nil where the tags cannot be on one plane in view.
func fitTags(camera Camera, freeLens bool, tags []TagDetection, o PoseOptions) *tagFit {
	f := tagFit{
		tags: tags, places: make([]TagPlace, len(tags)), sizeMM: o.TagSizeMM, faceMM: o.TagFaceMM,
		camera: camera, prior: camera, freeLens: freeLens, doubtPx: coarseDoubtPx,
	}
	focalLengths := startFocalLengths[:]
	if !freeLens {
		focalLengths = []float64{1}
	}
	var best *tagFit
	try := func(start []float64) *tagFit {
		candidate := f
		candidate.descend(start, coarseDoubtPx)
		candidate.descend(candidate.unknowns, fineDoubtPx)
		if best == nil || candidate.cost < best.cost {
			best = &candidate
		}
		return &candidate
	}
	for _, factor := range focalLengths {
		lens := f.prior
		lens.FX, lens.FY = lens.FX*factor, lens.FY*factor
		for _, start := range f.starts(&lens) {
			found := try(start)
			if mirrored, ok := found.mirrored(); ok {
				try(mirrored)
			}
		}
	}
	if best == nil || len(o.Layout) == 0 {
		return best
	}
	return best.anchor(o.Layout)
}

// tagRays are the rays in the camera frame to the corners of the tags.
func tagRays(lens *Camera, tags []TagDetection) [][4][3]float64 {
	rays := make([][4][3]float64, len(tags))
	for i := range tags {
		for c, pixel := range tags[i].Corners {
			x, y := lens.Ray(pixel)
			rays[i][c] = [3]float64{x, y, 1}
		}
	}
	return rays
}

// mirrored is the start on the other side of the line of sight: a small flat thing looks nearly the same tilted towards the
// one side and the other, and the fit may have gone to the wrong one.
func (f *tagFit) mirrored() (u []float64, ok bool) {
	rays := tagRays(&f.camera, f.tags)
	var sight [3]float64
	for i := range rays {
		for _, ray := range rays[i] {
			sight = add(sight, ray)
		}
	}
	sight = unit(sight)
	r := lookDown(f.unknowns[tiltX], f.unknowns[tiltY], 0)
	up := [3]float64{r[0][2], r[1][2], r[2][2]}
	up = sub(scale(sight, 2*dot(up, sight)), up)
	return f.startAt(&f.camera, rays, math.Atan2(up[1], -up[2]), math.Asin(-up[0]))
}

// starts are the unknowns of the grid's local minima.
func (f *tagFit) starts(lens *Camera) [][]float64 {
	rays := tagRays(lens, f.tags)
	var grid [startTilts][startTilts][]float64
	var costs [startTilts + 2][startTilts + 2]float64 // with a rim
	for a := range costs {
		for b := range costs[a] {
			costs[a][b] = math.Inf(1)
		}
	}
	for a := range grid {
		for b := range grid[a] {
			tilt := func(k int) float64 { return float64(k-startTilts/2) * startTiltStep }
			if u, ok := f.startAt(lens, rays, tilt(a), tilt(b)); ok {
				grid[a][b] = u
				costs[a+1][b+1] = f.totalCost(u)
			}
		}
	}
	var starts [][]float64
	for a := range grid {
		for b := range grid[a] {
			if grid[a][b] != nil && lowest(&costs, a+1, b+1) {
				starts = append(starts, grid[a][b])
			}
		}
	}
	return starts
}

// lowest tells whether the cost at a, b is below all around it.
func lowest(costs *[startTilts + 2][startTilts + 2]float64, a, b int) bool {
	here := costs[a][b]
	if math.IsInf(here, 1) {
		return false
	}
	for da := -1; da <= 1; da++ {
		for db := -1; db <= 1; db++ {
			if costs[a+da][b+db] < here {
				return false
			}
		}
	}
	return true
}

// startAt takes the tilts for granted: the height follows from the tags' size, their places from their rays.
func (f *tagFit) startAt(lens *Camera, rays [][4][3]float64, tiltX, tiltY float64) (u []float64, ok bool) {
	down := lookDown(tiltX, tiltY, 0)
	ground := make([][4][2]float64, len(rays)) // on a plane 1 mm below the camera
	edges := 0.0
	for i := range rays {
		for c, ray := range rays[i] {
			d := rotateBack(&down, ray)
			if d[2] > -0.05 {
				return nil, false // at the horizon
			}
			ground[i][c] = [2]float64{-d[0] / d[2], -d[1] / d[2]}
		}
		for c := range 4 {
			p, q := ground[i][c], ground[i][(c+1)%4]
			edges += math.Hypot(q[0]-p[0], q[1]-p[1])
		}
	}
	clearance := f.sizeMM * float64(4*len(rays)) / edges // camera over the tags' faces
	u = []float64{tiltX, tiltY, math.Log(clearance + f.faceMM)}
	if f.freeLens {
		u = append(u, math.Log(lens.FX), lens.Dist[0])
	}
	for i := range ground {
		g := &ground[i]
		x, y := (g[0][0]+g[1][0]+g[2][0]+g[3][0])/4, (g[0][1]+g[1][1]+g[2][1]+g[3][1])/4
		alongX, alongY := g[1][0]+g[2][0]-g[0][0]-g[3][0], g[1][1]+g[2][1]-g[0][1]-g[3][1]
		u = append(u, clearance*x, clearance*y, math.Atan2(alongY, alongX))
	}
	return u, true
}

// anchor fits again with the places of the layout's tags held fast, starting from the fit in which all were free. Without
// any tag of the layout in view the fit stays as it is.
func (f *tagFit) anchor(layout TagLayout) *tagFit {
	anchored := *f
	anchored.places = make([]TagPlace, len(f.tags))
	for i := range f.tags {
		if known, ok := layout.find(f.tags[i].ID); ok {
			anchored.places[i], anchored.anchored = known, true
		}
	}
	// One of the tags may have been moved, so each in turn says where the layout is, and the best is believed.
	var best []float64
	lowest := math.Inf(1)
	for i, known := range anchored.places {
		if known.SizeMM == 0 {
			continue
		}
		start := anchored.startFrom(f, f.place(f.unknowns, i), known)
		if cost := anchored.totalCost(start); best == nil || cost < lowest {
			best, lowest = start, cost
		}
	}
	if best == nil {
		return f
	}
	anchored.descend(best, fineDoubtPx)
	return &anchored
}

// startFrom moves a fit in which all tags were free so that the tag that it placed at fitted comes to lie where it is known
// to lie.
func (f *tagFit) startFrom(free *tagFit, fitted, known TagPlace) []float64 {
	angle := (known.AngleDeg - fitted.AngleDeg) * math.Pi / 180
	s, c := math.Sincos(angle)
	move := func(x, y float64) (float64, float64) {
		x, y = x-fitted.CenterMM[0], y-fitted.CenterMM[1]
		return known.CenterMM[0] + c*x - s*y, known.CenterMM[1] + s*x + c*y
	}
	u := free.unknowns
	x, y := move(0, 0)
	start := []float64{u[tiltX], u[tiltY], u[logHeight], -angle, x, y}
	if f.freeLens {
		start = append(start, u[free.lensAt():free.tagsAt()]...)
	}
	for i := range f.tags {
		if f.places[i].SizeMM == 0 {
			at := free.tagAt(i)
			x, y := move(u[at], u[at+1])
			start = append(start, x, y, u[at+2]+angle)
		}
	}
	return start
}
