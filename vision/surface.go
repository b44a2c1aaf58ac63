package vision

import (
	"math"

	"github.com/castellan-companion/castellan/engine/castellan"
	"github.com/castellan-companion/castellan/vision/model"
	"github.com/castellan-companion/castellan/vision/volume"
)

// tones is how often colours are seen: a histogram of red, green and blue.
type tones struct {
	counts [toneSteps * toneSteps * toneSteps]float64
	sum    float64
}

const toneSteps = 16 // of each of red, green and blue

// add counts a colour, and less so those next to it.
func (t *tones) add(c [3]byte) {
	var at [3]int
	for k, v := range c {
		at[k] = int(v) * toneSteps / 256
	}
	for r := max(0, at[0]-1); r <= min(toneSteps-1, at[0]+1); r++ {
		for g := max(0, at[1]-1); g <= min(toneSteps-1, at[1]+1); g++ {
			for b := max(0, at[2]-1); b <= min(toneSteps-1, at[2]+1); b++ {
				dr, dg, db := r-at[0], g-at[1], b-at[2]
				weight := 1 / float64(1+3*(dr*dr+dg*dg+db*db))
				t.counts[(r*toneSteps+g)*toneSteps+b] += weight
				t.sum += weight
			}
		}
	}
}

// likelihood is the logarithm of how likely a colour is.
func (t *tones) likelihood(c [3]byte) float64 {
	const other = 0.03 // how often there is something else, of any colour
	at := 0
	for _, v := range c {
		at = at*toneSteps + int(v)*toneSteps/256
	}
	return math.Log((1-other)*t.counts[at]/t.sum + other/float64(len(t.counts)))
}

// surfaces are what a picture shows of the tops of walls, of their sides and of the table about them, with its shadows.
type surfaces struct {
	picture *volume.Picture
	lens    *volume.Lens
	faces   [wallFaces]tones
	table   tones
}

// colour is what the picture shows where a point of the table frame (mm) is.
func (s *surfaces) colour(p [3]float64) (c [3]byte, ok bool) {
	c[0], c[1], c[2], ok = s.lens.Seen(s.picture, p)
	return c, ok
}

// newSurfaces learns from the sure walls of what is in between two towers, and from the table in the board's window. ok is false where that
// is too little to tell anything.
func newSurfaces(p *volume.Picture, lens *volume.Lens, b *board, there *bodies) (s *surfaces, ok bool) {
	const (
		sure      = 3.0 // odds as a logarithm
		tableStep = 0.2
		enough    = 60 // samples
	)
	s = &surfaces{picture: p, lens: lens}
	for k := range b.all {
		x := &b.all[k]
		if x.tower || !x.in || x.odds < sure || !b.hasTower(x.wall.From) || !b.hasTower(x.wall.To) {
			continue
		}
		there.faces(x.wall, func(p [3]float64, face int) {
			if c, ok := s.colour(p); ok && !there.blocks(p) {
				s.faces[face].add(c)
			}
		})
	}
	for i := 0.0; i < float64(b.win.NI-1); i += tableStep {
		for j := 0.0; j < float64(b.win.NJ-1); j += tableStep {
			at := there.grid.At(float64(b.win.I0)+i, float64(b.win.J0)+j)
			p := [3]float64{at[0], at[1], 0}
			if there.covers(at) || there.blocks(p) {
				continue
			}
			if c, ok := s.colour(p); ok {
				s.table.add(c)
			}
		}
	}
	return s, min(s.faces[wallSide].sum, s.faces[wallTop].sum, s.table.sum) > enough
}

// openWall is how much the colours speak for a wall where the picture would show the table if there were none, as a logarithm of odds, and
// how much of it can be judged so: none 0 .. 2 all. others are the pieces but the wall.
func (s *surfaces) openWall(w castellan.Wall, others *bodies) (odds, judged float64) {
	var sum, n [wallFaces]float64
	others.faces(w, func(p [3]float64, face int) {
		if others.blocks(p) || !others.beforeTable(p) {
			return
		}
		if c, ok := s.colour(p); ok {
			sum[face] += s.faces[face].likelihood(c) - s.table.likelihood(c)
			n[face]++
		}
	})
	const (
		most   = 3.0 // what a face's colours can say
		enough = 10  // samples
	)
	for face := range n {
		share := min(1, n[face]/enough)
		odds += share * max(-most, min(most, sum[face]/max(1, n[face])))
		judged += share
	}
	return odds, judged
}

// What the look along the lattice says of a short wall with a tower at one end and what its colours do (see surfaces.openWall), taken
// together: fitted to pictures and rendered scenes that the networks had not seen, where it halved the mistakes about such walls.
const (
	alongTogether   = 0.86
	coloursTogether = 1.36
	judgedTogether  = 0.98
	priorTogether   = -1.43
	// Chosen: pieces that are not there are worse than pieces overlooked, and of pictures like those it learned from the look along the
	// lattice knows more than of the others.
	againstInvention = -2.2
)

// weighColours decides anew on short walls that reach from a tower into the open, of which the networks overlook many that stand away from
// the camera. there are the pieces and keeps that are believed in. It says whether any decision changed.
func (r *Reader) weighColours(b *board, m *model.CellMap, lens *volume.Lens, there *bodies) bool {
	s, ok := newSurfaces(r.picture, lens, b, there)
	if !ok {
		return false
	}
	// apart are the pieces but for candidate k and what cannot stand with it.
	apart := func(k int) *bodies {
		out := []castellan.Wall{b.all[k].wall}
		b.rivals(k, func(o int) { out = append(out, b.all[o].wall) })
		return there.without(out)
	}
	// by is what the colours say for a wall, or half of one.
	by := func(w castellan.Wall, others *bodies) float64 {
		colours, judged := s.openWall(w, others)
		return coloursTogether*colours + judgedTogether*judged + priorTogether
	}
	changed := false
	weigh := func(k int, odds float64) {
		b.all[k].odds = odds
		changed = changed || b.all[k].in != (odds > 0)
	}
	const (
		longSure  = 4.0 // odds of a long wall from which there is no need to look
		shortSure = 7.0 // the same for short ones
		unlikely  = -1.5
	)
	underHand := func(w castellan.Wall) bool {
		for i2 := 2 * w.From.I; i2 <= 2*w.To.I; i2++ {
			for j2 := 2 * w.From.J; j2 <= 2*w.To.J; j2++ {
				if m.At(i2, j2)[model.CellHidden] > 0 {
					return true
				}
			}
		}
		return false
	}
	// A long wall looks like two short ones; where half of it is open table, there is none.
	for k := range b.all {
		if x := &b.all[k]; isLong(x.wall) && math.Abs(x.odds) < longSure && !underHand(x.wall) {
			middle, others := middleOf(x.wall), apart(k)
			weigh(k, x.odds+min(0, by(castellan.Wall{From: x.wall.From, To: middle}, others), by(castellan.Wall{From: middle, To: x.wall.To}, others)))
		}
	}
	for k := range b.all {
		x := &b.all[k]
		if x.tower || isLong(x.wall) || b.towersOf(x.wall) != 1 || math.Abs(x.odds) > shortSure || b.rivalled(k, unlikely) || underHand(x.wall) {
			continue
		}
		if odds := by(x.wall, apart(k)); x.odds > 0 {
			weigh(k, alongTogether*x.odds+odds)
		} else {
			weigh(k, x.odds+odds+againstInvention)
		}
	}
	if changed {
		b.settle()
	}
	return changed
}

// towersOf is how many of a wall's ends have a tower that is in.
func (b *board) towersOf(w castellan.Wall) int {
	n := 0
	for _, end := range [2]castellan.Node{w.From, w.To} {
		if b.hasTower(end) {
			n++
		}
	}
	return n
}

// rivalled says whether a piece with at least these odds would take the room of candidate k.
func (b *board) rivalled(k int, odds float64) bool {
	found := false
	b.rivals(k, func(o int) { found = found || b.all[o].odds >= odds })
	return found
}
