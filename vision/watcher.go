package vision

import (
	"errors"
	"image"
	"math"
	"slices"

	"gocv.io/x/gocv"

	"github.com/castellan-companion/castellan/calibration"
	"github.com/castellan-companion/castellan/engine/castellan"
	"github.com/castellan-companion/castellan/vision/model"
	"github.com/castellan-companion/castellan/vision/reading"
	"github.com/castellan-companion/castellan/vision/solid"
	"github.com/castellan-companion/castellan/vision/volume"
	"github.com/castellan-companion/castellan/vision/watchful"
)

// Watcher follows a castle through the frames of a film. It looks closely only when no hand is in the picture and something may have
// changed. It is not safe for concurrent use.
type Watcher struct {
	reader  *Reader
	thumbs  *thumbs
	calm    calm
	bare    *bare
	settled *settled

	locator *calibration.Locator
	view    *calibration.View // nil before the first pose
	lens    *volume.Lens      // of view
	tags    []calibration.TagDetection
	printed tagPrint // what the picture made of those found last

	known   *sight         // the castle believed in; nil before the first
	gone    reading.Castle // the castle that was believed in before it was lost
	gaps    gaps           // of known; nil with it
	visits  visit
	believe reading.Castle
	news    area // where the picture looked at last differs from the bare table
	told    told
	// glimpsed is what the last look found, to be concluded in the next frame; else nil.
	glimpsed *glimpse
	changed  image.Rectangle   // part of the small picture that changed since the last look that settled all
	doubts   []reading.Doubt   // about believe
	drawn    []reading.Outline // of believe

	conditions conditions
	scenery    *scenery
	missing    int     // how many of tags were not found when they were last looked for
	hidden     bool    // no tag was found then, though the camera's place is known from earlier
	pitches    pitches // as the castle shows it
	untagged   bool    // the camera was found without tags since they were seen last
	handSeen   bool    // a hand was ever in the picture
	adrift     bool    // the camera was bumped, and view is not where it is now
	again      float64 // when to look for tags again where there were none, in seconds

	frame int
	at    float64
	out   []reading.Event
}

// visit is what is known since a hand was last in the picture.
type visit struct {
	began   reading.Castle             // the castle that was believed in before
	due     int                        // how many more looks are wanted
	looks   int                        // how many there were
	odds    map[castellan.Wall]float64 // what the network said of each piece, summed over the looks
	seen    map[castellan.Wall]int     // the looks that this is the sum of
	unlike  int                        // looks in a row that showed quite another castle
	checked bool                       // the tags were looked at
}

func newVisit(began reading.Castle) visit {
	return visit{began: began, due: 1, odds: map[castellan.Wall]float64{}, seen: map[castellan.Wall]int{}}
}

// NewWatcher makes a watcher. Whoever made it closes it.
func NewWatcher(o Options) (*Watcher, error) {
	r, err := NewReader(o)
	if err != nil {
		return nil, err
	}
	// One look is enough for what it makes sure of, and what it does not is looked at again in the next frames. Hands are waited for.
	r.views, r.doubtViews, r.understated, r.besideHands = 1, usualViews, understatedFilm, false
	r.mostTried = math.MaxInt // a film has time, and a castle is found there once
	locator := calibration.NewLocator(calibration.LocatorOptions{Camera: o.Camera, TagSizeMM: o.TagSizeMM})
	return &Watcher{
		reader: r, thumbs: newThumbs(), locator: locator, believe: emptyCastle(), conditions: conditions{watch: watchful.New()},
		scenery: newScenery(), bare: newBare(), settled: newSettled(), told: told{},
	}, nil
}

// Close frees what belongs to OpenCV and to the tag detector.
func (w *Watcher) Close() error {
	return errors.Join(w.reader.Close(), w.thumbs.Close(), w.scenery.Close(), w.bare.Close(), w.settled.Close())
}

// Castle is the castle believed in.
func (w *Watcher) Castle() reading.Castle { return w.believe }

// Quiet says whether the last frame was quiet: no hand in it, and nothing moved.
func (w *Watcher) Quiet() bool { return w.calm.quiet }

// Outlines are the pieces of the castle believed in as polygons in the picture; not to be changed.
func (w *Watcher) Outlines() []reading.Outline { return w.drawn }

// Doubts are about the castle believed in, the greatest first; not to be changed. They are those of the last look.
func (w *Watcher) Doubts() []reading.Doubt { return w.doubts }

// Notes say what keeps the eye from seeing well, and what it got over just now, as soon as it has lasted for a second and until it has
// been gone for one; not to be changed.
func (w *Watcher) Notes() []reading.Note { return w.conditions.notes }

// draw outlines the castle believed in anew.
func (w *Watcher) draw() {
	w.drawn = nil
	if w.known != nil && w.view != nil {
		w.drawn = outlines(&w.believe, &w.known.grid, &w.known.set, w.view)
	}
	w.conditions.surround(&w.believe, w.drawn)
}

// Frame looks at the next frame, number frame at t seconds, a picture of eight-bit blue, green and red. It returns what happened, in
// order; the slice is valid until the next call. Scores are left to the caller.
func (w *Watcher) Frame(img gocv.Mat, frame int, t float64) ([]reading.Event, error) {
	if img.Empty() || img.Type() != gocv.MatTypeCV8UC3 {
		return nil, ErrEmptyPicture
	}
	w.out, w.frame, w.at = w.out[:0], frame, t
	was := w.calm.quiet
	if err := w.thumbs.shrink(img, w.calm.next()); err != nil {
		return nil, err
	}
	w.calm.judge(t)
	if w.glimpsed == nil && w.calm.halted() { // else the reader's picture is needed as it is
		calm, err := w.restful(img)
		if err != nil {
			return nil, err
		}
		if calm {
			w.calm.settle()
		}
	}
	w.handSeen = w.handSeen || !w.calm.quiet
	if w.calm.quiet != was || w.calm.frames == 1 {
		quiet := w.calm.quiet
		w.emit(reading.Event{Kind: reading.KindQuiet, Quiet: &quiet})
	}
	if w.calm.lightChanged {
		w.emit(reading.Event{Kind: reading.KindLight})
		w.conditions.light = true
	}
	concluded := w.glimpsed != nil // a look is the work of two frames, so that none takes long
	if concluded {
		if err := w.conclude(); err != nil {
			return nil, err
		}
	}
	if w.calm.disturbed {
		w.visits = newVisit(w.believe)
	}
	if w.calm.quiet {
		w.changed = w.changed.Union(w.calm.changed)
	}
	if !concluded && w.calm.quiet && w.visits.due > 0 && t >= w.again {
		w.visits.due--
		if err := w.look(img); err != nil {
			return nil, err
		}
	}
	if t >= w.conditions.next {
		if err := w.judgeConditions(img); err != nil {
			return nil, err
		}
	}
	return w.out, nil
}

func (w *Watcher) emit(e reading.Event) {
	e.Frame, e.TS = w.frame, round(w.at, 3)
	w.out = append(w.out, e)
}

// look finds the castle's towers and walls in the picture, if it is anywhere.
func (w *Watcher) look(img gocv.Mat) error {
	if !w.visits.checked || w.view == nil {
		if err := w.findCamera(img); err != nil {
			return err
		}
		w.visits.checked = true
	}
	if w.view == nil {
		w.visits.due, w.again = 1, w.at+tagsEvery
		return nil
	}
	r := w.reader
	if err := r.take(img); err != nil {
		return err
	}
	w.printed.takeOff(r.picture)
	if err := gocv.CvtColor(img, &w.scenery.now, gocv.ColorBGRToGray); err != nil {
		return err
	}
	if err := w.bare.look(w.scenery.now, w.view); err != nil {
		return err
	}
	if err := w.settled.look(w.bare.now, w.view); err != nil {
		return err
	}
	w.news = w.bare.changed(r.set.TowerHeightMM)
	before := piecesOf(&w.believe)
	var now glimpse
	var ok bool
	var err error
	w.adrift = false
	if w.hidden && w.known != nil {
		w.news, w.settled.comparable = nil, false // the table is seen from elsewhere
		if now, ok, w.adrift, err = w.refind(before); err != nil {
			return err
		}
	} else {
		now, ok = w.seek(before)
	}
	switch {
	case w.adrift: // what would be read from a wrong place is not so
		w.visits.due, w.visits.checked, w.again = 1, false, w.at+adriftEvery
	case ok:
		w.glimpsed = &now
	default:
		return w.miss()
	}
	return nil
}

// restful says whether a picture in which all came to a halt, and something is at its edge, shows no hand.
func (w *Watcher) restful(img gocv.Mat) (bool, error) {
	switch jolt, err := w.jolted(img); {
	case err != nil || jolt == joltHidden:
		return false, err
	case jolt == joltSeen:
		return true, nil
	}
	return w.handless(img)
}

// handless says whether what reaches from the picture's edge to the castle that is known, or to where it may be built on, and came to rest there
// is small, hides none of its towers and does not look like a hand: it is a shadow then, or pieces that were built there.
func (w *Watcher) handless(img gocv.Mat) (bool, error) {
	const most = 0.05 // of the picture: 13 shadows and pieces took up no more than 0.032; seven in ten moving arms take up more than this
	if w.known == nil || w.view == nil || w.calm.spread() > most {
		return false, nil
	}
	reaches := func(mm [2]float64, height float64) bool {
		return w.calm.reaches(squareOf(w.view, [3]float64{mm[0], mm[1], height}, w.calm.now.w, w.calm.now.h))
	}
	grid, set := &w.known.grid, &w.known.set
	for _, n := range w.believe.Towers {
		if reaches(grid.At(float64(n.I), float64(n.J)), set.TowerHeightMM) {
			return false, nil
		}
	}
	r := w.reader
	if err := r.take(img); err != nil {
		return false, err
	}
	return !r.runner.HandOver(grown(around(&w.believe), 2*leastRoom), r.picture, w.lens, grid, set, func(mm [2]float64) bool {
		return reaches(mm, 0) || reaches(mm, set.TowerHeightMM)
	}), nil
}

// conclude looks closely at what the last look found, and compares it with what is believed.
func (w *Watcher) conclude() error {
	now := w.glimpsed
	w.glimpsed = nil
	if !w.complete(now) {
		return w.miss()
	}
	w.average(now)
	if w.premature(now) {
		return w.miss()
	}
	if w.known != nil && !w.plausible(now) {
		w.mistrust()
		if w.visits.unlike < persuaded {
			return nil
		}
	}
	w.visits.unlike = 0
	if w.visits.looks < enoughLooks && w.postpone(now) {
		w.visits.due = 1
	}
	w.accept(now)
	if w.visits.due > 0 {
		return nil
	}
	w.changed = image.Rectangle{}
	return w.settled.keep(w.bare.now, w.view, now.board)
}

const (
	enoughLooks = 2 // looks after which a doubtful change is decided
	persuaded   = 4 // looks in a row after which another castle than the one known is believed
)

// mistrust counts a look that did not show the castle that is known.
func (w *Watcher) mistrust() {
	w.visits.unlike++
	w.visits.due = 1
}

// miss counts a look that showed no castle.
func (w *Watcher) miss() error {
	if w.known == nil {
		w.changed = image.Rectangle{}
		return w.bare.see()
	}
	if w.mistrust(); w.visits.unlike >= persuaded {
		w.forget()
	}
	return nil
}

// forget believes that there is no castle any more.
func (w *Watcher) forget() {
	none := emptyCastle()
	for _, e := range difference(&w.believe, &none) {
		w.emit(e)
	}
	w.emit(reading.Event{Kind: reading.KindLost})
	w.emit(reading.Event{Kind: reading.KindCastle, Castle: &none})
	w.gone = w.believe
	clear(w.told)
	w.settled.forget()
	w.believe, w.known, w.gaps, w.visits.due = none, nil, nil, 0
	w.doubts = nil
	w.draw()
}

// glimpse is the castle as one look shows it, numbered like the one that is known.
type glimpse struct {
	sight
	exact  model.Grid // where the lattice lies as exactly as can be told; sight has the one along which cells was seen
	cells  model.CellMap
	board  *board
	doubts []reading.Doubt // about towers and walls
	// keepDoubts are those about keeps.
	keepDoubts []reading.Doubt
}

// complete adds trials and keeps to a glimpse of the reader's picture; it is false where no castle is left.
func (w *Watcher) complete(now *glimpse) bool {
	keeps, unsure := w.reader.complete(now.board, &now.cells, w.lens, &now.grid, &now.exact, &now.set, &past{&w.believe, &w.visits.began})
	now.rebuild()
	c := &now.castle
	c.Keeps, now.keepDoubts = plainKeeps(keeps), keepDoubts(keeps, unsure)
	return len(c.Towers)+len(c.Walls) > 0
}

// seek finds the castle's towers and walls in the reader's picture: where they were before, else wherever they are now.
func (w *Watcher) seek(before pieces) (glimpse, bool) {
	if w.known != nil {
		if now, ok := w.inspect(w.known.grid, before); ok && w.same(&now, before) {
			if slid(&w.known.grid, &now.grid, &w.believe) { // a lattice that was moved so far is not quite right yet
				if closer, ok := w.inspect(now.grid, before); ok && w.same(&closer, before) {
					return closer, true
				}
			}
			return now, true
		}
	}
	seen, ok := w.search()
	if !ok {
		return glimpse{}, false
	}
	exact := w.reader.placed(&seen.cells, &seen.grid)
	fresh, ok := w.glimpse(seen.cells, seen.grid, &exact, &seen.set, seen.board)
	switch {
	case !ok:
		return fresh, false
	case w.known == nil:
		return w.rejoin(fresh)
	}
	here := continued(w.known.grid, seen.grid, middle(&w.believe))
	now, ok := w.inspect(here, before)
	if ok && 4*before.common(piecesOf(&now.castle)) >= 3*len(before) {
		return now, true
	}
	// The castle may have been slid and turned.
	quarters, by, common := recognise(before, piecesOf(&fresh.castle))
	if ok && common <= before.common(piecesOf(&now.castle)) {
		return now, true
	}
	return w.inspect(renumber(fresh.grid, quarters, by), before)
}

// search finds a castle in the reader's picture: where that differs from the bare table, else wherever one is plainly to be seen.
func (w *Watcher) search() (seen found, ok bool) {
	r := w.reader
	if w.news != nil {
		if seen, ok = r.search(w.view, w.lens, w.news); ok && r.believe(&seen, w.lens, w.news) {
			return seen, true
		}
	}
	if seen, ok = r.search(w.view, w.lens, nil); !ok || !r.believe(&seen, w.lens, nil) {
		return seen, false
	}
	if w.news != nil {
		if !seen.board.plain() {
			return seen, false
		}
		w.bare.forget() // it had a castle on it
		w.news = nil
	}
	return seen, true
}

// inspect looks along a lattice that is numbered like the known one, as far around the known castle as pieces may have been
// added.
func (w *Watcher) inspect(g model.Grid, before pieces) (glimpse, bool) {
	prior := w.gaps.habits(before)
	set := w.known.set
	if w.reader.pitchSeen {
		set = w.reader.set
		g = stretched(g, set.PitchMM/g.Pitch, middle(&w.believe))
	}
	expected := w.expected(&g)
	for room := leastRoom; ; room += leastRoom + 1 {
		win := grown(expected, room)
		now, ok := w.decide(g, win, &set, prior)
		if !ok || room > mostRoom || inside(now.board.surroundings(), win) {
			return now, ok
		}
	}
}

// The window that is looked at reaches so many nodes beyond the castle that is expected, and if it turns out to be larger, so many at
// most.
const (
	leastRoom = 2
	mostRoom  = 12
)

// expected is where pieces of the castle may stand: where they stood, and where the picture changed near there.
func (w *Watcher) expected(g *model.Grid) model.Window {
	const near = 2 // nodes beyond leastRoom: as far as a long wall reaches, and its tower
	known := around(&w.believe)
	if w.changed.Empty() {
		return known
	}
	most := grown(known, near)
	small := &w.calm.now
	sx, sy := float64(w.view.Width)/float64(small.w), float64(w.view.Height)/float64(small.h)
	lo, hi := [2]float64{math.Inf(1), math.Inf(1)}, [2]float64{math.Inf(-1), math.Inf(-1)}
	for _, x := range [2]int{w.changed.Min.X, w.changed.Max.X} {
		for _, y := range [2]int{w.changed.Min.Y, w.changed.Max.Y} {
			mm, ok := w.view.OnPlane([2]float64{float64(x)*sx - 0.5, float64(y)*sy - 0.5}, 0)
			if !ok {
				return most
			}
			i, j := g.Coords(mm)
			lo[0], lo[1], hi[0], hi[1] = min(lo[0], i), min(lo[1], j), max(hi[0], i), max(hi[1], j)
		}
	}
	i0, j0 := max(most.I0, min(known.I0, int(math.Floor(lo[0])))), max(most.J0, min(known.J0, int(math.Floor(lo[1]))))
	i1 := min(most.I0+most.NI, max(known.I0+known.NI, int(math.Ceil(hi[0]))+1))
	j1 := min(most.J0+most.NJ, max(known.J0+known.NJ, int(math.Ceil(hi[1]))+1))
	return model.Window{I0: i0, J0: j0, NI: i1 - i0, NJ: j1 - j0}
}

// decide looks at a window along a lattice and chooses the castle.
func (w *Watcher) decide(g model.Grid, win model.Window, set *calibration.Set, prior habit) (glimpse, bool) {
	cells := w.reader.inspect(w.lens, &g, win, set)
	habits := w.told.over(&cells, w.news.over(&g, w.sinceSettled(&cells, &g, set, prior)))
	exact := w.reader.steady(&cells, w.lens, &g, set, habits)
	b := w.reader.conclude(&cells, w.lens, &g, set, habits)
	w.told.mark(b)
	return w.glimpse(cells, g, &exact, set, b)
}

// sinceSettled adds to habits along a lattice what the picture says by what changed in it since all was settled.
func (w *Watcher) sinceSettled(cells *model.CellMap, g *model.Grid, set *calibration.Set, habits habit) habit {
	const stillMM = 3
	if w.known == nil {
		return habits
	}
	if movedMM(&w.known.grid, g, middle(&w.believe)) > stillMM { // all places changed
		return whole(piecesOf(&w.believe), habits)
	}
	there := solid.New(w.lens.Eye(), g, set, &w.believe, w.believe.Keeps)
	return w.settled.over(&w.believe, there, w.view, cells, habits)
}

// glimpse is the castle that was decided on, without its keeps; ok is false where there is none.
func (w *Watcher) glimpse(cells model.CellMap, g model.Grid, exact *model.Grid, set *calibration.Set, b *board) (glimpse, bool) {
	now := glimpse{sight: sight{grid: g, set: *set, view: w.view}, exact: *exact, cells: cells, board: b}
	now.rebuild()
	return now, len(now.castle.Towers)+len(now.castle.Walls) > 0
}

// premature says whether what is seen is not to be believed in yet: a few pieces, not surely read, that lay there before any hand came. Most
// games begin beside a heap of loose ones.
func (w *Watcher) premature(now *glimpse) bool {
	const sure = 0.9
	return w.known == nil && !w.handSeen && now.board.piecesIn() < few && now.board.confidence() < sure
}

// plausible says whether what is seen can have come from what is known by a few moves.
func (w *Watcher) plausible(now *glimpse) bool {
	before := piecesOf(&w.believe)
	return 10*before.common(piecesOf(&now.castle)) >= 7*len(before) || len(before) < 4
}

// average decides on the castle by all looks since the last visit.
func (w *Watcher) average(now *glimpse) {
	w.visits.looks++
	for k := range now.board.all {
		x := &now.board.all[k]
		p := x.wall.Ordered()
		missed := w.visits.looks - 1 - w.visits.seen[p] // in these looks it was not worth a thought
		w.visits.seen[p] += 1 + missed
		w.visits.odds[p] += x.odds + float64(missed)*leastOdds
		x.odds = w.visits.odds[p] / float64(w.visits.looks)
	}
	if w.visits.looks > 1 {
		now.board.settle()
		now.rebuild()
	}
}

// postpone takes the doubtful ones out of what is seen to have changed. It says whether there were any.
func (w *Watcher) postpone(now *glimpse) bool {
	before := piecesOf(&w.believe)
	doubts := false
	for k := range now.board.all {
		x := &now.board.all[k]
		if math.Abs(x.odds) >= sureOdds {
			continue
		}
		was := before[x.wall.Ordered()]
		if x.in != was {
			doubts = true
			x.in = was && now.board.fits(k)
		}
		if n := x.wall.From; x.tower && !x.in && now.board.turns[n] && !slices.Contains(w.believe.Trial, reading.Trial{Tower: n}) {
			doubts = true
			delete(now.board.trials, n)
		}
	}
	if doubts {
		now.rebuild()
	}
	return doubts
}

// rebuild makes the castle anew from the board's decisions.
func (g *glimpse) rebuild() {
	var r reading.Reading
	c, _ := g.board.castle(&r)
	c.Keeps = g.castle.Keeps
	g.castle, g.doubts = c, r.Doubts
}

// sureOdds is the logarithm of the odds from which a change is believed at once: about ten to one.
const sureOdds = 2.3

// accept believes what is seen and reports how it differs from what was believed.
func (w *Watcher) accept(now *glimpse) {
	old := w.believe
	if w.known == nil && len(now.castle.Towers)+len(now.castle.Walls) == 0 {
		return
	}
	if w.known == nil {
		w.emit(reading.Event{Kind: reading.KindFound})
	} else if slid(&w.known.grid, &now.grid, &old) {
		w.emit(reading.Event{Kind: reading.KindSlide})
	}
	events := difference(&old, &now.castle)
	for _, e := range events {
		w.emit(e)
	}
	w.believe = now.castle
	w.pitches.see(w.reader, now)
	s := now.sight
	s.grid = now.exact
	w.known, w.gaps = &s, w.gaps.after(now.board)
	w.scenery.keep()
	w.doubts = greatestFirst(now.doubts, now.keepDoubts)
	s.show(w.doubts)
	w.draw()
	if len(events) > 0 {
		c := now.castle
		w.emit(reading.Event{Kind: reading.KindCastle, Castle: &c, Confidence: round(now.board.confidence(), 4)})
	}
}

// pitches is what a film tells of a pitch that is not known, or not that beside tags of another size than they are taken for: each look a
// little, the more the larger the castle.
type pitches struct{ sum, weight float64 }

// see adds what a look tells. From then on that a castle of some pieces was seen, the pitch is not sought anew with each look: it would
// be bent to what hands hide, and to pieces that are not there. A known one is believed until a castle clearly has another.
func (p *pitches) see(r *Reader, now *glimpse) {
	enough, understated := 10, r.understated // pieces
	if !r.rough() {                          // where it is off it is far off, and the network says too little of that
		enough, understated = tellingPieces, understatedStill
	}
	n := now.board.piecesIn()
	if n < enough {
		return
	}
	g, _, _ := correct(&now.cells, now.grid, true, understated)
	weight := float64(n * n * n)
	p.sum, p.weight = p.sum+weight*g.Pitch, p.weight+weight
	pitch := p.sum / p.weight
	if !r.rough() && !r.pitchSeen && math.Abs(pitch/r.set.PitchMM-1) < leastMisprint {
		return
	}
	r.set = r.set.OfPitch(pitch)
	r.pitchSeen = true
}

// slid says whether the castle lies elsewhere than before.
func slid(old, now *model.Grid, c *reading.Castle) bool {
	if len(c.Towers) < 2 {
		return false
	}
	turn := math.Abs(math.Remainder(math.Atan2(now.X[1], now.X[0])-math.Atan2(old.X[1], old.X[0]), 2*math.Pi))
	return movedMM(old, now, middle(c)) > slideMM || turn > slideTurn && len(c.Towers) > 3
}

// A castle that lies this far from where it was, or is turned so far, was slid; less is the error of the look.
const (
	slideMM   = 8
	slideTurn = 0.07 // radians
)

// difference lists what leads from one castle to another: what was taken away, then what was added, each piece after those that it
// links to, then trials and keeps.
func difference(old, now *reading.Castle) []reading.Event {
	var events []reading.Event
	before, after := piecesOf(old), piecesOf(now)
	var gone, added []castellan.Wall
	for p := range before {
		if !after[p] {
			gone = append(gone, p)
		}
	}
	for p := range after {
		if !before[p] {
			added = append(added, p)
		}
	}
	slices.SortFunc(gone, castellan.CompareWalls)
	slices.SortFunc(added, castellan.CompareWalls)
	for _, k := range lostKeeps(old.Keeps, now.Keeps) {
		events = append(events, reading.Event{Kind: reading.KindRemove, Piece: "keep", At: k.AtMM, Color: k.Color})
	}
	for _, p := range gone {
		events = append(events, pieceEvent(reading.KindRemove, p))
	}
	events = append(events, trialEvents(old.Trial, now.Trial, false)...)
	standing := make(map[castellan.Node]bool, len(old.Towers)) // nodes that pieces standing by then link to
	free := len(before) == 0
	for p := range before {
		if after[p] {
			standing[p.From], standing[p.To] = true, true
		}
	}
	for len(added) > 0 {
		i := max(0, slices.IndexFunc(added, func(p castellan.Wall) bool { return free || standing[p.From] || standing[p.To] }))
		free = false
		p := added[i]
		standing[p.From], standing[p.To] = true, true
		events = append(events, pieceEvent(reading.KindPlace, p))
		added = slices.Delete(added, i, i+1)
	}
	events = append(events, trialEvents(old.Trial, now.Trial, true)...)
	for _, k := range now.Keeps {
		had := 0
		for _, o := range old.Keeps {
			if o.Color == k.Color && apart(o, k) < keepMoved {
				had = max(had, o.Count)
			}
		}
		for ; had < k.Count; had++ {
			events = append(events, reading.Event{Kind: reading.KindKeep, Piece: "keep", At: k.AtMM, Color: k.Color})
		}
	}
	return events
}

// keepMoved is how far a keep may be moved, in pitches, and still be the same one: people make room.
const keepMoved = 0.6

// lostKeeps are the keeps that are not there any more.
func lostKeeps(old, now []reading.Keep) []reading.Keep {
	var lost []reading.Keep
	for _, o := range old {
		if !slices.ContainsFunc(now, func(k reading.Keep) bool { return k.Color == o.Color && apart(k, o) < keepMoved }) {
			lost = append(lost, o)
		}
	}
	return lost
}

func trialEvents(old, now []reading.Trial, on bool) []reading.Event {
	from, to := old, now
	if on {
		from, to = now, old
	}
	var events []reading.Event
	for _, t := range from {
		if !slices.Contains(to, t) {
			events = append(events, reading.Event{Kind: reading.KindTrial, Piece: "tower", At: t.Tower, On: &on})
		}
	}
	return events
}

func pieceEvent(kind string, p castellan.Wall) reading.Event {
	switch {
	case p.From == p.To:
		return reading.Event{Kind: kind, Piece: "tower", At: p.From}
	case isLong(p):
		return reading.Event{Kind: kind, Piece: "long", At: p}
	}
	return reading.Event{Kind: kind, Piece: "short", At: p}
}
