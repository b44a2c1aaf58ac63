package vision

import (
	"cmp"
	"runtime"
	"slices"

	"github.com/castellan-companion/castellan/engine/castellan"
	"github.com/castellan-companion/castellan/vision/model"
	"github.com/castellan-companion/castellan/vision/parallel"
	"github.com/castellan-companion/castellan/vision/solid"
)

// exemplars are the short walls of a picture and the gaps of their length that are beyond doubt. Others are compared with them.
type exemplars struct {
	walls, gaps [2][]castellan.Wall // along X and along Y
	strips      map[castellan.Wall]*model.Strip
}

const (
	// comparedWith is with how many walls and gaps a wall is compared.
	comparedWith = 3
	// mostCompared is what the comparison can say, as a logarithm of odds.
	mostCompared = 8.0
)

// add takes in a wall or a gap that is beyond doubt.
func (e *exemplars) add(w castellan.Wall, wall bool) {
	switch {
	case isLong(w):
	case wall:
		e.walls[axis(w)] = append(e.walls[axis(w)], w)
	default:
		e.gaps[axis(w)] = append(e.gaps[axis(w)], w)
	}
}

// clearBesideTowers are the places of short walls beside the towers that are in where nothing speaks for any wall, short or long: the board
// has no candidates there, as they are not worth a thought.
func (b *board) clearBesideTowers() []castellan.Wall {
	var all []castellan.Wall
	for k := range b.all {
		x := &b.all[k]
		if !x.tower || !x.in {
			continue
		}
		at := x.wall.From
		for _, step := range model.Steps {
			next := at.Plus(step)
			w := castellan.Wall{From: at, To: next}.Ordered()
			shown := inside(model.Window{I0: next.I, J0: next.J, NI: 1, NJ: 1}, b.win) && !b.covered[at] && !b.covered[next]
			if shown && !b.thinksOf(w) && !slices.Contains(all, w) {
				all = append(all, w)
			}
		}
	}
	return all
}

// thinksOf says whether the board has a candidate that would stand where a short wall would.
func (b *board) thinksOf(w castellan.Wall) bool {
	found := slices.ContainsFunc(b.ends[w.From], func(k int) bool { return b.all[k].wall == w })
	b.over(w, func(int) { found = true })
	return found
}

// alone says whether there is no wall beyond doubt in the direction of a wall, but maybe itself.
func (e *exemplars) alone(w castellan.Wall) bool {
	return !slices.ContainsFunc(e.walls[axis(w)], func(o castellan.Wall) bool { return o != w })
}

// compare is how much candidate k looks rather like walls than like gaps of the picture that are seen like it, as a logarithm of odds.
// Of a long wall each half is compared with short ones: it is as likely as the less likely half.
func (a *appearance) compare(r *model.Runner, b *board, k int) float64 {
	w := b.all[k].wall
	parts := []castellan.Wall{w}
	if isLong(w) {
		halves := model.Halves(w)
		parts = halves[:]
	}
	a.about(b, k)
	var own [2]model.Strip
	for i, part := range parts {
		a.near.Unfold(a.picture, a.lens, part, &own[i])
	}
	walls, gaps := a.alike(w, a.sure.walls[axis(w)], &own[0]), a.alike(w, a.sure.gaps[axis(w)], &own[0])
	least := mostCompared
	for i := range parts {
		least = min(least, r.Wall(&own[i], walls, gaps))
	}
	return max(-mostCompared, least)
}

// alike are the strips of some exemplars near a wall that are seen from the same side as it: those of which most is seen where
// something is seen of its own strip.
func (a *appearance) alike(w castellan.Wall, of []castellan.Wall, own *model.Strip) []*model.Strip {
	const (
		tried      = 16
		enoughSeen = 0.3
	)
	type seen struct {
		strip  *model.Strip
		shared float64
	}
	nearest := model.Nearest(of, func(o castellan.Wall) castellan.Node { return o.From }, w.From, tried)
	a.takeStrips(nearest)
	var all []seen
	for _, o := range nearest {
		if s := a.sure.strips[o]; s.Left == own.Left && s.Seen > enoughSeen {
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

// takeStrips takes the strips of some exemplars, each once, on all processors.
func (a *appearance) takeStrips(of []castellan.Wall) {
	of = slices.DeleteFunc(slices.Clone(of), func(w castellan.Wall) bool { return a.sure.strips[w] != nil })
	workers := runtime.GOMAXPROCS(0)
	for len(a.nears) < workers {
		a.nears = append(a.nears, solid.Bodies{})
	}
	strips := make([]model.Strip, len(of))
	parallel.Rows(len(of), workers, func(i int) {
		near := &a.nears[i%workers]
		a.there.About(of[i], nil, near)
		near.Unfold(a.picture, a.lens, of[i], &strips[i])
	})
	for i, w := range of {
		a.sure.strips[w] = &strips[i]
	}
}
