package synth

import (
	"math"
	"slices"
)

type box struct{ lo, hi vec }

func emptyBox() box {
	inf := math.Inf(1)
	return box{vec{inf, inf, inf}, vec{-inf, -inf, -inf}}
}

func (b box) with(p vec) box  { return box{minVec(b.lo, p), maxVec(b.hi, p)} }
func (b box) union(c box) box { return box{minVec(b.lo, c.lo), maxVec(b.hi, c.hi)} }
func (b box) centre() vec     { return b.lo.add(b.hi).scale(0.5) }
func (b box) halfArea() float64 {
	d := b.hi.sub(b.lo)
	return d.X*d.Y + d.Y*d.Z + d.Z*d.X
}

// ray is a half line that shrinks (far) as nearer hits are found.
type ray struct {
	from, dir, inv vec
	far            float64
}

func newRay(from, dir vec, far float64) ray {
	return ray{from, dir, vec{1 / dir.X, 1 / dir.Y, 1 / dir.Z}, far}
}

// enter gives the distance at which the ray enters the box; false when it misses it or enters beyond far.
func (b *box) enter(r *ray) (float64, bool) {
	x0, x1 := (b.lo.X-r.from.X)*r.inv.X, (b.hi.X-r.from.X)*r.inv.X
	if x0 > x1 {
		x0, x1 = x1, x0
	}
	y0, y1 := (b.lo.Y-r.from.Y)*r.inv.Y, (b.hi.Y-r.from.Y)*r.inv.Y
	if y0 > y1 {
		y0, y1 = y1, y0
	}
	if y0 > x0 {
		x0 = y0
	}
	if y1 < x1 {
		x1 = y1
	}
	z0, z1 := (b.lo.Z-r.from.Z)*r.inv.Z, (b.hi.Z-r.from.Z)*r.inv.Z
	if z0 > z1 {
		z0, z1 = z1, z0
	}
	if z0 > x0 {
		x0 = z0
	}
	if z1 < x1 {
		x1 = z1
	}
	return x0, x0 <= x1 && x1 >= 0 && x0 < r.far
}

// bvh is a bounding volume hierarchy over numbered items.
type bvh struct {
	nodes []bvhNode
	items []int32
}

// bvhNode is a leaf over items[first:first+count] when count > 0, else its children are nodes[first] and nodes[first+1].
type bvhNode struct {
	box
	first, count int32
}

func newBVH(boxes []box, leaf int) bvh {
	t := bvh{items: make([]int32, len(boxes))}
	if len(boxes) == 0 {
		return t
	}
	for i := range t.items {
		t.items[i] = int32(i)
	}
	t.nodes = append(t.nodes, bvhNode{})
	t.split(0, 0, len(boxes), boxes, leaf)
	return t
}

func (t *bvh) split(node, lo, hi int, boxes []box, leaf int) {
	bounds, centres := emptyBox(), emptyBox()
	for _, i := range t.items[lo:hi] {
		bounds = bounds.union(boxes[i])
		centres = centres.with(boxes[i].centre())
	}
	t.nodes[node] = bvhNode{bounds, int32(lo), int32(hi - lo)}
	if hi-lo <= leaf {
		return
	}
	cut := t.partition(lo, hi, boxes, centres)
	left := len(t.nodes)
	t.nodes[node].first, t.nodes[node].count = int32(left), 0
	t.nodes = append(t.nodes, bvhNode{}, bvhNode{})
	t.split(left, lo, cut, boxes, leaf)
	t.split(left+1, cut, hi, boxes, leaf)
}

// partition reorders items[lo:hi] and gives the place of the cut: the cheapest by the surface area heuristic over a few
// bins along each axis, or the middle where all centres coincide.
func (t *bvh) partition(lo, hi int, boxes []box, centres box) int {
	const bins = 10
	bestCost, bestAxis, bestBin := math.Inf(1), -1, 0
	bin := func(i int32, axis int) int {
		a, b := centres.lo.axis(axis), centres.hi.axis(axis)
		return min(bins-1, int(bins*(boxes[i].centre().axis(axis)-a)/(b-a)))
	}
	for axis := range 3 {
		if centres.hi.axis(axis)-centres.lo.axis(axis) < 1e-9 {
			continue
		}
		var bounds [bins]box
		var count [bins]int
		for b := range bounds {
			bounds[b] = emptyBox()
		}
		for _, i := range t.items[lo:hi] {
			b := bin(i, axis)
			bounds[b] = bounds[b].union(boxes[i])
			count[b]++
		}
		var leftCost [bins]float64
		acc, n := emptyBox(), 0
		for b := range bins - 1 {
			acc, n = acc.union(bounds[b]), n+count[b]
			if n > 0 {
				leftCost[b] = acc.halfArea() * float64(n)
			}
		}
		acc, n = emptyBox(), 0
		for b := bins - 1; b > 0; b-- {
			acc, n = acc.union(bounds[b]), n+count[b]
			if n == 0 || n == hi-lo {
				continue
			}
			if cost := leftCost[b-1] + acc.halfArea()*float64(n); cost < bestCost {
				bestCost, bestAxis, bestBin = cost, axis, b
			}
		}
	}
	if bestAxis < 0 {
		return (lo + hi) / 2
	}
	part := t.items[lo:hi]
	slices.SortStableFunc(part, func(a, b int32) int { return bin(a, bestAxis) - bin(b, bestAxis) })
	cut := slices.IndexFunc(part, func(i int32) bool { return bin(i, bestAxis) >= bestBin })
	return lo + cut
}

// walk calls visit for the items whose leaves the ray meets, near ones first, until visit says stop. visit may shorten
// the ray.
func (t *bvh) walk(r *ray, visit func(item int32) (stop bool)) {
	if len(t.nodes) == 0 {
		return
	}
	if _, ok := t.nodes[0].enter(r); !ok {
		return
	}
	var stack [64]struct {
		node int32
		at   float64
	}
	top := 0
	node := &t.nodes[0]
	for {
		if node.count > 0 {
			if slices.ContainsFunc(t.items[node.first:node.first+node.count], visit) {
				return
			}
		} else {
			near, far := node.first, node.first+1
			dn, okn := t.nodes[near].enter(r)
			df, okf := t.nodes[far].enter(r)
			if okn && okf {
				if df < dn {
					near, far, df = far, near, dn
				}
				stack[top].node, stack[top].at = far, df
				top++
				node = &t.nodes[near]
				continue
			}
			if okn {
				node = &t.nodes[near]
				continue
			}
			if okf {
				node = &t.nodes[far]
				continue
			}
		}
		for {
			if top == 0 {
				return
			}
			top--
			if stack[top].at < r.far {
				node = &t.nodes[stack[top].node]
				break
			}
		}
	}
}
