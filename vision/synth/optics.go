package synth

import (
	"image"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/castellan-companion/castellan/calibration/srgb"
	"github.com/castellan-companion/castellan/vision/parallel"
)

// optics is what lens, sensor and camera software do to the light.
type optics struct {
	level    float64 // mean brightness aimed at, linear
	balance  vec     // white balance
	vignette float64
	blur     float64 // px, standard deviation
	motion   [2]float64
	bloom    float64
	noise    float64 // see Grain
	curve    float64 // shoulder of the tone curve: 0 clips
	contrast float64
	colour   float64 // saturation
	tones    *Tones  // nil for none of its own
	glaring  float64 // the most that the brightest parts are exposed to, 1 being white
	sharpen  float64
	quality  int // JPEG
}

func randomOptics(rng *rand.Rand, k Knobs) optics {
	r := evenly(rng)
	o := optics{
		level:   0.16 * math.Exp(r(-0.7, 0.75)),
		balance: vec{math.Exp(rng.NormFloat64() * 0.09), 1, math.Exp(rng.NormFloat64() * 0.11)},
		blur:    k.Blur.draw(rng) * float64(k.Width) / 1280, noise: k.Noise.draw(rng),
		vignette: r(0, 0.35), curve: r(0, 1), contrast: r(0.9, 1.4), colour: r(0.7, 1.2),
		quality: k.Quality[0] + rng.IntN(k.Quality[1]-k.Quality[0]+1),
		// People do not put up with more than a little of it burnt out.
		glaring: 1.5,
	}
	if happens(rng, k.Homely) {
		o.level, o.glaring = 0.16*math.Exp(r(-0.6, 0.3)), r(0.5, 1.1)
	}
	if rng.Float64() < k.Dim {
		o.level *= math.Exp(r(-2, -0.7))
		o.noise *= 2
	}
	if rng.IntN(4) == 0 {
		o.bloom = r(0.01, 0.06)
	}
	if rng.IntN(10) == 0 {
		a, size := r(0, math.Pi), r(0.5, 2)
		o.motion = [2]float64{math.Cos(a) * size, math.Sin(a) * size}
	}
	if rng.IntN(3) == 0 {
		o.sharpen = r(0.1, 0.8)
	}
	if happens(rng, k.Deep) {
		t := RandomTones(rng)
		o.tones = &t
	}
	return o
}

// develop turns linear light, which it uses up, into the picture that the camera delivers with an exposure.
func (o *optics) develop(light []vec, exposure float64, w, h int, seed uint32, workers int) *image.RGBA {
	parallel.Rows(h, workers, func(y int) {
		for x := range w {
			u, v := (float64(x)/float64(w)-0.5)*2, (float64(y)/float64(h)-0.5)*2*float64(h)/float64(w)
			fall := exposure * (1 - o.vignette*(u*u+v*v)*0.7)
			// Light far beyond white would bleed from one bright pixel over its neighbours.
			p := light[y*w+x].mul(o.balance).scale(fall)
			light[y*w+x] = minVec(p, vec{6, 6, 6})
		}
	})
	if o.motion != [2]float64{} {
		light = smear(light, w, h, o.motion, workers)
	}
	if o.bloom > 0 {
		wide := gauss(light, w, h, float64(w)*0.012, workers)
		for i := range light {
			light[i] = light[i].lerp(wide[i], o.bloom)
		}
	}
	light = gauss(light, w, h, o.blur, workers)
	for i := range light {
		light[i] = o.tone(light[i])
	}
	if o.sharpen > 0 {
		soft := gauss(light, w, h, 1.2, workers)
		for i := range light {
			light[i] = light[i].add(light[i].sub(soft[i]).scale(o.sharpen))
		}
	}
	img := image.NewRGBA(image.Rect(0, 0, w, h))
	parallel.Rows(h, workers, func(y int) {
		for x := range w {
			i := img.PixOffset(x, y)
			p := light[y*w+x]
			img.Pix[i], img.Pix[i+1], img.Pix[i+2] = toByte(p.X*255), toByte(p.Y*255), toByte(p.Z*255)
			img.Pix[i+3] = 255
		}
	})
	Grain(rand.New(rand.NewPCG(uint64(seed), 500)), img, o.noise)
	return img
}

// exposure brings the picture's mean (less its brightest part) to the level aimed at.
func (o *optics) exposure(light []vec) float64 {
	mean := 0.0
	var some []float64
	for i := range light {
		level := light[i].mean()
		mean += math.Log(0.003 + level)
		if i%61 == 0 {
			some = append(some, level)
		}
	}
	slices.Sort(some)
	logMean := math.Exp(mean/float64(len(light))) - 0.003
	// A dark table stays dark: the camera follows the scene only part of the way.
	const follow = 0.62
	reference := 0.12
	exposure := o.level / (math.Pow(max(1e-3, logMean), follow) * math.Pow(reference, 1-follow))
	// However dark the room, people can still see what they play with.
	const darkest = 0.013
	exposure = max(exposure, darkest/max(1e-4, logMean))
	return min(exposure, o.glaring/some[len(some)*97/100])
}

// tone maps linear light to a display value in 0..1.
func (o *optics) tone(p vec) vec {
	const pivot = 0.3
	mean := p.mean()
	p = vec{mean, mean, mean}.lerp(p, o.colour)
	one := func(x float64) float64 {
		x = max(0, x)
		shouldered := 1 - math.Exp(-x*1.25)
		x = min(1, x)*(1-o.curve) + shouldered*o.curve
		x = pivot + (srgb.Display(x)-pivot)*o.contrast
		if o.tones != nil {
			x = o.tones.Of(min(1, max(0, x)))
		}
		return x
	}
	return vec{one(p.X), one(p.Y), one(p.Z)}
}

func toByte(x float64) uint8 { return uint8(min(255, max(0, x+0.5))) }

// gauss blurs with a standard deviation in pixels.
func gauss(src []vec, w, h int, sigma float64, workers int) []vec {
	radius := int(math.Ceil(2.5 * sigma))
	if radius < 1 {
		return src
	}
	kernel := make([]float64, 2*radius+1)
	sum := 0.0
	for i := range kernel {
		d := float64(i-radius) / sigma
		kernel[i] = math.Exp(-d * d / 2)
		sum += kernel[i]
	}
	for i := range kernel {
		kernel[i] /= sum
	}
	across, out := make([]vec, len(src)), make([]vec, len(src))
	parallel.Rows(h, workers, func(y int) {
		for x := range w {
			var acc vec
			for i, k := range kernel {
				acc = acc.add(src[y*w+min(w-1, max(0, x+i-radius))].scale(k))
			}
			across[y*w+x] = acc
		}
	})
	parallel.Rows(h, workers, func(y int) {
		for x := range w {
			var acc vec
			for i, k := range kernel {
				acc = acc.add(across[min(h-1, max(0, y+i-radius))*w+x].scale(k))
			}
			out[y*w+x] = acc
		}
	})
	return out
}

// smear blurs along a line from -to to +to pixels.
func smear(src []vec, w, h int, to [2]float64, workers int) []vec {
	out := make([]vec, len(src))
	const taps = 5
	parallel.Rows(h, workers, func(y int) {
		for x := range w {
			var acc vec
			for k := range taps {
				s := 2*float64(k)/(taps-1) - 1
				u := min(w-1, max(0, int(math.Round(float64(x)+s*to[0]))))
				v := min(h-1, max(0, int(math.Round(float64(y)+s*to[1]))))
				acc = acc.add(src[v*w+u])
			}
			out[y*w+x] = acc.scale(1.0 / taps)
		}
	})
	return out
}
