package model

import (
	"cmp"
	"math"
	"slices"

	"github.com/castellan-companion/castellan/calibration/pieces"
	"github.com/castellan-companion/castellan/vision/nn"
	"github.com/castellan-companion/castellan/vision/volume"
)

// CaliperStep is how finely Caliper samples the table, mm; its outputs stand CaliperStride samples apart. CaliperReach is how far from a
// piece's middle, or from a wall's end, outputs tell of it (mm).
const (
	CaliperStep   = 1.0
	CaliperStride = 8
	CaliperReach  = 7.0
)

// Channels of the output of Caliper, which finds and measures pieces that stand apart from each other.
const (
	CaliperNone = iota // softmax over four: of which kind the piece is whose middle is about here
	CaliperTower
	CaliperWall
	CaliperKeep
	CaliperX // the middle of its foot as seen from here, in CaliperReach
	CaliperY
	CaliperCos2 // of walls, cosine and sine of twice the angle between the volume's first axis and their length
	CaliperSin2
	CaliperLength // of walls; measures as CaliperMeasure has them
	CaliperWidth  // diameters of towers, thicknesses of walls, widths of keeps
	CaliperHeight
	CaliperEnd // logit: a wall's end is about here,
	CaliperEndX
	CaliperEndY
	CaliperChannels
)

// caliperUnit is the measure whose CaliperMeasure is 0, mm.
const caliperUnit = 20

// CaliperMeasure is how Caliper tells a measure (mm): as a logarithm, four times as large as it is so that errors of few per cent count.
func CaliperMeasure(mm float64) float64 { return 4 * math.Log(mm/caliperUnit) }

// caliperMM is the measure (mm) that Caliper tells.
func caliperMM(said float64) float64 { return caliperUnit * math.Exp(said/4) }

// caliperPlanes are the heights of the planes that Caliper looks at, mm: the table, and the tops of pieces of any set.
var caliperPlanes = []float64{0, 12, 24}

// caliperIn is how many channels Caliper's input has: the colours of the picture, how they differ from those of the bare table, and
// what else a volume has.
func caliperIn() int { return 6*len(caliperPlanes) + volume.NotColours }

// NewCaliper is the untrained network.
func NewCaliper() *nn.Net {
	return &nn.Net{Layers: []nn.Layer{
		{Kernel: 5, Stride: 2, In: caliperIn(), Out: 32, ReLU: true},
		{Kernel: 3, Stride: 2, In: 32, Out: 48, ReLU: true},
		shortcut(48),
		shortcut(48),
		{Kernel: 3, Stride: 2, In: 48, Out: 96, ReLU: true},
		shortcut(96),
		shortcut(96),
		shortcut(96),
		shortcut(96),
		shortcut(96),
		{Kernel: 1, Stride: 1, In: 96, Out: CaliperChannels},
	}}
}

// CaliperFrame is the volume that Caliper looks at: w by h samples about a place on the table (mm). Its second axis points on the table
// towards an eye (mm), so that all pieces lean one way; mirrored, its first axis points the other way.
func CaliperFrame(middle [2]float64, eye [3]float64, w, h int, mirrored bool) volume.Frame {
	dx, dy := eye[0]-middle[0], eye[1]-middle[1]
	far := max(1e-9, math.Hypot(dx, dy))
	f := volume.Frame{Y: [2]float64{dx / far, dy / far}, Step: CaliperStep, W: w, H: h, Planes: caliperPlanes}
	f.X = [2]float64{f.Y[1], -f.Y[0]}
	if mirrored {
		f.X = [2]float64{-f.X[0], -f.X[1]}
	}
	for k := range 2 {
		f.Origin[k] = middle[k] - CaliperStep/2*(float64(w-1)*f.X[k]+float64(h-1)*f.Y[k])
	}
	return f
}

// Differ fills in with what Caliper sees: the volume of a picture, and how that differs from the volume of the bare table. Where either
// picture does not show a place there is no difference.
func Differ(in, seen, bare *nn.Tensor) {
	colours := 3 * len(caliperPlanes)
	in.H, in.W, in.C = seen.H, seen.W, caliperIn()
	n := in.H * in.W * in.C
	in.Data = slices.Grow(in.Data[:0], n)[:n]
	clear(in.Data)
	var sample []float32
	for y := range in.H {
		for x := range in.W {
			d, s, b := in.At(y, x), seen.At(y, x), bare.At(y, x)
			copy(d, s[:colours])
			copy(d[2*colours:], s[colours:])
			for k := range colours {
				if s[k] == 0 || b[k] == 0 {
					continue
				}
				d[colours+k] = s[k] - b[k]
				if k < 3 && (x+y)%4 == 0 {
					sample = append(sample, s[k]-b[k])
				}
			}
		}
	}
	if len(sample) == 0 {
		return
	}
	// Most of the table is as it was: what differs there is the camera's exposure.
	slices.Sort(sample)
	usual := sample[len(sample)/2]
	for i := 0; i < len(in.Data); i += in.C {
		for k := range colours {
			if d := &in.Data[i+colours+k]; *d != 0 {
				*d -= usual
			}
		}
	}
}

// Apart is a piece that stands apart from others, as Caliper and Probe measured it: the middle of its foot on the table and its measures, mm.
type Apart struct {
	Kind   int // CaliperTower, CaliperWall or CaliperKeep
	P      float64
	At     [2]float64
	Length pieces.Measure // of walls
	Angle  float64        // of walls: the direction of their length in the table frame, radians
	Width  pieces.Measure // diameters of towers, thicknesses of walls
	Height pieces.Measure
}

// vote is what one output of Caliper says of a piece, or of a wall's end, near it.
type vote struct {
	p     [4]float64 // of each kind; of ends only the first
	best  int        // the likeliest kind
	at    [2]float64 // mm
	axis  [2]float64 // cosine and sine of twice the angle of a wall in the table frame
	sizes [3]float64 // length, width and height, as said
}

const (
	leastVote   = 0.3 // the probability from which an output has a vote
	leastApart  = 0.6 // that of a piece's surest output
	pieceSpread = 9.0 // mm that votes for one piece lie apart at most,
	endSpread   = 6.0 // and those for one end
	endAstray   = 8.0 // mm that an end lies away, at most, from where the wall's own measures have it
)

// pair is two pictures of one table: with pieces, and bare.
type pair struct {
	seen, bare *volume.Picture
	lens       *volume.Lens
}

// differ fills the input with what Caliper and Probe see of a volume.
func (r *Runner) differ(p *pair, f *volume.Frame) {
	r.sample(&r.own, p.seen, p.lens, f)
	r.sample(&r.other, p.bare, p.lens, f)
	Differ(&r.in, &r.own, &r.other)
}

// Caliper finds the pieces that stand apart from each other on a rectangle of the table: wide by deep mm about a place, deep in the direction
// of the camera. The bare picture shows the same table without them. The surest are first.
func (r *Runner) Caliper(seen, bare *volume.Picture, lens *volume.Lens, middle [2]float64, wide, deep float64) []Apart {
	p := pair{seen, bare, lens}
	var found, ends []vote
	for _, mirrored := range bothWays {
		f := CaliperFrame(middle, lens.Eye(), int(wide/CaliperStep)+1, int(deep/CaliperStep)+1, mirrored)
		r.differ(&p, &f)
		out := r.forward(caliperNet())
		for y := range out.H {
			for x := range out.W {
				found, ends = votes(out.At(y, x), &f, x*CaliperStride, y*CaliperStride, found, ends)
			}
		}
	}
	var all []Apart
	for _, near := range gather(found, pieceSpread) {
		if a := measured(near); a.P >= leastApart && !slices.ContainsFunc(all, func(o Apart) bool { return o.covers(a.At) }) {
			all = append(all, a)
		}
	}
	var tips [][2]float64
	for _, near := range gather(ends, endSpread) {
		tips = append(tips, mean(near, 0).at)
	}
	for k := range all {
		all[k].reach(tips)
		r.probeAll(&p, &all[k])
	}
	return all
}

// votes adds what the output at a sample of a volume says to the votes for pieces and for ends.
func votes(out []float32, f *volume.Frame, x, y int, found, ends []vote) (more, moreEnds []vote) {
	here := [2]float64{}
	for k := range here {
		here[k] = f.Origin[k] + f.Step*(float64(x)*f.X[k]+float64(y)*f.Y[k])
	}
	from := func(channel int) (at [2]float64) {
		dx, dy := CaliperReach*float64(out[channel]), CaliperReach*float64(out[channel+1])
		for k := range at {
			at[k] = here[k] + dx*f.X[k] + dy*f.Y[k]
		}
		return at
	}
	if p := Sigmoid(out[CaliperEnd]); p > leastVote {
		ends = append(ends, vote{p: [4]float64{p}, at: from(CaliperEndX)})
	}
	v := vote{best: CaliperTower, at: from(CaliperX)}
	Softmax(v.p[:], out[CaliperNone:CaliperNone+4])
	for kind := CaliperWall; kind <= CaliperKeep; kind++ {
		if v.p[kind] > v.p[v.best] {
			v.best = kind
		}
	}
	if v.p[v.best] < leastVote {
		return found, ends
	}
	sin, cos := math.Sincos(math.Atan2(float64(out[CaliperSin2]), float64(out[CaliperCos2])) / 2)
	along := [2]float64{cos*f.X[0] + sin*f.Y[0], cos*f.X[1] + sin*f.Y[1]}
	v.axis = [2]float64{along[0]*along[0] - along[1]*along[1], 2 * along[0] * along[1]}
	for k := range v.sizes {
		v.sizes[k] = float64(out[CaliperLength+k])
	}
	return append(found, v), ends
}

// gather parts votes into those for the same place, the surest first.
func gather(all []vote, within float64) (parts [][]vote) {
	slices.SortStableFunc(all, func(a, b vote) int { return cmp.Compare(b.p[b.best], a.p[a.best]) })
	for len(all) > 0 {
		first := all[0]
		var near, rest []vote
		for _, v := range all {
			if math.Hypot(v.at[0]-first.at[0], v.at[1]-first.at[1]) <= within {
				near = append(near, v)
			} else {
				rest = append(rest, v)
			}
		}
		parts, all = append(parts, near), rest
	}
	return parts
}

// mean is the mean of votes, weighted by how likely they have a kind.
func mean(all []vote, kind int) (m vote) {
	total := 0.0
	for i := range all {
		v, p := &all[i], all[i].p[kind]
		for k := range 2 {
			m.at[k] += p * v.at[k]
			m.axis[k] += p * v.axis[k]
		}
		for k := range m.sizes {
			m.sizes[k] += p * v.sizes[k]
		}
		total += p
	}
	for k := range 2 {
		m.at[k] /= total
	}
	for k := range m.sizes {
		m.sizes[k] /= total
	}
	return m
}

// measured is the piece that votes tell of.
func measured(near []vote) Apart {
	var sums [4]float64
	for i := range near {
		for kind, p := range near[i].p {
			sums[kind] += p
		}
	}
	a := Apart{Kind: CaliperTower}
	for kind := CaliperWall; kind <= CaliperKeep; kind++ {
		if sums[kind] > sums[a.Kind] {
			a.Kind = kind
		}
	}
	for i := range near {
		a.P = max(a.P, near[i].p[a.Kind])
	}
	m := mean(near, a.Kind)
	a.At, a.Width.MM, a.Height.MM = m.at, caliperMM(m.sizes[1]), caliperMM(m.sizes[2])
	if a.Kind == CaliperWall {
		a.Angle, a.Length.MM = math.Atan2(m.axis[1], m.axis[0])/2, caliperMM(m.sizes[0])
	}
	return a
}

// covers says whether a place on the table (mm) lies in the piece's foot, or hardly outside.
func (a *Apart) covers(at [2]float64) bool {
	const hardly = 4.0 // mm
	length := max(a.Length.MM, a.Width.MM)
	sin, cos := math.Sincos(a.Angle)
	dx, dy := at[0]-a.At[0], at[1]-a.At[1]
	return math.Abs(cos*dx+sin*dy) < length/2+hardly && math.Abs(cos*dy-sin*dx) < a.Width.MM/2+hardly
}

// reach measures a wall anew from end to end, where both ends are seen.
func (a *Apart) reach(tips [][2]float64) {
	if a.Kind != CaliperWall {
		return
	}
	sin, cos := math.Sincos(a.Angle)
	var ends [2][2]float64
	for k, way := range [2]float64{-0.5, 0.5} {
		at := [2]float64{a.At[0] + way*a.Length.MM*cos, a.At[1] + way*a.Length.MM*sin}
		far := math.Inf(1)
		for _, tip := range tips {
			if d := math.Hypot(tip[0]-at[0], tip[1]-at[1]); d < far {
				far, ends[k] = d, tip
			}
		}
		if far > endAstray {
			return
		}
	}
	dx, dy := ends[1][0]-ends[0][0], ends[1][1]-ends[0][1]
	a.Length.MM, a.Angle = math.Hypot(dx, dy), math.Atan2(dy, dx)
}
