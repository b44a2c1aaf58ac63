package vision

import (
	"errors"
	"math"

	"gocv.io/x/gocv"

	"github.com/castellan-companion/castellan/calibration"
	learning "github.com/castellan-companion/castellan/calibration/pieces"
	"github.com/castellan-companion/castellan/engine/castellan"
	"github.com/castellan-companion/castellan/vision/model"
	"github.com/castellan-companion/castellan/vision/reading"
	"github.com/castellan-companion/castellan/vision/volume"
)

// measuringCourtyard is the smallest castle with walls of both lengths and nothing left open.
var measuringCourtyard = reading.Castle{
	Towers: []castellan.Node{{}, {I: 2}, {I: 2, J: 1}, {J: 1}},
	Walls: []castellan.Wall{
		{To: castellan.Node{I: 2}},
		{From: castellan.Node{J: 1}, To: castellan.Node{I: 2, J: 1}},
		{To: castellan.Node{J: 1}},
		{From: castellan.Node{I: 2}, To: castellan.Node{I: 2, J: 1}},
	},
}

// measuredSizes are how many times as large as the game's a set is taken for, the likeliest first: a Reader that is not told of a set finds
// pitches up to pitchRange beside what it expects.
var measuredSizes = [...]float64{1, 0.8, 1.25, 0.64, 1.56}

// MeasureSet measures a piece set by a courtyard built of it: four towers, two long and two short walls, in a picture of eight-bit blue,
// green and red (OpenCV's order) that shows tags too. The pitch is measured, to a few parts in a hundred (calibration.Set.Rough); the other
// measures are taken to be to it as they are in the game as it is sold, for castles of other proportions can be read like that. camera is
// nil where the lens is not known.
//
// What is not exactly such a courtyard is refused with pieces.ErrNoCourtyard, and a picture without tags with calibration.ErrNoTags.
func MeasureSet(img gocv.Mat, camera *calibration.Camera) (learned learning.Learned, err error) {
	r, err := NewReader(Options{Camera: camera})
	if err != nil {
		return learned, err
	}
	defer func() { err = errors.Join(err, r.Close()) }()
	out := nothingRead()
	_, view, _, err := r.open(img, &out)
	switch {
	case err != nil:
		return learned, err
	case view == nil:
		return learned, calibration.ErrNoTags
	}
	usual := calibration.DefaultSet()
	for _, size := range measuredSizes {
		r.set, r.last = usual.Sized(size), nil
		got := out
		r.look(view, &got)
		if !isCourtyard(&got.Castle) {
			continue
		}
		if pitch, ok := r.measurePitch(); ok {
			learned.Set = usual.OfPitch(pitch).Rounded()
			learned.Set.Name, learned.Set.Rough = "", true
			r.last.set = learned.Set
			learned.Pieces = r.learnedPieces()
			return learned, nil
		}
	}
	return learned, learning.ErrNoCourtyard
}

// isCourtyard says whether a castle is the courtyard that sets are measured by, and nothing more.
func isCourtyard(c *reading.Castle) bool {
	wanted, seen := piecesOf(&measuringCourtyard), piecesOf(c)
	_, _, common := recognise(wanted, seen)
	return common == len(wanted) && len(seen) == len(wanted)
}

// measurePitch moves the lattice of the castle that was read last to where its pieces stand, until they stand there, and returns its pitch
// in millimetres. ok is false where they stand on none: what was seen is not what was built.
func (r *Reader) measurePitch() (pitchMM float64, ok bool) {
	const (
		looks   = 24
		stride  = 2.0    // times the way that the network says: it says less than the whole
		settled = 0.0005 // of the pitch
		stands  = 0.009  // pitches that the pieces may stand off (mean): of 92 rendered courtyards that were seen, 78 were beneath
		room    = 1      // nodes around the courtyard
	)
	usual := calibration.DefaultSet()
	s := r.last
	lens := volume.NewLens(*s.view)
	win := grown(around(&s.castle), room)
	mid := middle(&s.castle)
	off := math.Inf(1)
	for range looks {
		s.set = usual.OfPitch(s.grid.Pitch)
		cells := r.runner.Cells(r.picture, lens, &s.grid, win, &s.set)
		r.runner.LookAgain(&cells, r.picture, lens, &s.grid, &s.set, doubtViews)
		var next model.Grid
		next, off, _ = correct(&cells, s.grid, true, 1) // the stride goes farther
		change := next.Pitch/s.grid.Pitch - 1
		s.grid = stretched(next, 1+(stride-1)*change, mid)
		if math.Abs(change) < settled {
			break
		}
	}
	return s.grid.Pitch, off < stands
}

// stretched is a lattice of a pitch that is so many times as long; lattice coordinates mid keep their place.
func stretched(g model.Grid, by float64, mid [2]float64) model.Grid {
	was := g.At(mid[0], mid[1])
	g.Pitch *= by
	now := g.At(mid[0], mid[1])
	for k := range g.Origin {
		g.Origin[k] += was[k] - now[k]
	}
	return g
}

// learnedPieces are the pieces of the castle that was read last, with their outlines in its picture.
func (r *Reader) learnedPieces() []learning.Piece {
	var all []learning.Piece
	walls := 0
	for _, o := range r.Outlines() {
		p := learning.Piece{Kind: learning.Kind(o.Kind), Color: o.Color, Outline: o.Points}
		if o.Kind == "wall" {
			if p.Kind = learning.Short; isLong(r.last.castle.Walls[walls].Ordered()) {
				p.Kind = learning.Long
			}
			walls++
		}
		all = append(all, p)
	}
	return all
}
