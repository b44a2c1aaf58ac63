package vision

import (
	"math"

	"github.com/castellan-companion/castellan/engine/castellan"
	"github.com/castellan-companion/castellan/vision/model"
	"github.com/castellan-companion/castellan/vision/solid"
	"github.com/castellan-companion/castellan/vision/volume"
)

// appearance is what walls and table look like in one picture, learned from those of its walls and gaps that are beyond doubt: most are, by
// what the networks say, and others because a person said so. So the eye adapts to each table, set and light anew with every look.
type appearance struct {
	picture *volume.Picture
	lens    *volume.Lens
	there   *solid.Bodies
	near    solid.Bodies   // those of there about the place in question
	nears   []solid.Bodies // the same of each processor, where several places are looked at at once
	tones   [solid.Surfaces]tones
	walls   [2]likeness // along X and along Y
	gaps    [2]likeness
	sure    exemplars

	spots  []spotted             // of the table about the castle
	lamps  [kindsOfShadows]*lamp // nil where there is none, or none was sought yet
	sought [kindsOfShadows]bool  // or is not to be
}

// wallLook is what a picture shows of a wall, or of the place of one.
type wallLook struct {
	marks    float64 // how much its marks speak for a wall, as a logarithm of odds
	compared float64 // how much it looks like the others of the picture rather than like its gaps, a logarithm of odds
	shadow   float64 // how much the table speaks for its shadow, a logarithm of odds
	seen     float64 // how much of its faces the picture shows, as a share of what is enough to tell
}

// What walls and gaps are like in pictures of all sorts. Measured on rendered scenes.
var (
	usualWall = custom{
		topOverSide:    {0.31, 0.43, 0.27},
		sideOverGround: {0.21, 0.64, 0.34},
		topOverBehind:  {0.28, 0.62, 0.43},
		upperOverLower: {0.22, 0.37, 0.27},
		topRed:         {0.03, 0.08, 0.02},
		sideRed:        {0.03, 0.13, 0.09},
		topBlue:        {-0.02, 0.11, 0.03},
		sideBlue:       {-0.02, 0.15, 0.08},
		topBrightness:  {4.64, 0.56, 0.12},
		sideBrightness: {4.33, 0.67, 0.26},
		topUneven:      {-1.86, 0.75, 0.32},
		sideUneven:     {-2.06, 0.67, 0.44},
	}
	usualGap = custom{
		topOverSide:    {0.02, 0.30, 0.24},
		sideOverGround: {-0.02, 0.27, 0.25},
		topOverBehind:  {-0.03, 0.29, 0.27},
		upperOverLower: {-0.01, 0.30, 0.23},
		topRed:         {0.07, 0.21, 0.13},
		sideRed:        {0.07, 0.23, 0.15},
		topBlue:        {-0.03, 0.18, 0.09},
		sideBlue:       {-0.03, 0.19, 0.10},
		topBrightness:  {4.51, 0.66, 0.41},
		sideBrightness: {4.49, 0.67, 0.40},
		topUneven:      {-1.99, 0.89, 0.69},
		sideUneven:     {-1.94, 0.92, 0.71},
	}
)

// newAppearance learns from the board's candidates. there are the pieces and keeps that are believed in. ok is false where they are too few
// to tell anything.
func newAppearance(p *volume.Picture, lens *volume.Lens, b *board, there *solid.Bodies) (a *appearance, ok bool) {
	const (
		enough   = 60   // samples
		sure     = 3.0  // odds as a logarithm of a wall from whose colours to learn
		wellSure = 4.0  // the same from whose marks to learn
		absent   = -5.0 // odds of a gap from which to learn
	)
	a = &appearance{
		picture: p, lens: lens, there: there, sure: exemplars{strips: map[castellan.Wall]*model.Strip{}},
	}
	if b.piecesIn() < lampPieces || len(b.covered) > 0 { // a hand throws shadows too
		a.sought = [...]bool{onTable: true, onTops: true}
	}
	var walls, gaps [2][]profile
	for k := range b.all {
		x := &b.all[k]
		// What a person said is beyond doubt too.
		wall, gap := x.odds > wellSure || x.said && x.in, x.odds < absent || x.said && !x.in
		if x.tower || b.towersOf(x.wall) == 0 || !wall && !gap && !(x.in && x.odds >= sure) || b.rivalled(k, unlikely) {
			continue
		}
		along := axis(x.wall)
		rows := a.rows(b, k, func(c [3]byte, row int, _ solid.Surface) {
			if what, of := solid.FaceOf(x.wall, row); of && x.in {
				a.tones[what].add(c)
			}
		})
		switch {
		case wall:
			a.sure.add(x.wall, true)
			walls[along] = append(walls[along], newProfile(&rows))
		case gap:
			a.sure.add(x.wall, false)
			gaps[along] = append(gaps[along], newProfile(&rows))
		}
	}
	for _, w := range b.clearBesideTowers() {
		a.sure.add(w, false)
	}
	for along := range 2 {
		a.walls[along] = newLikeness(walls[along], &usualWall)
		a.gaps[along] = newLikeness(gaps[along], &usualGap)
	}
	a.learnTowers()
	a.learnTable(b.win)
	return a, min(a.tones[solid.Table].sum, a.tones[solid.WallTop].sum, a.tones[solid.SideX].sum+a.tones[solid.SideY].sum) > enough
}

// axis is 0 for a wall along X, 1 for one along Y.
func axis(w castellan.Wall) int {
	if w.AlongX() {
		return 0
	}
	return 1
}

// unlikely are the odds, as a logarithm, of a piece that is not reckoned with.
const unlikely = -1.5

// rows looks along the rows of candidate k and calls f with the colours that the picture shows there and what it would show if neither the
// candidate nor what cannot stand with it were there. The last look at near is the one about this candidate.
func (a *appearance) rows(b *board, k int, f func(c [3]byte, row int, instead solid.Surface)) (rows [len(solid.Rows)]rowLook) {
	a.about(b, k)
	a.near.Walk(b.all[k].wall, func(p [3]float64, row int) {
		r := &rows[row]
		r.all++
		instead, hidden := a.near.Beyond(p)
		if hidden {
			return
		}
		if c, ok := a.colour(p); ok {
			r.add(c)
			f(c, row, instead)
		}
	})
	return rows
}

// about leaves in near the solids about candidate k that would stand with it.
func (a *appearance) about(b *board, k int) {
	a.there.About(b.all[k].wall, b.instead(k), &a.near)
}

// colour is what the picture shows where a point of the table frame (mm) is.
func (a *appearance) colour(p [3]float64) (c [3]byte, ok bool) {
	c[0], c[1], c[2], ok = a.lens.Seen(a.picture, p)
	return c, ok
}

// learn takes a point of a surface, near which are the bodies in near, as an example, if the eye sees it.
func (a *appearance) learn(p [3]float64, of solid.Surface) (c [3]byte, ok bool) {
	if a.near.Blocks(p) {
		return c, false
	}
	if c, ok = a.colour(p); ok {
		a.tones[of].add(c)
	}
	return c, ok
}

// learnTowers learns the colours of towers.
func (a *appearance) learnTowers() {
	a.there.Towers(func(at [2]float64) {
		a.there.Around(at, a.there.Set.TowerDiameterMM/2, &a.near)
		a.near.WalkTower(at, func(p [3]float64, of solid.Surface) { a.learn(p, of) })
	})
}

// learnTable learns the colours of the table in the window, with its shadows.
func (a *appearance) learnTable(win model.Window) {
	const steps = 5 // to a pitch
	for i := win.I0; i < win.I0+win.NI-1; i++ {
		for j := win.J0; j < win.J0+win.NJ-1; j++ {
			a.there.Around(a.there.Grid.At(float64(i)+0.5, float64(j)+0.5), a.there.Grid.Pitch, &a.near)
			for k := range steps * steps {
				at := a.there.Grid.At(float64(i)+float64(k/steps)/steps, float64(j)+float64(k%steps)/steps)
				p := [3]float64{at[0], at[1], 0}
				if c, ok := a.learn(p, solid.Table); ok && !a.sought[onTable] && a.near.Room(at) < besideCastle*a.there.Grid.Pitch {
					a.spots = append(a.spots, spotted{at: at, colour: c, bright: brightness(c)})
				}
			}
		}
	}
}

// look looks at candidate k.
func (a *appearance) look(b *board, k int) (l wallLook) {
	const enough = 12.0 // samples
	w := b.all[k].wall
	faces := 0.0
	rows := a.rows(b, k, func(_ [3]byte, row int, instead solid.Surface) {
		if _, of := solid.FaceOf(w, row); of && instead != solid.Keep {
			faces++
		}
	})
	p, along := newProfile(&rows), axis(w)
	l.marks = a.walls[along].rather(&a.gaps[along], &p)
	l.seen = faces / enough
	return l
}

// verdict is what each evidence counts for a wall: what the networks saw along the lattice, and what its looks are in this picture.
type verdict struct{ along, marks, compared, prior float64 }

// Fitted to rendered scenes that the networks had not seen.
var (
	openShort    = verdict{along: 0.41, marks: 0.16, compared: 0.55, prior: -1.4}
	openAlone    = verdict{along: 0.36, marks: 0.20, compared: 0.30, prior: -0.8} // where the castle has no other sure wall in its direction
	shortBetween = verdict{along: 0.53, marks: 0.05, compared: 0.70, prior: -0.42}
	longWall     = verdict{along: 0.45, marks: 0.35, compared: 0.50, prior: 0.5}
)

// mostAlong is what the look along the lattice counts at most, a logarithm of odds: now and then it is very sure and errs.
const mostAlong = 6.0

// What a wall's shadow on the table counts, where it is dark and where it is light: something else may darken it, a pattern or what is not known of
// the castle, but nothing lights it up. In 344 given and rendered pictures 32 of 815 walls whose shadows would be seen are misjudged without
// that and 21 with it; with 2.3 for either it is 23, with less for what is dark some films are read worse.
const shadeCounts, lightCounts = 1.8, 2.0

// shadowSays is how much the table where a wall's shadow would lie counts for the wall: what it looks like, a logarithm of odds, weighed.
func shadowSays(shadow float64) float64 {
	if shadow > 0 {
		return shadeCounts * shadow
	}
	return lightCounts * shadow
}

// plainlyLit is what the shadows of a wall and of towers that stand only with it say, as a logarithm of odds, where the table is lit beyond doubt: of
// 209 such walls that were there none said less than -2.3, and six at the ends of others' shadows, of one film, -3.7 to -4.3.
const plainlyLit = -3.0

// weighWalls decides anew on walls that are in doubt, by what walls and gaps look like elsewhere in the same picture: contrasts that the
// networks, which know pictures of all sorts, cannot be sure of. It says whether any decision changed.
func (a *appearance) weighWalls(r *model.Runner, b *board, m *model.CellMap) (changed bool) {
	weighed := make([]bool, len(b.all))
	first := make([]float64, len(b.all)) // odds before any was weighed
	for k := range b.all {
		first[k] = b.all[k].odds
	}
	open := func(o int) bool { return b.all[o].in || !weighed[o] && b.all[o].odds >= unlikely }
	undecided := func(k int) bool {
		x := &b.all[k]
		return !weighed[k] && !x.tower && !x.said && b.towersOf(x.wall) > 0 && !underHand(m, x.wall)
	}
	// A long wall that gives way leaves its room to short ones, which are weighed then.
	for again := true; again; {
		now, shadows := map[int]float64{}, map[int]float64{}
		for k := range b.all {
			if !undecided(k) || b.anyRival(k, open) {
				continue
			}
			if odds, shadow, ok := a.weigh(r, b, k); ok {
				now[k], shadows[k] = odds, shadow
			}
		}
		again = false
		for k, odds := range now {
			x := &b.all[k]
			weighed[k], x.odds = true, odds
			again = again || x.in != (odds > 0)
			if odds < 0 && shadows[k] < plainlyLit { // else the wall speaks for its towers
				b.doubtEnds(k, shadows[k])
			}
		}
		again = again || a.weighContests(r, b, first, weighed, undecided, open)
		if again {
			b.settle()
			changed = true
		}
	}
	return changed
}

// doubtEnds counts what speaks against candidate k, a wall, as a logarithm of odds, against the towers that stand only with it too, unless a person
// spoke of them.
func (b *board) doubtEnds(k int, odds float64) {
	for _, n := range b.ending(k) {
		if t := &b.all[b.towers[n]]; !t.said {
			t.odds += odds
		}
	}
}

// weighing is a candidate, a wall, with what is known of it.
type weighing struct {
	verdict      *verdict
	along, habit float64 // logarithms of odds
	look         wallLook
}

// alongSays is what the look along the lattice counts, as a logarithm of odds.
func (w *weighing) alongSays() float64 {
	return w.verdict.along * max(-mostAlong, min(mostAlong, w.along))
}

// odds is how much speaks for the wall, as a logarithm of odds.
func (w *weighing) odds() float64 {
	v, l := w.verdict, &w.look
	return w.alongSays() + v.marks*l.marks + v.compared*l.compared + shadowSays(l.shadow) + v.prior + w.habit
}

// begin looks at candidate k, a wall that had these odds (as a logarithm) before its looks were asked, but does not yet compare it or ask for
// its shadow.
func (a *appearance) begin(b *board, k int, odds float64) weighing {
	const lasting = 0.65 // how much of a habit counts when the looks are taken into account
	x := &b.all[k]
	v := &openShort
	switch {
	case isLong(x.wall):
		v = &longWall
	case b.towersOf(x.wall) == 2:
		v = &shortBetween
	case a.sure.alone(x.wall):
		v = &openAlone
	}
	w := weighing{verdict: v, along: odds - x.habit, habit: lasting * x.habit, look: a.look(b, k)}
	if a.runsOut(x.wall) {
		w.habit -= outsideSeldom
	}
	return w
}

// outsideSeldom is what speaks against a wall that runs out of the picture, a logarithm of odds. Chosen: people keep their castle in it, as the
// notes ask, and of 2,581 towers of the development pictures none is outside.
const outsideSeldom = 2.0

// runsOut says whether the picture does not show the top of an end of a wall.
func (a *appearance) runsOut(w castellan.Wall) bool {
	for _, end := range [2]castellan.Node{w.From, w.To} {
		at := a.there.Grid.At(float64(end.I), float64(end.J))
		if _, ok := a.colour([3]float64{at[0], at[1], a.there.Set.WallHeightMM}); !ok {
			return true
		}
	}
	return false
}

// leastFaces is how much of its faces must be seen of a wall, as a share of what is enough to tell, for its looks to be asked.
const leastFaces = 0.2

// weigh is how much speaks for candidate k, a wall, when its looks are taken into account, and how much of that its shadow says, as logarithms of
// odds; ok is false where there is no need to look or not enough to see.
func (a *appearance) weigh(r *model.Runner, b *board, k int) (odds, shadow float64, ok bool) {
	const (
		sure    = 9.0 // odds from which there is no need to look
		settled = 1.0 // odds that must be left, whatever a comparison would say, for none to be needed
	)
	x := &b.all[k]
	if min(math.Abs(x.odds), math.Abs(x.odds-x.habit)) > sure {
		return 0, 0, false
	}
	w := a.begin(b, k, x.odds)
	if w.look.seen < leastFaces {
		shadow := shadowSays(a.shadow(b, k))
		return x.odds + shadow, shadow, shadow != 0
	}
	if math.Abs(w.odds()) < w.verdict.compared*mostCompared+settled {
		w.look.compared = a.compare(r, b, k)
	}
	if math.Abs(w.odds()) < max(shadeCounts, lightCounts)*clearShadow+settled {
		w.look.shadow = a.shadow(b, k)
	}
	return w.odds(), shadowSays(w.look.shadow), true
}

// underHand says whether a hand seems to hide part of a wall's place.
func underHand(m *model.CellMap, w castellan.Wall) bool {
	for i2 := 2 * w.From.I; i2 <= 2*w.To.I; i2++ {
		for j2 := 2 * w.From.J; j2 <= 2*w.To.J; j2++ {
			if m.At(i2, j2)[model.CellHidden] > seldomHidden {
				return true
			}
		}
	}
	return false
}

// towersOf is how many of a wall's ends have a tower that is in.
func (b *board) towersOf(w castellan.Wall) int {
	n := 0
	for _, end := range [2]castellan.Node{w.From, w.To} {
		if b.hasTower(end) {
			n++
		}
	}
	return n
}

// rivalled says whether a piece with at least these odds would take the room of candidate k.
func (b *board) rivalled(k int, odds float64) bool {
	return b.anyRival(k, func(o int) bool { return b.all[o].odds >= odds })
}
