package synth

import (
	"math"
	"math/rand/v2"
)

// prop is a thing that lies about on tables; radius is the room that it takes.
type prop struct {
	mesh   *mesh
	mats   []material
	turn   mat
	radius float64
}

var propMakers = []func(rng *rand.Rand) prop{
	cardProp, cardProp, cardProp, mugProp, penProp, phoneProp, dieProp, coinProp, paperProp, bowlProp, blockProp, bottleProp,
}

// placeClutter lays cards, mugs, pens and the like around the castle.
func (s *Scene) placeClutter(f *floor) {
	anywhere := Range{-0.1, 1.1}
	for range s.knobs.Clutter.draw(f.rng) {
		p := propMakers[f.rng.IntN(len(propMakers))](f.rng)
		// What is tall keeps further away, lest it hides the castle: the truth lists only what hands hide.
		height := p.mesh.box.hi.Z - p.mesh.box.lo.Z
		at, ok := f.find(p.radius, max(10, height*s.camera.slant()), anywhere, anywhere)
		if !ok {
			continue
		}
		in := instance{mesh: p.mesh, mats: p.mats, turn: rotZ(f.rng.Float64() * 2 * math.Pi).times(p.turn), at: at}
		in.settle(0)
		s.add(in)
	}
}

func plastic(rng *rand.Rand, base vec) material {
	in := evenly(rng)
	return material{base: base, gloss: in(0.2, 1), rough: in(0.1, 0.5)}
}

// slab adds a flat box with rounded upright edges.
func (b *builder) slab(w, h, thick, corner float64) {
	const perCorner = 5
	var angle, radius []float64
	for q := range 4 {
		cx, cy := w/2-corner, h/2-corner
		if q == 1 || q == 2 {
			cx = -cx
		}
		if q >= 2 {
			cy = -cy
		}
		for k := range perCorner {
			a := math.Pi / 2 * (float64(q) + float64(k)/(perCorner-1))
			x, y := cx+corner*math.Cos(a), cy+corner*math.Sin(a)
			angle = append(angle, math.Atan2(y, x))
			radius = append(radius, math.Hypot(x, y))
		}
	}
	b.loft(angle, []ring{{0, radius}, {thick, radius}})
}

// cardProp is a card or a deck, face up or down.
func cardProp(rng *rand.Rand) prop {
	in := evenly(rng)
	w, h := in(42, 64), in(62, 92)
	var b builder
	thick := 0.4
	if rng.IntN(3) == 0 {
		thick = in(2, 12)
	}
	b.slab(w, h, thick, 4)
	back, white := randomColour(rng), vec{0.75, 0.74, 0.7}
	seed := rng.Uint32()
	face := rng.IntN(2) == 0
	paint := func(p vec) vec {
		x, y := math.Abs(p.X)/w*2, math.Abs(p.Y)/h*2
		if p.Z < thick-0.01 {
			return white
		}
		if !face {
			d := math.Hypot(p.X, p.Y)
			if x > 0.86 || y > 0.9 || (d > 5 && d < 9) {
				return white
			}
			return back
		}
		if p.Y > h*0.34 && p.Y < h*0.45 && x < 0.88 {
			return back
		}
		cx, cy := math.Floor(p.X/9), math.Floor(p.Y/11)
		if x < 0.8 && y < 0.7 && hash32(uint32(int32(cx)), uint32(int32(cy)), seed)&1 == 0 {
			fx, fy := p.X/9-cx, p.Y/11-cy
			if fx > 0.2 && fx < 0.8 && fy > 0.25 && fy < 0.75 {
				return vec{0.2, 0.2, 0.2}
			}
		}
		return white
	}
	return prop{b.build(30), []material{{paint: paint, gloss: in(0, 0.6), rough: 0.3}}, identity(), math.Hypot(w, h) / 2}
}

func mugProp(rng *rand.Rand) prop {
	in := evenly(rng)
	r, h := in(34, 46), in(70, 110)
	var b builder
	b.lathe(40, [2]float64{r * 0.92, 0}, [2]float64{r, 6}, [2]float64{r, h}, [2]float64{r - 3, h}, [2]float64{r - 3.5, 8})
	for k := range 9 { // the handle
		a0, a1 := math.Pi*(float64(k)/9-0.5), math.Pi*(float64(k+1)/9-0.5)
		p := func(a float64) vec { return vec{r + 20*math.Cos(a) - 2, 0, h/2 + h*0.32*math.Sin(a)} }
		b.tube(p(a0), p(a1), 5)
	}
	b.current = 1
	level := h * in(0.5, 0.9)
	b.lathe(32, [2]float64{r - 3.2, level - 1}, [2]float64{r - 3.2, level})
	drink := [...]vec{{0.03, 0.012, 0.006}, {0.25, 0.12, 0.05}, {0.7, 0.65, 0.6}}[rng.IntN(3)]
	return prop{
		b.build(40),
		[]material{plastic(rng, randomColour(rng)), {base: drink, gloss: 1, rough: 0.1}},
		identity(), r + 14,
	}
}

// tube adds an eight-sided rod.
func (b *builder) tube(from, to vec, r float64) {
	u, v := frameOf(to.sub(from).norm())
	const sides = 8
	at := func(p vec, k int) vec {
		s, c := math.Sincos(2 * math.Pi * float64(k) / sides)
		return p.add(u.scale(r * c)).add(v.scale(r * s))
	}
	for k := range sides {
		b.quad(at(from, k), at(from, k+1), at(to, k+1), at(to, k))
		b.tri(to, at(to, k), at(to, k+1))
		b.tri(from, at(from, k+1), at(from, k))
	}
}

func penProp(rng *rand.Rand) prop {
	in := evenly(rng)
	r, l := in(3.2, 6), in(120, 170)
	var b builder
	b.lathe(14, [2]float64{0.6, -l / 2}, [2]float64{r, -l/2 + 18}, [2]float64{r, l * 0.1})
	b.current = 1
	b.lathe(14, [2]float64{r * 1.1, l * 0.1}, [2]float64{r * 1.1, l / 2})
	a := randomColour(rng)
	other := a
	if rng.IntN(2) == 0 {
		other = vec{0.7, 0.7, 0.7}
	}
	return prop{b.build(40), []material{plastic(rng, a), plastic(rng, other)}, rotX(math.Pi / 2), l * 0.42}
}

func phoneProp(rng *rand.Rand) prop {
	in := evenly(rng)
	w, h := in(66, 80), in(138, 165)
	var b builder
	b.slab(w, h, 8.5, 9)
	frame, screen := randomColour(rng), vec{0.008, 0.008, 0.01}
	if rng.IntN(4) == 0 {
		screen = randomColour(rng)
	}
	paint := func(p vec) vec {
		if p.Z > 8.4 && math.Abs(p.X) < w/2-3 && math.Abs(p.Y) < h/2-4 {
			return screen
		}
		return frame
	}
	return prop{b.build(30), []material{{paint: paint, gloss: 1.1, rough: 0.12}}, identity(), math.Hypot(w, h) / 2}
}

func dieProp(rng *rand.Rand) prop {
	in := evenly(rng)
	e := in(5.5, 9)
	var b builder
	b.block(vec{-e, -e, -e}, vec{e, e, e})
	base, pip := randomColour(rng), vec{0.8, 0.8, 0.8}
	if base.mean() > 0.3 {
		pip = vec{0.02, 0.02, 0.02}
	}
	paint := func(p vec) vec {
		u, v := p.X/e, p.Y/e
		if math.Abs(p.Z) < e*0.99 {
			v = p.Z / e
			if math.Abs(p.X) > e*0.99 {
				u = p.Y / e
			}
		}
		if math.Hypot(math.Abs(u)-0.5, math.Abs(v)-0.5) < 0.2 {
			return pip
		}
		return base
	}
	return prop{b.build(30), []material{{paint: paint, gloss: 0.8, rough: 0.2}}, identity(), e * 1.5}
}

func coinProp(rng *rand.Rand) prop {
	in := evenly(rng)
	r := in(8, 14)
	var b builder
	b.lathe(32, [2]float64{r, 0}, [2]float64{r, 2}, [2]float64{r - 1.2, 2}, [2]float64{r - 1.4, 1.7})
	metal := [...]vec{{0.5, 0.48, 0.44}, {0.5, 0.35, 0.15}, {0.4, 0.2, 0.1}}[rng.IntN(3)]
	return prop{b.build(30), []material{{base: metal, gloss: 3, rough: 0.3, mottle: 0.3}}, identity(), r}
}

// paperProp is a sheet of rules.
func paperProp(rng *rand.Rand) prop {
	in := evenly(rng)
	w, h := in(90, 150), in(120, 210)
	var b builder
	b.block(vec{-w / 2, -h / 2, 0}, vec{w / 2, h / 2, 0.3})
	seed, ink := rng.Uint32(), vec{0.08, 0.08, 0.08}
	white := hsv(0.1, in(0, 0.2), 0.7)
	line := in(4, 7)
	paint := func(p vec) vec {
		row := math.Floor(p.Y / line)
		end := w * (0.2 + 0.22*unit(uint32(int32(row)), 1, seed))
		if f := p.Y/line - row; f < 0.45 && math.Abs(p.Y) < h*0.44 && p.X > -w*0.42 && p.X < end &&
			valueNoise(p.X*0.6, row*5, seed) > 0.3 {
			return ink
		}
		return white
	}
	return prop{b.build(30), []material{{paint: paint, rough: 0.8}}, identity(), math.Hypot(w, h) / 2}
}

func bowlProp(rng *rand.Rand) prop {
	in := evenly(rng)
	r := in(45, 75)
	var b builder
	b.lathe(40, [2]float64{r * 0.5, 0}, [2]float64{r * 0.85, r * 0.3}, [2]float64{r, r * 0.6}, [2]float64{r - 3, r * 0.6},
		[2]float64{r * 0.8, r * 0.33}, [2]float64{r * 0.4, 5})
	b.current = 1
	for range 14 + rng.IntN(25) {
		a, d := rng.Float64()*2*math.Pi, r*0.6*math.Sqrt(rng.Float64())
		ball := in(6, 10)
		b.ball(vec{d * math.Cos(a), d * math.Sin(a), r*0.25 + ball + in(-4, 8)}, ball)
	}
	return prop{
		b.build(50),
		[]material{plastic(rng, randomColour(rng)), {base: randomColour(rng), gloss: 0.4, rough: 0.5, mottle: 0.3}},
		identity(), r,
	}
}

func (b *builder) ball(at vec, r float64) {
	start := len(b.corners)
	var profile [][2]float64
	const rows = 8
	for k := range rows + 1 {
		s, c := math.Sincos(math.Pi * (float64(k)/rows - 0.5))
		profile = append(profile, [2]float64{r * c, r * s})
	}
	b.lathe(12, profile...)
	for i := start; i < len(b.corners); i++ {
		for j := range 3 {
			b.corners[i][j] = b.corners[i][j].add(at)
		}
	}
}

// blockProp is a box of any size and colour, often as grey as the pieces.
func blockProp(rng *rand.Rand) prop {
	in := evenly(rng)
	w, h, z := in(8, 60), in(8, 30), in(5, 35)
	var b builder
	b.block(vec{-w / 2, -h / 2, 0}, vec{w / 2, h / 2, z})
	base := randomColour(rng)
	if rng.IntN(2) == 0 {
		v := in(0.05, 0.6)
		base = vec{v, v, v}
	}
	return prop{b.build(30), []material{plastic(rng, base)}, identity(), math.Hypot(w, h) / 2}
}

func bottleProp(rng *rand.Rand) prop {
	in := evenly(rng)
	r, h := in(26, 40), in(90, 220)
	var b builder
	b.lathe(32, [2]float64{r, 0}, [2]float64{r, h * 0.6}, [2]float64{r * 0.4, h * 0.8}, [2]float64{r * 0.4, h})
	return prop{b.build(40), []material{{base: randomColour(rng), gloss: 1.4, rough: 0.1}}, identity(), r}
}
