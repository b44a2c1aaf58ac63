package synth

import (
	"image"
	"math"
	"math/rand/v2"

	"github.com/castellan-companion/castellan/calibration/srgb"
)

// Noise of a sensor in good light: its variance is what reading it out adds, and what the light itself does, which comes in grains. Light is
// linear, 1 is white.
const (
	readNoise = 0.0018
	shotNoise = 8e-5 // times the light
)

// grainLevels is how finely light is told apart on its way back to the bytes of a picture.
const grainLevels = 4096

var fromByte, intoByte = func() (from [256]float32, into [grainLevels]byte) {
	for i := range from {
		from[i] = float32(srgb.Light(byte(i)))
	}
	for i := range into {
		into[i] = toByte(255 * srgb.Display(float64(i)/(grainLevels-1)))
	}
	return from, into
}()

// Grain adds a sensor's noise to the light that a picture shows, so that most of it is seen in the shadows; by is how many times as strong it
// is as in good light. Half of it is grey, for what a camera sends has lost most of the colour of single pixels, and the coloured half comes
// in blocks of two by two.
func Grain(rng *rand.Rand, m *image.RGBA, by float64) {
	var deviation [256]float32
	for i := range deviation {
		deviation[i] = float32(by * math.Sqrt((readNoise*readNoise+shotNoise*float64(fromByte[i]))/2))
	}
	var bells [1 << 12]float32 // drawn beforehand, for they are dear
	for i := range bells {
		bells[i] = float32(rng.NormFloat64())
	}
	bell := func() float32 { return bells[rng.Uint32()%uint32(len(bells))] }
	b := m.Bounds()
	colours := make([]float32, 3*((b.Dx()+1)/2))
	for y := range b.Dy() {
		if y%2 == 0 {
			for i := range colours {
				colours[i] = bell()
			}
		}
		row := m.Pix[m.PixOffset(b.Min.X, b.Min.Y+y):]
		for x := range b.Dx() {
			grey := bell()
			for k := range 3 {
				v := &row[4*x+k]
				light := fromByte[*v] + deviation[*v]*(grey+colours[3*(x/2)+k])
				*v = intoByte[int(min(1, max(0, light))*(grainLevels-1)+0.5)]
			}
		}
	}
}
