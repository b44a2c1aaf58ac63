package vision

import (
	"errors"
	"image"
	"math"
	"sync"
	"time"

	"gocv.io/x/gocv"

	"github.com/castellan-companion/castellan/calibration"
	"github.com/castellan-companion/castellan/calibration/apriltag"
	"github.com/castellan-companion/castellan/engine/castellan"
	"github.com/castellan-companion/castellan/vision/model"
	"github.com/castellan-companion/castellan/vision/reading"
	"github.com/castellan-companion/castellan/vision/review"
	"github.com/castellan-companion/castellan/vision/solid"
	"github.com/castellan-companion/castellan/vision/volume"
	"github.com/castellan-companion/castellan/vision/watchful"
)

// Options say what is known beforehand. The zero value knows nothing: lens and measures are then guessed from the picture.
type Options struct {
	Camera    *calibration.Camera // nil when the lens is not known
	Set       *calibration.Set    // nil when the piece set is not known; the pitch of a rough one is found in the picture
	NoTags    bool                // do not look for tags
	TagSizeMM float64             // edge of a tag's black square; 0 is our own tags' size
}

// In how many ways the eye looks along a lattice. Where a single picture leaves doubts it looks in more ways; a film shows the same castle
// again soon.
const (
	usualViews = 2
	doubtViews = 8
	// mostReviews is in how many of these the eye looks once more, knowing what it saw.
	mostReviews = 4
)

// The network has learned that pieces seldom stand far off a lattice, and says too little of how far they do where the picture shows it badly:
// about half of it at worst. In a film one look follows another, and each errs otherwise.
const (
	understatedStill = 1.5
	understatedFilm  = 1.0
)

// ErrEmptyPicture says that there is no picture to read.
var ErrEmptyPicture = errors.New("the picture is empty")

// Reader reads castles from single pictures. It is not safe for concurrent use.
type Reader struct {
	options Options
	set     calibration.Set
	// pitchSeen says that the set's pitch comes from pictures before.
	pitchSeen bool
	tags      *apriltag.Detector
	runner    model.Runner
	// keepRunner looks for keeps where the camera looks aslant.
	keepRunner model.Runner
	reviewer   review.Reviewer
	gauge      gauge
	picture    *volume.Picture
	gray       gocv.Mat
	views      int // ways to look along a lattice, see model.Runner.LookAgain
	// doubtViews is the same about what is in doubt.
	doubtViews int
	// understated is how much farther off a lattice the pieces are taken to stand than is said, see correct.
	understated float64
	// besideHands is whether to look anew beside hands.
	besideHands bool
	// untagged says that the castle in the picture told where the camera is, not tags.
	untagged bool
	// mostTried is at how many nodes a search of the whole table looks, after which it tries no other lattice, and tried at how many the search
	// that goes on has looked.
	mostTried, tried int
	last             *sight // nil when no castle was found in the last picture
}

// sight is a castle together with how it lies in the picture.
type sight struct {
	castle reading.Castle
	grid   model.Grid
	set    calibration.Set
	view   *calibration.View
}

// NewReader makes a reader. Whoever made it closes it.
func NewReader(o Options) (*Reader, error) {
	r := &Reader{views: usualViews, doubtViews: doubtViews, understated: understatedStill, besideHands: true, mostTried: mostTriedStill}
	r.Expect(o)
	var meanwhile sync.WaitGroup // the detector fills tables on one processor
	meanwhile.Go(model.Prepare)
	var err error
	r.tags, err = apriltag.NewDetector()
	meanwhile.Wait()
	if err != nil {
		return nil, err
	}
	r.gray = gocv.NewMat()
	return r, nil
}

// Expect changes what is known beforehand of the pictures to come. What was seen in those before is forgotten; their memory is used again.
func (r *Reader) Expect(o Options) {
	r.options, r.set, r.pitchSeen, r.last = o, calibration.DefaultSet(), false, nil
	if o.Set != nil {
		r.set = *o.Set
	}
}

// pitchFree says whether the pitch is to be found in the picture: it is not known, or only about, and was not seen well before.
func (r *Reader) pitchFree() bool { return r.rough() && !r.pitchSeen }

// rough says whether the set is not known, or only about.
func (r *Reader) rough() bool { return r.options.Set == nil || r.options.Set.Rough }

// exactly says whether it is known to fractions of a millimetre where pieces would stand: their measures are, and tags tell where the camera is.
// Without these the lattice lies beside the outermost pieces.
func (r *Reader) exactly() bool { return !r.rough() && !r.untagged }

// Close frees what belongs to OpenCV and to the tag detector.
func (r *Reader) Close() error {
	return errors.Join(r.tags.Close(), r.gray.Close())
}

// Read reads the castle from a picture of eight-bit blue, green and red (OpenCV's order). The reading's Image and Score are left
// to the caller.
func (r *Reader) Read(img gocv.Mat) (reading.Reading, error) {
	start := time.Now()
	out := nothingRead()
	gray, view, tags, err := r.open(img, &out)
	if err != nil {
		return reading.Reading{}, err
	}
	if view == nil && len(tags) == 0 {
		if found, ok := r.castleView(); ok {
			view, r.untagged = found, true
			out.Pose = reading.Pose{R: view.R, T: view.T, Source: "castle"}
		}
	}
	if view != nil {
		r.look(view, &out)
	}
	if r.untagged {
		r.distrust(&out)
	}
	seen := watchful.Frame{Gray: gray, View: view, Tags: tags, PitchMM: r.set.PitchMM}
	for _, o := range r.Outlines() {
		seen.Castle = append(seen.Castle, o.Points...)
	}
	seen.Apart = len(out.Castle.Parts()) > 1
	seen.Misprinted = out.Pose.Source == "tags" && r.last != nil && r.misprinted(&r.last.set)
	out.Notes = append(out.Notes, watchful.Judge(seen)...)
	out.MS = round(float64(time.Since(start).Microseconds())/1000, 2)
	return out, nil
}

// open takes a picture to be read, and finds by its tags where the camera is, as pose does.
func (r *Reader) open(img gocv.Mat, out *reading.Reading) (
	gray *image.Gray, view *calibration.View, tags []calibration.TagDetection, err error,
) {
	if img.Empty() || img.Type() != gocv.MatTypeCV8UC3 {
		return nil, nil, nil, ErrEmptyPicture
	}
	r.last, r.untagged = nil, false
	if gray, err = r.grey(img); err != nil {
		return nil, nil, nil, err
	}
	var meanwhile sync.WaitGroup // tags are sought on one processor
	var taken error
	meanwhile.Go(func() { taken = r.take(img) })
	view, tags, err = r.pose(gray, out)
	meanwhile.Wait()
	if failed := errors.Join(taken, err); failed != nil {
		return nil, nil, nil, failed
	}
	printed, err := printOf(img, tags)
	printed.takeOff(r.picture)
	return gray, view, tags, err
}

// take makes the reader's picture of one of eight-bit blue, green and red.
func (r *Reader) take(img gocv.Mat) error {
	bgr, err := img.DataPtrUint8()
	if err == nil {
		r.picture = volume.FromBGR(r.picture, img.Cols(), img.Rows(), bgr)
	}
	return err
}

// nothingRead is a reading without a castle.
func nothingRead() reading.Reading {
	return reading.Reading{
		Schema: reading.Schema, Castle: emptyCastle(), Score: map[string]int{}, Pose: reading.Pose{Source: "none"},
		Pieces: []reading.Piece{}, Doubts: []reading.Doubt{}, Notes: []reading.Note{},
	}
}

// pose finds the camera's place over the table by the tags in a picture, which are returned too. The view is nil if it cannot be told.
func (r *Reader) pose(gray *image.Gray, out *reading.Reading) (*calibration.View, []calibration.TagDetection, error) {
	var found []calibration.TagDetection
	if !r.options.NoTags {
		var err error
		if found, err = r.detect(gray); err != nil {
			return nil, nil, err
		}
	}
	var view *calibration.View
	if len(found) > 0 {
		var err error
		if view, err = r.place(gray.Rect.Dx(), gray.Rect.Dy(), found); err != nil {
			return nil, nil, err
		}
	}
	if view == nil {
		out.Notes = append(out.Notes, watchful.Lost(found))
		return nil, found, nil
	}
	out.Pose = reading.Pose{R: view.R, T: view.T, Source: "tags"}
	return view, found, nil
}

// reach bounds the part of the table that is searched: half its side in mm.
const reach = 650

// look finds the lattice and the castle in r.picture, seen from view.
func (r *Reader) look(view *calibration.View, out *reading.Reading) {
	lens := volume.NewLens(*view)
	table, ok := r.table(view, lens)
	if !ok {
		return
	}
	seen, from, ok := r.lookAlong(follow(&table, nil, likely), view, lens, !r.untagged && r.options.Camera == nil)
	if !ok && !r.untagged {
		r.runner.Begun = true
		defer func() { r.runner.Begun = false }()
		from = view
		seen, ok = r.lookForFew(view, lens)
	}
	if !ok {
		return
	}
	view, out.Pose.R, out.Pose.T = from, from.R, from.T
	lens = volume.NewLens(*view)
	grid, set, cells, b := seen.grid, seen.set, seen.cells, seen.board
	placed := grid
	if !seen.onTowers {
		placed = r.placed(&cells, &grid)
	}
	keeps, unsure := r.complete(b, &cells, lens, &grid, &placed, &set, nil)
	c, confidence := b.castle(out)
	c.Keeps = plainKeeps(keeps)
	out.Doubts = greatestFirst(out.Doubts, keepDoubts(keeps, unsure))
	out.Found = true
	out.Castle = c
	r.last = &sight{castle: c, grid: grid, set: set, view: view}
	measured := grid
	if r.pitchFree() { // good enough to see the pieces by is not yet as good as they tell
		measured = placed
	}
	out.Lattice = &reading.Lattice{
		OriginMM: [2]float64{round(measured.Origin[0], 3), round(measured.Origin[1], 3)},
		AngleDeg: round(math.Atan2(measured.X[1], measured.X[0])*180/math.Pi, 4), PitchMM: round(measured.Pitch, 4),
	}
	out.Confidence = round(confidence, 4)
	r.last.show(out.Doubts)
}

// lookAlong finds a castle in r.picture along a rough lead, seen from view, and the place of the camera, of which it tells more if its lens is
// not known.
func (r *Reader) lookAlong(
	rough lead, view *calibration.View, lens *volume.Lens, sharpen bool,
) (seen found, from *calibration.View, ok bool) {
	if seen, ok = r.searchAlong(rough, lens, nil); !ok {
		return seen, view, false
	}
	if sharpen {
		v := r.sharper(view, &seen)
		view, lens = &v, volume.NewLens(v)
	}
	if r.rough() {
		r.align(&seen.cells, lens, &seen.grid, &seen.set, closerCorrections, closelyPlaced)
	} else {
		r.onTowers(&seen, lens, r.resize(&seen, lens))
	}
	ok = r.believe(&seen, lens, nil)
	return seen, view, ok
}

// table looks at all of the visible table with Compass. The result is valid until the runner is used again.
func (r *Reader) table(view *calibration.View, lens *volume.Lens) (seen model.SpotMap, ok bool) {
	lo, hi, ok := visible(view)
	if !ok {
		return seen, false
	}
	whole := model.Rect{Axes: model.NewGrid(lo, 0, 1), W: hi[0] - lo[0], H: hi[1] - lo[1]}
	return r.runner.Compass(r.picture, lens, whole, &r.set), true
}

// compass looks at all of the visible table for what looks like a castle within a part of it.
func (r *Reader) compass(view *calibration.View, lens *volume.Lens, within area) (rough lead, ok bool) {
	seen, ok := r.table(view, lens)
	if !ok {
		return rough, false
	}
	return follow(&seen, within, within.clearness()), true
}

// along looks for towers along a rough lead, within a part of the table.
func (r *Reader) along(rough lead, lens *volume.Lens, within area) (fine lead, ok bool) {
	extent, ok := rough.extent(r.set.PitchMM)
	if !ok {
		return fine, false
	}
	seen := r.runner.Spots(r.picture, lens, extent, &r.set)
	least := within.clearness()
	if r.runner.Begun {
		least = faint
	}
	fine = follow(&seen, within, least)
	if within != nil && len(fine.towers) == 0 {
		fine = follow(&seen, within, faintest)
	}
	return fine, true
}

// found is a castle as the first look along a lattice shows it.
type found struct {
	grid  model.Grid
	set   calibration.Set
	board *board        // nil where there is none
	cells model.CellMap // without Out if the reader looked elsewhere since

	onTowers bool // the lattice was placed by a closer look at towers
}

// search finds the castle that the picture speaks for the most, along any of the likeliest lattices of what is within a part of the table.
func (r *Reader) search(view *calibration.View, lens *volume.Lens, within area) (best found, ok bool) {
	rough, ok := r.compass(view, lens, within)
	if !ok {
		return best, false
	}
	return r.searchAlong(rough, lens, within)
}

// searchAlong is search along a rough lead.
func (r *Reader) searchAlong(rough lead, lens *volume.Lens, within area) (best found, ok bool) {
	fine, ok := r.along(rough, lens, within)
	if !ok {
		return best, false
	}
	// The more lattices are tried, the likelier a few loose pieces lie along one: less so among what was put there since.
	leastTowers := 3
	if within != nil {
		leastTowers = 1
	}
	r.tried = 0
	convincing := r.try(&fine, lens, 1, within, &best)
	if (!convincing || best.board.piecesIn() < few) && !r.triedEnough(within) {
		for _, l := range r.apart(rough, lens, within) {
			before := best.board // convinces of no part that it does not lie in
			if r.try(&l, lens, leastTowers, within, &best) && best.board != before {
				convincing = true
			}
		}
	}
	if (!convincing || !within.convinces(best.board)) && !r.triedEnough(within) {
		for _, l := range r.sweep(rough, lens, within) {
			if r.try(&l, lens, leastTowers, within, &best) && within.convinces(best.board) {
				break
			}
		}
	}
	if best.board == nil {
		return best, false
	}
	if win := best.board.surroundings(); best.cells.Out == nil || !inside(win, best.cells.Window) {
		best.cells = r.inspect(lens, &best.grid, win, &best.set)
	} else {
		r.runner.Narrow(&best.cells, win)
	}
	return best, true
}

// believe looks again where a castle was found, and as far as it reaches. It is false where there is none on a closer look.
func (r *Reader) believe(seen *found, lens *volume.Lens, within area) bool {
	for n := 1; ; n++ {
		r.widen(seen, lens, within)
		seen.board = r.conclude(&seen.cells, lens, &seen.grid, &seen.set, within.over(&seen.grid, nil))
		if r.runner.Begun && seen.board.piecesIn() >= few {
			// It was only as faint as a castle that has begun: the other networks know castles of many pieces better.
			r.runner.Begun = false
			seen.cells = r.inspect(lens, &seen.grid, seen.cells.Window, &seen.set)
			continue
		}
		b := seen.board
		if !b.credible(within.enough()) || b.illusory() || within.doubts(b) || within == nil && !b.evident(r.runner.Begun) {
			return false
		}
		if n >= mostWidened || !r.reach(seen, b, lens) {
			return true
		}
	}
}

// mostWidened is how often a castle is looked at anew because it reaches the edge of the window.
const mostWidened = 3

// widen looks at larger windows until a first look shows the castle whole: a lead may have missed some of it, and along a lattice that was
// not quite right yet less of it was seen.
func (r *Reader) widen(seen *found, lens *volume.Lens, within area) {
	for range mostWidened {
		b := newBoard(&seen.cells, within.over(&seen.grid, nil))
		b.settle()
		if b.piecesIn() == 0 || !r.reach(seen, b, lens) {
			return
		}
	}
}

// reach looks at a larger window if what is in on a board reaches the edge of the last one. It is false if it does not.
func (r *Reader) reach(seen *found, b *board, lens *volume.Lens) bool {
	win := b.surroundings()
	if inside(win, seen.cells.Window) {
		return false
	}
	seen.cells = r.inspect(lens, &seen.grid, spanning(win, seen.cells.Window), &seen.set)
	return true
}

// apart looks for towers along the parts of a lead that lie apart from each other; there are none where it lies together.
func (r *Reader) apart(rough lead, lens *volume.Lens, within area) []lead {
	const most = 4
	parts := rough.parts(r.set.PitchMM, most)
	if len(parts) < 2 {
		return nil
	}
	var leads []lead
	for _, p := range parts {
		if l, ok := r.along(p, lens, within); ok {
			leads = append(leads, l)
		}
	}
	return leads
}

// sweep looks for towers along other directions than that of a lead, which a patterned cloth may have given: the leads that explain
// the most towers.
func (r *Reader) sweep(rough lead, lens *volume.Lens, within area) []lead {
	const (
		directions = 8 // of a quarter turn; Spots bears with half of one
		likeliest  = 2
	)
	most := directions // shadows of a few pieces give a direction of their own
	if within == nil {
		most = likeliest
	}
	var all []bearing
	for k := 1; k < directions; k++ {
		if b, ok := r.bearing(rough.turned(float64(k)*math.Pi/2/directions), lens, within, 1); ok {
			all = append(all, b)
		}
	}
	bestFirst(all)
	var leads []lead
	for _, l := range all[:min(most, len(all))] {
		leads = append(leads, l.lead)
	}
	return leads
}

// try looks along the lattices of a lead for a castle of at least so many towers. One for which more speaks than for best becomes best;
// convincing says whether best has most of the towers that the lead saw, and where it saw them.
func (r *Reader) try(l *lead, lens *volume.Lens, leastTowers int, within area, best *found) (convincing bool) {
	const most = 3
	for _, g := range l.fits(r.set.PitchMM, r.pitchFree(), most) {
		if r.triedEnough(within) {
			break
		}
		seen := r.firstLook(l, g, lens, within)
		b := seen.board
		best.cells.Out = nil
		if b.credible(within.enough()) && b.towersIn() >= leastTowers && (best.board == nil || b.evidence() > best.board.evidence()) {
			*best = seen
		}
		if best.board != nil && l.convincedBy(best) {
			return true
		}
	}
	return false
}

// mostTriedStill is at how many nodes a search for a still looks before it gives up. Where all of the table looks like towers, as a mottled cloth
// does, it would look at as many again for each lattice: of 530 rendered pictures it took more in three, and found a castle in none of them.
const mostTriedStill = 3500

// triedEnough says whether a search has looked at so much that more would only take long.
func (r *Reader) triedEnough(within area) bool { return within == nil && r.tried > r.mostTried }

// firstLook is what is seen along a lattice of a lead, which is moved to where the pieces stand.
func (r *Reader) firstLook(l *lead, g model.Grid, lens *volume.Lens, within area) found {
	f := found{grid: g, set: r.set}
	if r.pitchFree() {
		f.set = f.set.OfPitch(g.Pitch)
	}
	win := l.window(&f.grid)
	r.tried += win.NI * win.NJ
	f.cells = r.inspect(lens, &f.grid, win, &f.set)
	f.board = newBoard(&f.cells, within.over(&f.grid, nil))
	f.board.settle()
	return f
}

// convincedBy says whether a castle has most of the towers that the lead saw, and where it saw them, so that no other lattice need be tried. Along a
// false one, as a cloth's lines give, a castle's own pieces can be seen too, though not clearly, and not where the lead saw them.
func (l *lead) convincedBy(f *found) bool {
	const (
		// Where so large a share of a castle is doubtful, or no larger a one of the towers that the lead is sure of lies along its lattice, that is
		// not its own.
		illFitting, unexplained = 0.45, 0.25
		// Where less speaks for each piece (a logarithm of odds) than this, that much of the lead's towers must lie along it.
		weak, mostly = 2.0, 0.67
	)
	b, sure := f.board, l.sureTowers()
	if b.towersIn() < sure*2/3 || b.doubtfulShare() >= illFitting {
		return false
	}
	least := unexplained
	if b.evidence() < weak*float64(b.piecesIn()) {
		least = mostly
	}
	return l.explained(&f.grid) >= least*float64(sure)
}

// conclude looks again where inspect just looked, in more ways about what that leaves in doubt, and chooses the pieces. habits may be nil.
func (r *Reader) conclude(cells *model.CellMap, lens *volume.Lens, g *model.Grid, set *calibration.Set, habits habit) *board {
	r.runner.LookAgain(cells, r.picture, lens, g, set, r.views)
	b := newBoard(cells, habits)
	b.settle()
	parts := b.doubtfulParts()
	for _, part := range parts {
		r.runner.LookCloser(cells, part, r.picture, lens, g, set, r.doubtViews)
	}
	var near []bool
	if r.besideHands {
		near = r.runner.BesideHand(cells, r.picture, lens, g, set)
	}
	r.reviewer.Correct(&r.runner, cells, r.picture, lens, g, set, min(r.views, mostReviews), parts, min(r.doubtViews, mostReviews), near)
	b = newBoard(cells, habits)
	b.settle()
	return b
}

// inspect looks once at a window along a lattice, which is moved to where the pieces stand. Where a castle takes up little of the window, the
// map that it returns is one of the castle's surroundings.
func (r *Reader) inspect(lens *volume.Lens, grid *model.Grid, win model.Window, set *calibration.Set) model.CellMap {
	cells := r.runner.Cells(r.picture, lens, grid, win, set)
	if about, ok := worthAnotherLook(&cells); ok {
		r.runner.Narrow(&cells, about)
	}
	r.align(&cells, lens, grid, set, corrections, wellPlaced)
	return cells
}

// complete looks closely at a castle's towers that may be trials, at its keeps and at doubtful walls, and lets all of these decide the
// board together. g is the lattice along which cells was seen, and placed that lattice where its pieces stand, as exactly as is known;
// earlier is what is known of the castle from before; nil for a still. It returns the keeps that are believed in, and those that are not though
// not much more would have been enough.
func (r *Reader) complete(
	b *board, cells *model.CellMap, lens *volume.Lens, g, placed *model.Grid, set *calibration.Set, earlier *past,
) (believed, unsure []seenKeep) {
	var before []reading.Keep
	prior, double := keepPriorStill, doublePriorStill
	if earlier != nil {
		before, prior, double = earlier.castle.Keeps, keepPriorFilm, func(float64) float64 { return doublePriorFilm }
	}
	if earlier == nil {
		b.asInGames = true
		b.settle()
	}
	r.weighTowers(b, cells, lens, placed, set)
	r.tryTurns(b, lens, placed, set, earlier)
	c := b.standing()
	if len(c.Towers)+len(c.Walls) == 0 {
		return nil, nil
	}
	if model.Aslant(lens) {
		above := r.keepRunner.AsFromAbove(r.picture, lens, g, cells.Window, set, usualViews)
		showKeeps(cells, &above)
	}
	closely := r.closely(lens, set, double)
	keeps, missed := r.keeps(closely, lens, cells, g, set, &c, before)
	bodies := func() *solid.Bodies { return solid.New(lens.Eye(), placed, set, &c, plainKeeps(keeps)) }
	looks, known := newAppearance(r.picture, lens, b, bodies())
	weigh := func() {
		if known {
			keeps, missed = looks.weighKeeps(keeps, missed, prior)
			looks.there = bodies()
			looks.weighHeights(keeps, g)
		}
	}
	weigh()
	changed := false
	if known {
		looks.there = bodies()
		changed = looks.weighWalls(&r.runner, b, cells)
	}
	c = b.standing()
	now := bodies()
	unclaimed, overdue := inStill(now, cells), b.overdue(earlier)
	if earlier == nil { // a film remembers what is hidden now
		changed = b.doubtHidden(now) || changed
	} else {
		unclaimed = inFilm(unclaimed, overdue)
	}
	if b.agree(keeps, missed, unclaimed) || changed {
		c = b.standing()
		keeps, missed = r.keeps(closely, lens, cells, g, set, &c, before)
		weigh()
	}
	believed, dropped := dropStrays(&c, b.covered, keeps)
	strayToo(&c, believed, missed)
	missed = append(missed, dropped...)
	return claimEmpty(&c, believed, missed, unclaimed, overdue)
}

// showKeeps takes what a map says of keeps from another one of the same window.
func showKeeps(cells, from *model.CellMap) {
	for k := 0; k < len(cells.Out.Data); k += model.CellChannels {
		copy(cells.Out.Data[k+model.CellNoKeep:k+model.CellHidden], from.Out.Data[k+model.CellNoKeep:k+model.CellHidden])
	}
}

// closely looks at keeps in the reader's picture, at each place once. double is how much speaks for a double one before that, see keepLooks.
func (r *Reader) closely(lens *volume.Lens, set *calibration.Set, double func(lean float64) float64) keepLooks {
	type keep struct {
		color string
		mm    [2]float64
	}
	taller := remembered(func(k keep) float64 { return r.gauge.double(r.picture, lens, set, k.color, k.mm) })
	return keepLooks{
		look:   remembered(func(mm [2]float64) model.KeepLook { return r.runner.Keep(r.picture, lens, mm, set) }),
		taller: func(color string, mm [2]float64) float64 { return taller(keep{color, mm}) },
		double: double,
	}
}

// remembered is f, asked once for each argument.
func remembered[K comparable, V any](f func(K) V) func(K) V {
	known := map[K]V{}
	return func(k K) V {
		v, ok := known[k]
		if !ok {
			v = f(k)
			known[k] = v
		}
		return v
	}
}

// keeps finds the keeps of a castle in the reader's picture; earlier are those that were there before. missed are places where
// not much more would have been taken for one.
func (r *Reader) keeps(
	closely keepLooks, lens *volume.Lens, m *model.CellMap, g *model.Grid, set *calibration.Set, c *reading.Castle, earlier []reading.Keep,
) (seen, missed []seenKeep) {
	return keeps(m, g, c, earlier, &keepSearch{r.picture, lens, set, &r.gauge}, closely)
}

// plainKeeps are keeps without what speaks for them.
func plainKeeps(seen []seenKeep) []reading.Keep {
	plain := []reading.Keep{}
	for _, k := range seen {
		plain = append(plain, k.Keep)
	}
	return plain
}

// emptyCastle has lists of no pieces, so that they are written as such.
func emptyCastle() reading.Castle {
	return reading.Castle{Towers: []castellan.Node{}, Walls: []castellan.Wall{}, Keeps: []reading.Keep{}, Trial: []reading.Trial{}}
}

// maxNodes bounds the castle's extent along each axis of the lattice.
const maxNodes = 34

// visible is the rectangle of the table that the picture shows, no farther than reach from the place in its middle.
func visible(view *calibration.View) (lo, hi [2]float64, ok bool) {
	w, h := float64(view.Width-1), float64(view.Height-1)
	mid, ok := view.OnPlane([2]float64{w / 2, h / 2}, 0)
	if !ok {
		return lo, hi, false
	}
	lo, hi = mid, mid
	const steps = 8
	for i := range steps + 1 {
		f := float64(i) / steps
		for _, edge := range [4][2]float64{{f * w, 0}, {f * w, h}, {0, f * h}, {w, f * h}} {
			p, seen := view.OnPlane(edge, 0)
			if !seen { // the horizon: the table goes on as far as we look
				p = [2]float64{mid[0], mid[1] + reach}
			}
			for k := range 2 {
				lo[k] = max(min(lo[k], p[k]), mid[k]-reach)
				hi[k] = min(max(hi[k], p[k]), mid[k]+reach)
			}
		}
	}
	return lo, hi, true
}
