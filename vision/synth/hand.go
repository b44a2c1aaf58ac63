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

// randomHand makes a right or left hand. A reaching hand arches over what lies below and brings its finger tips
// together; a resting one lies flat.
func randomHand(rng *rand.Rand, reaching bool) hand {
	r := evenly(rng)
	side := float64(1 - 2*rng.IntN(2)) // +1: thumb towards +y
	size := r(0.82, 1.08)
	lift := r(9, 14)
	if reaching {
		lift = r(45, 70)
	}
	spread, curl := r(0.03, 0.16), r(0.1, 0.6)
	if reaching {
		spread, curl = r(0, 0.06), r(0.7, 1.1)
	}
	thick := r(0.85, 1.15)
	wrist := vec{0, 0, lift + 6}
	palm := []field{
		flattened(capsule(vec{8, 14, lift + 4}, vec{78, 26, lift}, 19, 15), lift, 0.75),
		flattened(capsule(vec{8, -14, lift + 4}, vec{74, -26, lift}, 18, 14), lift, 0.75),
		flattened(capsule(wrist, vec{70, 0, lift}, 24, 18), lift, 0.75),
	}
	parts := palm
	var b builder
	var tips vec
	lengths := [4]float64{72, 80, 74, 56}
	var nails []field
	for i := range 4 {
		along := spread * (1.5 - float64(i)) * 1.3
		knuckle := vec{80 - 3*math.Abs(float64(i)-1.2), 27 - 18*float64(i), lift + 2}
		p, drop := knuckle, 0.1
		for j, share := range [3]float64{0.45, 0.3, 0.25} {
			drop += curl * [3]float64{0.35, 0.6, 0.4}[j] * r(0.8, 1.2)
			l := lengths[i] * share
			q := p.add(vec{math.Cos(along) * math.Cos(drop), math.Sin(along) * math.Cos(drop), -math.Sin(drop)}.scale(l))
			q.Z = max(q.Z, 7)
			rad := thick * (9.2 - 0.9*float64(j) - 0.7*math.Abs(float64(i)-1))
			parts = append(parts, capsule(p, q, rad, rad-0.9))
			if j == 2 {
				nails = append(nails, capsule(p.lerp(q, 0.7).add(vec{0, 0, rad * 0.55}), q.add(vec{0, 0, rad * 0.5}), rad*0.55, rad*0.5))
				if i < 2 {
					tips = tips.add(q.scale(0.35))
				}
			}
			p = q
		}
	}
	thumb := []vec{{20, 24, lift}, {48, 46, lift - 3}, {74, 52, lift - 8}, {96, 48, lift - 12}}
	if reaching {
		thumb = []vec{{20, 22, lift - 4}, {46, 38, lift - 14}, {72, 36, lift - 26}, {92, 24, lift - 34}}
	}
	for j := range 3 {
		a, c := thumb[j], thumb[j+1]
		a.Z, c.Z = max(a.Z, 8), max(c.Z, 8)
		rad := thick * (12 - 1.4*float64(j))
		parts = append(parts, capsule(a, c, rad, rad-1.5))
	}
	tips = tips.add(thumb[3].scale(0.3))
	elbow := vec{-280, r(-40, 40), lift + r(10, 60)}
	arm := flattened(capsule(wrist.lerp(elbow, 0.02), elbow, 25*thick, 40*thick), lift+10, 0.85)
	parts = append(parts, arm)
	body := blend(7, parts...)

	low, high := vec{-230, -75, 0}, vec{180, 85, lift + 75}
	b.current = groupSkin
	b.skin(body, box{low, high}, 3)
	b.current = groupNail
	for _, n := range nails {
		b.skin(n, box{vec{60, -60, 0}, vec{180, 70, lift + 30}}, 2)
	}
	b.current = groupSleeve
	from := wrist.lerp(elbow, r(0.1, 0.65))
	folds := r(0.5, 2.5)
	sleeve := capsule(from, elbow, 31*thick, 50*thick)
	b.skin(func(p vec) float64 {
		return max(sleeve(p)+folds*math.Sin(p.X*0.16+p.Y*0.07+2*math.Sin(p.Z*0.08)), p.X-from.X)
	}, box{vec{-230, -90, 0}, vec{0, 90, lift + 110}}, 4)
	// The arm goes on to its owner, beyond any picture's border.
	b.tube(elbow.add(elbow.sub(wrist).scale(2)).add(vec{0, 0, 150}), elbow.lerp(from, 0.3), 46*thick)
	for i := range b.corners {
		for j := range 3 {
			p := &b.corners[i][j]
			*p = vec{p.X * size, p.Y * size * side, p.Z}
		}
		if side < 0 {
			b.corners[i][1], b.corners[i][2] = b.corners[i][2], b.corners[i][1]
		}
	}
	tone := skinTones[rng.IntN(len(skinTones))].scale(r(0.8, 1.2))
	tone = tone.mul(vec{1, r(0.92, 1.08), r(0.85, 1.15)})
	return hand{
		mesh: b.build(70),
		mats: []material{
			groupSkin:   {base: tone, gloss: r(0.2, 0.7), rough: r(0.4, 0.6), mottle: r(0.1, 0.3)},
			groupSleeve: {base: randomColour(rng), mottle: r(0.1, 0.3), rough: 0.9},
			groupNail:   {base: tone.lerp(vec{0.7, 0.45, 0.4}, 0.35), gloss: 0.8, rough: 0.3},
		},
		pinch: vec{tips.X * size, tips.Y * size * side, max(tips.Z, 10)},
	}
}

// placeHands lays a hand beside the castle, or reaches with one over it.
func (s *Scene) placeHands(f *floor) {
	rng, k := f.rng, s.knobs
	if rng.Float64() < k.HandResting {
		h := randomHand(rng, false)
		// The arm comes in over the picture's border, the finger tips stay clear of the castle.
		edge := rng.Float64() * 2 * math.Pi
		for range 30 {
			u, v := 0.5+math.Cos(edge)*(0.35+0.3*rng.Float64()), 0.5+math.Sin(edge)*(0.35+0.3*rng.Float64())
			tip, ok := s.camera.onTable(u*float64(k.Width), v*float64(k.Height))
			middle, _ := s.camera.onTable(float64(k.Width)/2, float64(k.Height)/2)
			if !ok {
				continue
			}
			out := tip.sub(middle)
			turn := math.Atan2(-out.Y, -out.X) + rng.NormFloat64()*0.4
			m := rotZ(turn)
			at := tip.sub(m.apply(vec{140, 0, 0}))
			clear := true
			for _, x := range []float64{-180, -90, 0, 60, 130} {
				clear = clear && f.free(at.add(m.apply(vec{x, 0, 0})), 55, 5)
			}
			if clear {
				s.addHand(f, h, m, at)
				break
			}
		}
	}
	if s.castle != nil && rng.Float64() < k.HandOver {
		h := randomHand(rng, true)
		n := s.castle.towers[rng.IntN(len(s.castle.towers))]
		m := rotZ(rng.Float64() * 2 * math.Pi)
		at := s.node(n).sub(m.apply(vec{h.pinch.X, h.pinch.Y, 0}))
		at.Z = s.design.TowerHeightMM*rng.Float64() + 25*rng.Float64()
		s.addHand(f, h, m, at)
		if rng.IntN(2) == 0 {
			shapes := [3]*mesh{s.design.towerMesh(), s.design.wallMesh(1), s.design.wallMesh(2)}
			held := instance{
				mesh: shapes[rng.IntN(3)], mats: []material{s.palette.grey},
				turn: m.times(rotX(rng.NormFloat64() * 0.5)).times(rotY(rng.NormFloat64() * 0.5)).times(rotZ(rng.Float64() * 7)),
				at:   at.add(m.apply(h.pinch)).add(vec{0, 0, -20}),
			}
			if low := s.design.TowerHeightMM + 1; held.at.Z < low {
				held.at.Z = low
			}
			s.add(held)
		}
	}
}

func (s *Scene) addHand(f *floor, h hand, turn mat, at vec) {
	s.add(instance{mesh: h.mesh, mats: h.mats, turn: turn, at: at, role: roleHand})
	for x := -200.0; x <= 150; x += 50 {
		p := at.add(turn.apply(vec{x, 0, 0}))
		f.taken = append(f.taken, spotTaken{vec{p.X, p.Y, 0}, 50, false})
	}
}
