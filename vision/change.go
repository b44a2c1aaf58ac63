package vision

import (
	"image"
	"math"

	"gocv.io/x/gocv"

	"github.com/castellan-companion/castellan/calibration/compare"
)

// thumbWidth is the width of the small pictures in which change is sought, in pixels.
const thumbWidth = 160

// thumb is a small picture: the logarithms of blue, green and red, three numbers a pixel.
type thumb struct {
	w, h int
	pix  []float32
}

// thumbs makes small pictures. It owns a Mat and must be closed.
type thumbs struct {
	small gocv.Mat
}

func newThumbs() *thumbs { return &thumbs{small: gocv.NewMat()} }

// Close frees the Mat.
func (m *thumbs) Close() error { return m.small.Close() }

// logTable softens the logarithm for dark pixels, where it would magnify noise: in dark corners of a room that flickers all the time.
var logTable = func() (t [256]float32) {
	const soft = 45 // grey levels
	for i := range t {
		t[i] = float32(math.Log(float64(i) + soft))
	}
	return t
}()

// shrink makes img's small picture in t.
func (m *thumbs) shrink(img gocv.Mat, t *thumb) error {
	w := min(thumbWidth, img.Cols())
	h := max(1, img.Rows()*w/img.Cols())
	if err := gocv.Resize(img, &m.small, image.Pt(w, h), 0, 0, gocv.InterpolationArea); err != nil {
		return err
	}
	pix, err := m.small.DataPtrUint8()
	if err != nil {
		return err
	}
	t.w, t.h = w, h
	t.pix = t.pix[:0]
	for _, v := range pix {
		t.pix = append(t.pix, logTable[v])
	}
	return nil
}

// change is where one small picture differs from another by more than a change of light.
type change struct {
	w, h   int
	amount []float32     // per pixel, the largest difference over the colours beyond the change of light
	light  float64       // the change of light: mean logarithm of the gain
	planes [3][3]float64 // the change of light of each colour: offset, slopes along across and upward
	label  []int32       // per pixel, the number of its blob, from 1; less than 1 outside of those that blobs listed last
	noise  float64       // median of amount

	values         []float32 // memory
	stack, members []int32
	across, upward []float64 // of each column and row, its place from -1 to 1
}

// ramp gives n places from -1 to 1, reusing memory.
func ramp(places []float64, n int) []float64 {
	if len(places) == n {
		return places
	}
	places = places[:0]
	for i := range n {
		places = append(places, 2*float64(i)/float64(n)-1)
	}
	return places
}

// compare finds the change from a to b, which are of one size. Light may change everywhere by a gain that varies smoothly (a plane
// in the logarithm, for each colour); it is fitted to the pixels that agree.
func (c *change) compare(a, b *thumb) {
	c.w, c.h = a.w, a.h
	c.across, c.upward = ramp(c.across, c.w), ramp(c.upward, c.h)
	n := a.w * a.h
	if cap(c.amount) < n {
		c.amount = make([]float32, n)
	}
	c.amount = c.amount[:n]
	clear(c.amount)
	c.light = 0
	for ch := range 3 {
		p := c.plane(a, b, ch)
		c.planes[ch] = p
		c.light += p[0] / 3
		for y, up := range c.upward {
			fy := p[0] + p[2]*up
			row := c.amount[y*c.w : (y+1)*c.w]
			before, now := a.pix[3*y*c.w:3*(y+1)*c.w], b.pix[3*y*c.w:3*(y+1)*c.w]
			for x, side := range c.across {
				d := float64(now[3*x+ch]-before[3*x+ch]) - fy - p[1]*side
				row[x] = max(row[x], float32(math.Abs(d)))
			}
		}
	}
	c.values = append(c.values[:0], c.amount...)
	c.noise = float64(compare.Median(c.values))
}

// plane fits b-a of one colour by offset + slopeX*x + slopeY*y, x and y from -1 to 1, to the pixels near the median and then to those
// near the plane.
func (c *change) plane(a, b *thumb, ch int) [3]float64 {
	const every = 7 // pixel is plenty
	c.values = c.values[:0]
	for i := ch; i < len(a.pix); i += 3 * every {
		c.values = append(c.values, b.pix[i]-a.pix[i])
	}
	p := [3]float64{float64(compare.Median(c.values))}
	const near = 0.25
	for range 3 {
		var s, sx, sy, sxx, sxy, syy, d0, dx, dy float64
		for i := 0; i < c.w*c.h; i += every {
			x, y := c.across[i%c.w], c.upward[i/c.w]
			d := float64(b.pix[3*i+ch] - a.pix[3*i+ch])
			if math.Abs(d-p[0]-p[1]*x-p[2]*y) > near {
				continue
			}
			s, sx, sy = s+1, sx+x, sy+y
			sxx, sxy, syy = sxx+x*x, sxy+x*y, syy+y*y
			d0, dx, dy = d0+d, dx+d*x, dy+d*y
		}
		m := [3][4]float64{{s, sx, sy, d0}, {sx, sxx, sxy, dx}, {sy, sxy, syy, dy}}
		q, ok := solve3(m)
		if !ok || s < float64(c.w*c.h)/every/4 {
			break
		}
		p = q
	}
	return p
}

// solve3 solves three linear equations, given as rows with the right side last; ok is false where they are singular.
func solve3(m [3][4]float64) (x [3]float64, ok bool) {
	for i := range 3 {
		pivot := i
		for r := i + 1; r < 3; r++ {
			if math.Abs(m[r][i]) > math.Abs(m[pivot][i]) {
				pivot = r
			}
		}
		m[i], m[pivot] = m[pivot], m[i]
		if math.Abs(m[i][i]) < 1e-9 {
			return x, false
		}
		for r := i + 1; r < 3; r++ {
			f := m[r][i] / m[i][i]
			for k := i; k < 4; k++ {
				m[r][k] -= f * m[i][k]
			}
		}
	}
	for i := 2; i >= 0; i-- {
		x[i] = m[i][3]
		for k := i + 1; k < 3; k++ {
			x[i] -= m[i][k] * x[k]
		}
		x[i] /= m[i][i]
	}
	return x, true
}

// blob is a connected part of a change.
type blob struct {
	area   int
	edge   int // how many of its pixels lie on the picture's edge
	bounds image.Rectangle

	// What calm finds out about it.
	moving   int     // pixels that moved in this frame
	restless int     // pixels that moved lately
	lying    bool    // it lies on the edge at rest
	patience float64 // how long it must stay as it is to be at rest, in seconds
}

// blobs lists the connected parts in which the change exceeds a threshold, of at least least pixels. It uses the memory of list.
func (c *change) blobs(list []blob, threshold float64, least int) []blob {
	all := list[:0]
	n := c.w * c.h
	if cap(c.label) < n {
		c.label = make([]int32, n)
	}
	c.label = c.label[:n]
	clear(c.label)
	for start := range n {
		if c.label[start] != 0 || float64(c.amount[start]) < threshold {
			continue
		}
		var b blob
		id := int32(len(all) + 1)
		c.label[start] = id
		c.stack, c.members = append(c.stack[:0], int32(start)), c.members[:0]
		for len(c.stack) > 0 {
			i := int(c.stack[len(c.stack)-1])
			c.stack = c.stack[:len(c.stack)-1]
			c.members = append(c.members, int32(i))
			x, y := i%c.w, i/c.w
			b.area++
			if x == 0 || y == 0 || x == c.w-1 || y == c.h-1 {
				b.edge++
			}
			b.bounds = b.bounds.Union(image.Rect(x, y, x+1, y+1))
			for dy := -1; dy <= 1; dy++ {
				for dx := -1; dx <= 1; dx++ {
					nx, ny := x+dx, y+dy
					if nx < 0 || ny < 0 || nx >= c.w || ny >= c.h {
						continue
					}
					k := ny*c.w + nx
					if c.label[k] == 0 && float64(c.amount[k]) >= threshold {
						c.label[k] = id
						c.stack = append(c.stack, int32(k))
					}
				}
			}
		}
		if b.area >= least {
			all = append(all, b)
			continue
		}
		for _, i := range c.members {
			c.label[i] = -1
		}
	}
	return all
}
