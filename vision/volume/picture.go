package volume

import (
	"image"
	"math"
	"slices"
	"sync"

	"github.com/castellan-companion/castellan/vision/parallel"
)

// Picture is a colour picture with its halved copies. Pixel (0,0) has its centre at coordinate (0,0).
type Picture struct {
	W, H   int
	levels []level
	toning sync.Mutex // guards the levels' tones
}

// level is a picture of w x h pixels, three bytes (red, green, blue) each.
type level struct {
	w, h  int
	pix   []byte
	tones []float32 // of each byte, and one number more; empty before they are wanted
}

// maxLevel bounds the pyramid: pictures beyond eight times the needed resolution do not come from cameras.
const maxLevel = 3

// FromRGB makes a picture of w*h pixels from red, green, blue bytes. It keeps pix.
func FromRGB(w, h int, pix []byte) *Picture {
	p := &Picture{}
	p.set(w, h, pix)
	return p
}

// FromBGR makes a picture of w*h pixels from blue, green, red bytes (OpenCV's order), reusing the memory of p if it is not nil.
func FromBGR(p *Picture, w, h int, bgr []byte) *Picture {
	if p == nil {
		p = &Picture{}
	}
	var pix []byte
	if len(p.levels) > 0 {
		pix = p.levels[0].pix
	}
	if cap(pix) < len(bgr) {
		pix = make([]byte, len(bgr))
	}
	pix = pix[:len(bgr)]
	for i := 0; i+2 < len(bgr); i += 3 {
		pix[i], pix[i+1], pix[i+2] = bgr[i+2], bgr[i+1], bgr[i]
	}
	p.set(w, h, pix)
	return p
}

// FromImage copies any image.
func FromImage(m image.Image) *Picture {
	b := m.Bounds()
	w, h := b.Dx(), b.Dy()
	pix := make([]byte, 0, 3*w*h)
	switch m := m.(type) {
	case *image.RGBA:
		for y := range h {
			row := m.Pix[m.PixOffset(b.Min.X, b.Min.Y+y):]
			for x := range w {
				pix = append(pix, row[4*x], row[4*x+1], row[4*x+2])
			}
		}
	default:
		for y := b.Min.Y; y < b.Max.Y; y++ {
			for x := b.Min.X; x < b.Max.X; x++ {
				r, g, b, _ := m.At(x, y).RGBA()
				pix = append(pix, byte(r>>8), byte(g>>8), byte(b>>8))
			}
		}
	}
	return FromRGB(w, h, pix)
}

func (p *Picture) set(w, h int, pix []byte) {
	former := p.levels[:cap(p.levels)] // whose memory is used again
	p.W, p.H = w, h
	p.levels = p.levels[:0]
	for i := 0; i == 0 || i <= maxLevel && w >= 4 && h >= 4; i++ {
		var mem level
		if i < len(former) {
			mem = former[i]
		}
		if i > 0 {
			up := p.levels[i-1]
			w, h = w/2, h/2
			pix = halve(up, w, h, mem.pix)
		}
		p.levels = append(p.levels, level{w, h, pix, mem.tones[:0]})
	}
}

// Retone gives all pixels other levels of red, green and blue.
func (p *Picture) Retone(to *[3][256]byte) {
	pix := p.levels[0].pix
	for i := 0; i+2 < len(pix); i += 3 {
		pix[i], pix[i+1], pix[i+2] = to[0][pix[i]], to[1][pix[i+1]], to[2][pix[i+2]]
	}
	p.set(p.W, p.H, pix)
}

// halve averages blocks of two by two pixels.
func halve(l level, w, h int, mem []byte) []byte {
	if cap(mem) < 3*w*h {
		mem = make([]byte, 3*w*h)
	}
	mem = mem[:3*w*h]
	for y := range h {
		a, b := l.pix[2*y*3*l.w:], l.pix[(2*y+1)*3*l.w:]
		d := mem[y*3*w : (y+1)*3*w]
		for x := 0; x < len(d); x += 3 {
			s := 2 * x
			for c := range 3 {
				d[x+c] = byte((int(a[s+c]) + int(a[s+3+c]) + int(b[s+c]) + int(b[s+3+c]) + 2) / 4)
			}
		}
	}
	return mem
}

// toned makes sure that a level has its tones. Several samplers may want them at once.
func (p *Picture) toned(i, workers int) {
	p.toning.Lock()
	defer p.toning.Unlock()
	l := &p.levels[i]
	if len(l.tones) > 0 {
		return
	}
	row := 3 * l.w
	l.tones = slices.Grow(l.tones, row*l.h+1)[:row*l.h+1] // a number more is read
	parallel.Rows(l.h, workers, func(y int) { toneOf(l.pix[y*row:(y+1)*row], l.tones[y*row:]) })
}

// toneOffset keeps the noise of dark pixels from filling the scale.
const toneOffset = 10

// tone maps a pixel's value to the logarithm that the networks see: light and shadow become offsets, contrasts stay.
var tone = func() (t [256]float32) {
	for i := range t {
		t[i] = float32(math.Log(float64(i)+toneOffset) / 0.6)
	}
	return t
}()

// At is the red, green and blue of the pixel at column x, row y of the full picture.
func (p *Picture) At(x, y int) (r, g, b byte) {
	o := 3 * (y*p.W + x)
	pix := p.levels[0].pix[o : o+3]
	return pix[0], pix[1], pix[2]
}

// Tones are the logarithms of red, green and blue, as the networks see them, at a place in the picture (coordinates of the full one),
// interpolated in its copy halved so many times; ok is false outside.
func (p *Picture) Tones(lv int, u, v float64) (c [3]float32, ok bool) {
	lv = max(0, min(lv, len(p.levels)-1))
	l := &p.levels[lv]
	scale := 1 / float64(int(1)<<lv)
	x, y := float32(u*scale+(scale-1)/2), float32(v*scale+(scale-1)/2)
	if !(x >= 0 && y >= 0 && x < float32(l.w-1) && y < float32(l.h-1)) {
		return c, false
	}
	xi, yi := int(x), int(y)
	fx, fy := x-float32(xi), y-float32(yi)
	o := 3 * (yi*l.w + xi)
	a, b := l.pix[o:o+6:o+6], l.pix[o+3*l.w:o+3*l.w+6:o+3*l.w+6]
	for k := range 3 {
		c[k] = (1-fy)*((1-fx)*tone[a[k]]+fx*tone[a[k+3]]) + fy*((1-fx)*tone[b[k]]+fx*tone[b[k+3]])
	}
	return c, true
}
