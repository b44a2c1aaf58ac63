package model

import (
	"slices"

	"github.com/castellan-companion/castellan/vision/nn"
)

// A strip is a short wall, or the place of one, unfolded: whatever side it is seen from, the columns run along it from one end to the other
// and a tenth beyond both, the rows from what is behind it over its top and down its side towards the eye to the table before it.
const (
	StripColumns = 40
	StripBehind  = 5 // rows
	StripTop     = 6
	StripSide    = 9
	StripGround  = 6
	StripRows    = StripBehind + StripTop + StripSide + StripGround
)

// Channels of a sample of a strip. All are 0 where a piece hides it.
const (
	StripRed = iota // and after it green and blue: logarithms
	_
	_
	StripSeen  // 1
	StripTable // 1 at what would be seen if no wall stood there: the table,
	StripTower // a tower,
	StripWall  // another wall
	StripKeep  // or a keep
	stripSample
)

// stripLook is how many channels of a sample are the picture's.
const stripLook = StripSeen + 1

// Strip is one strip.
type Strip struct {
	// Eye is the direction to the eye: how far it is along the strip and how far across, as shares of its height.
	Eye [2]float32
	// Left says whether the eye is to the left of the wall.
	Left bool
	// Seen is the share of the top and the side that nothing hides.
	Seen    float64
	samples [StripRows * StripColumns * stripSample]float32
}

// Sample are the channels of the sample in a row and a column.
func (s *Strip) Sample(row, column int) []float32 {
	o := (row*StripColumns + column) * stripSample
	return s.samples[o : o+stripSample : o+stripSample]
}

// Shared is the share of what is seen of a strip that is seen of another one too, in the same places.
func (s *Strip) Shared(o *Strip) float64 {
	seen, both := 0, 0
	for k := StripSeen; k < len(s.samples); k += stripSample {
		if s.samples[k] > 0 {
			seen++
			if o.samples[k] > 0 {
				both++
			}
		}
	}
	return float64(both) / float64(max(1, seen))
}

// Mirror fills out with the strip as it would be seen in a mirror: it runs the other way.
func (s *Strip) Mirror(out *Strip) {
	out.Eye, out.Left, out.Seen = [2]float32{-s.Eye[0], s.Eye[1]}, s.Left, s.Seen
	for row := range StripRows {
		for column := range StripColumns {
			copy(out.Sample(row, StripColumns-1-column), s.Sample(row, column))
		}
	}
}

// wallChannels is how many channels Wall has: the strip in question, the look of a wall and of a gap, and the direction to the eye.
const wallChannels = stripSample + 2*stripLook + 2

// Channels of the output of Wall, which is read in the middle (row WallRow, column WallColumn): softmax over two.
const (
	WallNone  = iota // there is no wall
	WallThere        // there is one
	WallLooks        // how many channels there are
)

// WallRow and WallColumn are where the output of Wall is read, and WallRows and WallColumns its size.
const (
	WallRow     = 2
	WallColumn  = 2
	WallRows    = (StripRows + 7) / 8
	WallColumns = (StripColumns + 7) / 8
)

// NewWall is the untrained network. It compares the place of a short wall with a wall and a gap of the same picture that are beyond doubt,
// which lie in the same direction and are seen from the same side.
func NewWall() *nn.Net { return newCloseUp(wallChannels, [3]int{2, 2, 4}, WallLooks) }

// CompareStrips fills in with what Wall is shown: a strip, and those of a wall and of a gap (nil where there is none). Colours are
// less their mean over all of them.
func CompareStrips(in *nn.Tensor, own, wall, gap *Strip) {
	in.H, in.W, in.C = StripRows, StripColumns, wallChannels
	in.Data = slices.Grow(in.Data[:0], in.H*in.W*in.C)[:in.H*in.W*in.C]
	clear(in.Data)
	parts := [3]struct {
		strip    *Strip
		at, size int
	}{{own, 0, stripSample}, {wall, stripSample, stripLook}, {gap, stripSample + stripLook, stripLook}}
	var sum, n float32
	for _, p := range parts {
		if p.strip == nil {
			continue
		}
		for s := p.strip.samples[:]; len(s) > 0; s = s[stripSample:] {
			if s[StripSeen] > 0 {
				sum += s[0] + s[1] + s[2]
				n += 3
			}
		}
	}
	mean := sum / max(n, 1)
	for _, p := range parts {
		if p.strip == nil {
			continue
		}
		for k := range StripRows * StripColumns {
			s, d := p.strip.samples[k*stripSample:][:p.size], in.Data[k*wallChannels+p.at:][:p.size]
			if s[StripSeen] == 0 {
				continue
			}
			copy(d, s)
			for c := range StripSeen {
				d[c] -= mean
			}
		}
	}
	for k := range StripRows * StripColumns {
		copy(in.Data[(k+1)*wallChannels-2:], own.Eye[:])
	}
}

// Shades calls f for the colours of every sample of what CompareStrips filled in that shows any: of the strip in question (0), the wall (1)
// or the gap (2).
func Shades(in *nn.Tensor, f func(strip, row, column int, colour []float32)) {
	for k := range StripRows * StripColumns {
		for strip, at := range [3]int{0, stripSample, stripSample + stripLook} {
			if d := in.Data[k*wallChannels+at:]; d[StripSeen] > 0 {
				f(strip, k/StripColumns, k%StripColumns, d[:StripSeen])
			}
		}
	}
}

// Wall is how much speaks for a wall where a strip was taken, as a logarithm of odds. It is compared with one after the other of some walls
// and gaps, if there are any, until it is clear.
func (r *Runner) Wall(own *Strip, walls, gaps []*Strip) float64 {
	own.Mirror(&r.mirrored)
	return r.untilClear(max(len(walls), len(gaps)), WallThere, WallNone, func(nth, way int, c *closeUp) {
		strip := own
		if bothWays[way] {
			strip = &r.mirrored
		}
		wall, _ := inTurn(walls, nth)
		gap, _ := inTurn(gaps, nth)
		CompareStrips(&c.in, strip, wall, gap)
		c.said = c.run.Forward(wallNet(), &c.in).At(WallRow, WallColumn)
	})
}
