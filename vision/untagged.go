package vision

import (
	"cmp"
	"math"
	"slices"

	"gocv.io/x/gocv"

	"github.com/castellan-companion/castellan/calibration"
	"github.com/castellan-companion/castellan/calibration/opencv"
	"github.com/castellan-companion/castellan/vision/reading"
	"github.com/castellan-companion/castellan/vision/volume"
)

// Where no tag tells where the camera is, the castle does: its towers stand on a lattice of known pitch and at one height. A few places
// over the table are tried for the camera, held upright; from those that make a lattice of what the networks see, the place is
// solved from the towers themselves.

// untaggedTilts (degrees) and untaggedPitches (the pitch's share of the picture's width) are the places that are tried.
var (
	untaggedTilts   = [...]float64{4, 16, 28, 38, 47}
	untaggedPitches = [...]float64{0.02, 0.026, 0.034, 0.044, 0.057}
)

const (
	// untaggedLeads is how many of the places are followed up.
	untaggedLeads = 3
	// untaggedTowers is how many towers must agree on a camera's place: six points of a plane leave little to chance.
	untaggedTowers = 6
	// untaggedShare is the share of what looks like towers that they must be.
	untaggedShare = 0.6
	// untaggedOff is how far they may be off (root of the mean square, pitches).
	untaggedOff = 0.06
	// untaggedSure is the share of the pieces that must be sure, or it is no castle.
	untaggedSure = 0.85
	// untaggedTrust is the share of a reading's confidence that is left without tags.
	untaggedTrust = 0.8
)

// castleView finds the camera's place from the castle in r.picture alone. The table frame is along the castle's lattice, with its origin
// in one of the nodes. ok is false where too little speaks for any place.
func (r *Reader) castleView() (view *calibration.View, ok bool) {
	camera := calibration.GuessCamera(r.picture.W, r.picture.H)
	if r.options.Camera != nil {
		known, err := r.options.Camera.Scaled(r.picture.W, r.picture.H)
		if err != nil {
			return nil, false
		}
		camera = known
	}
	type place struct {
		view calibration.View
		rank float64
	}
	var places []place
	for _, tilt := range untaggedTilts {
		for _, share := range untaggedPitches {
			v := above(&camera, tilt*math.Pi/180, camera.FX*r.set.PitchMM/(share*float64(camera.Width)))
			l, found := r.compass(&v, volume.NewLens(v))
			if !found || l.sureTowers() < untaggedTowers/2 {
				continue
			}
			if grids := l.fits(r.set.PitchMM, true, 1); len(grids) > 0 {
				// Where the scale is wrong, much looks like towers, and some lattice goes through many of them.
				explained := l.explained(&grids[0])
				places = append(places, place{v, explained * explained / float64(len(l.towers))})
			}
		}
	}
	slices.SortStableFunc(places, func(a, b place) int { return cmp.Compare(b.rank, a.rank) })
	best := 0.0
	for _, p := range places[:min(untaggedLeads, len(places))] {
		if v, agree := r.settleView(p.view); agree > best {
			view, best = &v, agree
		}
	}
	return view, best > 0
}

// distrust takes a reading back that was made without tags unless nearly all of it is clear, as it is only where pieces stand on a lattice
// that is there; else it lowers its confidence.
func (r *Reader) distrust(out *reading.Reading) {
	towers, sure := 0, 0
	for _, p := range out.Pieces {
		if p.Tower != nil {
			towers++
		}
		if p.P > sureEnough {
			sure++
		}
	}
	if towers >= untaggedTowers && float64(sure) >= untaggedSure*float64(len(out.Pieces)) {
		out.Confidence = round(untaggedTrust*out.Confidence, 4)
		return
	}
	r.last = nil
	notes := out.Notes
	*out = nothingRead()
	out.Notes = notes
}

// above is a camera held upright at a distance (mm) from the table's origin, which it looks at, tilted from the vertical (radians).
func above(camera *calibration.Camera, tilt, distanceMM float64) calibration.View {
	s, c := math.Sincos(tilt)
	return calibration.View{Camera: *camera, Pose: calibration.Pose{
		R: [3][3]float64{{1, 0, 0}, {0, -c, -s}, {0, s, -c}}, T: [3]float64{0, 0, distanceMM},
	}}
}

// settleView solves the camera's place from the towers seen from about there, several times, as they are seen better from the right place.
// agree is how many towers agree on it, times the share that they are of all; 0 where that is too few.
func (r *Reader) settleView(v calibration.View) (settled calibration.View, agree float64) {
	// From a wrong place the lattice looks bent, so the towers in the middle are the first to be believed.
	for _, within := range [...]float64{3, 5, math.Inf(1), math.Inf(1)} { // pitches
		_, fine, ok := r.find(&v, volume.NewLens(v))
		if !ok {
			return v, 0
		}
		near := fine.about(within * r.set.PitchMM)
		grids := near.fits(r.set.PitchMM, true, 1)
		if len(grids) == 0 {
			return v, 0
		}
		var onLattice []gocv.Point3f
		var inPicture []gocv.Point2f
		for _, t := range near.towers {
			i, j := grids[0].Coords(t.at)
			a, b := math.Round(i), math.Round(j)
			const near = 0.25 // pitches
			if math.Hypot(i-a, j-b) > near {
				continue
			}
			px := v.Pixel([3]float64{t.at[0], t.at[1], r.set.TowerHeightMM})
			onLattice = append(onLattice, gocv.Point3f{
				X: float32(a * r.set.PitchMM), Y: float32(b * r.set.PitchMM), Z: float32(r.set.TowerHeightMM),
			})
			inPicture = append(inPicture, gocv.Point2f{X: float32(px[0]), Y: float32(px[1])})
		}
		if len(onLattice) < untaggedTowers {
			return v, 0
		}
		pose, ok := planePose(&v.Camera, onLattice, inPicture)
		if !ok {
			return v, 0
		}
		v.Pose = pose
		agree = 0
		share := float64(len(onLattice)) / float64(len(fine.towers))
		if share > untaggedShare && off(&v, onLattice, inPicture) < untaggedOff*r.set.PitchMM {
			agree = share * float64(len(onLattice))
		}
	}
	return v, agree
}

// about is the part of a lead within a distance (mm) of the middle of its towers: of the one that has the most others around it.
func (l *lead) about(within float64) lead {
	part := *l
	most := 0
	for _, middle := range l.towers {
		var around []spot
		for _, t := range l.towers {
			if math.Hypot(t.at[0]-middle.at[0], t.at[1]-middle.at[1]) <= within {
				around = append(around, t)
			}
		}
		if len(around) > most {
			part.towers, most = around, len(around)
		}
	}
	return part
}

// off is how far points of the table frame are from where they are seen (pixels), in mm on their plane: the root of the mean square.
func off(v *calibration.View, points []gocv.Point3f, seen []gocv.Point2f) float64 {
	sum := 0.0
	for k, p := range points {
		at, ok := v.OnPlane([2]float64{float64(seen[k].X), float64(seen[k].Y)}, float64(p.Z))
		if !ok {
			return math.Inf(1)
		}
		sum += math.Pow(at[0]-float64(p.X), 2) + math.Pow(at[1]-float64(p.Y), 2)
	}
	return math.Sqrt(sum / float64(len(points)))
}

// planePose is the place of a camera that sees points of a plane (mm, table frame) at these pixels, by OpenCV's solver for planes followed
// by its iterative one. ok is false where there is none above the table.
func planePose(camera *calibration.Camera, points []gocv.Point3f, pixels []gocv.Point2f) (calibration.Pose, bool) {
	k := gocv.NewMatWithSize(3, 3, gocv.MatTypeCV64F)
	defer k.Close()
	for at, v := range map[[2]int]float64{{0, 0}: camera.FX, {1, 1}: camera.FY, {0, 2}: camera.CX, {1, 2}: camera.CY, {2, 2}: 1} {
		k.SetDoubleAt(at[0], at[1], v)
	}
	for _, at := range [][2]int{{0, 1}, {1, 0}, {2, 0}, {2, 1}} {
		k.SetDoubleAt(at[0], at[1], 0)
	}
	dist := gocv.NewMatWithSize(1, len(camera.Dist), gocv.MatTypeCV64F)
	defer dist.Close()
	for i, d := range camera.Dist {
		dist.SetDoubleAt(0, i, d)
	}
	object, image := gocv.NewPoint3fVectorFromPoints(points), gocv.NewPoint2fVectorFromPoints(pixels)
	defer object.Close()
	defer image.Close()
	turn, shift := gocv.NewMat(), gocv.NewMat()
	defer turn.Close()
	defer shift.Close()
	const iterative = 0 // cv::SOLVEPNP_ITERATIVE: by a homography where the points lie in a plane, then Levenberg-Marquardt
	if !gocv.SolvePnP(object, image, k, dist, &turn, &shift, false, iterative) {
		return calibration.Pose{}, false
	}
	p, err := opencv.Pose(turn, [3]float64{shift.GetDoubleAt(0, 0), shift.GetDoubleAt(1, 0), shift.GetDoubleAt(2, 0)})
	return p, err == nil && p.Centre()[2] > 0
}
