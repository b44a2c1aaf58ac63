package castellan

import (
	"math"
	"sync"
)

// A piece takes room on the table: a tower is a disc, a wall is a bar between the faces of the towers at its two ends.
// Two pieces conflict where these overlap. The lattice being regular, all conflicts follow from a small table per kind
// of piece: the places, relative to it, of every other piece that it conflicts with.

// rival is a piece in conflict with a base piece: its place relative to the base's, where the place of a tower is its
// node and the place of a wall is its western or southern end.
type rival struct {
	offset point
	kind   Kind
	axis   direction // of a wall: east or north
}

const axes = 2

type geometry struct {
	set PieceSet
	// rivals by kind and axis (east or north) of the base piece; a tower's are under east.
	rivals [allKinds][axes][]rival
}

// geometries keeps the *geometry of each PieceSet that was asked for.
var geometries sync.Map

// geometryOf gives the conflicts of a piece set, which must be a valid one.
func geometryOf(set PieceSet) *geometry {
	if g, ok := geometries.Load(set); ok {
		return g.(*geometry)
	}
	g, _ := geometries.LoadOrStore(set, newGeometry(set))
	return g.(*geometry)
}

type placement struct {
	at   point
	kind Kind
	axis direction
}

func newGeometry(set PieceSet) *geometry {
	g := &geometry{set: set}
	kinds := []placement{
		{kind: Tower},
		{kind: ShortWall, axis: east},
		{kind: ShortWall, axis: north},
		{kind: LongWall, axis: east},
		{kind: LongWall, axis: north},
	}
	window := int32(set.Long) + int32(math.Ceil(set.TowerDiameter))
	for _, base := range kinds {
		list := &g.rivals[base.kind][base.axis]
		for _, other := range kinds {
			for i := -window; i <= window; i++ {
				for j := -window; j <= window; j++ {
					other.at = point{i, j}
					if other != base && set.conflict(base, other) {
						*list = append(*list, rival{offset: other.at, kind: other.kind, axis: other.axis})
					}
				}
			}
		}
	}
	return g
}

// touching is how much (in lattice units) two pieces may overlap by rounding and still merely touch.
const touching = 1e-9

func (p PieceSet) conflict(a, b placement) bool {
	switch {
	case a.kind == Tower && b.kind == Tower:
		d := math.Hypot(float64(a.at.i-b.at.i), float64(a.at.j-b.at.j))
		return d < p.TowerDiameter-touching
	case a.kind == Tower:
		x0, y0, x1, y1 := p.bar(b)
		x, y := float64(a.at.i), float64(a.at.j)
		d := math.Hypot(max(x0-x, 0, x-x1), max(y0-y, 0, y-y1))
		return d < p.TowerDiameter/2-touching
	case b.kind == Tower:
		return p.conflict(b, a)
	default:
		ax0, ay0, ax1, ay1 := p.bar(a)
		bx0, by0, bx1, by1 := p.bar(b)
		return min(ax1, bx1)-max(ax0, bx0) > touching && min(ay1, by1)-max(ay0, by0) > touching
	}
}

// bar is the rectangle that a wall covers.
func (p PieceSet) bar(w placement) (x0, y0, x1, y1 float64) {
	start, end := p.TowerDiameter/2, float64(p.length(w.kind))-p.TowerDiameter/2
	half := p.WallThickness / 2
	x, y := float64(w.at.i), float64(w.at.j)
	if w.axis == north {
		return x - half, y + start, x + half, y + end
	}
	return x + start, y - half, x + end, y + half
}
