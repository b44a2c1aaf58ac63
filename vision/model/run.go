package model

import (
	"bytes"
	_ "embed"
	"math"
	"runtime"
	"slices"
	"sync"

	"github.com/castellan-companion/castellan/calibration"
	"github.com/castellan-companion/castellan/vision/nn"
	"github.com/castellan-companion/castellan/vision/volume"
)

//go:embed cells.nn
var cellsWeights []byte

//go:embed slanted.nn
var slantedWeights []byte

//go:embed spots.nn
var spotsWeights []byte

//go:embed turn.nn
var turnWeights []byte

//go:embed keep.nn
var keepWeights []byte

//go:embed wall.nn
var wallWeights []byte

//go:embed review.nn
var reviewWeights []byte

//go:embed compass.nn
var compassWeights []byte

//go:embed caliper.nn
var caliperWeights []byte

//go:embed probe.nn
var probeWeights []byte

var (
	cellsNet   = sync.OnceValue(func() *nn.Net { return mustParse(cellsWeights) })
	slantedNet = sync.OnceValue(func() *nn.Net { return mustParse(slantedWeights) })
	spotsNet   = sync.OnceValue(func() *nn.Net { return mustParse(spotsWeights) })
	turnNet    = sync.OnceValue(func() *nn.Net { return mustParse(turnWeights) })
	keepNet    = sync.OnceValue(func() *nn.Net { return mustParse(keepWeights) })
	wallNet    = sync.OnceValue(func() *nn.Net { return mustParse(wallWeights) })
	reviewNet  = sync.OnceValue(func() *nn.Net { return mustParse(reviewWeights) })
	compassNet = sync.OnceValue(func() *nn.Net { return mustParse(compassWeights) })
	caliperNet = sync.OnceValue(func() *nn.Net { return mustParse(caliperWeights) })
	probeNet   = sync.OnceValue(func() *nn.Net { return mustParse(probeWeights) })
)

// mustParse reads weights that are part of the program: a fault in them is a fault of the build.
func mustParse(b []byte) *nn.Net {
	n, err := nn.Parse(bytes.Clone(b))
	if err != nil {
		panic(err)
	}
	return n
}

// Runner runs the networks. It keeps its memory between calls; use one per goroutine.
type Runner struct {
	sampler  volume.Sampler
	in       nn.Tensor
	run      nn.Run
	cells    *nn.Net    // the kind of Cells for the camera's slant,
	ways     []symmetry // in which it may look at its window,
	views    int        // and in how many of them it has
	sum      nn.Tensor  // of what it said
	mean     nn.Tensor
	change   nn.Tensor    // that Review makes to it
	own      [2]nn.Tensor // of a tower that Turn looks at, in both ways,
	other    nn.Tensor    // and of one that it is compared with
	mirrored Strip        // that Wall looks at
}

// evident is the logarithm of the odds from which what is compared is not compared with more.
const evident = 6.0

// Cells looks at a window of a lattice in one way. The result is valid until Cells is called again.
func (r *Runner) Cells(p *volume.Picture, lens *volume.Lens, g *Grid, w Window, set *calibration.Set) CellMap {
	if !Aslant(lens) {
		return r.AsFromAbove(p, lens, g, w, set, 1)
	}
	r.ways, r.cells = facing(g, w, lens.Eye()), slantedNet()
	return r.cellsOf(p, lens, g, w, set, 1)
}

// AsFromAbove looks at a window in so many ways like Cells for cameras that look down, whatever the slant: of keeps that network knows more.
func (r *Runner) AsFromAbove(p *volume.Picture, lens *volume.Lens, g *Grid, w Window, set *calibration.Set, views int) CellMap {
	r.ways, r.cells = symmetries[:], cellsNet()
	return r.cellsOf(p, lens, g, w, set, views)
}

func (r *Runner) cellsOf(p *volume.Picture, lens *volume.Lens, g *Grid, w Window, set *calibration.Set, views int) CellMap {
	r.views = 0
	m := CellMap{Window: w, Out: &r.mean}
	r.LookAgain(&m, p, lens, g, set, views)
	return m
}

// LookAgain looks at the window of the last Cells again until it has looked in so many ways, or in all there are, and averages what it saw:
// that takes more time and errs less.
func (r *Runner) LookAgain(m *CellMap, p *volume.Picture, lens *volume.Lens, g *Grid, set *calibration.Set, views int) {
	f := CellsFrame(g, m.Window, set)
	for ; r.views < min(views, len(r.ways)); r.views++ {
		s := r.ways[r.views]
		turned := s.frame(f)
		r.sample(&r.in, p, lens, &turned)
		out := r.forward(r.cells)
		if r.views == 0 {
			r.sum = nn.Tensor{H: out.H, W: out.W, C: out.C, Data: slices.Grow(r.sum.Data[:0], len(out.Data))[:len(out.Data)]}
			if s.swap {
				r.sum.H, r.sum.W = out.W, out.H
			}
			clear(r.sum.Data)
		}
		s.add(&r.sum, out)
	}
	r.mean = nn.Tensor{H: r.sum.H, W: r.sum.W, C: r.sum.C, Data: append(r.mean.Data[:0], r.sum.Data...)}
	for i := range r.mean.Data {
		r.mean.Data[i] /= float32(r.views)
	}
}

// Narrow keeps of what the last Cells saw only the part of its window that lies in another. Where they have no node in common, it keeps
// all.
func (r *Runner) Narrow(m *CellMap, to Window) {
	i0, j0 := max(m.I0, to.I0), max(m.J0, to.J0)
	ni, nj := min(m.I0+m.NI, to.I0+to.NI)-i0, min(m.J0+m.NJ, to.J0+to.NJ)-j0
	if ni <= 0 || nj <= 0 {
		return
	}
	for _, t := range [2]*nn.Tensor{&r.sum, &r.mean} {
		t.Crop(2*(j0-m.J0), 2*(i0-m.I0), t.H-2*(m.NJ-nj), t.W-2*(m.NI-ni))
	}
	m.Window = Window{I0: i0, J0: j0, NI: ni, NJ: nj}
}

// sample fills a volume on all processors, and forward runs a network on them.
func (r *Runner) sample(t *nn.Tensor, p *volume.Picture, lens *volume.Lens, f *volume.Frame) {
	r.sampler.Workers = runtime.GOMAXPROCS(0)
	r.sampler.Sample(t, p, lens, f)
}

func (r *Runner) forward(net *nn.Net) *nn.Tensor {
	r.run.Workers = runtime.GOMAXPROCS(0)
	return r.run.Forward(net, &r.in)
}

// SpotMap is what Spots or Compass says of a rectangle of the table. Its outputs form a grid whose pitch is the distance between
// two of them: output (column x, row y) stands at Frame.At(x, y).
type SpotMap struct {
	Frame Grid
	Out   *nn.Tensor
}

// Rect is a rectangle on the table (mm): it begins at Axes.Origin and reaches W along Axes.X and H along Axes.Y.
type Rect struct {
	Axes Grid
	W, H float64
}

// Compass looks at a rectangle that may lie at any angle to the lattice. The result is valid until the Runner is used again.
func (r *Runner) Compass(p *volume.Picture, lens *volume.Lens, area Rect, set *calibration.Set) SpotMap {
	return r.spots(compassNet(), p, lens, area, set)
}

// Spots looks at a rectangle that lies nearly along the lattice. The result is valid until the Runner is used again.
func (r *Runner) Spots(p *volume.Picture, lens *volume.Lens, area Rect, set *calibration.Set) SpotMap {
	return r.spots(spotsNet(), p, lens, area, set)
}

func (r *Runner) spots(net *nn.Net, p *volume.Picture, lens *volume.Lens, area Rect, set *calibration.Set) SpotMap {
	step := set.PitchMM / SpotsPerPitch
	w, h := int(area.W/step)+1, int(area.H/step)+1
	f := SpotsFrame(area.Axes.Origin, area.Axes.X, area.Axes.Y, w, h, set)
	r.sample(&r.in, p, lens, &f)
	return SpotMap{
		Frame: Grid{Origin: f.Origin, X: f.X, Y: f.Y, Pitch: step * SpotsStride},
		Out:   r.forward(net),
	}
}

// Sigmoid turns a logit into a probability.
func Sigmoid(x float32) float64 { return 1 / (1 + math.Exp(-float64(x))) }

// Softmax writes the probabilities of the classes with the given logits into p.
func Softmax(p []float64, logits []float32) {
	top := logits[0]
	for _, v := range logits {
		top = max(top, v)
	}
	sum := 0.0
	for i, v := range logits {
		p[i] = math.Exp(float64(v - top))
		sum += p[i]
	}
	for i := range logits {
		p[i] /= sum
	}
}
