package vision

import (
	"image"
	"math"
	"slices"

	"github.com/castellan-companion/castellan/engine/castellan"
	"github.com/castellan-companion/castellan/vision/reading"
)

// doubtRoom is what is shown of the castle around a piece in doubt, in pitches to each side of its middle line.
const doubtRoom = 1.0

// box is the part of the picture that shows a doubt: all around the pieces that its alternatives change, from the table to the tops of
// towers.
func (s *sight) box(d *reading.Doubt) image.Rectangle {
	lo, hi := [2]float64{math.Inf(1), math.Inf(1)}, [2]float64{math.Inf(-1), math.Inf(-1)}
	for _, p := range changedPieces(d) {
		i0, i1 := float64(min(p.From.I, p.To.I))-doubtRoom, float64(max(p.From.I, p.To.I))+doubtRoom
		j0, j1 := float64(min(p.From.J, p.To.J))-doubtRoom, float64(max(p.From.J, p.To.J))+doubtRoom
		for _, corner := range [4][2]float64{{i0, j0}, {i1, j0}, {i1, j1}, {i0, j1}} {
			at := s.grid.At(corner[0], corner[1])
			for _, z := range [2]float64{0, s.set.TowerHeightMM} {
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

// show fills in which parts of the picture show the doubts.
func (s *sight) show(doubts []reading.Doubt) {
	for i := range doubts {
		b := s.box(&doubts[i])
		doubts[i].Box = [4]int{b.Min.X, b.Min.Y, b.Max.X, b.Max.Y}
	}
}

// mark outlines the pieces that doubts are about.
func (s *sight) mark(doubts []reading.Doubt) []reading.Outline {
	c := emptyCastle()
	for i := range doubts {
		for _, p := range changedPieces(&doubts[i]) {
			if p.From == p.To {
				c.Towers = append(c.Towers, p.From)
			} else {
				c.Walls = append(c.Walls, p)
			}
		}
	}
	marks := outlines(&c, &s.grid, &s.set, s.view)
	for i := range marks {
		marks[i].Kind = "doubt"
	}
	return marks
}

// changedPieces are the towers (From == To) and walls that the alternatives of a doubt change.
func changedPieces(d *reading.Doubt) []castellan.Wall {
	var changed []castellan.Wall
	for _, a := range d.Alternatives {
		for _, text := range a.CastleDiff {
			if c, err := reading.ParseChange(text); err == nil && !slices.Contains(changed, c.Piece) {
				changed = append(changed, c.Piece)
			}
		}
	}
	return changed
}
