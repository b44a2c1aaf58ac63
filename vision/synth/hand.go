package synth

import (
	"math"
	"math/rand/v2"
)

// skinTones are linear colours from pale to dark.
var skinTones = []vec{
	{0.72, 0.45, 0.34}, {0.62, 0.36, 0.24}, {0.5, 0.27, 0.16}, {0.36, 0.18, 0.1}, {0.2, 0.09, 0.05}, {0.09, 0.04, 0.025},
}

const (
	groupSkin uint8 = iota
	groupSleeve
	groupNail
)

// hand is a hand's mesh in its own frame: the wrist at the origin, fingers towards +x, the forearm towards -x, back of
// the hand up, resting height z = 0.
type hand struct {
	mesh  *mesh
	mats  []material
	pinch vec // where the finger tips meet, for a hand that holds something
}

// posture is what the parts of one hand have in common.
type posture struct {
	reaching bool
	lift     float64 // height of the palm
	spread   float64 // between fingers, rad
	curl     float64 // of the fingers, rad
	thick    float64
}

// randomHand makes a right or left hand. A reaching hand arches over what lies below and brings its finger tips
// together; a resting one lies flat.
func randomHand(rng *rand.Rand, reaching bool) hand {
	r := evenly(rng)
	side := float64(1 - 2*rng.IntN(2)) // +1: thumb towards +y
	size := r(0.82, 1.08)
	p := posture{reaching: reaching, lift: r(9, 14), spread: r(0.03, 0.16), curl: r(0.1, 0.6), thick: r(0.85, 1.15)}
	if reaching {
		p.lift, p.spread, p.curl = r(45, 70), r(0, 0.06), r(0.7, 1.1)
	}
	wrist, elbow := vec{0, 0, p.lift + 6}, vec{-280, r(-40, 40), p.lift + r(10, 60)}
	fingers, nails, fingerTip := p.fingers(rng)
	thumb, thumbTip := p.thumb()
	parts := append(p.palm(), fingers...)
	parts = append(parts, thumb...)
	parts = append(parts, flattened(capsule(wrist.lerp(elbow, 0.02), elbow, 25*p.thick, 40*p.thick), p.lift+10, 0.85))

	var b builder
	b.current = groupSkin
	b.skin(blend(7, parts...), box{vec{-230, -75, 0}, vec{180, 85, p.lift + 75}}, 3)
	b.current = groupNail
	for _, n := range nails {
		b.skin(n, box{vec{60, -60, 0}, vec{180, 70, p.lift + 30}}, 2)
	}
	b.current = groupSleeve
	cuff := wrist.lerp(elbow, r(0.1, 0.65))
	folds := r(0.5, 2.5)
	sleeve := capsule(cuff, elbow, 31*p.thick, 50*p.thick)
	b.skin(func(p vec) float64 {
		return max(sleeve(p)+folds*math.Sin(p.X*0.16+p.Y*0.07+2*math.Sin(p.Z*0.08)), p.X-cuff.X)
	}, box{vec{-230, -90, 0}, vec{0, 90, p.lift + 110}}, 4)
	// The arm goes on to its owner, beyond any picture's border.
	b.tube(elbow.add(elbow.sub(wrist).scale(2)).add(vec{0, 0, 150}), elbow.lerp(cuff, 0.3), 46*p.thick)
	b.stretch(size, size*side)

	tone := skinTones[rng.IntN(len(skinTones))].scale(r(0.8, 1.2)).mul(vec{1, r(0.92, 1.08), r(0.85, 1.15)})
	pinch := fingerTip.scale(0.7).add(thumbTip.scale(0.3))
	return hand{
		mesh: b.build(70),
		mats: []material{
			groupSkin:   {base: tone, gloss: r(0.2, 0.7), rough: r(0.4, 0.6), mottle: r(0.1, 0.3)},
			groupSleeve: {base: randomColour(rng), mottle: r(0.1, 0.3), rough: 0.9},
			groupNail:   {base: tone.lerp(vec{0.7, 0.45, 0.4}, 0.35), gloss: 0.8, rough: 0.3},
		},
		pinch: vec{pinch.X * size, pinch.Y * size * side, max(pinch.Z, 10)},
	}
}

func (p *posture) palm() []field {
	l := p.lift
	return []field{
		flattened(capsule(vec{8, 14, l + 4}, vec{78, 26, l}, 19, 15), l, 0.75),
		flattened(capsule(vec{8, -14, l + 4}, vec{74, -26, l}, 18, 14), l, 0.75),
		flattened(capsule(vec{0, 0, l + 6}, vec{70, 0, l}, 24, 18), l, 0.75),
	}
}

// fingers gives the four fingers, their nails, and the place between the tips of the first two.
func (p *posture) fingers(rng *rand.Rand) (parts, nails []field, tip vec) {
	r := evenly(rng)
	for i, length := range [4]float64{72, 80, 74, 56} {
		heading := p.spread * (1.5 - float64(i)) * 1.3
		from := vec{80 - 3*math.Abs(float64(i)-1.2), 27 - 18*float64(i), p.lift + 2}
		drop, radius := 0.1, 0.0
		var to vec
		for j, share := range [3]float64{0.45, 0.3, 0.25} {
			if j > 0 {
				from = to
			}
			drop += p.curl * [3]float64{0.35, 0.6, 0.4}[j] * r(0.8, 1.2)
			ahead := vec{math.Cos(heading) * math.Cos(drop), math.Sin(heading) * math.Cos(drop), -math.Sin(drop)}
			to = from.add(ahead.scale(length * share))
			to.Z = max(to.Z, 7)
			radius = p.thick * (9.2 - 0.9*float64(j) - 0.7*math.Abs(float64(i)-1))
			parts = append(parts, capsule(from, to, radius, radius-0.9))
		}
		nails = append(nails, capsule(from.lerp(to, 0.7).add(vec{0, 0, radius * 0.55}), to.add(vec{0, 0, radius * 0.5}), radius*0.55, radius*0.5))
		if i < 2 {
			tip = tip.add(to.scale(0.5))
		}
	}
	return parts, nails, tip
}

func (p *posture) thumb() (parts []field, tip vec) {
	l := p.lift
	joints := [4]vec{{20, 24, l}, {48, 46, l - 3}, {74, 52, l - 8}, {96, 48, l - 12}}
	if p.reaching {
		joints = [4]vec{{20, 22, l - 4}, {46, 38, l - 14}, {72, 36, l - 26}, {92, 24, l - 34}}
	}
	for j := range joints {
		joints[j].Z = max(joints[j].Z, 8)
	}
	for j := range 3 {
		radius := p.thick * (12 - 1.4*float64(j))
		parts = append(parts, capsule(joints[j], joints[j+1], radius, radius-1.5))
	}
	return parts, joints[3]
}

// stretch scales what was built along x and y; a negative factor mirrors it.
func (b *builder) stretch(x, y float64) {
	for i := range b.corners {
		c := &b.corners[i]
		for j := range c {
			c[j].X, c[j].Y = c[j].X*x, c[j].Y*y
		}
		if x*y < 0 {
			c[1], c[2] = c[2], c[1]
		}
	}
}

// placeHands lays a hand beside the castle, or reaches with one over it.
func (s *Scene) placeHands(f *floor) {
	if f.rng.Float64() < s.knobs.HandResting {
		s.restHand(f)
	}
	if s.castle != nil && f.rng.Float64() < s.knobs.HandOver {
		s.reachOver(f)
	}
}

// restHand lays a hand near the border where there is room for it; its arm comes in from outside.
func (s *Scene) restHand(f *floor) {
	rng := f.rng
	w, h := float64(s.knobs.Width), float64(s.knobs.Height)
	lying := randomHand(rng, false)
	middle, _ := s.camera.onTable(w/2, h/2)
	edge := rng.Float64() * 2 * math.Pi
	for range 30 {
		out := 0.35 + 0.3*rng.Float64()
		tip, ok := s.camera.onTable((0.5+math.Cos(edge)*out)*w, (0.5+math.Sin(edge)*out)*h)
		if !ok {
			continue
		}
		inwards := middle.sub(tip)
		turn := rotZ(math.Atan2(inwards.Y, inwards.X) + rng.NormFloat64()*0.4)
		at := tip.sub(turn.apply(vec{140, 0, 0}))
		unhindered := true
		for _, x := range []float64{-180, -90, 0, 60, 130} {
			unhindered = unhindered && f.free(at.add(turn.apply(vec{x, 0, 0})), 55, 5)
		}
		if unhindered {
			s.addHand(f, lying, turn, at)
			return
		}
	}
}

// reachOver brings a hand's finger tips to one of the castle's towers, sometimes with a piece between them.
func (s *Scene) reachOver(f *floor) {
	rng, d := f.rng, &s.design
	reaching := randomHand(rng, true)
	turn := rotZ(rng.Float64() * 2 * math.Pi)
	at := s.node(s.castle.towers[rng.IntN(len(s.castle.towers))]).sub(turn.apply(vec{reaching.pinch.X, reaching.pinch.Y, 0}))
	at.Z = d.TowerHeightMM*rng.Float64() + 25*rng.Float64()
	s.addHand(f, reaching, turn, at)
	if rng.IntN(2) == 0 {
		return
	}
	held := instance{
		mesh: [3]*mesh{d.towerMesh(), d.wallMesh(1), d.wallMesh(2)}[rng.IntN(3)],
		mats: []material{s.palette.grey},
		turn: turn.times(rotX(rng.NormFloat64() * 0.5)).times(rotY(rng.NormFloat64() * 0.5)).times(rotZ(rng.Float64() * 7)),
		at:   at.add(turn.apply(reaching.pinch)).add(vec{0, 0, -20}),
	}
	held.at.Z = max(held.at.Z, d.TowerHeightMM+1)
	s.add(held)
}

func (s *Scene) addHand(f *floor, h hand, turn mat, at vec) {
	s.add(instance{mesh: h.mesh, mats: h.mats, turn: turn, at: at, role: roleHand})
	for x := -200.0; x <= 150; x += 50 {
		p := at.add(turn.apply(vec{x, 0, 0}))
		f.taken = append(f.taken, spotTaken{vec{p.X, p.Y, 0}, 50, false})
	}
}
