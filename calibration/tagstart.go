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
		camera: camera, prior: camera, freeLens: freeLens,
	}
	focalLengths := startFocalLengths[:]
	if !freeLens {
		focalLengths = []float64{1}
	}
	var best *tagFit
	for _, factor := range focalLengths {
		for _, start := range f.starts(factor) {
			candidate := f
			candidate.descend(start)
			if best == nil || candidate.cost < best.cost {
				best = &candidate
			}
		}
	}
	if best == nil || len(o.Layout) == 0 {
		return best
	}
	return best.anchor(o.Layout)
}

// starts are the unknowns of the grid's local minima.
func (f *tagFit) starts(factor float64) [][]float64 {
	lens := f.prior
	lens.FX, lens.FY = lens.FX*factor, lens.FY*factor
	rays := make([][4][3]float64, len(f.tags))
	for i := range f.tags {
		for c, pixel := range f.tags[i].Corners {
			x, y := lens.Ray(pixel)
			rays[i][c] = [3]float64{x, y, 1}
		}
	}
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
			if u, ok := f.startAt(&lens, rays, tilt(a), tilt(b)); ok {
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
	// The turn and shift that best take the fitted corners to the known ones (Procrustes in the plane).
	var from, to [][3]float64
	for i := range f.tags {
		known, ok := layout.find(f.tags[i].ID)
		if !ok {
			continue
		}
		anchored.places[i] = known
		anchored.anchored = true
		fitted := f.place(f.unknowns, i)
		a, b := fitted.corners(0), known.corners(0)
		from, to = append(from, a[:]...), append(to, b[:]...)
	}
	if !anchored.anchored {
		return f
	}
	fromMiddle, toMiddle := middleOf(from), middleOf(to)
	var along, across float64
	for i := range from {
		p, q := sub(from[i], fromMiddle), sub(to[i], toMiddle)
		along += p[0]*q[0] + p[1]*q[1]
		across += p[0]*q[1] - p[1]*q[0]
	}
	angle := math.Atan2(across, along)
	s, c := math.Sincos(angle)
	move := func(x, y float64) (float64, float64) {
		x, y = x-fromMiddle[0], y-fromMiddle[1]
		return toMiddle[0] + c*x - s*y, toMiddle[1] + s*x + c*y
	}
	x, y := move(0, 0)
	start := []float64{f.unknowns[tiltX], f.unknowns[tiltY], f.unknowns[logHeight], -angle, x, y}
	if f.freeLens {
		start = append(start, f.unknowns[f.lensAt():f.tagsAt()]...)
	}
	for i := range f.tags {
		if anchored.places[i].SizeMM == 0 {
			at := f.tagAt(i)
			x, y := move(f.unknowns[at], f.unknowns[at+1])
			start = append(start, x, y, f.unknowns[at+2]+angle)
		}
	}
	anchored.descend(start)
	return &anchored
}

func middleOf(points [][3]float64) (middle [3]float64) {
	for _, p := range points {
		middle = add(middle, scale(p, 1/float64(len(points))))
	}
	return middle
}
