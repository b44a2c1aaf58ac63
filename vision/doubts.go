package vision

import (
	"cmp"
	"image"
	"math"
	"slices"

	"github.com/castellan-companion/castellan/engine/castellan"
	"github.com/castellan-companion/castellan/vision/reading"
)

// doubtRoom is what is shown of the castle around a piece in doubt, in pitches to each side of its middle line.
const doubtRoom = 1.0

// box is the part of the picture that shows a doubt: all around the pieces that its alternatives change, from the table to the tops of
// towers and double keeps.
func (s *sight) box(d *reading.Doubt) image.Rectangle {
	lo, hi := [2]float64{math.Inf(1), math.Inf(1)}, [2]float64{math.Inf(-1), math.Inf(-1)}
	for _, c := range changes(d) {
		from, to := ends(c)
		i0, i1 := min(from[0], to[0])-doubtRoom, max(from[0], to[0])+doubtRoom
		j0, j1 := min(from[1], to[1])-doubtRoom, max(from[1], to[1])+doubtRoom
		for _, corner := range [4][2]float64{{i0, j0}, {i1, j0}, {i1, j1}, {i0, j1}} {
			at := s.grid.At(corner[0], corner[1])
			for _, z := range [2]float64{0, max(s.set.TowerHeightMM, 2*s.set.KeepHeightMM)} {
				pixel := s.view.Pixel([3]float64{at[0], at[1], z})
				for k := range 2 {
					lo[k], hi[k] = min(lo[k], pixel[k]), max(hi[k], pixel[k])
				}
			}
		}
	}
	if lo[0] > hi[0] {
		return image.Rectangle{}
	}
	whole := image.Rect(0, 0, s.view.Width, s.view.Height)
	return image.Rect(int(math.Floor(lo[0])), int(math.Floor(lo[1])), int(math.Ceil(hi[0]))+1, int(math.Ceil(hi[1]))+1).Intersect(whole)
}

// greatestFirst puts doubts together.
func greatestFirst(doubts ...[]reading.Doubt) []reading.Doubt {
	all := []reading.Doubt{} // written as a list even where it is empty
	for _, some := range doubts {
		all = append(all, some...)
	}
	slices.SortStableFunc(all, func(a, b reading.Doubt) int { return cmp.Compare(a.Alternatives[0].P, b.Alternatives[0].P) })
	return all
}

// show fills in which parts of the picture show the doubts.
func (s *sight) show(doubts []reading.Doubt) {
	for i := range doubts {
		b := s.box(&doubts[i])
		doubts[i].Box = [4]int{b.Min.X, b.Min.Y, b.Max.X, b.Max.Y}
	}
}

// mark outlines the pieces that doubts are about.
func (s *sight) mark(doubts []reading.Doubt) []reading.Outline {
	pieces := emptyCastle()
	for i := range doubts {
		for _, c := range changes(&doubts[i]) {
			switch c.Of {
			case reading.ChangedTower:
				pieces.Towers = append(pieces.Towers, c.Place.From)
			case reading.ChangedTrial:
				pieces.Trial = append(pieces.Trial, reading.Trial{Tower: c.Place.From})
			case reading.ChangedKeep:
				pieces.Keeps = append(pieces.Keeps, reading.Keep{Color: c.Keep.Color, At: c.Keep.At, Count: c.Keep.Count})
			default:
				pieces.Walls = append(pieces.Walls, c.Place)
			}
		}
	}
	marks := outlines(&pieces, &s.grid, &s.set, s.view)
	for i := range marks {
		marks[i].Kind, marks[i].Color = "doubt", ""
	}
	return marks
}

// changes are the pieces that the alternatives of a doubt add or take away, each once.
func changes(d *reading.Doubt) []reading.Change {
	var all []reading.Change
	for _, a := range d.Alternatives {
		for _, text := range a.CastleDiff {
			c, err := reading.ParseChange(text)
			c.Add = false
			if err == nil && !slices.Contains(all, c) {
				all = append(all, c)
			}
		}
	}
	return all
}

// ends are where a changed piece begins and ends, in lattice units.
func ends(c reading.Change) (from, to [2]float64) {
	if c.Of == reading.ChangedKeep {
		return c.Keep.At, c.Keep.At
	}
	at := func(n castellan.Node) [2]float64 { return [2]float64{float64(n.I), float64(n.J)} }
	return at(c.Place.From), at(c.Place.To)
}
