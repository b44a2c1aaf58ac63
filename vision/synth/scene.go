package synth

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/castellan-companion/castellan/engine/castellan"
)

// Scene is a table with everything on it, a camera and lights.
type Scene struct {
	knobs   Knobs
	seed    uint32 // of the noise in the picture
	camera  Camera
	design  design
	castle  *growth // nil when there is none
	origin  vec     // of the lattice, on the table
	angle   float64 // of the lattice, rad
	bend    bend
	keeps   []KeepTruth
	trial   []castellan.Node
	apart   []PieceTruth
	tags    []TagTruth
	world   world
	optics  optics
	palette palette
}

// palette is the materials of the pieces in this scene.
type palette struct {
	grey  material
	keeps map[string]material
	names []string // colours in play
}

// bend is how a large castle is bent: offsets grow with the square of the distance along an axis.
type bend struct {
	centre vec
	along  vec
	amount vec // mm at reach
	reach  float64
}

func (b *bend) at(p vec) vec {
	if b.reach == 0 {
		return vec{}
	}
	s := p.sub(b.centre).dot(b.along) / b.reach
	return b.amount.scale(s * s)
}

var keepHues = [4]struct {
	name            string
	hue, sat, value float64 // value is linear
}{
	{"red", 0.995, 0.96, 0.6}, {"blue", 0.64, 0.95, 0.5}, {"yellow", 0.1, 0.98, 0.7}, {"green", 0.36, 0.93, 0.3},
}

// RandomScene draws a scene. All randomness comes from rng.
func RandomScene(rng *rand.Rand, k Knobs) *Scene {
	s := &Scene{knobs: k, seed: rng.Uint32(), design: randomDesign(rng, k.KnownSet)}
	s.drawPalette(rng)
	if rng.Float64() >= k.Negative {
		s.growCastle(rng)
	}
	s.placeCamera(rng)
	s.world.table = s.drawTable(rng)
	s.furnish(rng)
	return s
}

// furnish puts things on the table that the camera looks at, and lights it.
func (s *Scene) furnish(rng *rand.Rand) {
	s.placeThings(rng)
	s.light(rng)
	s.optics = randomOptics(rng, s.knobs)
	s.world.finish()
}

func (s *Scene) drawPalette(rng *rand.Rand) {
	r := evenly(rng)
	for _, k := range rng.Perm(len(keepHues))[:s.knobs.Colors.draw(rng)] {
		s.palette.names = append(s.palette.names, keepHues[k].name)
	}
	value := 0.02 * math.Pow(40, rng.Float64())
	if rng.IntN(3) == 0 {
		value = r(0.15, 0.5)
	}
	s.palette.grey = material{
		base: hsv(rng.Float64(), r(0, 0.14), value), gloss: r(0, 1), rough: r(0.2, 0.8), mottle: r(0, 0.3),
	}
	if happens(rng, s.knobs.Homely) {
		s.palette.grey.base = hsv(r(0.55, 0.7), r(0, 0.12), 0.06*math.Pow(8, rng.Float64()))
	}
	if rng.IntN(6) == 0 {
		s.palette.grey.brick = r(0.1, 0.6)
	}
	s.palette.keeps = map[string]material{}
	gloss, rough := r(0, 1), r(0.2, 0.7)
	paler := 1.0 // most sets have keeps of deep colours
	if rng.IntN(4) == 0 {
		paler = r(0.82, 1)
	}
	for _, c := range keepHues {
		s.palette.keeps[c.name] = material{
			base:  hsv(c.hue+r(-0.022, 0.022), min(1, paler*c.sat*r(0.95, 1.06)), c.value*r(0.5, 1.25)),
			gloss: gloss, rough: rough, mottle: r(0, 0.12),
		}
	}
}

func (s *Scene) growCastle(rng *rand.Rand) {
	r := evenly(rng)
	sets := 1
	if len(s.palette.names) > 2 {
		sets = 2
	}
	p := s.knobs.Pieces
	most := min(p.Max, 88*sets)
	u := math.Pow(rng.Float64(), 1.3)
	pieces := p.Min + int(u*float64(most-p.Min)+0.5)
	s.castle = grow(rng, pieces, sets, style{
		compact: 1 - math.Pow(rng.Float64(), 2.2), long: r(0.1, 0.55), open: max(0, s.knobs.Open.draw(rng)),
		deadEnds: s.knobs.DeadEnds,
	})
	if s.knobs.Gaps > 0 {
		s.castle.gaps(rng, s.knobs.Gaps)
	}
	if s.knobs.FreeEnds > 0 {
		s.castle.freeEnds(rng, s.knobs.FreeEnds)
	}
	s.angle = r(0, 2*math.Pi)
	s.origin = vec{r(-100, 100), r(-100, 100), 0}
	lo, hi := s.extent()
	if n := s.castle.pieces(); n > 40 {
		a := r(0, 2*math.Pi)
		size := r(0, 3.5) * min(1, float64(n)/100)
		s.bend = bend{
			centre: lo.add(hi).scale(0.5), along: vec{math.Cos(a), math.Sin(a), 0},
			amount: vec{-math.Sin(a) * size, math.Cos(a) * size, 0}, reach: hi.sub(lo).len() / 2,
		}
	}
	s.placePieces(rng)
}

// extent is the bounding rectangle of the castle's nodes on the table.
func (s *Scene) extent() (lo, hi vec) {
	b := emptyBox()
	for _, n := range s.castle.towers {
		b = b.with(s.node(n))
	}
	for _, w := range s.castle.walls {
		b = b.with(s.node(w.To))
	}
	return b.lo, b.hi
}

// node is the nominal place of a node on the table.
func (s *Scene) node(n castellan.Node) vec { return s.spot(float64(n.I), float64(n.J)) }

func (s *Scene) spot(i, j float64) vec {
	return s.origin.add(rotZ(s.angle).apply(vec{i, j, 0}).scale(s.design.PitchMM))
}

// coords are the lattice coordinates of a place on the table (mm).
func (s *Scene) coords(mm [2]float64) [2]float64 {
	at := rotZ(-s.angle).apply(vec{mm[0], mm[1], 0}.sub(s.origin)).scale(1 / s.design.PitchMM)
	return [2]float64{at.X, at.Y}
}

// jitter is the small error with which people place pieces.
func jitter(rng *rand.Rand) (off vec, turn float64) {
	g := func(sigma, most float64) float64 { return min(most, max(-most, rng.NormFloat64()*sigma)) }
	return vec{g(0.3, 0.7), g(0.3, 0.7), 0}, radians(g(0.6, 2))
}

func (s *Scene) add(in instance) { s.world.instances = append(s.world.instances, in) }

func (s *Scene) placePieces(rng *rand.Rand) {
	d, grey := &s.design, []material{s.palette.grey}
	tower, short, long := d.towerMesh(), d.wallMesh(1), d.wallMesh(2)
	put := func(m *mesh, at vec, turn float64, label string) {
		off, slip := jitter(rng)
		at = at.add(s.bend.at(at)).add(off)
		s.add(instance{mesh: m, mats: grey, turn: rotZ(s.angle + turn + slip), at: at, role: roleCastle, label: label})
	}
	for _, n := range s.castle.towers {
		put(tower, s.node(n), float64(rng.IntN(4))*math.Pi/2, towerLabel(n))
	}
	for _, w := range s.castle.walls {
		turn := 0.0
		if w.From.I == w.To.I {
			turn = math.Pi / 2
		}
		m := short
		if abs(w.To.I-w.From.I)+abs(w.To.J-w.From.J) == 2 {
			m = long
		}
		put(m, s.node(w.From).add(s.node(w.To)).scale(0.5), turn+float64(rng.IntN(2))*math.Pi, wallLabel(w))
	}
	s.placeTrials(rng, tower)
	s.placeKeeps(rng)
}

func towerLabel(n castellan.Node) string { return fmt.Sprintf("tower %d,%d", n.I, n.J) }

func trialLabel(n castellan.Node) string { return fmt.Sprintf("trial %d,%d", n.I, n.J) }

// keepLabel is that of a scene's keep by its index.
func keepLabel(k int) string { return fmt.Sprintf("keep %d", k+1) }

func wallLabel(w castellan.Wall) string {
	w = w.Ordered()
	return fmt.Sprintf("wall %d,%d-%d,%d", w.From.I, w.From.J, w.To.I, w.To.J)
}

func (s *Scene) placeTrials(rng *rand.Rand, tower *mesh) {
	if rng.Float64() >= s.knobs.Trial {
		return
	}
	for _, w := range s.castle.walls {
		n := w.To
		if s.castle.isTower[n] || len(s.trial) == s.knobs.Trials || rng.IntN(s.knobs.Trials) == 0 || len(s.castle.towers)+len(s.trial) >= s.castle.maxTower {
			continue
		}
		taken := false
		for _, other := range s.trial {
			taken = taken || other == n
		}
		if taken {
			continue
		}
		off, slip := jitter(rng)
		at := s.node(n).add(off)
		if away := s.awayFrom(s.castle.walls, n); away != (vec{}) {
			at = at.add(away.scale(0.5 + 3*rng.Float64()))
		}
		s.trial = append(s.trial, n)
		s.add(instance{
			mesh: tower, mats: []material{s.palette.grey}, turn: rotZ(s.angle + math.Pi/4 + 2*slip),
			at: at.add(s.bend.at(at)), role: roleCastle, label: trialLabel(n),
		})
	}
}

// awayFrom is the direction in which a tower on a node gives way to those of some walls that end there, as it does where its slots do not take
// them; zero where they hem it in.
func (s *Scene) awayFrom(walls []castellan.Wall, n castellan.Node) (away vec) {
	for _, w := range walls {
		switch n {
		case w.From:
			away = away.add(s.node(n).sub(s.node(w.To)).norm())
		case w.To:
			away = away.add(s.node(n).sub(s.node(w.From)).norm())
		}
	}
	const hemmedIn = 0.5
	if away.len() < hemmedIn {
		return vec{}
	}
	return away.norm()
}

func (s *Scene) placeKeeps(rng *rand.Rand) {
	keep, doubled := s.design.keepMesh(), map[string]bool{}
	for _, area := range s.castle.courtyards() {
		first := rng.IntN(len(area))
		claimed := rng.Float64() >= s.knobs.Unclaimed
		for k, cell := range area {
			if k == first && claimed || k != first && happens(rng, s.knobs.Crowd) {
				s.placeKeep(rng, keep, cell, doubled)
			}
		}
	}
}

// placeKeep stands one or two keeps of the given shape on a cell of a courtyard. doubled are the colours that have a double keep.
func (s *Scene) placeKeep(rng *rand.Rand, keep *mesh, cell castellan.Node, doubled map[string]bool) {
	color := s.palette.names[rng.IntN(len(s.palette.names))]
	count := 1
	if (!doubled[color] || s.knobs.Doubles > moreDoubles) && rng.Float64() < s.knobs.Doubles {
		doubled[color], count = true, 2
	}
	// A keep turned anyhow must still clear the walls around the cell.
	free := max(0, s.design.PitchMM/2-s.design.WallThicknessMM/2-s.design.KeepMM*0.72)
	at := s.spot(float64(cell.I)+0.5, float64(cell.J)+0.5)
	at = at.add(vec{(rng.Float64()*2 - 1) * free, (rng.Float64()*2 - 1) * free, 0}).add(s.bend.at(at))
	s.keeps = append(s.keeps, KeepTruth{Color: color, AtMM: [2]float64{at.X, at.Y}, Count: count})
	for level := range count {
		tilt := radians(rng.NormFloat64() * 0.7)
		off := vec{rng.NormFloat64() * 0.4, rng.NormFloat64() * 0.4, 0}.scale(float64(level))
		s.add(instance{
			mesh: keep, mats: []material{s.palette.keeps[color]}, turn: rotZ(rng.Float64() * 7).times(rotX(tilt * float64(level))),
			at: at.add(off).add(vec{0, 0, float64(level) * (s.design.KeepHeightMM - 0.5)}), role: roleKeep, label: keepLabel(len(s.keeps) - 1),
		})
	}
}

func (s *Scene) drawTable(rng *rand.Rand) table {
	kinds := s.knobs.Tables
	kind := kinds[rng.IntN(len(kinds))]
	if rng.Float64() < s.knobs.Same {
		kind = TableGrey
	}
	t := randomTable(rng, kind, s.palette.grey.base)
	if happens(rng, s.knobs.Homely) {
		t = homelyTable(rng, kind, t)
	}
	if rng.Float64() < s.knobs.Edge {
		corners, centre := s.subject()
		a := rng.Float64() * 2 * math.Pi
		out := vec{math.Cos(a), math.Sin(a), 0}
		reach := 60 + 200*rng.Float64()
		for _, p := range corners {
			reach = max(reach, p.sub(centre).dot(out)+60)
		}
		t.end(rng, centre.add(out.scale(reach)), out)
	}
	return t
}

// placeCamera looks at the castle so that all of it is in the picture.
func (s *Scene) placeCamera(rng *rand.Rand) {
	k, c := s.knobs, &s.camera
	w, h := float64(k.Width), float64(k.Height)
	f := k.Focal.draw(rng) * w
	c.K = [3][3]float64{
		{f, 0, w/2 - 0.5 + rng.NormFloat64()*w*0.006},
		{0, f * (1 + rng.NormFloat64()*0.0005), h/2 - 0.5 + rng.NormFloat64()*w*0.004},
		{0, 0, 1},
	}
	c.Dist = [5]float64{
		k.Barrel.draw(rng), Range{-0.01, 0.03}.draw(rng), rng.NormFloat64() * 0.0005, rng.NormFloat64() * 0.0005, 0,
	}
	for !c.covers(w, h) { // a strong barrel must not fold back on itself inside the picture
		c.Dist[0], c.Dist[1] = c.Dist[0]*0.9, math.Abs(c.Dist[1])
	}
	corners, centre := s.subject()
	tilt := radians(k.TiltDeg.draw(rng))
	azimuth, roll := rng.NormFloat64()*0.03, rng.NormFloat64()*0.03
	if rng.Float64() >= k.Upright {
		azimuth = rng.Float64() * 2 * math.Pi
		roll = rng.NormFloat64() * 0.15
	}
	border := k.Margin.draw(rng) * h / 2
	inside := func() bool {
		return !slices.ContainsFunc(corners, func(p vec) bool { return !c.has(p, w, h, border) })
	}
	distance := f * s.design.PitchMM / (k.PitchPx.draw(rng) * w / 1280)
	for range 100 {
		c.lookAt(centre, distance, tilt, azimuth, roll)
		if inside() {
			break
		}
		distance *= 1.04
	}
	for range 6 {
		reach := distance / f * h * 0.5
		aim := centre.add(vec{(rng.Float64() - 0.5) * reach * 1.6, (rng.Float64() - 0.5) * reach, 0})
		c.lookAt(aim, distance, tilt, azimuth, roll)
		if inside() {
			return
		}
	}
	c.lookAt(centre, distance, tilt, azimuth, roll)
}

// subject is what must be in the picture: points around the castle, or around a bare patch of table.
func (s *Scene) subject() (corners []vec, centre vec) {
	if s.castle == nil {
		return []vec{{-90, -70, 0}, {90, -70, 0}, {90, 70, 0}, {-90, 70, 0}}, vec{}
	}
	d := s.design
	around := func(p vec) {
		for _, o := range [4]vec{{1, 1, 0}, {-1, 1, 0}, {-1, -1, 0}, {1, -1, 0}} {
			at := p.add(o.scale(d.radius()))
			corners = append(corners, at, at.add(vec{0, 0, d.TowerHeightMM}))
		}
	}
	for _, n := range s.castle.towers {
		around(s.node(n))
	}
	for _, w := range s.castle.walls {
		around(s.node(w.To))
	}
	lo, hi := s.extent()
	return corners, lo.add(hi).scale(0.5)
}
