package synth

import (
	"math"
	"math/rand/v2"
	"slices"
)

// Narrow leaves of the scene's picture only a window of so many pixels, about a tower of its castle or, where it has none, mostly about a loose
// piece, else about another thing. To learn from, windows of many scenes tell more than whole pictures of the few that can be rendered in the same
// time.
func (s *Scene) Narrow(rng *rand.Rand, width, height int) {
	u, v := rng.Float64()*float64(s.knobs.Width), rng.Float64()*float64(s.knobs.Height)
	if s.castle != nil && len(s.castle.towers) > 0 {
		at := s.node(s.castle.towers[rng.IntN(len(s.castle.towers))])
		if x, y, ok := s.camera.Project(at.X, at.Y, 0); ok {
			s.cropAbout(rng, x, y, asideOfTowers, width, height)
			return
		}
	}
	const anywhere, anything = 8, 6 // one window in so many
	things, loose := s.thingsShown()
	if len(loose) > 0 && rng.IntN(anything) > 0 {
		things = loose
	}
	if len(things) > 0 && rng.IntN(anywhere) > 0 {
		const aside = 25 // pixels, a standard deviation
		at := things[rng.IntN(len(things))]
		u, v = at[0]+aside*rng.NormFloat64(), at[1]+aside*rng.NormFloat64()
	}
	s.crop(int(u)-width/2, int(v)-height/2, width, height)
}

// thingsShown is where the picture shows what lies about on the table (pixels), and those of it that are loose pieces.
func (s *Scene) thingsShown() (things, loose [][2]float64) {
	for i := range s.world.instances {
		in := &s.world.instances[i]
		if in.role != roleProp {
			continue
		}
		u, v, ok := s.shows(in.at.X, in.at.Y, 0)
		if !ok {
			continue
		}
		things = append(things, [2]float64{u, v})
		if s.isLoosePiece(in) {
			loose = append(loose, [2]float64{u, v})
		}
	}
	return things, loose
}

// isLoosePiece says whether something is a grey piece that is not of the castle.
func (s *Scene) isLoosePiece(in *instance) bool {
	return in.role == roleProp && len(in.mats) == 1 && in.mats[0].base == s.palette.grey.base
}

// asideOfTowers is how far the middle of a window lies from the tower that it is about, as a share of its sides, at most.
const asideOfTowers = 1.0 / 4

// NarrowToKeep leaves a window as Narrow does, with a keep about its middle: every other time a double one, as far as there are such. ok is
// false where there is no keep, or none in the picture; then all of the picture is left.
func (s *Scene) NarrowToKeep(rng *rand.Rand, width, height int) (ok bool) {
	var of [2][]KeepTruth // the single and the double ones
	for _, k := range s.keeps {
		of[k.Count-1] = append(of[k.Count-1], k)
	}
	from := of[rng.IntN(2)]
	if len(from) == 0 {
		from = s.keeps
	}
	if len(from) == 0 {
		return false
	}
	at := from[rng.IntN(len(from))].AtMM
	u, v, ok := s.shows(at[0], at[1], s.design.KeepHeightMM)
	if ok {
		s.cropAbout(rng, u, v, asideOfTowers/2, width, height)
	}
	return ok
}

// NarrowToHand leaves a window as Narrow does, about a tower of the castle that a hand hides or is seen beside. ok is false where there is no such
// tower in the picture; then all of the picture is left.
func (s *Scene) NarrowToHand(rng *rand.Rand, width, height int) (ok bool) {
	var hand [][2]float64 // corners of hands, in pixels
	for i := range s.world.instances {
		in := &s.world.instances[i]
		if in.role != roleHand {
			continue
		}
		for t := range in.mesh.tris {
			at := in.at.add(in.turn.apply(in.mesh.tris[t].a))
			if u, v, ok := s.camera.Project(at.X, at.Y, at.Z); ok {
				hand = append(hand, [2]float64{u, v})
			}
		}
	}
	if s.castle == nil || len(hand) == 0 {
		return false
	}
	const beside = 1.0 / 8 // of the window's width
	var near [][2]float64
	for _, tower := range s.castle.towers {
		at := s.node(tower)
		u, v, ok := s.shows(at.X, at.Y, s.design.TowerHeightMM)
		if ok && slices.ContainsFunc(hand, func(h [2]float64) bool { return math.Hypot(h[0]-u, h[1]-v) < beside*float64(width) }) {
			near = append(near, [2]float64{u, v})
		}
	}
	if len(near) == 0 {
		return false
	}
	at := near[rng.IntN(len(near))]
	s.cropAbout(rng, at[0], at[1], asideOfTowers, width, height)
	return true
}

// shows is the pixel where a point of the table frame (mm) is seen; ok is false where the picture does not show it.
func (s *Scene) shows(x, y, z float64) (u, v float64, ok bool) {
	u, v, ok = s.camera.Project(x, y, z)
	return u, v, ok && u >= 0 && v >= 0 && u < float64(s.knobs.Width) && v < float64(s.knobs.Height)
}

// cropAbout leaves a window about a pixel, its middle aside by as much as a share of its sides.
func (s *Scene) cropAbout(rng *rand.Rand, u, v, aside float64, width, height int) {
	u += (2*rng.Float64() - 1) * aside * float64(width)
	v += (2*rng.Float64() - 1) * aside * float64(height)
	s.crop(int(u)-width/2, int(v)-height/2, width, height)
}

// crop leaves a window of the scene's picture, moved into it where it reaches beyond, and no larger than it.
func (s *Scene) crop(left, top, width, height int) {
	k := &s.knobs
	width, height = min(width, k.Width), min(height, k.Height)
	left = min(max(0, left), k.Width-width)
	top = min(max(0, top), k.Height-height)
	k.Width, k.Height = width, height
	s.camera.K[0][2] -= float64(left)
	s.camera.K[1][2] -= float64(top)
	for i := range s.tags {
		for c := range s.tags[i].CornersPx {
			s.tags[i].CornersPx[c][0] -= float64(left)
			s.tags[i].CornersPx[c][1] -= float64(top)
		}
	}
}
