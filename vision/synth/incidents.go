package synth

import (
	"math"
	"slices"

	"github.com/castellan-companion/castellan/engine/castellan"
	"github.com/castellan-companion/castellan/vision/reading"
)

// motion is how a castle was moved over the table: turned about the table's origin, then shifted.
type motion struct {
	turn float64 // rad
	by   vec     // mm
}

func (m motion) of(p vec) vec { return rotZ(m.turn).apply(p).add(m.by) }

// motionAbout turns about a place, which it shifts.
func motionAbout(middle vec, turn float64, by vec) motion {
	return motion{turn, middle.add(by).sub(rotZ(turn).apply(middle))}
}

// incidents are what happens in a game beside building, in the order in which it does.
func (g *game) incidents() []func() {
	all := []func(){g.takeBack, g.slide, g.otherLight, g.bump}
	g.rng.Shuffle(len(all), func(a, b int) { all[a], all[b] = all[b], all[a] })
	return all
}

// takeBack places a wall, takes it up again and places another one.
func (g *game) takeBack() {
	next := slices.DeleteFunc(g.nextWalls(), func(w castellan.Wall) bool { return g.grown.isTower[w.From] && g.grown.isTower[w.To] })
	if len(next) < 2 {
		return
	}
	g.rng.Shuffle(len(next), func(a, b int) { next[a], next[b] = next[b], next[a] })
	const stands, gone = 4, 1 // frames
	w := next[0]
	g.putWall(w)
	g.still(stands)
	at := g.middle(w)
	g.hand(at.add(vec{0, 0, g.scene.design.TowerHeightMM}))
	g.takeAway(g.pieceOf(wallLabel(w)))
	g.grown.removeWall(len(g.grown.walls) - 1)
	g.happens(FilmEvent{Kind: reading.KindRemove, Piece: nameOf(w), At: w.Ordered()})
	g.hand(at.add(vec{0, 0, 2 * g.scene.design.TowerHeightMM}))
	g.still(gone)
	g.putWall(next[1])
}

// slide has a flat hand slide and turn the castle to where there is room, if there is.
func (g *game) slide() {
	lo, hi := g.scene.extent()
	middle := lo.add(hi).scale(0.5)
	const tries = 60
	for range tries {
		a, far := g.rng.Float64()*2*math.Pi, Range{14, 45}.draw(g.rng)
		by := vec{math.Cos(a), math.Sin(a), 0}.scale(far)
		turn := radians(Range{4, 15}.draw(g.rng)) * float64(1-2*g.rng.IntN(2))
		if !g.hasRoom(motionAbout(middle, turn, by)) {
			continue
		}
		aside := middle.add(by.scale(-3))
		g.show(&filmHand{at: aside, flat: true})
		g.show(&filmHand{at: middle, flat: true})
		g.happens(FilmEvent{Kind: reading.KindSlide})
		const frames = 5
		for k := range frames {
			share := smoothstep(0, frames, float64(k+1))
			g.move(motionAbout(middle, turn*share, by.scale(share)))
			g.show(&filmHand{at: middle.add(by.scale(share)), flat: true})
		}
		g.show(&filmHand{at: middle.add(by.scale(-2)), flat: true})
		g.still(between)
		return
	}
}

// hasRoom says whether the castle, moved so, would be in the picture and clear of all else.
func (g *game) hasRoom(m motion) bool {
	corners, _ := g.scene.subject()
	for _, p := range corners {
		if !g.inPicture(&g.scene.camera, m.of(p)) {
			return false
		}
	}
	for i := range g.pieces {
		b := g.pieces[i].bounds()
		at, reach := m.of(g.pieces[i].at), b.hi.sub(b.lo).len()/2+thingClearance
		for k := range g.rest {
			r := g.rest[k].bounds()
			x, y := max(r.lo.X-at.X, at.X-r.hi.X, 0), max(r.lo.Y-at.Y, at.Y-r.hi.Y, 0)
			if math.Hypot(x, y) < reach {
				return false
			}
		}
	}
	return true
}

// inPicture says whether a camera has a place well in its picture.
func (g *game) inPicture(c *Camera, p vec) bool {
	w, h := float64(g.scene.knobs.Width), float64(g.scene.knobs.Height)
	return c.has(p, w, h, 0.02*w)
}

// move has the castle, and all that will be built of it, stand elsewhere than at first.
func (g *game) move(m motion) {
	s := g.scene
	s.origin, s.angle = m.of(g.first.origin), g.first.angle+m.turn
	for k := range s.keeps {
		at := m.of(vec{g.first.keeps[k].AtMM[0], g.first.keeps[k].AtMM[1], 0})
		s.keeps[k].AtMM = [2]float64{at.X, at.Y}
	}
	g.now.moved, g.lattice = m, s.latticeTruth()
}

// otherLight lets the lamps and the sky grow brighter or dimmer, each on its own, while nothing moves.
func (g *game) otherLight() {
	g.happens(FilmEvent{Kind: reading.KindLight})
	const frames = 10
	for k := range frames {
		g.now.lit = float64(k+1) / frames
		g.still(1)
	}
	g.still(between)
}

// bump has somebody knock against the camera.
func (g *game) bump() {
	const turned, shifted = 0.008, 3 // rad, mm: standard deviations
	corners, _ := g.scene.subject()
	for range 20 {
		n := g.rng.NormFloat64
		c := g.truth.Cameras[g.now.camera].Camera
		c.stand(rotZ(turned*n()).times(rotX(turned*n())).times(rotY(turned*n())).times(c.rotation()), c.eye().add(vec{n(), n(), n()}.scale(shifted)))
		if slices.ContainsFunc(corners, func(p vec) bool { return !g.inPicture(&c, p) }) {
			continue
		}
		g.now.camera = len(g.truth.Cameras)
		g.truth.Cameras = append(g.truth.Cameras, filmCamera{len(g.frames), c})
		g.happens(FilmEvent{Kind: reading.KindBump})
		g.still(between)
		return
	}
}

// shine has the lamps and the sky shine as they do when the light has come so far on its way from what it is at first.
func (f *Film) shine(first *world, lit float64) {
	w := &f.scene.world
	lamp, sky := math.Pow(f.lampsTo, lit), math.Pow(f.skyTo, lit)
	w.lamps, w.windows = slices.Clone(first.lamps), slices.Clone(first.windows)
	for k := range w.lamps {
		w.lamps[k].light = first.lamps[k].light.scale(lamp)
	}
	for k := range w.windows {
		w.windows[k].light = first.windows[k].light.scale(sky)
	}
	w.zenith, w.horizon = first.zenith.scale(sky), first.horizon.scale(sky)
}
