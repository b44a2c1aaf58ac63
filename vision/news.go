package vision

import (
	"errors"
	"image"
	"math"
	"slices"

	"gocv.io/x/gocv"

	"github.com/castellan-companion/castellan/calibration"
	"github.com/castellan-companion/castellan/calibration/compare"
)

const (
	// detailWidth is about how wide the pictures are in which news are sought, in pixels: enough to show merlons and the edges of pieces that
	// are as grey as the table.
	detailWidth = 640
	// newsBlock is the side of the squares that are compared, in pixels of these.
	newsBlock = 4
)

// details makes pictures to find news in. It owns Mats and must be closed.
type details struct {
	logOfGrey gocv.Mat // logTable for gocv.LUT
	small     gocv.Mat // memory
}

func newDetails() details {
	d := details{logOfGrey: gocv.NewMatWithSize(1, len(logTable), gocv.MatTypeCV32F), small: gocv.NewMat()}
	for i, v := range &logTable {
		d.logOfGrey.SetFloatAt(0, i, v)
	}
	return d
}

// Close frees the Mats.
func (d *details) Close() error { return errors.Join(d.logOfGrey.Close(), d.small.Close()) }

// of makes in out the logarithm of the brightness of a grey picture, about detailWidth wide.
func (d *details) of(gray gocv.Mat, out *gocv.Mat) error {
	w := max(newsBlock, min(detailWidth, gray.Cols())/newsBlock*newsBlock)
	h := max(newsBlock, gray.Rows()*w/gray.Cols()/newsBlock*newsBlock)
	return errors.Join(
		gocv.Resize(gray, &d.small, image.Pt(w, h), 0, 0, gocv.InterpolationArea),
		gocv.LUT(d.small, d.logOfGrey, out),
	)
}

// sameSize says whether two pictures are of one size.
func sameSize(a, b gocv.Mat) bool { return a.Cols() == b.Cols() && a.Rows() == b.Rows() }

// news is where one picture shows something else than another one: not where only the light is another. It owns Mats and must be closed.
type news struct {
	w, h    int
	differs []bool // by squares of newsBlock pixels, row by row: those that differ, and those beside them

	change, light, squares gocv.Mat // memory
	values                 []float32
	shade                  []uint8 // of each square
	patches                change  // the squares that differ by themselves: by 1 or more
	blobs                  []blob
	plain                  []bool // which of these are beyond doubt
}

func newNews() news { return news{change: gocv.NewMat(), light: gocv.NewMat(), squares: gocv.NewMat()} }

// Close frees the Mats.
func (n *news) Close() error {
	return errors.Join(n.change.Close(), n.light.Close(), n.squares.Close())
}

// find compares two pictures of one size, as details makes them.
func (n *news) find(before, now gocv.Mat) error {
	const (
		lightPx  = 21    // within so many pixels light changes alike
		clearly  = 4.0   // times the noise
		leastLog = 0.012 // less is never news
	)
	n.w, n.h = now.Cols()/newsBlock, now.Rows()/newsBlock
	if err := errors.Join(
		gocv.Subtract(now, before, &n.change),
		gocv.BoxFilter(n.change, &n.light, -1, image.Pt(lightPx, lightPx)),
		gocv.AbsDiff(n.change, n.light, &n.change),
		gocv.Resize(n.change, &n.squares, image.Pt(n.w, n.h), 0, 0, gocv.InterpolationArea),
	); err != nil {
		return err
	}
	much, err := n.squares.DataPtrFloat32()
	if err != nil {
		return err
	}
	least, err := n.noise(now, much)
	if err != nil {
		return err
	}
	for i := range least {
		least[i] = max(leastLog, clearly*least[i])
	}
	p := &n.patches
	p.w, p.h, p.amount = n.w, n.h, p.amount[:0]
	for i, v := range much {
		p.amount = append(p.amount, v/least[n.shade[i]])
	}
	n.spread()
	return nil
}

// spread marks what differs: the squares that hang together with enough others, of which one differs plainly (hysteresis, as of Canny's edges,
// 1986), and those beside them.
func (n *news) spread() {
	const (
		enough = 5 // squares: less is the edge of something that the camera sees elsewhere by a fraction of a pixel
		// Where the picture is rich in contrast it is noisier: bowls and heaps on an empty table came to 2.5, castles of a few pieces to 10 and
		// more.
		plainly = 3
	)
	n.blobs = n.patches.blobs(n.blobs, 1, enough)
	n.plain = slices.Grow(n.plain[:0], len(n.blobs)+1)[:len(n.blobs)+1]
	clear(n.plain)
	for i, id := range n.patches.label {
		if id > 0 && n.patches.amount[i] >= plainly {
			n.plain[id] = true
		}
	}
	if len(n.differs) != n.w*n.h {
		n.differs = make([]bool, n.w*n.h)
	}
	clear(n.differs)
	for i, id := range n.patches.label {
		if id <= 0 || !n.plain[id] {
			continue
		}
		x, y := i%n.w, i/n.w
		for v := max(0, y-1); v <= min(n.h-1, y+1); v++ {
			for u := max(0, x-1); u <= min(n.w-1, x+1); u++ {
				n.differs[v*n.w+u] = true
			}
		}
	}
}

// square is which of the squares shows a point (mm) in a picture seen from view; ok is false where none does.
func (n *news) square(view *calibration.View, p [3]float64) (k int, ok bool) {
	at := squareOf(view, p, n.w, n.h)
	return at.Y*n.w + at.X, at.In(image.Rect(0, 0, n.w, n.h))
}

// squareOf is which of w squares across and h down that make up a picture seen from view shows a point (mm); it may lie outside.
func squareOf(view *calibration.View, p [3]float64, w, h int) image.Point {
	px := view.Pixel(p)
	return image.Pt(
		int(math.Floor((px[0]+0.5)*float64(w)/float64(view.Width))), int(math.Floor((px[1]+0.5)*float64(h)/float64(view.Height))),
	)
}

// shades is how many shades of brightness have a noise of their own: sensors are noisier in the dark, and not at all where they are dazzled.
const shades = 8

// noise is how much the squares of each shade differ where nothing is new, of which much is a list. It sets shade.
func (n *news) noise(now gocv.Mat, much []float32) (typical [shades]float32, err error) {
	const (
		few = 60 // squares say too little
		// Many squares of a shade may be news, all of the dark ones where pieces are darker than the table: the least of them tell more of
		// its noise, and no shade is much noisier than all of the picture.
		least, leastToMedian = 0.2, 1.2
		most                 = 2.5 // times the median of all
	)
	if err := gocv.Resize(now, &n.light, image.Pt(n.w, n.h), 0, 0, gocv.InterpolationArea); err != nil {
		return typical, err
	}
	bright, err := n.light.DataPtrFloat32()
	if err != nil {
		return typical, err
	}
	lo, hi := logTable[0], logTable[len(logTable)-1]
	n.shade = n.shade[:0]
	for _, v := range bright {
		n.shade = append(n.shade, uint8(min(shades-1, max(0, shades*(v-lo)/(hi-lo)))))
	}
	n.values = append(n.values[:0], much...)
	all := compare.Median(n.values)
	for s := range typical {
		n.values = n.values[:0]
		for i, v := range much {
			if int(n.shade[i]) == s {
				n.values = append(n.values, v)
			}
		}
		if typical[s] = all; len(n.values) >= few {
			slices.Sort(n.values)
			typical[s] = min(most*all, leastToMedian*n.values[int(least*float64(len(n.values)))])
		}
	}
	return typical, nil
}

// share is how much of the picture differs.
func (n *news) share() float64 {
	differ := 0
	for _, d := range n.differs {
		if d {
			differ++
		}
	}
	return float64(differ) / float64(max(1, len(n.differs)))
}
