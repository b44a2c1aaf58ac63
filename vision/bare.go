package vision

import (
	"errors"
	"image"
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
	table   gocv.Mat // as details makes it
	known   bool     // the table was seen without a castle
	now     gocv.Mat // of the picture looked at
	news    news     // where that differs from table, if they are comparable
}

func newBare() *bare {
	return &bare{details: newDetails(), table: gocv.NewMat(), now: gocv.NewMat(), news: newNews()}
}

// Close frees the Mats.
func (b *bare) Close() error {
	return errors.Join(b.details.Close(), b.table.Close(), b.now.Close(), b.news.Close())
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

// nothingNew is what speaks for a piece where the table looks as it did without a castle, as a logarithm of odds.
const nothingNew = -6.0

// mostNews is the share of the picture that may differ from the bare table: where more does, the camera was moved.
const mostNews = 0.5

// look looks at a grey picture.
func (b *bare) look(gray gocv.Mat) error {
	if err := b.details.of(gray, &b.now); err != nil || !b.comparable() {
		return err
	}
	return b.news.find(b.table, b.now)
}

// see takes the picture looked at, in which no castle is, for that of the bare table, unless one is known that this one resembles: what was
// built since and overlooked would be taken for the table.
func (b *bare) see() error {
	if b.comparable() && b.news.share() <= mostNews {
		return nil
	}
	b.known = true
	return b.now.CopyTo(&b.table)
}

// comparable says whether the bare table is known from a picture of the size of the one looked at.
func (b *bare) comparable() bool {
	return b.known && b.table.Cols() == b.now.Cols() && b.table.Rows() == b.now.Rows()
}

// forget makes the bare table unknown.
func (b *bare) forget() { b.known = false }

// changed is the part of the table in which the picture looked at, seen from view, differs from the bare one; nil where that is not known, or
// says nothing. height is that of a tower in mm: what stands on a place hides what is behind it. It is valid until the next picture.
func (b *bare) changed(view *calibration.View, height float64) area {
	if !b.comparable() {
		return nil
	}
	if share := b.news.share(); share == 0 || share > mostNews {
		return nil
	}
	n := &b.news
	frame := image.Rect(0, 0, n.w, n.h)
	sx, sy := float64(n.w)/float64(view.Width), float64(n.h)/float64(view.Height)
	return func(mm [2]float64) bool {
		for _, z := range [2]float64{0, height} {
			px := view.Pixel([3]float64{mm[0], mm[1], z})
			at := image.Pt(int(math.Floor((px[0]+0.5)*sx)), int(math.Floor((px[1]+0.5)*sy)))
			if at.In(frame) && n.differs[at.Y*n.w+at.X] {
				return true
			}
		}
		return false
	}
}
