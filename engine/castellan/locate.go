package castellan

import (
	"cmp"
	"iter"
	"math"
	"slices"
)

// keepLists are the setup's keeps by the bounded face they stand in, each face's in a chain.
type keepLists struct {
	first []int32 // by face: index of the first keep in it, or none
	next  []int32 // by keep: index of the next one in its face, or none
}

// of appends the indexes of a face's keeps to buf.
func (l keepLists) of(face int32, buf []int32) []int32 {
	for k := l.first[face]; k != none; k = l.next[k] {
		buf = append(buf, k)
	}
	return buf
}

// keepsByFace tells which keeps stand in which bounded face, and reports those that stand in none.
func (p *plane) keepsByFace() (keepLists, []Violation) {
	keeps := p.heap.setup.Keeps
	lists := keepLists{first: make([]int32, len(p.faces)), next: make([]int32, len(keeps))}
	for f := range lists.first {
		lists.first[f] = none
	}
	if len(keeps) == 0 {
		return lists, nil
	}
	points := make([][2]float64, len(keeps))
	for k, keep := range keeps {
		points[k] = keep.At
	}
	faces := p.locate(points)
	var outside []Violation
	for k, f := range faces {
		if f == none {
			outside = append(outside, p.heap.violation(CodeKeepOutsideCourtyard, PieceRef{Keeps, k}))
		}
	}
	for k, f := range slices.Backward(faces) {
		if f != none {
			lists.next[k], lists.first[f] = lists.first[f], int32(k)
		}
	}
	return lists, outside
}

// locate finds for each point the bounded face that it lies strictly inside of, or none.
func (p *plane) locate(points [][2]float64) []int32 {
	h := p.heap
	found := facesEast(points, func(yield func(upright) bool) {
		for w, wall := range h.walls {
			if wall.axis != north || !h.closed(wall) {
				continue
			}
			// East of a wall that runs north is the face to the right of it: that of its southward half-edge.
			if !yield(upright{h.sites[wall.from].at, h.geo.set.length(wall.kind), p.face[2*w+1]}) {
				return
			}
		}
	})
	for k, f := range found {
		if f != none && (!p.faces[f].bounded() || onWall(points[k], h.geo.set, h.stands)) {
			found[k] = none
		}
	}
	return found
}

// upright is a wall that runs north, with towers at both ends.
type upright struct {
	foot   point
	length int
	east   int32 // the face on its eastern side
}

// facesEast looks west from each point along its row of the lattice for the nearest upright, and gives the face on its
// eastern side: what lies between belongs to one face. Where there is no such wall it gives none.
func facesEast(points [][2]float64, uprights iter.Seq[upright]) []int32 {
	rows := make(map[int32]bool, len(points)) // row n lies between the lattice rows n and n+1
	for _, at := range points {
		if withinReach(at) {
			rows[int32(math.Floor(at[1]))] = true
		}
	}
	// unit is one lattice unit of an upright. Units are sorted by row, and then by column.
	type unit struct {
		at   uint64
		east int32
	}
	place := func(row, column int32) uint64 { return point{row, column}.ordinal() }
	var units []unit
	for u := range uprights {
		for n := range int32(u.length) {
			if rows[u.foot.j+n] {
				units = append(units, unit{place(u.foot.j+n, u.foot.i), u.east})
			}
		}
	}
	slices.SortFunc(units, func(a, b unit) int { return cmp.Compare(a.at, b.at) })

	found := make([]int32, len(points))
	for k, at := range points {
		found[k] = none
		if !withinReach(at) {
			continue
		}
		// The last unit strictly west of the point; one at the point itself would be a wall under it.
		row := int32(math.Floor(at[1]))
		n, _ := slices.BinarySearchFunc(units, place(row, int32(math.Ceil(at[0]))), func(u unit, at uint64) int {
			return cmp.Compare(u.at, at)
		})
		if n > 0 && units[n-1].at >= place(row, math.MinInt32) {
			found[k] = units[n-1].east
		}
	}
	return found
}

func withinReach(at [2]float64) bool {
	return math.Abs(at[0]) < MaxCoordinate && math.Abs(at[1]) < MaxCoordinate // false for NaN as well
}

// onWall tells whether a point lies on a tower's node or on the centre line of a wall, of which stands tells whether they
// are there.
func onWall(at [2]float64, set PieceSet, stands func(placement) bool) bool {
	lower := point{int32(math.Floor(at[0])), int32(math.Floor(at[1]))}
	onColumn, onRow := float64(lower.i) == at[0], float64(lower.j) == at[1]
	if onColumn && onRow && stands(placement{at: lower, kind: Tower}) {
		return true
	}
	for axis, line := range [axes]struct {
		on    bool
		along float64
	}{east: {onRow, at[0] - float64(lower.i)}, north: {onColumn, at[1] - float64(lower.j)}} {
		if !line.on {
			continue
		}
		for kind := range Kind(wallKinds) {
			for back := 0; float64(back)+line.along <= float64(set.length(kind)); back++ {
				start := lower.plus(direction(axis).step().times(-back))
				if stands(placement{at: start, kind: kind, axis: direction(axis)}) {
					return true
				}
			}
		}
	}
	return false
}
