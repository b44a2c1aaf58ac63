package vision

import (
	"cmp"
	"errors"
	"image"
	"math"
	"slices"

	"github.com/castellan-companion/castellan/calibration"
	"github.com/castellan-companion/castellan/calibration/apriltag"
	learning "github.com/castellan-companion/castellan/calibration/pieces"
	"github.com/castellan-companion/castellan/vision/model"
	"github.com/castellan-companion/castellan/vision/volume"
)

// How many pieces a line-up has, and what is believed of it.
const (
	lineupMostKeeps  = 8
	lineupMostGrey   = 6     // towers, and walls: that many shadows are no table to measure on
	lineupClear      = 3.0   // logarithm of the odds by which one choice of tower and walls must be likelier than any other
	lineupLeastTilt  = 14.0  // degrees, below which heights do not show
	lineupBeyondTags = 40.0  // mm around the tags in which pieces are looked for
	lineupMostTable  = 800.0 // mm, wide and deep, that is looked at
)

// LearnSet measures a piece set by a line-up of it: a tower, a short wall, a long wall and a keep of each colour that stand apart from each
// other between the tags, seen at a slant so that heights show, and a picture of the same table before. The more looks there are at pieces
// that were turned and moved in between, the surer it is. camera is nil where the lens is not known. The errors are those of package pieces,
// and of calibration.Locator, of the newest look.
func LearnSet(p learning.Pictures, camera *calibration.Camera) (learned learning.Learned, err error) {
	var looks [][]learning.Piece
	bare := volume.FromImage(p.Bare)
	for _, look := range p.Looks {
		var found []learning.Piece
		if found, err = lookAtLineup(look, bare, camera); err != nil {
			continue
		}
		if n := len(looks); n > 0 && unmoved(looks[n-1], found) {
			looks = looks[:n-1]
		}
		looks, learned.Pieces = append(looks, found), found
	}
	if err != nil {
		return learning.Learned{}, err
	}
	learned.Set, err = learning.SetOf(looks...)
	return learned, err
}

// unmoved says whether two looks show the walls as they stood: the later one tells nothing new then.
func unmoved(before, now []learning.Piece) bool {
	const (
		near  = 2.0 // mm
		alike = 4.0 // degrees
	)
	for k := 1; k <= 2; k++ {
		a, b := &before[k], &now[k]
		turned := math.Abs(math.Remainder(a.AngleDeg-b.AngleDeg, 180))
		if turned > alike || math.Hypot(a.AtMM[0]-b.AtMM[0], a.AtMM[1]-b.AtMM[1]) > near {
			return false
		}
	}
	return true
}

// lookAtLineup finds and measures the pieces of a line-up: the tower, the short wall, the long wall, then the keeps by colour.
func lookAtLineup(img image.Image, bare *volume.Picture, camera *calibration.Camera) ([]learning.Piece, error) {
	size := img.Bounds().Size()
	if size.X != bare.W || size.Y != bare.H {
		return nil, learning.ErrSizes
	}
	view, layout, err := locate(img, camera)
	if err != nil {
		return nil, err
	}
	if view.TiltDeg() < lineupLeastTilt {
		return nil, learning.ErrTooSteep
	}
	lens := volume.NewLens(view)
	middle, wide, deep := tableOf(layout, lens.Eye())
	var r model.Runner
	things, err := sortedOut(r.Caliper(volume.FromImage(img), bare, lens, middle, wide, deep))
	if err != nil {
		return nil, err
	}
	var all []learning.Piece
	for i := range things {
		piece := lineupPiece(&things[i])
		piece.Outline = piece.OutlineIn(&view)
		all = append(all, piece)
	}
	all[1].Kind = learning.Short
	learning.Colour(all, img, &view, layout)
	slices.SortStableFunc(all[3:], func(a, b learning.Piece) int { return cmp.Compare(a.Color, b.Color) })
	return all, nil
}

// locate finds the camera by the tags of a picture.
func locate(m image.Image, camera *calibration.Camera) (view calibration.View, layout calibration.TagLayout, err error) {
	detector, err := apriltag.NewDetector()
	if err != nil {
		return view, nil, err
	}
	defer func() { err = errors.Join(err, detector.Close()) }()
	tags, err := detector.Detect(apriltag.Gray(m))
	if err != nil {
		return view, nil, err
	}
	locator := calibration.NewLocator(calibration.LocatorOptions{Camera: camera})
	view, _, err = locator.Locate(m.Bounds().Dx(), m.Bounds().Dy(), tags)
	return view, locator.Layout(), err
}

// tableOf is the part of the table that the tags enclose, for Caliper: wide and deep (mm) about its middle.
func tableOf(layout calibration.TagLayout, eye [3]float64) (middle [2]float64, wide, deep float64) {
	var sum [2]float64
	n := 0.0
	for _, tag := range layout {
		for _, c := range tag.Corners(0) {
			sum[0], sum[1], n = sum[0]+c[0], sum[1]+c[1], n+1
		}
	}
	f := model.CaliperFrame([2]float64{sum[0] / n, sum[1] / n}, eye, 1, 1, false)
	lo, hi := [2]float64{math.Inf(1), math.Inf(1)}, [2]float64{math.Inf(-1), math.Inf(-1)}
	for _, tag := range layout {
		for _, c := range tag.Corners(0) {
			dx, dy := c[0]-f.Origin[0], c[1]-f.Origin[1]
			for k, at := range [2]float64{dx*f.X[0] + dy*f.X[1], dx*f.Y[0] + dy*f.Y[1]} {
				lo[k], hi[k] = min(lo[k], at), max(hi[k], at)
			}
		}
	}
	across, along := (lo[0]+hi[0])/2, (lo[1]+hi[1])/2
	for k := range middle {
		middle[k] = f.Origin[k] + across*f.X[k] + along*f.Y[k]
	}
	return middle, min(lineupMostTable, hi[0]-lo[0]+2*lineupBeyondTags), min(lineupMostTable, hi[1]-lo[1]+2*lineupBeyondTags)
}

// sortedOut puts the tower, the short and the long wall first. What else was taken for a tower or a wall, a shadow mostly, is left out if it
// is clear which ones are of one set.
func sortedOut(found []model.Apart) ([]model.Apart, error) {
	var towers, walls, keeps []model.Apart
	for _, a := range found {
		switch a.Kind {
		case model.CaliperTower:
			towers = append(towers, a)
		case model.CaliperWall:
			walls = append(walls, a)
		default:
			keeps = append(keeps, a)
		}
	}
	switch {
	case len(towers) < 1 || len(walls) < 2 || len(keeps) < 1:
		return nil, learning.ErrFewPieces
	case len(towers) > lineupMostGrey || len(walls) > lineupMostGrey || len(keeps) > lineupMostKeeps:
		return nil, learning.ErrManyPieces
	}
	slices.SortFunc(walls, func(a, b model.Apart) int { return cmp.Compare(a.Length.MM, b.Length.MM) })
	best, next := math.Inf(-1), math.Inf(-1)
	var chosen []model.Apart
	for t := range towers {
		for l := range walls {
			for s := range walls[:l] {
				score := together(&towers[t], &walls[s], &walls[l])
				if score > best {
					best, next, chosen = score, best, []model.Apart{towers[t], walls[s], walls[l]}
				} else {
					next = max(next, score)
				}
			}
		}
	}
	if best-next < lineupClear {
		return nil, learning.ErrManyPieces
	}
	return append(chosen, keeps...), nil
}

// together is how much speaks for a tower and two walls to be those of a set, as a logarithm of odds up to a constant.
func together(tower, short, long *model.Apart) float64 {
	const (
		surest   = 4.0  // logarithm of odds: beyond that, Caliper does not know better
		heights  = 0.12 // by which the walls' heights err (logarithm),
		breadths = 0.2  // and their thicknesses
	)
	_, _, _, contradiction := learning.Lattice(tower.Width, short.Length, long.Length)
	off := math.Hypot(contradiction, math.Hypot(math.Log(short.Height.MM/long.Height.MM)/heights, math.Log(short.Width.MM/long.Width.MM)/breadths))
	score := -off * off / 2
	for _, a := range [3]*model.Apart{tower, short, long} {
		score += 2 * min(surest, math.Log(a.P/(1-a.P))) // and as much against it were it left out
	}
	return score
}

// lineupPiece is what was found of a piece; both walls are taken for long ones.
func lineupPiece(a *model.Apart) learning.Piece {
	kind, length := learning.Long, a.Length
	switch a.Kind {
	case model.CaliperTower:
		kind, length = learning.Tower, a.Width
	case model.CaliperKeep:
		kind, length = learning.Keep, a.Width
	}
	return learning.Piece{
		Kind: kind, AtMM: a.At, AngleDeg: a.Angle * 180 / math.Pi, Length: length, Width: a.Width, Height: a.Height,
	}
}
