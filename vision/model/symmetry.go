package model

import (
	"cmp"
	"slices"

	"github.com/castellan-companion/castellan/vision/nn"
	"github.com/castellan-companion/castellan/vision/volume"
)

// symmetry is a way to look at a window of the lattice: with its axes swapped, and each reversed.
type symmetry struct{ swap, flipU, flipV bool }

// symmetries in the order in which they are used, the first being the window as it is.
var symmetries = [...]symmetry{
	{},
	{true, true, true},
	{false, true, false},
	{true, false, true},
	{false, true, true},
	{swap: true},
	{false, false, true},
	{true, true, false},
}

// facing are the ways to look at a window in which the eye lies in the direction of both axes, or nearly so, those in which it does most
// first.
func facing(g *Grid, w Window, eye [3]float64) []symmetry {
	middle := g.At(float64(w.I0)+float64(w.NI-1)/2, float64(w.J0)+float64(w.NJ-1)/2)
	least := func(s symmetry) float64 {
		seen := s.frame(volume.Frame{X: g.X, Y: g.Y})
		axes := Grid{X: seen.X, Y: seen.Y}
		u, v := axes.Towards(eye, middle)
		return min(u, v)
	}
	ways := slices.DeleteFunc(slices.Clone(symmetries[:]), func(s symmetry) bool { return least(s) < -FacingSpill })
	slices.SortStableFunc(ways, func(a, b symmetry) int { return cmp.Compare(least(b), least(a)) })
	return ways
}

// frame is f looked at in this way.
func (s symmetry) frame(f volume.Frame) volume.Frame {
	if s.swap {
		f.X, f.Y, f.W, f.H = f.Y, f.X, f.H, f.W
	}
	flip := func(axis *[2]float64, n int) {
		for k := range 2 {
			f.Origin[k] += float64(n-1) * f.Step * axis[k]
			axis[k] = -axis[k]
		}
	}
	if s.flipU {
		flip(&f.X, f.W)
	}
	if s.flipV {
		flip(&f.Y, f.H)
	}
	return f
}

// swapped is the channel that stands for the same thing where the axes are swapped.
var swapped = func() (to [CellChannels]int) {
	for c := range to {
		to[c] = c
	}
	for _, pair := range [][2]int{
		{CellShortX, CellShortY}, {CellLongX, CellLongY}, {CellKeepX, CellKeepY}, {CellErrorX, CellErrorY},
	} {
		to[pair[0]], to[pair[1]] = pair[1], pair[0]
	}
	return to
}()

// someOf are those of ways from one number on and before another, or as many of them as there are.
func someOf(ways []symmetry, from, to int) []symmetry {
	from = min(from, len(ways))
	return ways[from:max(from, min(to, len(ways)))]
}

// addUp adds to sum, or to zeros, what look says of a frame that is looked at in each of these ways.
func addUp(sum *nn.Tensor, anew bool, f volume.Frame, ways []symmetry, look func(f *volume.Frame) *nn.Tensor) {
	for k, s := range ways {
		turned := s.frame(f)
		s.addTo(sum, anew && k == 0, look(&turned))
	}
}

// addTo adds to sum, or to zeros, what was said of a window looked at in this way.
func (s symmetry) addTo(sum *nn.Tensor, anew bool, out *nn.Tensor) {
	if anew {
		s.prepare(sum, out)
	}
	s.add(sum, out)
}

// prepare makes of sum zeros, as many as add needs to add out.
func (s symmetry) prepare(sum, out *nn.Tensor) {
	n := len(out.Data)
	*sum = nn.Tensor{H: out.H, W: out.W, C: out.C, Data: slices.Grow(sum.Data[:0], n)[:n]}
	if s.swap {
		sum.H, sum.W = out.W, out.H
	}
	clear(sum.Data)
}

// add adds what Cells said of a window looked at in this way to sum, which lies as the window itself does.
func (s symmetry) add(sum, out *nn.Tensor) {
	for r := range sum.H {
		for q := range sum.W {
			a, b := q, r
			if s.swap {
				a, b = r, q
			}
			if s.flipU {
				a = out.W - 1 - a
			}
			if s.flipV {
				b = out.H - 1 - b
			}
			from, to := out.At(b, a), sum.At(r, q)
			for c, v := range from {
				switch {
				case (c == CellKeepX || c == CellErrorX) && s.flipU, (c == CellKeepY || c == CellErrorY) && s.flipV:
					v = -v
				}
				if s.swap {
					to[swapped[c]] += v
				} else {
					to[c] += v
				}
			}
		}
	}
}
