package vision

import (
	"errors"
	"image"
	"image/color"
	"math"

	"gocv.io/x/gocv"

	"github.com/castellan-companion/castellan/calibration"
	"github.com/castellan-companion/castellan/engine/castellan"
	"github.com/castellan-companion/castellan/vision/model"
)

// bare is what the table looks like without a castle. A castle is where the picture differs from that: not where loose pieces lie, and not
// in the pattern of a cloth. It owns Mats and must be closed.
type bare struct {
	details details
	table   gocv.Mat          // as details makes it
	known   *calibration.View // from where the table was seen without a castle; nil where it was not
	now     gocv.Mat          // of the picture looked at,
	from    calibration.View  // seen from here
	moved   gocv.Mat          // the table as it looks from there
	news    news              // where the picture differs from the table, if they are comparable
}

func newBare() *bare {
	return &bare{details: newDetails(), table: gocv.NewMat(), now: gocv.NewMat(), moved: gocv.NewMat(), news: newNews()}
}

// Close frees the Mats.
func (b *bare) Close() error {
	return errors.Join(b.details.Close(), b.table.Close(), b.now.Close(), b.moved.Close(), b.news.Close())
}

// area says of a place on the table (mm) whether it belongs to a part of it; nil is all of the table.
type area func(mm [2]float64) bool

// over are habits along a lattice where pieces stand in this part of the table only. habits may be nil.
func (in area) over(g *model.Grid, habits habit) habit {
	if in == nil {
		return habits
	}
	return func(p castellan.Wall) float64 {
		odds := 0.0
		if habits != nil {
			odds = habits(p)
		}
		if !in(g.At(float64(p.From.I+p.To.I)/2, float64(p.From.J+p.To.J)/2)) {
			odds += nothingNew
		}
		return odds
	}
}

// enough is how much of what must speak for a castle elsewhere must do so in this part of the table: what is new there hands have brought.
func (in area) enough() float64 {
	if in == nil {
		return 1
	}
	return 0.6
}

// clearness is how clearly a castle must be seen in this part of the table to be followed.
func (in area) clearness() clearness {
	if in == nil {
		return likely
	}
	return faint
}

// doubts says whether what is in on a board may as well be a mere pattern, in a part of the table: there hands have put something, but it need not be
// a castle along the lattice that was tried.
func (in area) doubts(b *board) bool { return in != nil && b.evidence() < 0 }

// convinces says whether clearly more speaks for what is in on a board than for a mere pattern. It is asked only in a part of the table: there the first
// pieces of a game are, which seldom are seen as well along another lattice than their own.
func (in area) convinces(b *board) bool {
	const clearly = 1.5 // times as much
	return in == nil || b.weight() >= clearly*inAPattern*float64(b.piecesIn())
}

// nothingNew is what speaks for a piece where the table looks as it did without a castle, as a logarithm of odds.
const nothingNew = -6.0

// mostNews is the share of the picture that may differ from the bare table: where more does, the camera was moved.
const mostNews = 0.5

// look looks at a grey picture, seen from view.
func (b *bare) look(gray gocv.Mat, view *calibration.View) error {
	b.from = *view
	if err := b.details.of(gray, &b.now); err != nil || !b.comparable() {
		return err
	}
	table, err := b.seenFrom(view)
	if err != nil || !b.comparable() {
		return err
	}
	return b.news.find(table, b.now)
}

// seenFrom is the bare table as it looks from view: the camera may have been bumped since. Where that has more in the picture, it is like
// nothing on a table. The table becomes unknown where the camera looks past it.
func (b *bare) seenFrom(view *calibration.View) (gocv.Mat, error) {
	const leastPx = 0.5 // in the pictures of details: less is not worth the sharpness
	was, at, ok := seenTable(b.known, view)
	if !ok {
		b.forget()
		return b.table, nil
	}
	sx, sy := float64(b.now.Cols())/float64(view.Width), float64(b.now.Rows())/float64(view.Height)
	if farthestMoved(&was, &at)*sx < leastPx {
		return b.table, nil
	}
	var before, after []gocv.Point2f
	inDetails := func(px [2]float64) gocv.Point2f {
		return gocv.Point2f{X: float32((px[0]+0.5)*sx - 0.5), Y: float32((px[1]+0.5)*sy - 0.5)}
	}
	for k := range at {
		before, after = append(before, inDetails(was[k])), append(after, inDetails(at[k]))
	}
	then, now := gocv.NewPoint2fVectorFromPoints(before), gocv.NewPoint2fVectorFromPoints(after)
	defer then.Close()
	defer now.Close()
	by := gocv.GetPerspectiveTransform2f(then, now)
	defer by.Close()
	return b.moved, gocv.WarpPerspectiveWithParams(b.table, &b.moved, by, image.Pt(b.now.Cols(), b.now.Rows()),
		gocv.InterpolationLinear, gocv.BorderConstant, color.RGBA{})
}

// seenTable is where four places of the table, towards the corners of the picture that is seen from view, are in it and were in one seen from
// before, in pixels; ok is false where view looks past the table there.
func seenTable(before, view *calibration.View) (was, at [4][2]float64, ok bool) {
	w, h := float64(view.Width), float64(view.Height)
	for k, share := range [4][2]float64{{0.1, 0.1}, {0.9, 0.1}, {0.9, 0.9}, {0.1, 0.9}} {
		at[k] = [2]float64{share[0]*w - 0.5, share[1]*h - 0.5}
		mm, ok := view.OnPlane(at[k], 0)
		if !ok {
			return was, at, false
		}
		was[k] = before.Pixel([3]float64{mm[0], mm[1], 0})
	}
	return was, at, true
}

// farthestMoved is how far any of some places is from where it was.
func farthestMoved(was, at *[4][2]float64) (far float64) {
	for k := range at {
		far = max(far, math.Hypot(was[k][0]-at[k][0], was[k][1]-at[k][1]))
	}
	return far
}

// see takes the picture looked at, in which no castle is, for that of the bare table, unless one is known that this one resembles: what was
// built since and overlooked would be taken for the table.
func (b *bare) see() error {
	if b.comparable() && b.news.share() <= mostNews {
		return nil
	}
	from := b.from
	b.known = &from
	return b.now.CopyTo(&b.table)
}

// comparable says whether the bare table is known from a picture of the size of the one looked at.
func (b *bare) comparable() bool {
	return b.known != nil && sameSize(b.table, b.now)
}

// forget makes the bare table unknown.
func (b *bare) forget() { b.known = nil }

// changed is the part of the table in which the picture looked at differs from the bare one; nil where that is not known, or says nothing.
// height is that of a tower in mm: what stands on a place hides what is behind it. It is valid until the next picture.
func (b *bare) changed(height float64) area {
	if !b.comparable() {
		return nil
	}
	if share := b.news.share(); share == 0 || share > mostNews {
		return nil
	}
	n, view := &b.news, b.from
	return func(mm [2]float64) bool {
		for _, z := range [2]float64{0, height} {
			if k, ok := n.square(&view, [3]float64{mm[0], mm[1], z}); ok && n.differs[k] {
				return true
			}
		}
		return false
	}
}
