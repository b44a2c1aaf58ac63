package vision

import (
	"errors"
	"math"

	"gocv.io/x/gocv"

	"github.com/castellan-companion/castellan/calibration"
	"github.com/castellan-companion/castellan/engine/castellan"
	"github.com/castellan-companion/castellan/vision/model"
	"github.com/castellan-companion/castellan/vision/reading"
	"github.com/castellan-companion/castellan/vision/solid"
)

// settled is the last picture that left nothing to be looked at. What has come to stand since changed what its place looks like. It owns Mats
// and must be closed.
type settled struct {
	picture    gocv.Mat                   // as details makes it
	from       *calibration.View          // from where it was seen; nil before the first
	odds       map[castellan.Wall]float64 // of the towers and walls that were thought of then, as logarithms,
	said       map[castellan.Wall]float64 // and what change had said of them
	news       news                       // where the picture looked at last differs from it,
	comparable bool                       // if it can be compared with it,
	says       map[castellan.Wall]float64 // and what that says
}

func newSettled() *settled { return &settled{picture: gocv.NewMat(), news: newNews()} }

// Close frees the Mats.
func (s *settled) Close() error { return errors.Join(s.picture.Close(), s.news.Close()) }

// keep takes a picture, seen from view, for the last one that left nothing to be looked at. b is what was decided on.
func (s *settled) keep(picture gocv.Mat, view *calibration.View, b *board) error {
	s.from = view
	s.odds = make(map[castellan.Wall]float64, len(b.all))
	for k := range b.all {
		s.odds[b.all[k].wall] = b.all[k].odds
	}
	s.said = s.says
	return picture.CopyTo(&s.picture)
}

// forget makes it unknown.
func (s *settled) forget() { s.from = nil }

// look compares a picture, seen from view, with the settled one.
func (s *settled) look(picture gocv.Mat, view *calibration.View) error {
	s.says = map[castellan.Wall]float64{}
	s.comparable = s.from != nil && sameSize(s.picture, picture) && !s.moved(view)
	if !s.comparable {
		return nil
	}
	err := s.news.find(s.picture, picture)
	s.comparable = err == nil && s.news.share() <= mostNews
	return err
}

// moved says whether the camera was moved since: whether it sees the table elsewhere than it did, by more than what its tags tell errs.
func (s *settled) moved(view *calibration.View) bool {
	const far = 0.001 // of the picture's width
	was, at, ok := seenTable(s.from, view)
	return !ok || farthestMoved(&was, &at) > far*float64(view.Width)
}

// over are habits where the castle is known that stood then, and view is from where the picture looked at last was seen: how much what changed
// speaks for each further piece to have been put there since, and for walls that cannot be seen to stand there still. there are the castle's solids,
// along the lattice that cells tells of.
func (s *settled) over(c *reading.Castle, there *solid.Bodies, view *calibration.View, cells *model.CellMap, habits habit) habit {
	if !s.comparable {
		return habits
	}
	before := piecesOf(c)
	for _, t := range c.Trial { // how it stands may change with hardly a pixel
		before[towerOn(t.Tower)] = true
	}
	var near solid.Bodies
	return func(p castellan.Wall) float64 {
		odds := habits(p)
		p = p.Ordered()
		switch seen, ok := seenOdds(cells, p); {
		case before[p] && p.From == p.To: // it stands out above what was built since
			return odds
		case !before[p] && (!ok || seen < leastOdds):
			return odds
		}
		says, asked := s.says[p]
		if !asked {
			change := s.changed(p, there, &near, view)
			switch {
			case !before[p]:
				says = s.judge(p, change)
			case math.IsNaN(change):
				says = hiddenStays
			}
			s.says[p] = says
		}
		return odds + says
	}
}

// hiddenStays is how much speaks for a wall to stand where it stood, a logarithm of odds, where what was built since hides it: nobody takes away what is
// behind that. Chosen.
const hiddenStays = 4.0

// changed is how much the places in the picture where a piece would be seen changed, on average; it is not a number where too little of it would
// be. near is memory.
func (s *settled) changed(p castellan.Wall, there, near *solid.Bodies, view *calibration.View) float64 {
	const (
		most   = 3.0  // a square says no more by changing more
		enough = 0.15 // of the piece
	)
	all, seen, sum := 0.0, 0.0, 0.0
	look := func(at [3]float64, hidden bool) {
		all++
		if hidden {
			return
		}
		if k, ok := s.news.square(view, at); ok {
			seen++
			sum += min(most, float64(s.news.patches.amount[k]))
		}
	}
	if p.From == p.To {
		at := there.Grid.At(float64(p.From.I), float64(p.From.J))
		there.Around(at, there.Set.TowerDiameterMM/2, near)
		near.WalkTower(at, func(at [3]float64, _ solid.Surface) { look(at, near.Blocks(at)) })
	} else {
		there.About(p, nil, near)
		near.Faces(p, look)
	}
	if seen < enough*all {
		return math.NaN()
	}
	return sum / seen
}

// judge is how much a change speaks for a piece that did not stand then, a logarithm of odds. Where nothing changed all is as it was: what was in
// doubt then still is, and what change had said by then it still says. In the looks of twelve films (three given, nine rendered) at what had just
// been put there 200 of 205 walls had changed their places by 1.4 and more, the other five being beyond doubt anyway, and all of 131 towers; of 270
// other places that were thought of 169 had changed by less. Where there was much change the wall stood in 180 of 235 looks, in fewer of those that
// were in doubt.
func (s *settled) judge(p castellan.Wall, change float64) float64 {
	const (
		much             = 2.3
		against, inFavor = -4.0, 1.0
	)
	none, some := 1.2, 1.8
	if p.From == p.To { // dark towers on a dark table change it by 1.4
		none, some = 0.9, 1.3
	}
	switch {
	case change < some:
		before := float64(leastOdds)
		if odds, thought := s.odds[p]; thought {
			before = odds
		}
		return min(max(against, min(0, before)), s.said[p]) * min(1, (some-change)/(some-none))
	case change > much:
		return inFavor
	}
	return 0
}
