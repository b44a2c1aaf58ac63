package synth

import (
	"math"
	"math/rand/v2"
)

// spotTaken is a round area of the table on which something stands.
type spotTaken struct {
	at      vec
	radius  float64
	ofPiece bool // of the castle: loose pieces keep away from it
}

const (
	looseClearance = 60.0 // mm between the castle and loose grey pieces
	thingClearance = 6.0
)

// floor finds free places on the part of the table that the camera sees.
type floor struct {
	scene *Scene
	rng   *rand.Rand
	taken []spotTaken
}

func (s *Scene) newFloor(rng *rand.Rand) *floor {
	f := &floor{scene: s, rng: rng}
	for i := range s.world.instances {
		in := &s.world.instances[i]
		half := in.mesh.box.hi
		// A wall is covered by discs along its length.
		for x := -half.X; x <= half.X+1e-9; x += max(half.X, 1) {
			f.taken = append(f.taken, spotTaken{in.at.add(in.turn.apply(vec{x, 0, 0})), half.Y + 2, true})
		}
	}
	return f
}

// find gives a place for something of a radius, at least gap away from the castle, within a part of the picture
// (shares of width and height, which may reach beyond the border).
func (f *floor) find(radius, gap float64, u, v Range) (vec, bool) {
	for range 40 {
		k := f.scene.knobs
		p, ok := f.scene.camera.onTable(u.draw(f.rng)*float64(k.Width), v.draw(f.rng)*float64(k.Height))
		if ok && f.free(p, radius, gap) {
			f.taken = append(f.taken, spotTaken{p, radius, false})
			return p, true
		}
	}
	return vec{}, false
}

func (f *floor) free(p vec, radius, gap float64) bool {
	for _, t := range f.taken {
		apart := thingClearance
		if t.ofPiece {
			apart = gap
		}
		if t.at.sub(p).len() < radius+t.radius+apart {
			return false
		}
	}
	return true
}

// placeThings lays tags, loose pieces, clutter and hands around the castle.
func (s *Scene) placeThings(rng *rand.Rand) {
	f := s.newFloor(rng)
	if rng.Float64() < s.knobs.Tags {
		s.placeTags(f)
	}
	s.placeHands(f)
	s.placeClutter(f)
	s.placeLoose(f)
}

func (s *Scene) placeTags(f *floor) {
	rng := f.rng
	black := vec{1, 1, 1}.scale(0.015 + 0.03*rng.Float64())
	white := hsv(0.1, 0.03, 0.72+0.15*rng.Float64())
	var b builder
	b.block(vec{-tagCardMM / 2, -tagCardMM / 2, 0}, vec{tagCardMM / 2, tagCardMM / 2, tagHeightMM})
	card := b.build(30)
	gloss := 0.6 * rng.Float64()
	quadrants := [4][2]Range{
		{{0.08, 0.3}, {0.75, 0.93}}, {{0.7, 0.92}, {0.75, 0.93}}, {{0.7, 0.92}, {0.06, 0.3}}, {{0.08, 0.3}, {0.06, 0.3}},
	}
	for id, q := range quadrants {
		at, ok := f.find(tagCardMM*0.62, 2, q[0], q[1])
		if !ok {
			at, ok = f.find(tagCardMM*0.62, 0, Range{-0.15, 1.15}, Range{-0.15, 1.15})
		}
		if !ok {
			continue
		}
		angle := rng.Float64() * 360
		turn := rotZ(radians(angle))
		tag := TagTruth{
			Family: "tag36h11", ID: id, SizeMM: tagSizeMM, CenterMM: [2]float64{at.X, at.Y}, AngleDeg: angle,
		}
		visible := true
		for i, c := range [4][2]float64{{-1, -1}, {1, -1}, {1, 1}, {-1, 1}} {
			p := at.add(turn.apply(vec{c[0] * tagSizeMM / 2, c[1] * tagSizeMM / 2, tagHeightMM}))
			u, v, inFront := s.camera.Project(p.X, p.Y, p.Z)
			tag.CornersPx[i] = [2]float64{u, v}
			visible = visible && inFront && u > -0.5 && v > -0.5 && u < float64(s.knobs.Width)-0.5 && v < float64(s.knobs.Height)-0.5
		}
		if visible {
			s.tags = append(s.tags, tag)
		}
		s.add(instance{mesh: card, mats: []material{{paint: tagPrint(id, black, white), gloss: gloss, rough: 0.4}}, turn: turn, at: at})
	}
}

// placeLoose scatters pieces of the supply, some of them in a heap.
func (s *Scene) placeLoose(f *floor) {
	rng, d := f.rng, &s.design
	shapes := [4]*mesh{d.towerMesh(), d.wallMesh(1), d.wallMesh(2), d.keepMesh()}
	n := s.knobs.Loose.draw(rng)
	anywhere := Range{-0.05, 1.05}
	for n > 0 {
		if rng.IntN(3) == 0 { // a heap
			count := min(n, 4+rng.IntN(12))
			n -= count
			if at, ok := f.find(45, looseClearance, anywhere, anywhere); ok {
				for range count {
					off := vec{rng.NormFloat64() * 15, rng.NormFloat64() * 15, 0}
					if l := off.len(); l > 32 {
						off = off.scale(32 / l)
					}
					height := max(0, 14-off.len()*0.5) * rng.Float64()
					s.addLoose(rng, shapes, at.add(off), height, true)
				}
			}
			continue
		}
		n--
		if at, ok := f.find(27, looseClearance, anywhere, anywhere); ok {
			s.addLoose(rng, shapes, at, 0, false)
		}
	}
}

func (s *Scene) addLoose(rng *rand.Rand, shapes [4]*mesh, at vec, height float64, tumbled bool) {
	which := rng.IntN(len(shapes))
	mats := []material{s.palette.grey}
	if which == 3 {
		if rng.IntN(2) == 0 {
			which = 1
		} else {
			mats = []material{s.palette.keeps[s.palette.names[rng.IntN(len(s.palette.names))]]}
		}
	}
	turn := identity()
	switch k := rng.IntN(10); {
	case k < 2: // standing
	case k == 2: // on its head
		turn = rotX(math.Pi)
	default: // lying
		turn = rotX(math.Pi / 2).times(rotZ(float64(rng.IntN(8)) * math.Pi / 4))
		if which == 1 || which == 2 {
			turn = rotX(math.Pi / 2 * float64(1-2*rng.IntN(2)))
		}
	}
	if tumbled {
		turn = rotX(rng.NormFloat64() * 0.3).times(rotY(rng.NormFloat64() * 0.3)).times(turn)
	}
	in := instance{mesh: shapes[which], mats: mats, turn: rotZ(rng.Float64() * 2 * math.Pi).times(turn), at: at}
	in.settle(height)
	s.add(in)
}
