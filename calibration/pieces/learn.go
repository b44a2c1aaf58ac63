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

// Piece is one piece that was found on the table, with its measures in millimetres.
type Piece struct {
	Kind     Kind         `json:"kind"`
	Color    string       `json:"color,omitempty"` // of a keep: red, orange, yellow, green, blue or purple
	RGB      [3]uint8     `json:"rgb"`             // mean colour in the picture
	AtMM     [2]float64   `json:"at_mm"`           // x, y of its middle in the table frame
	LengthMM float64      `json:"length_mm"`
	WidthMM  float64      `json:"width_mm"`
	HeightMM float64      `json:"height_mm"`
	Outline  [][2]float64 `json:"outline"` // polygon in the picture, pixels, for drawing
}

// Learned is what a picture says of a set.
type Learned struct {
	Set    calibration.Set `json:"set"`    // without a name
	Pieces []Piece         `json:"pieces"` // the tower, the short wall, the long wall, then the keeps by colour
}

// Pictures to learn from, of one size and from one place.
type Pictures struct {
	Pieces image.Image // the table with the pieces
	Bare   image.Image // the same table before; nil where there is none, and then the table should be plain
}

// Errors of Learn; all are sentences for people.
var (
	ErrTooSteep   = errors.New("the camera looks straight down, so heights cannot be seen: tilt it by 20 degrees or more")
	ErrFewPieces  = errors.New("fewer pieces are seen than needed: lay a tower, a short wall, a long wall and a keep of each colour between the tags")
	ErrManyPieces = errors.New("more things are seen than pieces: leave only a tower, a short wall, a long wall and a keep of each colour, apart from each other")
	ErrUnclear    = errors.New("the pieces cannot be told from the table: use a plain table that is lighter or darker than they are, without hard shadows")
	ErrSizes      = errors.New("the two pictures are not of one size: take both with the same camera")
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
	seen, ground := newPhoto(p.Pieces), newField(&view, layout, p.Bare != nil)
	var c *change
	if p.Bare == nil {
		c = fromColours(seen, ground)
	} else {
		bare := newPhoto(p.Bare)
		if bare.w != seen.w || bare.h != seen.h {
			return Learned{}, ErrSizes
		}
		c = fromBare(seen, bare, ground)
	}
	found, err := measure(c, seen, &view, white(seen, &view, layout))
	if err != nil {
		return Learned{}, err
	}
	set, err := setOf(found)
	return Learned{Set: set, Pieces: found}, err
}

func locate(m image.Image, camera *calibration.Camera) (view calibration.View, layout calibration.TagLayout, err error) {
	detector, err := apriltag.NewDetector(apriltag.Options{})
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

// How pieces stand out.
const (
	leastChange   = 0.14 // logarithm of brightness: less is noise, or a soft shadow
	changeInNoise = 5.0
	leastAreaMM   = 40.0 // square millimetres on the table
	keepColour    = 0.2  // saturation of the palest keep
	greyMost      = 0.3  // and of the most coloured tower or wall
	fewestPieces  = 3 + 1
	mostPieces    = 3 + 8
	leastStrength = 0.22 // of the change: what is weaker is a shadow, or too much like the table
	leastCovered  = 0.6  // of the evidence by a solid that is believed,
	leastEdges    = 0.8  // and of its outline by edges
)

// measure finds the pieces and their measures.
func measure(c *change, seen *photo, view *calibration.View, paper [3]float64) ([]Piece, error) {
	perMM := math.Sqrt(view.FX*view.FY) / view.Centre()[2] // pixels, roughly
	blobs := c.blobs(float32(max(leastChange, changeInNoise*c.noise)), int(leastAreaMM*perMM*perMM))
	var things []thing
	for _, b := range blobs {
		if e := gather(c, b); e.strength >= leastStrength {
			things = append(things, thing{evidence: e, blob: b})
		}
	}
	switch {
	case len(blobs) < fewestPieces:
		return nil, ErrFewPieces
	case len(things) < fewestPieces:
		return nil, ErrUnclear
	case len(things) > mostPieces:
		return nil, ErrManyPieces
	}
	for i := range things {
		things[i].look(seen, view, paper)
	}
	if err := sortOut(things); err != nil {
		return nil, err
	}
	pitchMM := things[2].solid.length - things[1].solid.length
	var found []Piece
	for i := range things {
		t := &things[i]
		t.refine(view, pitchMM/calibration.DefaultSet().PitchMM)
		t.Outline = t.solid.silhouette(view)
		if t.evidence.covered(t.Outline) < leastCovered || t.evidence.edges(t.Outline) < leastEdges {
			return nil, ErrUnclear
		}
		t.AtMM = [2]float64{t.solid.x, t.solid.y}
		t.LengthMM, t.WidthMM, t.HeightMM = t.solid.length, t.solid.width, t.solid.height
		found = append(found, t.Piece)
	}
	slices.SortFunc(found[3:], func(a, b Piece) int { return cmp.Compare(a.Color, b.Color) })
	return found, nil
}

// thing is what stands on the table, while it is being looked at.
type thing struct {
	Piece
	blob       blob
	evidence   *evidence
	solid      solid
	hue, vivid float64 // of its colour: degrees, saturation
}

// look fits a box anyhow, and takes its colour.
func (t *thing) look(seen *photo, view *calibration.View, paper [3]float64) {
	t.solid, _ = t.evidence.fitTurned(view, spread(t.blob, seen.w, view), anyPiece)
	var rgb [3]float64
	t.RGB, rgb = meanColour(seen, t.solid.silhouette(view))
	t.hue, t.vivid = hueAndSaturation(rgb, paper)
}

// sortOut tells what is what, and puts the tower, the short and the long wall first.
func sortOut(things []thing) error {
	slices.SortFunc(things, func(a, b thing) int { return cmp.Compare(a.vivid, b.vivid) })
	grey, keeps := things[:3], things[3:]
	switch {
	case keeps[0].vivid < keepColour, grey[2].vivid > greyMost:
		return ErrFewPieces
	case keeps[0].vivid < grey[2].vivid+0.05:
		return fmt.Errorf("%w (grey and coloured pieces look too much alike in this light)", ErrUnclear)
	}
	for i := range keeps {
		keeps[i].Kind, keeps[i].Color = Keep, colourName(keeps[i].hue)
	}
	slices.SortFunc(grey, func(a, b thing) int { return cmp.Compare(a.solid.length, b.solid.length) })
	if grey[0].solid.width < grey[1].solid.width {
		grey[0], grey[1] = grey[1], grey[0]
	}
	grey[0].Kind, grey[1].Kind, grey[2].Kind = Tower, Short, Long
	return nil
}

// refine fits again what is now known to be a tower, a wall or a keep of about a size, relative to the game as it is sold.
func (t *thing) refine(view *calibration.View, size float64) {
	set := calibration.DefaultSet()
	usual := prior{width: set.WallThicknessMM * size, height: set.WallHeightMM * size, spread: kindSpread}
	switch t.Kind {
	case Tower:
		usual.width, usual.height = set.TowerDiameterMM*size, set.TowerHeightMM*size
		t.solid.form, t.solid.length = cylinder, math.Sqrt(t.solid.length*t.solid.width)
	case Keep: // they may be round or square
		usual.width, usual.height = set.KeepMM*size, set.KeepHeightMM*size
		round := t.solid
		round.form, round.length = cylinder, math.Sqrt(t.solid.length*t.solid.width)
		cornered := round
		cornered.form = square
		round, roundCost := t.evidence.fitTurned(view, round, usual)
		cornered, corneredCost := t.evidence.fitTurned(view, cornered, usual)
		if t.solid = cornered; roundCost < corneredCost {
			t.solid = round
		}
		return
	}
	t.solid, _ = t.evidence.fitTurned(view, t.solid, usual)
}

// spread is a box as long and wide as a blob is on the table, taken at half the height of a piece.
func spread(b blob, w int, view *calibration.View) solid {
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
func meanColour(p *photo, silhouette [][2]float64) (rgb [3]uint8, exact [3]float64) {
	n := 0.0
	rows(silhouette, p.w, p.h, func(y int, from, to float64) {
		for x := int(math.Ceil(from)) + 1; x < int(to); x++ {
			for c := range exact {
				exact[c] += level(p.pix[y*p.w+x][c])
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

// Walls of one set differ in their measures by less than this factor.
const wallsAlike = 1.35

// setOf takes the measures of the set from its pieces.
func setOf(found []Piece) (calibration.Set, error) {
	tower, short, long, keeps := found[0], found[1], found[2], found[3:]
	unlike := func(a, b float64) bool { return math.Abs(math.Log(a/b)) > math.Log(wallsAlike) }
	if unlike(short.HeightMM, long.HeightMM) || unlike(short.WidthMM, long.WidthMM) {
		return calibration.Set{}, fmt.Errorf("%w (the two walls seem to differ in height or thickness)", ErrUnclear)
	}
	set := calibration.Set{
		TowerDiameterMM: tower.LengthMM, TowerHeightMM: tower.HeightMM,
		WallThicknessMM: (short.WidthMM + long.WidthMM) / 2, WallHeightMM: (short.HeightMM + long.HeightMM) / 2,
	}
	var widths, heights []float64
	for _, keep := range keeps {
		widths, heights = append(widths, keep.WidthMM), append(heights, keep.HeightMM)
	}
	set.KeepMM, set.KeepHeightMM = median(widths), median(heights)
	set.Short, set.Long, set.PitchMM = lattice(tower.LengthMM, short.LengthMM, long.LengthMM)
	for _, measure := range []*float64{
		&set.PitchMM, &set.TowerDiameterMM, &set.TowerHeightMM, &set.WallThicknessMM, &set.WallHeightMM, &set.KeepMM, &set.KeepHeightMM,
	} {
		*measure = math.Round(*measure*10) / 10
	}
	if set.PitchMM <= set.WallThicknessMM {
		return calibration.Set{}, fmt.Errorf("%w (the long wall is hardly longer than the short one)", ErrUnclear)
	}
	return set, nil
}

// A wall fills the way between two towers and reaches into their slots: so much, in millimetres, is it longer than from side to side.
const tongues = 1.0

// lattice is the lengths of the walls in pitches, and the pitch in millimetres.
func lattice(towerMM, shortMM, longMM float64) (short, long int, pitchMM float64) {
	toCentres := towerMM - tongues
	ratio := (longMM + toCentres) / (shortMM + toCentres)
	least := math.Inf(1)
	for _, lengths := range [...][2]int{{1, 2}, {1, 3}, {2, 3}} {
		if off := math.Abs(math.Log(ratio * float64(lengths[0]) / float64(lengths[1]))); off < least {
			least, short, long = off, lengths[0], lengths[1]
		}
	}
	// The walls' difference is free of what towers do, but both lengths err; the long wall between its towers errs less.
	const fromLong = 0.7
	return short, long, fromLong*(longMM+toCentres)/float64(long) + (1-fromLong)*(longMM-shortMM)/float64(long-short)
}
