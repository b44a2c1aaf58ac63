package vision

import (
	"cmp"
	"math"
	"slices"

	"github.com/castellan-companion/castellan/calibration"
	"github.com/castellan-companion/castellan/vision/model"
	"github.com/castellan-companion/castellan/vision/reading"
	"github.com/castellan-companion/castellan/vision/volume"
)

// Where no tag tells where the camera is, the castle does: its pieces stand on a lattice of known pitch and have known heights. A few
// places over the table are tried for the camera, held upright (outlooks). From those that make a lattice of what the networks see, the
// place is solved from the towers, from those in the middle outward (settleView), and then from all pieces (sharpen).

// untaggedTilts (degrees) and untaggedPitches (the pitch's share of the picture's width) are the places that are tried.
var (
	untaggedTilts   = [...]float64{4, 16, 28, 38, 47}
	untaggedPitches = [...]float64{0.02, 0.026, 0.034, 0.044, 0.057, 0.074}
)

const (
	// untaggedLeads is how many of the places are followed up.
	untaggedLeads = 3
	// untaggedTowers is how many towers a castle must have to be found: few things lie on a lattice by chance, but not none.
	untaggedTowers = 6
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
		view          calibration.View
		solver        resection
		win           model.Window
		evidence, off float64
	}
	var places []place
	most := 0.0
	g := model.NewGrid([2]float64{}, 0, r.set.PitchMM)
	const first, then = 2, 3 // looks at all places, and at the best
	for _, outlook := range r.outlooks(&camera) {
		p := place{solver: newResection(&outlook, r.set.PitchMM, r.options.Camera == nil)}
		v, towers, ok := r.settleView(outlook, &p.solver)
		if !ok {
			continue
		}
		p.win = towers.window(&g)
		if p.view, p.evidence, p.off = r.sharpen(v, &g, p.win, &r.set, &p.solver, first); p.evidence > 0 {
			places = append(places, p)
			most = max(most, p.evidence)
		}
	}
	// Where about as much speaks for several places, the pieces stand nearest to the lattice as seen from the right one.
	const about = 0.9
	var best *place
	for k := range places {
		if p := &places[k]; p.evidence >= about*most && (best == nil || p.off < best.off) {
			best = p
		}
	}
	if best == nil {
		return nil, false
	}
	v, evidence, _ := r.sharpen(best.view, &g, best.win, &r.set, &best.solver, then)
	return &v, evidence > 0
}

// outlooks are the likeliest of the places that are tried for the camera, best first.
func (r *Reader) outlooks(camera *calibration.Camera) []calibration.View {
	type place struct {
		view calibration.View
		rank float64
	}
	var places []place
	for _, tilt := range untaggedTilts {
		for _, share := range untaggedPitches {
			v := above(camera, tilt*math.Pi/180, camera.FX*r.set.PitchMM/(share*float64(camera.Width)))
			l, found := r.compass(&v, volume.NewLens(v), nil)
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
	var likeliest []calibration.View
	for _, p := range places[:min(untaggedLeads, len(places))] {
		likeliest = append(likeliest, p.view)
	}
	return likeliest
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

// settleView solves the camera's place from the towers seen from about there, twice, as they are seen better from the right place. The
// table frame of the place found is along the lattice. ok is false where too few towers agree on one.
func (r *Reader) settleView(v calibration.View, solver *resection) (settled calibration.View, towers lead, ok bool) {
	rough, ok := r.compass(&v, volume.NewLens(v), nil)
	if !ok {
		return v, towers, false
	}
	const looks = 2
	for range looks {
		if towers, ok = r.along(rough, volume.NewLens(v), nil); !ok {
			return v, towers, false
		}
		if v, ok = r.grow(v, &towers, solver); !ok {
			return v, towers, false
		}
		rough = towers
	}
	return v, towers, true
}

// grow solves the camera's place from towers seen from about there, from those in the middle outward: from a wrong place the lattice
// looks bent, though hardly among neighbours. The towers are moved to where they stand as seen from there.
func (r *Reader) grow(v calibration.View, l *lead, solver *resection) (grown calibration.View, ok bool) {
	const (
		near  = 0.3  // pitches: how far from a node a tower may seem to stand
		noise = 0.06 // pitches
	)
	pitch, height := r.set.PitchMM, r.set.TowerHeightMM
	agree := 0.0
	for k, within := range [...]float64{3, 3, 5, 8, math.Inf(1), math.Inf(1)} { // pitches
		middle := l.about(within * pitch)
		if k == 0 {
			grids := middle.fits(pitch, true, 1)
			if len(grids) == 0 {
				return v, false
			}
			v = along(&v, &grids[0], pitch)
			l.turn(&grids[0], pitch)
			middle = l.about(within * pitch)
		}
		var marks []mark
		for _, t := range middle.towers {
			i, j := math.Round(t.at[0]/pitch), math.Round(t.at[1]/pitch)
			if math.Hypot(t.at[0]-i*pitch, t.at[1]-j*pitch) <= near*pitch {
				marks = append(marks, markAt(&v, [2]float64{i * pitch, j * pitch}, t.at, height))
			}
		}
		old := v
		v, agree = solver.solve(v, marks, noise)
		l.seenFrom(&old, &v, height)
	}
	return v, agree >= leastTowers
}

// turn moves a lead into the frame along a lattice, of this pitch whatever the lattice's was taken for.
func (l *lead) turn(g *model.Grid, pitch float64) {
	for _, spots := range [2][]spot{l.towers, l.castle} {
		for k := range spots {
			i, j := g.Coords(spots[k].at)
			spots[k].at = [2]float64{i * pitch, j * pitch}
		}
	}
	l.angle = 0
}

// seenFrom moves what was seen from one place to where it stands if the camera is in another; towers are seen by their tops.
func (l *lead) seenFrom(old, now *calibration.View, height float64) {
	for _, part := range []struct {
		spots *[]spot
		z     float64
	}{{&l.towers, height}, {&l.castle, 0}} {
		var kept []spot
		for _, s := range *part.spots {
			if at, ok := now.OnPlane(old.Pixel([3]float64{s.at[0], s.at[1], part.z}), part.z); ok {
				kept = append(kept, spot{at, s.p, s.way})
			}
		}
		*part.spots = kept
	}
}

// sharpen solves the camera's place from all pieces that stand on a lattice, so many times over. evidence is what speaks for them, not more
// than 0 where that is no castle; off is how far from the lattice they seem to stand (mean, pitches).
func (r *Reader) sharpen(
	v calibration.View, g *model.Grid, win model.Window, set *calibration.Set, solver *resection, times int,
) (sharp calibration.View, evidence, off float64) {
	const noise = 0.03 // pitches
	for range times {
		cells := r.runner.Cells(r.picture, volume.NewLens(v), g, win, set)
		b := newBoard(&cells, nil)
		b.settle()
		if !b.credible(1) {
			return v, 0, 0
		}
		marks := b.marks(&v, &cells, g, set)
		evidence, off = b.evidence(), 0
		for k := range marks {
			o := solver.off(&v, &marks[k])
			off += math.Hypot(o[0], o[1]) / float64(len(marks))
		}
		v, _ = solver.solve(v, marks, noise)
	}
	return v, evidence, off
}

// sharper is a view whose lens is not known, made to fit the castle that was found: what tags tell of a lens is little where they lie near
// to each other, or are seen from above. The castle is looked at again from there. A small castle tells less than the tags.
func (r *Reader) sharper(view *calibration.View, seen *found) calibration.View {
	const times, fewest = 2, 10 // pieces
	if seen.board.piecesIn() < fewest {
		return *view
	}
	solver := newResection(view, seen.set.PitchMM, true)
	v, evidence, _ := r.sharpen(*view, &seen.grid, seen.cells.Window, &seen.set, &solver, times)
	if evidence <= 0 {
		v = *view
	}
	seen.cells = r.inspect(volume.NewLens(v), &seen.grid, seen.cells.Window, &seen.set)
	return v
}

// marks are the pieces that are clearly to be seen, joined to the castle or not, by the middles of their tops.
func (b *board) marks(v *calibration.View, cells *model.CellMap, g *model.Grid, set *calibration.Set) []mark {
	var marks []mark
	for k := range b.all {
		x := &b.all[k]
		if x.odds < inAPattern {
			continue
		}
		z := set.WallHeightMM
		if x.tower {
			z = set.TowerHeightMM
		}
		i2, j2, _ := model.WallMiddle(x.wall)
		i, j := float64(i2)/2, float64(j2)/2
		o := cells.At(i2, j2)
		marks = append(marks, markAt(v, g.At(i, j), g.At(i+float64(o[model.CellErrorX]), j+float64(o[model.CellErrorY])), z))
	}
	return marks
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
