package vision

import (
	"github.com/castellan-companion/castellan/calibration"
	"github.com/castellan-companion/castellan/vision/reading"
	"github.com/castellan-companion/castellan/vision/volume"
)

// Where no tag can be seen, the camera's place is the last one known, until it is bumped. What lies on the table beside the castle tells
// that it was, and where it is now; where too little of that can be recognised, as on a bare grey table, the castle's towers do. A place
// found in this way is believed only if the same castle is read from there.

const (
	// stillPx is how far the table may seem to move (median, pixels) where the camera did not: its corners are less exact than those of tags.
	stillPx = 1.5
	// besidePx is how far from the castle the table begins: near it are its shadow, and its sides.
	besidePx = 12
	// leastTowers is how many towers must agree on the camera's place.
	leastTowers = 5
	// adriftEvery is how often the camera is looked for where it was bumped and not found, in seconds. It takes more than a second.
	adriftEvery = 3.0
)

// refind finds the castle in the reader's picture where no tag tells whether the camera was bumped. It moves the view if it was. adrift
// says that it was, and that it cannot be told where it is now.
func (w *Watcher) refind(before pieces) (now glimpse, ok, adrift bool, err error) {
	table, all, err := w.scenery.survey(w.drawn)
	switch {
	case err != nil:
		return now, false, false, err
	case table == nil:
		now, ok = w.byCastle(all, before)
	case length(table) < stillPx:
		now, ok = w.seek(before)
	default:
		now, ok = w.byTable(table, before)
		adrift = !ok
	}
	return now, ok, adrift, nil
}

// byTable looks from where the table says that the camera is now.
func (w *Watcher) byTable(table []shift, before pieces) (now glimpse, ok bool) {
	old := *w.view
	v, agree := moved(&old, table)
	if agree < leastAgreeing {
		return now, false
	}
	w.aim(v)
	if now, ok = w.seek(before); ok && w.same(&now, before) {
		w.bump()
		return now, true
	}
	if now, ok = w.byTowers(v, before, quality{}); !ok {
		w.aim(old)
	}
	return now, ok
}

// byCastle looks from where the camera was, and if the castle is not seen from there where and as well as it was before, from where its
// towers say that the camera is now. That a castle was slid instead looks much the same; which it is makes no difference to what is read.
// all is what both pictures show.
func (w *Watcher) byCastle(all []shift, before pieces) (now glimpse, ok bool) {
	now, ok = w.seek(before)
	least := w.quality(&now, ok, before)
	if least.common == len(before) && least.off < wellPlaced && !slid(&w.known.grid, &now.grid, &w.believe) {
		return now, true
	}
	old := *w.view
	var views []calibration.View
	if v, agree := moved(&old, all); agree >= leastAgreeing {
		views = append(views, v)
	}
	for _, v := range append(views, old) {
		if now, ok = w.byTowers(v, before, least); ok {
			return now, true
		}
	}
	w.aim(old)
	return w.seek(before)
}

// byTowers looks from where the castle's towers say that the camera is, which is about at v. ok is false where the castle is not seen better
// from there than least.
func (w *Watcher) byTowers(v calibration.View, before pieces, least quality) (now glimpse, ok bool) {
	if v, ok = w.standing(v, before); !ok {
		return now, false
	}
	w.aim(v)
	if now, ok = w.inspect(w.known.grid, before); !w.quality(&now, ok, before).better(least) {
		return now, false
	}
	w.bump()
	return now, true
}

// quality is how well a castle that is known is seen from somewhere; the zero value is not at all.
type quality struct {
	common int     // pieces seen, if nearly all of them are
	off    float64 // how far they stand off their lattice (mean, pitches): more where they are seen from a wrong place
}

func (w *Watcher) quality(now *glimpse, ok bool, before pieces) quality {
	if !ok || !w.same(now, before) {
		return quality{}
	}
	_, off, _ := correct(&now.cells, now.grid, false, w.reader.understated)
	return quality{before.common(piecesOf(&now.castle)), off}
}

// better says whether nearly all pieces are seen, more of them or clearly better than with quality o.
func (q quality) better(o quality) bool {
	const clearly = 0.8
	return q.common > o.common || q.common > 0 && q.common == o.common && q.off < clearly*o.off
}

// same says whether nearly all pieces of the castle that is known were seen.
func (w *Watcher) same(now *glimpse, before pieces) bool {
	return 10*before.common(piecesOf(&now.castle)) >= 9*len(before)
}

// aim looks from another place.
func (w *Watcher) aim(v calibration.View) {
	w.view, w.lens = &v, volume.NewLens(v)
}

// bump tells that the camera was bumped and found again without tags. They are expected where they must be seen now.
func (w *Watcher) bump() {
	w.emit(reading.Event{Kind: reading.KindBump})
	w.conditions.bumped, w.conditions.untagged, w.conditions.lost = true, true, false
	w.untagged = true
	for i := range w.tags {
		for _, place := range w.conditions.layout {
			if place.ID != w.tags[i].ID {
				continue
			}
			for k, corner := range place.Corners(calibration.DefaultTagFaceMM) {
				w.tags[i].Corners[k] = w.view.Pixel(corner)
			}
		}
	}
	w.missing = len(w.tags)
	w.draw()
}

// standing solves the camera's place from the castle's towers, which stand where they stood, as they are seen from about v: several times,
// as they are seen better from the right place. ok is false where too few of them are recognised, or do not agree.
func (w *Watcher) standing(v calibration.View, before pieces) (found calibration.View, ok bool) {
	const (
		times = 3
		noise = 0.04 // pitches
	)
	height := w.known.set.TowerHeightMM
	solver := newResection(&v, w.known.set.PitchMM, false)
	for range times {
		lens := volume.NewLens(v)
		seen, ok := w.reader.search(&v, lens, nil)
		if !ok || !w.reader.believe(&seen, lens, nil) {
			return v, false
		}
		castle := seen.board.built()
		quarters, by, common := recognise(before, piecesOf(&castle))
		if 2*common < len(before) {
			return v, false
		}
		var marks []mark
		for _, n := range castle.Towers {
			was := turned(n, quarters).Plus(by)
			if !before[towerOn(was)] {
				continue
			}
			marks = append(marks, markAt(&v, w.known.grid.At(float64(was.I), float64(was.J)), seen.grid.At(seen.cells.Standing(n)), height))
		}
		var agree float64
		if v, agree = solver.solve(v, marks, noise); agree < leastTowers {
			return v, false
		}
	}
	return v, true
}

// rejoin numbers the places of a castle that was found like those of the one that was lost, if it is that.
func (w *Watcher) rejoin(fresh glimpse) (glimpse, bool) {
	gone, found := piecesOf(&w.gone), piecesOf(&fresh.castle)
	quarters, by, common := recognise(gone, found)
	if common < leastTowers || 10*common < 7*len(gone) {
		return fresh, true
	}
	win := grown(found.moved(quarters, by).around(), leastRoom)
	return w.decide(renumber(fresh.grid, quarters, by), win, &fresh.set, nil)
}
