package pieces

import (
	"cmp"
	"errors"
	"fmt"
	"image"
	"math"
	"slices"

	"github.com/castellan-companion/castellan/calibration"
	"github.com/castellan-companion/castellan/calibration/apriltag"
	"github.com/castellan-companion/castellan/calibration/compare"
)

// Kind of a piece.
type Kind string

// The kinds.
const (
	Tower Kind = "tower"
	Short Kind = "short"
	Long  Kind = "long"
	Keep  Kind = "keep"
)

// Piece is one piece that was found on the table. Its colour, place and measures (millimetres) are those of pieces that stand apart.
type Piece struct {
	Kind     Kind         `json:"kind"`
	Color    string       `json:"color,omitempty"` // of a keep: red, orange, yellow, green, blue or purple
	RGB      [3]uint8     `json:"rgb,omitzero"`    // mean colour in the picture
	AtMM     [2]float64   `json:"at_mm,omitzero"`  // x, y of its middle in the table frame
	LengthMM float64      `json:"length_mm,omitzero"`
	WidthMM  float64      `json:"width_mm,omitzero"`
	HeightMM float64      `json:"height_mm,omitzero"`
	Outline  [][2]float64 `json:"outline"` // polygon in the picture, pixels, for drawing
}

// Learned is what a picture says of a set.
type Learned struct {
	Set    calibration.Set `json:"set"`    // without a name
	Pieces []Piece         `json:"pieces"` // the tower, the short wall, the long wall, then the keeps by colour; or those of a courtyard
}

// Pictures to learn from, of one size and from one place.
type Pictures struct {
	Pieces image.Image // the table with the pieces
	Bare   image.Image // the same table before
}

// Errors of Learn; all are sentences for people.
var (
	ErrTooSteep   = errors.New("the camera looks straight down, so heights cannot be seen: tilt it by 20 degrees or more")
	ErrFewPieces  = errors.New("fewer pieces are seen than needed: lay a tower, a short wall, a long wall and a keep of each colour between the tags")
	ErrManyPieces = errors.New("more things are seen than pieces: leave only a tower, a short wall, a long wall and a keep of each colour, apart from each other")
	ErrUnclear    = errors.New("the pieces cannot be told from the table: use a plain table that is lighter or darker than they are, without hard shadows")
	// ErrNoCourtyard is of sets that are measured by a courtyard (vision.MeasureSet).
	ErrNoCourtyard = errors.New("the courtyard is not seen clearly: build one of four towers, two long and two short walls between the tags, on a plain table that is lighter or darker than they are, and take other pieces away")
	ErrSizes       = errors.New("the two pictures are not of one size: take both with the same camera")
)

// leastTiltDeg is the tilt below which heights do not show.
const leastTiltDeg = 14

// Learn measures the pieces. The camera may be nil: its lens is then found from the tags. Beside the errors above there are those of
// calibration.Locator.
func Learn(p Pictures, camera *calibration.Camera) (Learned, error) {
	view, layout, err := locate(p.Pieces, camera)
	if err != nil {
		return Learned{}, err
	}
	if view.TiltDeg() < leastTiltDeg {
		return Learned{}, ErrTooSteep
	}
	seen, bare := compare.NewPhoto(p.Pieces, 1), compare.NewPhoto(p.Bare, 1)
	if bare.W != seen.W || bare.H != seen.H {
		return Learned{}, ErrSizes
	}
	l := lineup{view: &view, seen: seen, change: newChange(seen, bare, newField(&view, layout, true)), paper: white(seen, &view, layout)}
	if err := l.find(); err != nil {
		return Learned{}, err
	}
	l.refine()
	if !l.explained() {
		return Learned{}, ErrUnclear
	}
	set, err := l.set()
	if err != nil {
		return Learned{}, err
	}
	return Learned{Set: set, Pieces: l.pieces()}, nil
}

func locate(m image.Image, camera *calibration.Camera) (view calibration.View, layout calibration.TagLayout, err error) {
	detector, err := apriltag.NewDetector()
	if err != nil {
		return view, nil, err
	}
	defer func() { err = errors.Join(err, detector.Close()) }()
	tags, err := detector.Detect(gray(m))
	if err != nil {
		return view, nil, err
	}
	locator := calibration.NewLocator(calibration.LocatorOptions{Camera: camera})
	view, _, err = locator.Locate(m.Bounds().Dx(), m.Bounds().Dy(), tags)
	return view, locator.Layout(), err
}

// How many things there may be, and how large.
const (
	leastAreaMM  = 60.0 // square millimetres on the table
	leastCovered = 0.5  // of the evidence by a solid that is believed
	fewestPieces = 3 + 1
	mostPieces   = 3 + 8
)

// lineup is the pieces on the table, while they are being measured.
type lineup struct {
	view   *calibration.View
	seen   *compare.Photo
	change *change
	paper  [3]float64
	things []thing // once they are sorted: the tower, the short wall, the long wall, then the keeps
}

// thing is what stands on the table, while it is being looked at.
type thing struct {
	Piece
	blob     compare.Part
	evidence *evidence
	solid    solid

	hue, vivid float64 // of its colour: degrees, saturation
}

// find finds the pieces, measures them roughly, and tells what is what: by what is neither table nor shadow for sure or, where that is
// too little, by all that changed.
func (l *lineup) find() error {
	certain := l.change.certain()
	err := l.findIn(certain, certain)
	if err != nil {
		err = l.findIn(l.change.Changed(), certain)
	}
	return err
}

func (l *lineup) findIn(set, certain []bool) error {
	perMM := math.Sqrt(l.view.FX*l.view.FY) / l.view.Centre()[2] // pixels, roughly
	least := leastAreaMM * perMM * perMM
	l.things = nil
	for _, b := range l.change.Parts(set, int(least)) {
		t := thing{blob: b, evidence: gather(l.change, b)}
		t.evidence.weigh(l.seen, newMixture(l.typical(b, certain), 4), nil)
		if t.evidence.full < least {
			continue // a shadow, or a glare
		}
		t.solid = t.evidence.fitAll(l.view, spread(b, l.seen.W, l.view), anyPiece)
		if t.evidence.covered(t.solid.parts(l.view)) < leastCovered {
			continue
		}
		if l.add(t); len(l.things) > mostPieces {
			return ErrManyPieces
		}
	}
	if len(l.things) < fewestPieces {
		return ErrFewPieces
	}
	return l.sortOut()
}

// add adds a thing; of two that are one, seen in two parts, the larger one.
func (l *lineup) add(t thing) {
	for k := range l.things {
		other := &l.things[k]
		if !other.solid.covers(&t.solid) && !t.solid.covers(&other.solid) {
			continue
		}
		if t.evidence.full > other.evidence.full {
			*other = t
		}
		return
	}
	l.things = append(l.things, t)
}

// typical are the colours in a blob that no shadow has or, where they are few, all of them.
func (l *lineup) typical(b compare.Part, certain []bool) (colours [][3]float32) {
	for _, i := range b {
		if certain[i] {
			colours = append(colours, l.seen.Pix[i])
		}
	}
	const most = 0.25
	if float64(len(colours)) > most*float64(len(b)) {
		return colours
	}
	for _, i := range b {
		if !certain[i] {
			colours = append(colours, l.seen.Pix[i])
		}
	}
	return colours
}

// colours are those inside the solids of things.
func (l *lineup) colours(things []thing) (inside [][3]float32) {
	for k := range things {
		rows(things[k].solid.silhouette(l.view), l.seen.W, l.seen.H, func(y int, from, to float64) {
			for x := int(math.Ceil(from)) + 1; x < int(to); x++ {
				inside = append(inside, l.seen.Pix[y*l.seen.W+x])
			}
		})
	}
	return inside
}

// shadows are the changes beside the keeps, whose colours leave no doubt of where they end. The shadows of all pieces are alike.
func (l *lineup) shadows() (outside [][3]float32) {
	const far = 2.0 // pixels from a solid's outline
	for k := range l.things[3:] {
		t := &l.things[3+k]
		e := t.evidence
		e.spans([][][2]float64{t.solid.silhouette(l.view)})
		for y := range e.h {
			for x := range e.w {
				i := (e.top+y)*l.change.W + e.left + x
				if float64(x) > e.from[y]-far && float64(x) < e.to[y]+far {
					continue
				}
				if d := l.change.Diff[i]; l.change.bare[i] > leastBare && squaredDistance(d, [3]float32{}) > squared(4*l.change.Sigma[i]) {
					outside = append(outside, d)
				}
			}
		}
	}
	return outside
}

// sortOut tells what is what, and puts the tower, the short and the long wall first. The long wall is the longest piece; the tower and
// the short wall are of its colour.
func (l *lineup) sortOut() error {
	things := l.things
	for k := range things {
		var rgb [3]float64
		things[k].RGB, rgb = meanColour(l.seen, things[k].solid.silhouette(l.view))
		hue, vivid := hueAndSaturation(rgb, l.paper)
		things[k].hue, things[k].vivid = hue, vivid
	}
	slices.SortFunc(things, func(a, b thing) int { return cmp.Compare(b.solid.length, a.solid.length) })
	long := things[0]
	slices.SortStableFunc(things, func(a, b thing) int { return cmp.Compare(unlike(&a, &long), unlike(&b, &long)) })
	if near, next := unlike(&things[2], &long), unlike(&things[3], &long); next < leastUnlike || near > next/2 {
		return fmt.Errorf("%w (walls, towers and keeps look too much alike in this light)", ErrUnclear)
	}
	keeps := things[3:]
	for i := range keeps {
		keeps[i].Kind, keeps[i].Color = Keep, colourName(keeps[i].hue)
	}
	slices.SortFunc(keeps, func(a, b thing) int { return cmp.Compare(a.Color, b.Color) })
	grey := things[:3]
	slices.SortFunc(grey, func(a, b thing) int { return cmp.Compare(a.solid.length, b.solid.length) })
	if grey[0].solid.width < grey[1].solid.width {
		grey[0], grey[1] = grey[1], grey[0]
	}
	grey[0].Kind, grey[1].Kind, grey[2].Kind = Tower, Short, Long
	return nil
}

// leastUnlike is how much a keep's colour differs from that of the walls, at least.
const leastUnlike = 0.1

// unlike is how much two things differ in colour, whatever the light that falls on them: the distance of their hues and saturations.
func unlike(a, b *thing) float64 {
	ay, ax := math.Sincos(a.hue * math.Pi / 180)
	by, bx := math.Sincos(b.hue * math.Pi / 180)
	return math.Hypot(a.vivid*ax-b.vivid*bx, a.vivid*ay-b.vivid*by)
}

// refine measures again what is now known to be a tower, walls and keeps of one make: pieces of one kind look alike, and are as wide
// and high as each other.
func (l *lineup) refine() {
	set := calibration.DefaultSet()
	size := (l.things[2].solid.length - l.things[1].solid.length) / set.PitchMM // relative to the game as it is sold
	size = max(0.5, min(2, size))
	usual := func(width, height float64) prior {
		return prior{width: width * size, height: height * size, spread: kindSpread}
	}
	l.reweigh()
	tower, walls, keeps := &l.things[0], l.things[1:3], l.things[3:]
	tower.fit(l.view, capped, usual(set.TowerDiameterMM, set.TowerHeightMM))
	for k := range walls {
		walls[k].fit(l.view, box, usual(set.WallThicknessMM, set.WallHeightMM))
	}
	inOne := func(f form) (found []thing, cost float64) {
		found = slices.Clone(keeps)
		for k := range found {
			cost += found[k].fit(l.view, f, usual(set.KeepMM, set.KeepHeightMM))
		}
		return found, cost
	}
	l.dropOthers(usual(set.KeepMM, set.KeepHeightMM))
	keeps = l.things[3:]
	round, roundCost := inOne(cylinder)
	cornered, corneredCost := inOne(square)
	if copy(keeps, cornered); roundCost < corneredCost {
		copy(keeps, round)
	}
	l.reweigh()
	tower.fit(l.view, capped, usual(set.TowerDiameterMM, set.TowerHeightMM))
	l.fitFamily(walls, usual(set.WallThicknessMM, set.WallHeightMM))
	l.fitFamily(keeps, usual(set.KeepMM, set.KeepHeightMM))
}

// dropOthers leaves out what neither a round nor a square keep explains.
func (l *lineup) dropOthers(usual prior) {
	keeps := slices.DeleteFunc(slices.Clone(l.things[3:]), func(t thing) bool {
		round, cornered := t, t
		round.fit(l.view, cylinder, usual)
		cornered.fit(l.view, square, usual)
		return max(t.evidence.covered(round.solid.parts(l.view)), t.evidence.covered(cornered.solid.parts(l.view))) < leastCovered
	})
	if len(keeps) > 0 {
		l.things = append(l.things[:3], keeps...)
	}
}

// fit measures a thing that is now known to be of a form.
func (t *thing) fit(view *calibration.View, f form, usual prior) (cost float64) {
	if t.solid.form = f; f != box {
		t.solid.length = math.Sqrt(t.solid.length * t.solid.width)
		t.solid.width = t.solid.length
	}
	t.solid, cost = t.evidence.fit(view, t.solid, usual)
	return cost
}

// reweigh weighs the evidence anew, by what the pieces and the shadows look like as far as they are known.
func (l *lineup) reweigh() {
	shadows := newMixture(l.shadows(), 6)
	grey := newMixture(l.colours(l.things[:3]), 8)
	for k := range l.things {
		piece := grey
		if k >= 3 {
			piece = newMixture(l.colours(l.things[k:k+1]), 4)
		}
		l.things[k].evidence.weigh(l.seen, piece, shadows)
		var others [][][2]float64
		for other := range l.things {
			if other != k {
				others = append(others, l.things[other].solid.silhouette(l.view))
			}
		}
		l.things[k].evidence.leaveOut(others)
	}
}

// fitFamily measures things of one kind and make.
func (l *lineup) fitFamily(things []thing, usual prior) {
	all := family{view: l.view, usual: usual}
	for k := range things {
		all.evidences = append(all.evidences, things[k].evidence)
		all.solids = append(all.solids, things[k].solid)
	}
	all.fit()
	for k := range things {
		things[k].solid = all.solids[k]
	}
}

// How well a solid that is believed explains what is seen.
const (
	wellCovered = 0.7  // of the evidence
	wellEdged   = 0.45 // of its outline
)

// explained tells whether the solids explain what is seen so well that their measures can be believed.
func (l *lineup) explained() bool {
	return !slices.ContainsFunc(l.things, func(t thing) bool {
		parts := t.solid.parts(l.view)
		return t.evidence.covered(parts) < wellCovered || t.evidence.edges(parts[0]) < wellEdged
	})
}

// pieces are what was found.
func (l *lineup) pieces() (found []Piece) {
	for k := range l.things {
		t := &l.things[k]
		t.Outline = t.solid.silhouette(l.view)
		t.RGB, _ = meanColour(l.seen, t.Outline)
		t.AtMM = [2]float64{t.solid.x, t.solid.y}
		t.LengthMM, t.WidthMM, t.HeightMM = t.solid.length, t.solid.width, t.solid.height
		found = append(found, t.Piece)
	}
	return found
}

// spread is a box as long and wide as a blob is on the table, taken at half the height of a piece.
func spread(b compare.Part, w int, view *calibration.View) solid {
	const height = 21.0
	var n, sx, sy, sxx, sxy, syy float64
	for _, i := range b {
		at, ok := view.OnPlane([2]float64{float64(i % w), float64(i / w)}, height/2)
		if !ok {
			continue
		}
		n, sx, sy = n+1, sx+at[0], sy+at[1]
		sxx, sxy, syy = sxx+at[0]*at[0], sxy+at[0]*at[1], syy+at[1]*at[1]
	}
	s := solid{x: sx / n, y: sy / n, height: height}
	xx, xy, yy := sxx/n-s.x*s.x, sxy/n-s.x*s.y, syy/n-s.y*s.y
	mean, apart := (xx+yy)/2, math.Hypot((xx-yy)/2, xy)
	// A stretch of length l has the variance l*l/12. Much of the width is the height that is seen.
	s.length, s.width = math.Sqrt(12*(mean+apart)), max(2*leastMM, math.Sqrt(12*max(0, mean-apart))/2)
	s.angle = math.Atan2(2*xy, xx-yy) / 2
	return s
}

// meanColour is the mean over a silhouette, for people and for reckoning.
func meanColour(p *compare.Photo, silhouette [][2]float64) (rgb [3]uint8, exact [3]float64) {
	n := 0.0
	rows(silhouette, p.W, p.H, func(y int, from, to float64) {
		for x := int(math.Ceil(from)) + 1; x < int(to); x++ {
			for c := range exact {
				exact[c] += compare.Level(p.Pix[y*p.W+x][c])
			}
			n++
		}
	})
	for c := range exact {
		exact[c] /= max(1, n)
		rgb[c] = uint8(max(0, min(255, math.Round(exact[c]))))
	}
	return rgb, exact
}

// set takes the measures of the set from its pieces.
func (l *lineup) set() (calibration.Set, error) {
	tower, short, long, keep := l.things[0].solid, l.things[1].solid, l.things[2].solid, l.things[3].solid
	set := calibration.Set{
		TowerDiameterMM: tower.length, TowerHeightMM: tower.height,
		WallThicknessMM: long.width, WallHeightMM: long.height,
		KeepMM: keep.width, KeepHeightMM: keep.height, Rough: true,
	}
	var contradiction float64
	set.Short, set.Long, set.PitchMM, contradiction = lattice(tower.length, short.length, long.length)
	if contradiction > mostErrors {
		return calibration.Set{}, fmt.Errorf("%w (the walls' lengths do not fit the tower)", ErrUnclear)
	}
	if !proportioned(set) {
		return calibration.Set{}, fmt.Errorf("%w (no piece set has such proportions)", ErrUnclear)
	}
	set = set.Rounded()
	if set.PitchMM <= set.WallThicknessMM {
		return calibration.Set{}, fmt.Errorf("%w (the long wall is hardly longer than the short one)", ErrUnclear)
	}
	return set, nil
}

// proportioned tells whether a set's measures are to its pitch about as they are in the game as it is sold.
func proportioned(set calibration.Set) bool {
	const most = 1.5 // times as much, or as little
	usual := calibration.DefaultSet()
	for _, measures := range [][2]float64{
		{set.TowerDiameterMM, usual.TowerDiameterMM},
		{set.TowerHeightMM, usual.TowerHeightMM},
		{set.WallThicknessMM, usual.WallThicknessMM},
		{set.WallHeightMM, usual.WallHeightMM},
		{set.KeepMM, usual.KeepMM},
		{set.KeepHeightMM, usual.KeepHeightMM},
	} {
		ratio := measures[0] / measures[1] * usual.PitchMM / set.PitchMM
		if ratio > most || ratio < 1/most {
			return false
		}
	}
	return true
}

// How far measures err, in millimetres.
const (
	lengthError   = 0.4 // of walls
	diameterError = 0.9 // of the tower: its cap sticks out
	rarer         = 2   // times better must walls of other lengths than one and two pitches fit
	mostErrors    = 1.4 // by which what was measured may differ from what a lattice would be
)

// lattice is the lengths of the walls in pitches, and the pitch in millimetres. A wall fills the way between two towers. The error says
// by how many standard errors the measures contradict each other.
func lattice(towerMM, shortMM, longMM float64) (short, long int, pitchMM, contradiction float64) {
	contradiction = math.Inf(1)
	for _, lengths := range [...][2]int{{1, 2}, {1, 3}, {2, 3}} {
		// Pitch and diameter are found from three lengths by least squares; the walls' difference is free of the diameter.
		s, l := float64(lengths[0]), float64(lengths[1])
		const walls, tower = 1 / (lengthError * lengthError), 1 / (diameterError * diameterError)
		pp, pd, dd := walls*(s*s+l*l), -walls*(s+l), 2*walls+tower
		p, d := walls*(s*shortMM+l*longMM), -walls*(shortMM+longMM)+tower*towerMM
		det := pp*dd - pd*pd
		pitch, diameter := (p*dd-d*pd)/det, (pp*d-pd*p)/det
		offWalls := math.Hypot(s*pitch-diameter-shortMM, l*pitch-diameter-longMM) / lengthError
		chi := math.Hypot(offWalls, (diameter-towerMM)/diameterError)
		if lengths != [2]int{1, 2} {
			chi *= rarer
		}
		if chi < contradiction {
			short, long, pitchMM, contradiction = lengths[0], lengths[1], pitch, chi
		}
	}
	return short, long, pitchMM, contradiction
}
