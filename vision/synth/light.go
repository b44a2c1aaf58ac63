package synth

import (
	"math"
	"math/rand/v2"
)

// light sets the lamps and the sky. Their levels are relative; exposure comes later.
func (s *Scene) light(rng *rand.Rand) {
	r := evenly(rng)
	w, k := &s.world, s.knobs
	_, centre := s.subject()

	// Colours of light from candle to shade, kept near equal brightness.
	tint := func(warmth float64) vec {
		return vec{1 + 0.45*warmth, 1, 1 - 0.6*warmth}.add(vec{0, 0, max(0, -warmth) * 0.2})
	}
	mood := r(-0.35, 0.5)
	other := mood + r(-0.15, 0.15)
	if rng.Float64() < k.Mixed {
		mood, other = r(0.4, 0.9), r(-0.7, -0.2)
	}
	sky := tint(other).scale(1 / math.Pi)
	w.zenith, w.horizon = sky.scale(r(0.6, 1.4)), sky.scale(r(0.3, 1.3))
	a := r(0, 2*math.Pi)
	w.bias = vec{math.Cos(a), math.Sin(a), r(0, 0.6)}.norm().scale(r(0, 1.1))

	ratio := math.Exp(r(-1, 1.4)) // lamp to sky
	hard := rng.Float64() < k.HardLamp
	if hard {
		ratio = math.Exp(r(0.3, 2.6))
	}
	if hard && rng.Float64() < k.Stark {
		ratio = math.Exp(r(2.6, 5))
	}
	lamps := 1
	if !hard && rng.IntN(4) == 0 {
		lamps = 2
	}
	for range lamps {
		elevation := radians(r(38, 88))
		if rng.Float64() < k.LowLamp {
			elevation = radians(r(16, 40))
		}
		distance := math.Exp(r(math.Log(550), math.Log(4000)))
		size := r(0.05, 0.3)
		if hard {
			size = r(0.003, 0.035)
		}
		a := r(0, 2*math.Pi)
		w.lamps = append(w.lamps, lamp{
			at: centre.add(vec{
				math.Cos(a) * math.Cos(elevation), math.Sin(a) * math.Cos(elevation), math.Sin(elevation),
			}.scale(distance)),
			radius: distance * size, light: tint(mood).scale(ratio / float64(lamps)), reach: distance,
		})
	}
	if rng.Float64() < k.Glare {
		s.glare(rng, sky)
	}
}

// glare puts a bright window or ceiling light where the table mirrors it into the camera, and a table that shows it.
func (s *Scene) glare(rng *rand.Rand, sky vec) {
	w, k := &s.world, s.knobs
	spot, ok := s.camera.onTable(rng.Float64()*float64(k.Width), rng.Float64()*float64(k.Height))
	if !ok {
		return
	}
	d := spot.sub(s.camera.eye()).norm()
	d.Z = -d.Z
	size := 0.04 + 0.25*rng.Float64()
	w.windows = append(w.windows, window{
		to: d, width: size, height: size * (0.3 + rng.Float64()), light: sky.scale(math.Exp(1.5 + 3.5*rng.Float64())),
	})
	w.table.gloss = max(w.table.gloss, 0.4+0.8*rng.Float64())
	w.table.rough = 0.05 + 0.3*rng.Float64()
}
