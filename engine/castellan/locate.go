package castellan

import (
	"cmp"
	"math"
	"slices"
)

// keepsByFace sorts the setup's keeps into the bounded faces they stand in, and reports those that stand in none.
func (p *plane) keepsByFace() (map[int32][]int, []Violation) {
	keeps := p.heap.setup.Keeps
	if len(keeps) == 0 {
		return nil, nil
	}
	points := make([][2]float64, len(keeps))
	for k, keep := range keeps {
		points[k] = keep.At
	}
	inside := make(map[int32][]int)
	var outside []Violation
	for k, f := range p.locate(points) {
		if f == none {
			outside = append(outside, p.heap.violation(CodeKeepOutsideCourtyard, PieceRef{Keeps, k}))
			continue
		}
		inside[f] = append(inside[f], k)
	}
	return inside, outside
}

// upright is one lattice unit of a wall that runs north.
type upright struct {
	at   uint64 // see uprightAt
	wall int32
}

// uprightAt orders uprights by row and then by column. Row n lies between the lattice rows n and n+1.
func uprightAt(row, column int32) uint64 { return point{row, column}.ordinal() }

// locate finds for each point the bounded face that it lies strictly inside of, or none. It looks west along the point's
// row for the nearest wall that runs north: what lies between belongs to one face.
func (p *plane) locate(points [][2]float64) []int32 {
	h := p.heap
	rows := make(map[int32]bool, len(points))
	for _, at := range points {
		if withinReach(at) {
			rows[int32(math.Floor(at[1]))] = true
		}
	}
	var uprights []upright
	for w, wall := range h.walls {
		if wall.axis != north || !h.closed(wall) {
			continue
		}
		foot := h.sites[wall.from].at
		for n := range int32(h.geo.set.length(wall.kind)) {
			if rows[foot.j+n] {
				uprights = append(uprights, upright{uprightAt(foot.j+n, foot.i), int32(w)})
			}
		}
	}
	slices.SortFunc(uprights, func(a, b upright) int { return cmp.Compare(a.at, b.at) })

	found := make([]int32, len(points))
	for k, at := range points {
		found[k] = none
		if !withinReach(at) || onWall(at, h.geo.set, h.stands) {
			continue
		}
		// The last upright strictly west of the point; one at the point itself would have been a wall under it.
		row := int32(math.Floor(at[1]))
		n, _ := slices.BinarySearchFunc(uprights, uprightAt(row, int32(math.Ceil(at[0]))), func(u upright, at uint64) int {
			return cmp.Compare(u.at, at)
		})
		if n == 0 || uprights[n-1].at < uprightAt(row, math.MinInt32) {
			continue
		}
		// East of a wall that runs north is the face to the right of it: that of its southward half-edge.
		if f := p.face[2*uprights[n-1].wall+1]; p.faces[f].bounded() {
			found[k] = f
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
