package vision

import (
	"errors"
	"math"
	"slices"

	"github.com/paulmach/orb"
	"github.com/paulmach/orb/planar"
	"gocv.io/x/gocv"

	"github.com/castellan-companion/castellan/calibration"
	"github.com/castellan-companion/castellan/calibration/compare"
	"github.com/castellan-companion/castellan/vision/reading"
)

// scenery is what the table looks like, castle and all, so that it can be recognised in a later picture. It owns Mats and must be closed.
type scenery struct {
	known gocv.Mat // grey: the picture in which the castle was last read; empty before the first
	now   gocv.Mat // grey: the picture looked at
}

func newScenery() *scenery { return &scenery{known: gocv.NewMat(), now: gocv.NewMat()} }

// Close frees the Mats.
func (s *scenery) Close() error { return errors.Join(s.known.Close(), s.now.Close()) }

// keep takes the picture looked at for the known one.
func (s *scenery) keep() { s.known, s.now = s.now, s.known }

// shift is where something is in the known picture and in the one looked at, in pixels.
type shift struct{ from, to [2]float64 }

const (
	// mostCorners is how many places of a picture are compared with those of another: plenty, as cards and loose pieces have some dozens.
	mostCorners = 1500
	// faintCorner is the contrast in grey levels that makes a corner. Tables have little.
	faintCorner = 6
	// clearerMatch is how much better than the second best place the best one must be like the one sought.
	clearerMatch = 0.8
)

// shifts are the places that both pictures show. Some will be wrong.
func (s *scenery) shifts() ([]shift, error) {
	if s.known.Empty() || !sameSize(s.known, s.now) {
		return nil, nil
	}
	orb := gocv.NewORBWithParams(mostCorners, 1.2, 8, 31, 0, 2, gocv.ORBScoreTypeHarris, 31, faintCorner)
	matcher := gocv.NewBFMatcherWithParams(gocv.NormHamming, false)
	everywhere := gocv.NewMat()
	a, descriptionsA := orb.DetectAndCompute(s.known, everywhere)
	b, descriptionsB := orb.DetectAndCompute(s.now, everywhere)
	var all []shift
	if len(a) > 1 && len(b) > 1 {
		for _, m := range matcher.KnnMatch(descriptionsA, descriptionsB, 2) {
			if len(m) == 2 && m[0].Distance < clearerMatch*m[1].Distance {
				from, to := &a[m[0].QueryIdx], &b[m[0].TrainIdx]
				all = append(all, shift{[2]float64{from.X, from.Y}, [2]float64{to.X, to.Y}})
			}
		}
	}
	return all, errors.Join(orb.Close(), matcher.Close(), everywhere.Close(), descriptionsA.Close(), descriptionsB.Close())
}

const (
	// leastAgreeing is how many shifts must agree on a movement: by chance fewer do.
	leastAgreeing = 12
	// agreePx is how well they must.
	agreePx = 3.0
)

// agreeing are those of some shifts that one movement of a plane before a camera explains; nil where that is too few to be sure.
func agreeing(all []shift) ([]shift, error) {
	if len(all) < leastAgreeing {
		return nil, nil
	}
	var from, to []gocv.Point2f
	for _, s := range all {
		from = append(from, gocv.Point2f{X: float32(s.from[0]), Y: float32(s.from[1])})
		to = append(to, gocv.Point2f{X: float32(s.to[0]), Y: float32(s.to[1])})
	}
	fromPoints, toPoints := gocv.NewPoint2fVectorFromPoints(from), gocv.NewPoint2fVectorFromPoints(to)
	defer fromPoints.Close()
	defer toPoints.Close()
	fromMat, toMat := gocv.NewMatFromPoint2fVector(fromPoints, true), gocv.NewMatFromPoint2fVector(toPoints, true)
	agree := gocv.NewMat()
	const (
		most = 2000 // attempts
		sure = 0.995
	)
	movement := gocv.FindHomography(fromMat, toMat, gocv.HomographyMethodRANSAC, agreePx, &agree, most, sure)
	var good []shift
	for i := range min(len(all), agree.Rows()) {
		if agree.GetUCharAt(i, 0) != 0 {
			good = append(good, all[i])
		}
	}
	if len(good) < leastAgreeing {
		good = nil
	}
	return good, errors.Join(fromMat.Close(), toMat.Close(), agree.Close(), movement.Close())
}

// survey finds out what both pictures show, and what of that is beside the castle that is drawn in the known one: nil where too little.
func (s *scenery) survey(drawn []reading.Outline) (table, all []shift, err error) {
	found, err := s.shifts()
	if err != nil {
		return nil, nil, err
	}
	if table, err = agreeing(beside(found, drawn, besidePx)); err != nil {
		return nil, nil, err
	}
	all, err = agreeing(found)
	return table, all, err
}

// length is the median distance of some shifts, in pixels; 0 of none.
func length(shifts []shift) float64 {
	d := make([]float64, 0, len(shifts))
	for _, s := range shifts {
		d = append(d, math.Hypot(s.to[0]-s.from[0], s.to[1]-s.from[1]))
	}
	return compare.Median(d)
}

// beside are the shifts of what is farther than room (pixels) from the pieces of a castle drawn in the known picture.
func beside(all []shift, drawn []reading.Outline, room float64) []shift {
	pieces := make([]orb.Ring, len(drawn))
	for i, o := range drawn {
		pieces[i] = closed(o.Points)
	}
	return slices.DeleteFunc(slices.Clone(all), func(s shift) bool {
		return slices.ContainsFunc(pieces, func(ring orb.Ring) bool { return distance(s.from, ring) < room })
	})
}

// closed is a polygon as a ring, which ends where it begins.
func closed(polygon [][2]float64) orb.Ring {
	ring := make(orb.Ring, 0, len(polygon)+1)
	for _, corner := range polygon {
		ring = append(ring, corner)
	}
	return append(ring, ring[:min(1, len(ring))]...)
}

// distance is how far a point is from what a ring surrounds; 0 inside of it.
func distance(p [2]float64, ring orb.Ring) float64 {
	if planar.RingContains(ring, p) {
		return 0
	}
	return planar.DistanceFrom(ring, p)
}

// moved is the view from which things on the table are seen where the shifts say, that were seen from v before. agree is how many of them agree.
func moved(v *calibration.View, shifts []shift) (now calibration.View, agree float64) {
	const noise = 0.03 // pitches: about a millimetre
	solver := newResection(v, calibration.DefaultSet().PitchMM, false)
	var marks []mark
	for _, s := range shifts {
		if at, ok := v.OnPlane(s.from, 0); ok {
			marks = append(marks, mark{[3]float64{at[0], at[1], 0}, s.to})
		}
	}
	return solver.solve(*v, marks, noise)
}
