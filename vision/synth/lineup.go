package synth

import (
	"math"
	"math/rand/v2"
	"slices"

	"github.com/castellan-companion/castellan/engine/castellan"
)

// lineupSpots are where pieces of a lineup stand, in mm from its middle; turned and shaken, they stay well apart.
var lineupSpots = [...]vec{{-60, 45, 0}, {10, 45, 0}, {70, 45, 0}, {-60, -10, 0}, {-10, -25, 0}, {40, -15, 0}, {80, -40, 0}}

// RandomLineup draws a scene without a castle, in which a tower, a short wall, a long wall and a keep of each colour stand apart from
// each other between the tags, as people lay them out to have their set learned. There are no hands, loose pieces or clutter.
func RandomLineup(rng *rand.Rand, k Knobs) *Scene {
	k = cleared(k)
	s := &Scene{knobs: k, seed: rng.Uint32(), design: randomDesign(rng, k.KnownSet)}
	s.layOut(rng, s.line)
	return s
}

// layOut has pieces put onto a bare table that a camera looks at.
func (s *Scene) layOut(rng *rand.Rand, put func(*rand.Rand)) {
	s.drawPalette(rng)
	s.placeCamera(rng)
	s.world.table = s.drawTable(rng)
	put(rng)
	s.furnish(rng)
}

// cleared is a table with tags, and with nothing else on it than what is to be measured.
func cleared(k Knobs) Knobs {
	k.Tags, k.Edge = 1, 0
	k.Loose, k.Clutter, k.HandResting, k.HandOver = Count{}, Count{}, 0, 0
	return k
}

func (s *Scene) line(rng *rand.Rand) {
	turn := rotZ(rng.Float64() * 2 * math.Pi)
	spots := rng.Perm(len(lineupSpots))
	stand := func(kind, color string) vec {
		at := lineupSpots[spots[0]].add(vec{rng.Float64()*8 - 4, rng.Float64()*8 - 4, 0})
		spots = spots[1:]
		s.standAlone(kind, color, turn.apply(at), rng.Float64()*2*math.Pi)
		return turn.apply(at)
	}
	stand("tower", "")
	stand("short", "")
	stand("long", "")
	for _, color := range s.palette.names {
		at := stand("keep", color)
		s.keeps = append(s.keeps, KeepTruth{Color: color, AtMM: [2]float64{at.X, at.Y}, Count: 1})
	}
}

// standAlone puts a piece on the table that is not part of a castle.
func (s *Scene) standAlone(kind, color string, at vec, angle float64) {
	d, mat := &s.design, s.palette.grey
	var m *mesh
	switch kind {
	case "tower":
		m = d.towerMesh()
	case "short":
		m = d.wallMesh(1)
	case "long":
		m = d.wallMesh(2)
	case "keep":
		m, mat = d.keepMesh(), s.palette.keeps[color]
	}
	s.add(instance{mesh: m, mats: []material{mat}, turn: rotZ(angle), at: at, role: roleCastle})
	s.apart = append(s.apart, PieceTruth{Kind: kind, Color: color, AtMM: [2]float64{at.X, at.Y}, AngleDeg: angle * 180 / math.Pi})
}

// RandomPieces draws a scene without a castle in which many pieces of a set stand apart from each other: what a line-up shows, for many
// pieces at once. The set may be of another size than the game's.
func RandomPieces(rng *rand.Rand, k Knobs) *Scene {
	k = cleared(k)
	s := &Scene{knobs: k, seed: rng.Uint32(), design: randomDesign(rng, k.KnownSet)}
	if rng.IntN(3) == 0 {
		s.design.grow(0.75 + 0.65*rng.Float64())
	}
	s.layOut(rng, s.scatter)
	return s
}

func (s *Scene) scatter(rng *rand.Rand) {
	const most, least = 40, 12
	f := s.newFloor(rng)
	kinds := []string{"tower", "short", "long", "keep"}
	for range least + rng.IntN(most-least+1) {
		kind, radius := kinds[rng.IntN(len(kinds))], s.design.radius()
		switch kind {
		case "short":
			radius = s.design.PitchMM / 2
		case "long":
			radius = s.design.PitchMM
		}
		at, ok := f.find(radius, 0, Range{0.15, 0.85}, Range{0.12, 0.88})
		if !ok {
			continue
		}
		color := ""
		if kind == "keep" {
			color = s.palette.names[rng.IntN(len(s.palette.names))]
		}
		s.standAlone(kind, color, at, rng.Float64()*2*math.Pi)
	}
}

// Relaid is the same line-up after somebody turned each piece and moved it a little. It is another picture: its noise differs.
func (s *Scene) Relaid(rng *rand.Rand) *Scene {
	again := *s
	again.seed += 1 + rng.Uint32N(1<<16)
	again.keeps, again.apart = slices.Clone(s.keeps), slices.Clone(s.apart)
	again.world.instances = slices.Clone(s.world.instances)
	n, keep := 0, 0
	for i := range again.world.instances {
		in := &again.world.instances[i]
		if in.role != roleCastle {
			continue
		}
		angle := rng.Float64() * 2 * math.Pi
		in.turn, in.at = rotZ(angle), in.at.add(vec{rng.Float64()*12 - 6, rng.Float64()*12 - 6, 0})
		p := &again.apart[n]
		p.AtMM, p.AngleDeg = [2]float64{in.at.X, in.at.Y}, angle*180/math.Pi
		if p.Kind == "keep" {
			again.keeps[keep].AtMM = p.AtMM
			keep++
		}
		n++
	}
	again.world.finish()
	return &again
}

// Bare is the same scene before the pieces were put on the table; tags and clutter stay. It is another picture: its noise differs.
func (s *Scene) Bare() *Scene {
	bare := *s
	bare.seed++
	bare.keeps, bare.apart, bare.castle, bare.trial = nil, nil, nil, nil
	bare.world.instances = slices.DeleteFunc(slices.Clone(s.world.instances), func(in instance) bool {
		return in.role == roleCastle || in.role == roleKeep
	})
	bare.world.finish()
	return &bare
}

// RandomCourtyard draws a scene in which four towers, two short and two long walls enclose a courtyard of two squares with a keep in it, as
// people build it to have their set measured. The set may be of another size than the game's. There are no hands, loose pieces or clutter.
func RandomCourtyard(rng *rand.Rand, k Knobs) *Scene {
	k = cleared(k)
	k.Trial = 0
	s := &Scene{knobs: k, seed: rng.Uint32(), design: randomDesign(rng, k.KnownSet)}
	if rng.IntN(2) == 0 {
		s.design.grow(0.75 + 0.65*rng.Float64())
	}
	s.drawPalette(rng)
	s.castle = newGrowth(1)
	along, across := castellan.Node{I: 1}, castellan.Node{J: 1}
	for _, n := range []castellan.Node{{}, {I: 2}, {I: 2, J: 1}, {J: 1}} {
		s.castle.addTower(n)
	}
	s.castle.addWall(castellan.Node{}, along, 2)
	s.castle.addWall(castellan.Node{J: 1}, along, 2)
	s.castle.addWall(castellan.Node{}, across, 1)
	s.castle.addWall(castellan.Node{I: 2}, across, 1)
	s.angle = rng.Float64() * 2 * math.Pi
	s.placePieces(rng)
	s.placeCamera(rng)
	s.world.table = s.drawTable(rng)
	s.furnish(rng)
	return s
}
