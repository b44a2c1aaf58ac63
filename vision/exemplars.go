package vision

import (
	"cmp"
	"slices"

	"github.com/castellan-companion/castellan/engine/castellan"
	"github.com/castellan-companion/castellan/vision/model"
)

// exemplars are the short walls of a picture and the gaps of their length that are beyond doubt. Others are compared with them.
type exemplars struct {
	walls, gaps [2][]int // candidates along X and along Y
	strips      map[int]*model.Strip
}

const (
	// comparedWith is with how many walls and gaps a wall is compared.
	comparedWith = 3
	// mostCompared is what the comparison can say, as a logarithm of odds.
	mostCompared = 8.0
)

// add takes in candidate k, a wall or a gap that is beyond doubt.
func (e *exemplars) add(w castellan.Wall, k int, wall bool) {
	switch {
	case isLong(w):
	case wall:
		e.walls[axis(w)] = append(e.walls[axis(w)], k)
	default:
		e.gaps[axis(w)] = append(e.gaps[axis(w)], k)
	}
}

// alone says whether there is no wall beyond doubt in the direction of candidate k, a wall, but maybe itself.
func (e *exemplars) alone(w castellan.Wall, k int) bool {
	return !slices.ContainsFunc(e.walls[axis(w)], func(o int) bool { return o != k })
}

// compare is how much candidate k looks rather like walls than like gaps of the picture that are seen like it, as a logarithm of odds.
// Of a long wall each half is compared with short ones: it is as likely as the less likely half.
func (a *appearance) compare(r *model.Runner, b *board, k int) float64 {
	w := b.all[k].wall
	parts := []castellan.Wall{w}
	if isLong(w) {
		middle := middleOf(w)
		parts = []castellan.Wall{{From: w.From, To: middle}, {From: middle, To: w.To}}
	}
	a.about(b, k)
	var own [2]model.Strip
	for i, part := range parts {
		a.near.Unfold(a.picture, a.lens, part, &own[i])
	}
	walls, gaps := a.alike(b, k, a.sure.walls[axis(w)], &own[0]), a.alike(b, k, a.sure.gaps[axis(w)], &own[0])
	least := mostCompared
	for i := range parts {
		least = min(least, r.Wall(&own[i], walls, gaps))
	}
	return max(-mostCompared, least)
}

// alike are the strips of some exemplars near candidate k that are seen from the same side as it: those of which most is seen where
// something is seen of its own strip.
func (a *appearance) alike(b *board, k int, of []int, own *model.Strip) []*model.Strip {
	const (
		tried      = 16
		enoughSeen = 0.3
	)
	type seen struct {
		strip  *model.Strip
		shared float64
	}
	var all []seen
	for _, o := range model.Nearest(of, func(o int) castellan.Node { return b.all[o].wall.From }, b.all[k].wall.From, tried) {
		if s := a.sureStrip(b, o); s.Left == own.Left && s.Seen > enoughSeen {
			all = append(all, seen{s, own.Shared(s)})
		}
	}
	slices.SortStableFunc(all, func(x, y seen) int { return cmp.Compare(y.shared, x.shared) })
	var strips []*model.Strip
	for _, s := range all[:min(comparedWith, len(all))] {
		strips = append(strips, s.strip)
	}
	return strips
}

// sureStrip is the strip of exemplar k, taken once.
func (a *appearance) sureStrip(b *board, k int) *model.Strip {
	s := a.sure.strips[k]
	if s == nil {
		s = &model.Strip{}
		a.about(b, k)
		a.near.Unfold(a.picture, a.lens, b.all[k].wall, s)
		a.sure.strips[k] = s
	}
	return s
}
