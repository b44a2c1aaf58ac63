package watchful

import (
	"math"
	"slices"
)

const (
	cellsAcross  = 8   // of a tag's black square; the white margin around it is one cell wide
	edgeReach    = 0.9 // how far to each side of a tag's edge is looked, in cells: black there, white here
	edgeSamples  = 40
	edgeContrast = 25 // grey levels between black and white below which an edge is none
)

// edgePlaces are where each edge of a tag is looked at, as shares of its length.
var edgePlaces = [...]float64{0.2, 0.35, 0.5, 0.65, 0.8}

// edges are the outer edges of a tag as they look in the picture.
type edges struct {
	cellPx float64 // how large a cell of the tag is there
	// widths of the steps from black to white, in cells: from a tenth to nine tenths of the step. So many were found.
	widths [4 * len(edgePlaces)]float64
	found  int
}

// edgesOf looks at the edges of a tag whose corners are at these pixels.
func (f *Frame) edgesOf(corners *[4][2]float64) edges {
	var middle [2]float64
	var e edges
	for i, corner := range corners {
		middle[0] += corner[0] / 4
		middle[1] += corner[1] / 4
		next := corners[(i+1)%4]
		e.cellPx += math.Hypot(next[0]-corner[0], next[1]-corner[1]) / 4 / cellsAcross
	}
	for i, from := range corners {
		to := corners[(i+1)%4]
		dx, dy := to[0]-from[0], to[1]-from[1]
		length := math.Hypot(dx, dy)
		nx, ny := dy/length, -dx/length
		if (from[0]-middle[0])*nx+(from[1]-middle[1])*ny < 0 {
			nx, ny = -nx, -ny
		}
		reach := edgeReach * length / cellsAcross
		for _, part := range edgePlaces {
			if width, ok := f.stepWidth(from[0]+part*dx, from[1]+part*dy, nx*reach, ny*reach); ok {
				e.widths[e.found] = width * edgeReach
				e.found++
			}
		}
	}
	return e
}

// visible tells whether most of the edges are there.
func (e *edges) visible() bool { return e.found > len(e.widths)/2 }

// stepWidth is the width of the step from dark to bright along a line from x-dx, y-dy to x+dx, y+dy, in units of dx, dy. It is false
// where there is no such step.
func (f *Frame) stepWidth(x, y, dx, dy float64) (width float64, ok bool) {
	var profile [edgeSamples + 1]float64
	for k := range profile {
		s := 2*float64(k)/edgeSamples - 1
		profile[k] = f.grey(x+s*dx, y+s*dy)
	}
	black, white := slices.Min(profile[:edgeSamples/2]), slices.Max(profile[edgeSamples/2:])
	if white-black < edgeContrast {
		return 0, false
	}
	low, high := black+0.1*(white-black), black+0.9*(white-black)
	if profile[edgeSamples] <= low {
		return 0, false // no white beyond
	}
	// The last place below a tenth and the first one after it above nine tenths, between the samples too.
	first, last := 0.0, 0.0
	for k := edgeSamples - 1; k >= 0; k-- {
		if profile[k] <= low {
			first = float64(k) + (low-profile[k])/(profile[k+1]-profile[k])
			break
		}
	}
	for k := int(first) + 1; k <= edgeSamples; k++ {
		if profile[k] >= high {
			last = float64(k) - (profile[k]-high)/(profile[k]-profile[k-1])
			break
		}
	}
	return 2 * (last - first) / edgeSamples, last > first
}

// softness is how wide the tags' edges are in the picture (median), in their cells and in pixels.
type softness struct {
	cells, px float64
	known     bool // false where no tag tells
}

func (f *Frame) measureSoftness() {
	inCells, inPx := f.memory.cells[:0], f.memory.px[:0]
	for i := range f.memory.tags {
		e := f.edgesOf(&f.memory.tags[i].corners)
		if e.cellPx < 2 || !e.visible() {
			continue
		}
		for _, w := range e.widths[:e.found] {
			inCells, inPx = append(inCells, w), append(inPx, w*e.cellPx)
		}
	}
	f.memory.cells, f.memory.px, f.memory.softness = inCells, inPx, softness{}
	if len(inCells) == 0 {
		return
	}
	slices.Sort(inCells)
	slices.Sort(inPx)
	f.memory.softness = softness{inCells[len(inCells)/2], inPx[len(inPx)/2], true}
}
