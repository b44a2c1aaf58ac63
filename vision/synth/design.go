package synth

import (
	"math"
	"math/rand/v2"
)

// Set is the measures of a piece set in millimetres.
type Set struct {
	PitchMM         float64 `json:"pitch_mm"`
	TowerDiameterMM float64 `json:"tower_diameter_mm"`
	TowerHeightMM   float64 `json:"tower_height_mm"`
	WallThicknessMM float64 `json:"wall_thickness_mm"`
	WallHeightMM    float64 `json:"wall_height_mm"`
	KeepMM          float64 `json:"keep_mm"`
	KeepHeightMM    float64 `json:"keep_height_mm"`
}

// knownSets are the two sets of the development pictures.
var knownSets = [2]Set{
	{32, 17, 27, 8, 19, 12, 22},
	{32, 15.5, 28, 7, 18, 12, 22},
}

// crenel says how a wall's top is cut.
type crenel int

const (
	crenelRims   crenel = iota // two rows of merlons, one along each side
	crenelFull                 // merlons as thick as the wall
	crenelMiddle               // one row along the middle
	crenelNone
	crenels
)

// towerTop says what closes a tower inside its ring of merlons.
type towerTop int

const (
	topFlat towerTop = iota
	topHollow
	topDome
	towerTops
)

// design is the shape of one edition's pieces.
type design struct {
	Set

	sides      int     // corners of the tower's outline; 8 an octagon, from 24 a cylinder
	turned     bool    // an octagon with a corner rather than a face over each slot
	taper      float64 // share by which the body is narrower at the top
	cap        float64 // share by which the cap is wider than the body
	capHeight  float64
	capSlope   float64 // height of the cap's lower cone; 0 makes a step
	merlons    int
	merlonFill float64 // share of the rim that merlons cover
	merlonH    float64
	merlonTurn float64 // rad
	rim        float64 // depth of the merlons towards the axis
	floorDrop  float64 // floor below the merlons' foot
	top        towerTop

	slotWidth, slotDepth, slotHeight float64

	crenel     crenel
	wallTeeth  int // merlons on a short wall
	toothFill  float64
	toothH     float64
	toothThick float64
	plinth     float64 // how far the wall's foot sticks out
	plinthH    float64
	gap        float64 // between a wall and the tower it is linked to
	coping     float64 // how far a band under the wall's merlons sticks out

	keepRound   bool
	keepMerlons int
	keepFill    float64 // share of the crown that merlons cover
	keepTooth   float64 // height of its merlons
	keepFoot    float64 // height of the foot, which is as wide as the crown
	keepCrown   float64 // height of the crown below the merlons
	keepWaist   float64 // share by which it is narrower between foot and crown
}

// grow makes all pieces so many times as large; what is cut into them stays as fine as it was.
func (d *design) grow(by float64) {
	for _, measure := range []*float64{
		&d.PitchMM, &d.TowerDiameterMM, &d.TowerHeightMM, &d.WallThicknessMM, &d.WallHeightMM, &d.KeepMM, &d.KeepHeightMM,
	} {
		*measure *= by
	}
}

func randomDesign(rng *rand.Rand, known float64) design {
	r := evenly(rng)
	d := design{
		Set: Set{
			PitchMM: 32, TowerDiameterMM: r(14, 20), TowerHeightMM: r(24, 32), WallThicknessMM: r(6, 10),
			WallHeightMM: r(15, 22), KeepMM: r(11, 13), KeepHeightMM: r(19, 24),
		},
		sides: 32, taper: r(0, 0.06), capHeight: r(2, 7), capSlope: r(0, 2.5),
		merlons: 4 + rng.IntN(7), merlonFill: r(0.38, 0.72), merlonH: r(1, 3.6), rim: r(1.2, 3.2), floorDrop: r(0, 1.5),
		slotWidth: r(2, 4.2), slotDepth: r(1.5, 3), slotHeight: r(0.55, 0.98),
		crenel: crenel(rng.IntN(int(crenels))), wallTeeth: 2 + rng.IntN(6), toothFill: r(0.4, 0.7), toothH: r(1, 3.4),
		toothThick: r(1, 2.2), gap: r(0, 0.5),
		keepRound: rng.IntN(2) == 0, keepMerlons: 3 + rng.IntN(4), keepFill: r(0.4, 0.7), keepTooth: r(1.8, 4.4),
		keepFoot: r(1, 3.2), keepCrown: r(2, 5), keepWaist: r(0, 0.17),
	}
	if rng.Float64() < 0.4 {
		d.PitchMM = r(28, 36)
	}
	if rng.Float64() < known {
		edition := rng.IntN(2)
		d.Set = knownSets[edition]
		if rng.IntN(3) > 0 {
			d.likeEdition(rng, edition)
			return d
		}
	}
	d.TowerDiameterMM = min(d.TowerDiameterMM, d.PitchMM-11)
	switch rng.IntN(6) {
	case 0:
		d.sides, d.turned = 8, rng.IntN(2) == 0
	case 1:
		d.sides = 12
	}
	if rng.Float64() < 0.7 {
		d.cap = r(0.03, 0.12)
	}
	if rng.Float64() < 0.5 {
		d.taper = 0
	}
	if rng.Float64() < 0.06 {
		d.merlonH = 0
	}
	if rng.Float64() < 0.5 {
		d.merlonTurn = math.Pi / float64(d.merlons)
	}
	if rng.Float64() < 0.25 {
		d.top = towerTop(rng.IntN(int(towerTops)))
	}
	if rng.Float64() < 0.6 {
		d.crenel = crenel(rng.IntN(2))
	}
	if rng.Float64() < 0.3 {
		d.plinth, d.plinthH = r(0.2, 0.9), r(1.5, 4)
	}
	if rng.Float64() < 0.35 {
		d.coping = r(0.2, 0.7)
	}
	if rng.Float64() < 0.15 {
		d.slotHeight = 1.2 // through the cap and the rim
	}
	return d
}

// likeEdition gives the pieces about the shapes that the development pictures show.
func (d *design) likeEdition(rng *rand.Rand, edition int) {
	r := evenly(rng)
	d.taper, d.plinth, d.coping, d.gap = 0, 0, 0, r(0, 0.3)
	d.cap, d.capHeight, d.capSlope = r(0.06, 0.12), r(5, 7), r(1.5, 3.5)
	d.slotWidth, d.slotDepth, d.slotHeight = r(2.6, 3.6), r(1.8, 2.6), r(0.88, 0.97)
	d.floorDrop = r(0.2, 1.8)
	if edition == 0 {
		d.merlons, d.merlonFill, d.merlonH, d.rim = 8, r(0.45, 0.6), r(2, 3), r(1.8, 2.6)
		d.crenel, d.wallTeeth, d.toothFill = crenelRims, 5+rng.IntN(2), r(0.45, 0.6)
		d.toothH, d.toothThick = r(1.2, 2.2), r(1.2, 1.8)
	} else {
		d.merlons, d.merlonFill, d.merlonH, d.rim = 6, r(0.45, 0.6), r(2.5, 3.6), r(2.4, 3.2)
		d.crenel, d.wallTeeth, d.toothFill, d.toothH = crenelFull, 4, r(0.5, 0.68), r(2, 3)
	}
	d.merlonTurn = math.Pi / float64(d.merlons) * float64(rng.IntN(2))
	d.keepMerlons, d.keepFill, d.keepTooth = 5+rng.IntN(2), r(0.45, 0.6), r(3, 4.4)
	d.keepFoot, d.keepCrown, d.keepWaist = r(2, 3), r(2.5, 4.5), r(0.08, 0.16)
}

// radius is half the tower's diameter.
func (d *design) radius() float64 { return d.TowerDiameterMM / 2 }

// outline is the tower's cross-section: for every angle the distance to the side, as a share of the radius, and whether
// it lies in a slot.
func (d *design) outline() (angle, side []float64, slot []bool) {
	half := math.Asin(d.slotWidth / 2 / d.radius())
	push := func(a float64, in bool) {
		angle = append(angle, a)
		side = append(side, d.edgeAt(a))
		slot = append(slot, in)
	}
	const facets = 8 // between two slots
	for q := range 4 {
		at := float64(q) * math.Pi / 2
		push(at-half-1e-3, false)
		push(at-half, true)
		push(at+half, true)
		push(at+half+1e-3, false)
		span := math.Pi/2 - 2*half
		for k := 1; k < facets; k++ {
			push(at+half+span*float64(k)/facets, false)
		}
	}
	return angle, side, slot
}

// edgeAt is how far the tower's side reaches in a direction, as a share of its radius.
func (d *design) edgeAt(a float64) float64 {
	if d.sides >= 24 {
		return 1
	}
	step := 2 * math.Pi / float64(d.sides)
	corner := 1 / math.Cos(step/2)
	reach := 0.97 // a face over each slot lies near the round tower's side
	if d.turned {
		reach = 1 / corner
	} else {
		a += step / 2
	}
	off := math.Mod(math.Mod(a, step)+step, step) - step/2
	return reach / math.Cos(off)
}

// towerMesh stands on z = 0 with its slots along the axes.
func (d *design) towerMesh() *mesh {
	angle, side, slot := d.outline()
	at := func(z, r float64, slotted bool) ring {
		g := ring{z, make([]float64, len(angle))}
		for k := range angle {
			g.radius[k] = r * side[k]
			if slotted && slot[k] {
				g.radius[k] = max(r-d.slotDepth, r*0.3)
			}
		}
		return g
	}
	r, h := d.radius(), d.TowerHeightMM
	foot := h - d.merlonH // of the merlons
	capLow := foot - d.capHeight
	slotTop := d.slotHeight * capLow
	upper, crown := r*(1-d.taper), r*(1-d.taper)*(1+d.cap)
	through := d.slotHeight > 1
	rings := []ring{at(0, r, true)}
	if !through {
		t := 1 - d.taper*slotTop/h
		rings = append(rings, at(slotTop, r*t, true), at(slotTop, r*t, false))
	}
	rings = append(rings, at(capLow, upper, through))
	if d.cap > 0 {
		rings = append(rings, at(capLow+d.capSlope, crown, through))
	}
	inner := max(crown-d.rim, crown*0.5)
	floor := foot - d.floorDrop
	if d.top == topHollow {
		floor = foot - min(12, h*0.4)
	}
	rings = append(rings, at(foot, crown, through), at(foot, inner, false), at(floor, inner, false))
	if d.top == topDome {
		for k := 1; k <= 4; k++ {
			s, c := math.Sincos(float64(k) * math.Pi / 10)
			rings = append(rings, at(floor+s*inner*0.35, inner*c, false))
		}
	}
	var b builder
	b.loft(angle, rings)
	for k := range d.merlons {
		if d.merlonH > 0 {
			mid := d.merlonTurn + 2*math.Pi*float64(k)/float64(d.merlons)
			b.sector(mid, math.Pi/float64(d.merlons)*d.merlonFill, inner, crown*d.edgeAt(mid), foot-0.3, h)
		}
	}
	return b.build(35)
}

// sector adds a prism over a piece of a ring: mid ± half (rad) between two radii.
func (b *builder) sector(mid, half, inner, outer, z0, z1 float64) {
	const parts = 2
	for k := range parts {
		a0 := mid - half + 2*half*float64(k)/parts
		a1 := mid - half + 2*half*float64(k+1)/parts
		p := func(r, a float64) [2]float64 { return [2]float64{r * math.Cos(a), r * math.Sin(a)} }
		b.hull([4][2]float64{p(inner, a0), p(outer, a0), p(outer, a1), p(inner, a1)}, z0, z1)
	}
}

// wallMesh lies along x with its middle at the origin; units is its length in pitches.
func (d *design) wallMesh(units float64) *mesh {
	var b builder
	half := units*d.PitchMM/2 - d.radius() - d.gap + 0.3
	t := d.WallThicknessMM / 2
	foot := d.WallHeightMM
	if d.crenel != crenelNone {
		foot -= d.toothH
	}
	b.block(vec{-half, -t, 0}, vec{half, t, foot})
	if d.plinth > 0 {
		b.block(vec{-half, -t - d.plinth, 0}, vec{half, t + d.plinth, d.plinthH})
	}
	if d.coping > 0 {
		b.block(vec{-half, -t - d.coping, foot - 1.6}, vec{half, t + d.coping, foot - 0.02})
	}
	reach := units*d.PitchMM/2 - d.radius() + d.slotDepth*0.85
	tongue := d.slotWidth * 0.42
	top := min(d.slotHeight, 0.97) * (d.TowerHeightMM - d.merlonH - d.capHeight)
	b.block(vec{-reach, -tongue, 0}, vec{reach, tongue, min(top, foot-0.5)})

	n := int(math.Round(float64(d.wallTeeth) * half / (d.PitchMM/2 - d.radius())))
	pitch := 2 * half / float64(n)
	for k := range n {
		x0 := -half + pitch*(float64(k)+(1-d.toothFill)/2)
		x1 := x0 + pitch*d.toothFill
		tooth := func(y0, y1 float64) { b.block(vec{x0, y0, foot - 0.2}, vec{x1, y1, d.WallHeightMM}) }
		switch d.crenel {
		case crenelRims:
			tooth(-t-d.coping, -t+d.toothThick)
			tooth(t-d.toothThick, t+d.coping)
		case crenelFull:
			tooth(-t-d.coping, t+d.coping)
		case crenelMiddle:
			tooth(-t*0.5, t*0.5)
		}
	}
	return b.build(35)
}

func (d *design) keepMesh() *mesh {
	var b builder
	r, floor := d.KeepMM/2, d.KeepHeightMM-d.keepTooth
	waist := r * (1 - d.keepWaist)
	if !d.keepRound {
		b.block(vec{-waist, -waist, 0}, vec{waist, waist, floor})
		b.block(vec{-r, -r, floor - d.keepCrown}, vec{r, r, floor - 0.4})
		b.block(vec{-r, -r, 0}, vec{r, r, d.keepFoot})
		tooth := r * (0.42 + 0.4*d.keepFill)
		for _, x := range []float64{-r, r - tooth} {
			for _, y := range []float64{-r, r - tooth} {
				b.block(vec{x, y, floor - 0.5}, vec{x + tooth, y + tooth, d.KeepHeightMM})
			}
		}
		return b.build(35)
	}
	rim := r * 0.6
	b.lathe(24, [2]float64{r, 0}, [2]float64{r, d.keepFoot}, [2]float64{waist, d.keepFoot + 1}, [2]float64{waist, floor - d.keepCrown - 1.5},
		[2]float64{r, floor - d.keepCrown}, [2]float64{r, floor}, [2]float64{rim, floor}, [2]float64{rim, floor - 1})
	for k := range d.keepMerlons {
		n := float64(d.keepMerlons)
		b.sector(2*math.Pi*float64(k)/n, math.Pi/n*d.keepFill, rim, r, floor-0.5, d.KeepHeightMM)
	}
	return b.build(35)
}
