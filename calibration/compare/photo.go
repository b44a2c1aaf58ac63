package compare

import (
	"image"
	"math"
)

// Photo is a picture as logarithms of red, green and blue, in which light and shade are sums.
type Photo struct {
	W, H int
	Pix  [][3]float32 // W in each row; softened logarithms (Log)
}

// softening keeps the logarithm from magnifying the noise of dark pixels.
const softening = 12

var logLevel = func() (table [256]float32) {
	for i := range table {
		table[i] = float32(math.Log(float64(i) + softening))
	}
	return table
}()

// Log is the softened logarithm of a grey level.
func Log(level uint8) float32 { return logLevel[level] }

// Level is the grey level, from 0 to 255, of a softened logarithm.
func Level(log float32) float64 { return math.Exp(float64(log)) - softening }

// NewPhoto reads a picture. Squares of so many pixels' edge become one, the mean of their logarithms; what is left over at the right and
// at the bottom is left out.
func NewPhoto(m image.Image, shrink int) *Photo {
	b := m.Bounds()
	p := &Photo{W: b.Dx() / shrink, H: b.Dy() / shrink}
	p.Pix = make([][3]float32, p.W*p.H)
	share := 1 / float32(shrink*shrink)
	for y := range p.H * shrink {
		row := p.Pix[y/shrink*p.W:]
		for x := range p.W * shrink {
			r, g, bl, _ := m.At(b.Min.X+x, b.Min.Y+y).RGBA()
			at := &row[x/shrink]
			for c, v := range [3]uint32{r, g, bl} {
				at[c] += share * logLevel[v>>8]
			}
		}
	}
	return p
}
