package model

import (
	"bytes"
	_ "embed"
	"math"
	"runtime"
	"sync"

	"github.com/castellan-companion/castellan/calibration"
	"github.com/castellan-companion/castellan/vision/nn"
	"github.com/castellan-companion/castellan/vision/parallel"
	"github.com/castellan-companion/castellan/vision/volume"
)

//go:embed cells.nn
var cellsWeights []byte

//go:embed begun.nn
var begunWeights []byte

//go:embed slanted.nn
var slantedWeights []byte

//go:embed hand.nn
var handWeights []byte

//go:embed cells_hand.nn
var cellsHandWeights []byte

//go:embed slanted_hand.nn
var slantedHandWeights []byte

//go:embed spots.nn
var spotsWeights []byte

//go:embed turn.nn
var turnWeights []byte

//go:embed tower.nn
var towerWeights []byte

//go:embed keep.nn
var keepWeights []byte

//go:embed wall.nn
var wallWeights []byte

//go:embed review.nn
var reviewWeights []byte

//go:embed review_hand.nn
var reviewHandWeights []byte

//go:embed compass.nn
var compassWeights []byte

//go:embed compass_begun.nn
var compassBegunWeights []byte

//go:embed spots_begun.nn
var spotsBegunWeights []byte

//go:embed caliper.nn
var caliperWeights []byte

//go:embed place.nn
var placeWeights []byte

//go:embed probe.nn
var probeWeights []byte

var (
	cellsNet   = sync.OnceValue(func() *nn.Net { return mustParse(cellsWeights) })
	begunNet   = sync.OnceValue(func() *nn.Net { return mustParse(begunWeights) })
	slantedNet = sync.OnceValue(func() *nn.Net { return mustParse(slantedWeights) })
	handNet    = sync.OnceValue(func() *nn.Net { return mustParse(handWeights) })

	cellsHandNet   = sync.OnceValue(func() *nn.Net { return mustParse(cellsHandWeights) })
	slantedHandNet = sync.OnceValue(func() *nn.Net { return mustParse(slantedHandWeights) })
	reviewHandNet  = sync.OnceValue(func() *nn.Net { return mustParse(reviewHandWeights) })

	compassBegunNet = sync.OnceValue(func() *nn.Net { return mustParse(compassBegunWeights) })
	spotsBegunNet   = sync.OnceValue(func() *nn.Net { return mustParse(spotsBegunWeights) })

	spotsNet   = sync.OnceValue(func() *nn.Net { return mustParse(spotsWeights) })
	turnNet    = sync.OnceValue(func() *nn.Net { return mustParse(turnWeights) })
	towerNet   = sync.OnceValue(func() *nn.Net { return mustParse(towerWeights) })
	keepNet    = sync.OnceValue(func() *nn.Net { return mustParse(keepWeights) })
	wallNet    = sync.OnceValue(func() *nn.Net { return mustParse(wallWeights) })
	reviewNet  = sync.OnceValue(func() *nn.Net { return mustParse(reviewWeights) })
	compassNet = sync.OnceValue(func() *nn.Net { return mustParse(compassWeights) })
	caliperNet = sync.OnceValue(func() *nn.Net { return mustParse(caliperWeights) })
	placeNet   = sync.OnceValue(func() *nn.Net { return mustParse(placeWeights) })
	probeNet   = sync.OnceValue(func() *nn.Net { return mustParse(probeWeights) })
)

// Prepare readies the networks that look at any picture with a castle, which otherwise are when they are first needed: some tenths of a
// second that the first picture would wait.
func Prepare() {
	for _, net := range [...]func() *nn.Net{compassNet, spotsNet, handNet, reviewNet, placeNet, towerNet, turnNet, keepNet, wallNet} {
		net()
	}
}

// mustParse reads weights that are part of the program: a fault in them is a fault of the build.
func mustParse(b []byte) *nn.Net {
	n, err := nn.Parse(bytes.Clone(b))
	if err != nil {
		panic(err)
	}
	n.Hasten()
	return n
}

// Runner runs the networks. It keeps its memory between calls; use one per goroutine.
type Runner struct {
	// Begun has Compass, Spots and Cells look with weights that learned from castles of few pieces, as games begin: the others take few for loose
	// ones, or overlook them on a patterned cloth.
	Begun bool

	sampler  volume.Sampler
	in       nn.Tensor
	run      nn.Run
	cells    *nn.Net    // the kind of Cells for the camera's slant,
	ways     []symmetry // in which it may look at its window,
	views    int        // and in how many of them it has
	sum      nn.Tensor  // of what it said
	mean     nn.Tensor
	change   nn.Tensor  // that Review makes to it
	closer   nn.Tensor  // what is said of a part of the window, or by other weights
	own      nn.Tensor  // what Review looks at, without what follows from what Cells said, and what Caliper looks at
	other    nn.Tensor  // the same without the pieces
	closeUps [2]closeUp // of both ways to look closely
	mirrored Strip      // that Wall looks at

	changeByHand, closerByHand nn.Tensor // change and closer of the weights for hands
}

// closeUp looks closely in one of two ways, on one processor: the networks that do so are too small to share one of them out.
type closeUp struct {
	sampler volume.Sampler
	in      nn.Tensor
	own     nn.Tensor    // of a node that Turn or Tower looks at,
	others  [2]nn.Tensor // and of those that it is compared with
	run     nn.Run
	said    []float32
}

// bothWays are the two ways to look at what has one axis of its own: mirrored and as it is.
var bothWays = [2]bool{true, false}

// inBothWays looks in both ways at once. What each look leaves in said is valid until the next ones.
func (r *Runner) inBothWays(look func(way int, c *closeUp)) {
	parallel.Rows(len(bothWays), runtime.GOMAXPROCS(0), func(way int) { look(way, &r.closeUps[way]) })
}

// rather is how much more the two looks gave a channel than another one, together.
func (r *Runner) rather(channel, than int) (sum float64) {
	for way := range r.closeUps {
		said := r.closeUps[way].said
		sum += float64(said[channel] - said[than])
	}
	return sum
}

// inTurn is one of some things, one after the other, over and over; ok is false where there are none.
func inTurn[T any](of []T, i int) (x T, ok bool) {
	if len(of) == 0 {
		return x, false
	}
	return of[i%len(of)], true
}

// evident is the logarithm of the odds from which what is compared is not compared with more.
const evident = 6.0

// untilClear is how much more the looks at a place give a channel than another one, as a logarithm of odds: on average over so many
// comparisons, at least one and fewer where it is clear before.
func (r *Runner) untilClear(most, channel, than int, look func(nth, way int, c *closeUp)) float64 {
	sum, looks := 0.0, 0.0
	for nth := range max(1, most) {
		r.inBothWays(func(way int, c *closeUp) { look(nth, way, c) })
		sum += r.rather(channel, than)
		looks += float64(len(bothWays))
		if math.Abs(sum/looks) > evident {
			break
		}
	}
	return sum / looks
}

// Cells looks at a window of a lattice in one way. The result is valid until Cells is called again.
func (r *Runner) Cells(p *volume.Picture, lens *volume.Lens, g *Grid, w Window, set *calibration.Set) CellMap {
	switch {
	case r.Begun:
		r.ways, r.cells = symmetries[:], begunNet()
		return r.cellsOf(p, lens, g, w, set, 1)
	case !Aslant(lens):
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
	ways := someOf(r.ways, r.views, views)
	addUp(&r.sum, r.views == 0, CellsFrame(g, m.Window, set), ways, r.lookAt(r.cells, p, lens))
	r.views += len(ways)
	r.mean = nn.Tensor{H: r.sum.H, W: r.sum.W, C: r.sum.C, Data: append(r.mean.Data[:0], r.sum.Data...)}
	for i := range r.mean.Data {
		r.mean.Data[i] /= float32(r.views)
	}
}

// LookCloser looks at a part of the window of the last Cells in the ways in which LookAgain did not yet, until that makes so many. What m
// tells of the part, from a pitch within its edges on, is then the average of all.
func (r *Runner) LookCloser(
	m *CellMap, part Window, p *volume.Picture, lens *volume.Lens, g *Grid, set *calibration.Set, views int,
) {
	ways := someOf(r.ways, r.views, views)
	if len(ways) == 0 {
		return
	}
	addUp(&r.closer, true, CellsFrame(g, part, set), ways, r.lookAt(r.cells, p, lens))
	m.average(m.Out, r.views, part, &r.closer, len(ways))
}

// lookAt is how a network of the kind of Cells looks at a frame.
func (r *Runner) lookAt(net *nn.Net, p *volume.Picture, lens *volume.Lens) func(f *volume.Frame) *nn.Tensor {
	return func(f *volume.Frame) *nn.Tensor {
		r.sample(&r.in, p, lens, f)
		said := r.forward(net)
		for out := range unseen(&r.in, said) {
			nothing(out)
		}
		return said
	}
}

// average makes of what so many looks at a window said on average, where a part of it was looked at in further ways, the average of all. of
// is the sum of what these said. Less than a pitch within the part's edges, where they know less than a look at all of the window, nothing
// changes. Where two parts overlap, what is said of the later one counts more.
func (w Window) average(mean *nn.Tensor, looks int, part Window, of *nn.Tensor, further int) {
	const edge = 2 * (margin + 1)
	x0, y0 := 2*(part.I0-w.I0), 2*(part.J0-w.J0)
	total := float32(looks + further)
	for y := range of.H {
		if (y < edge && y0 > 0) || (y >= of.H-edge && y0+of.H < mean.H) {
			continue
		}
		for x := range of.W {
			if (x < edge && x0 > 0) || (x >= of.W-edge && x0+of.W < mean.W) {
				continue
			}
			to := mean.At(y0+y, x0+x)
			for c, v := range of.At(y, x) {
				to[c] = (to[c]*float32(looks) + v) / total
			}
		}
	}
}

// Narrow keeps of what the last Cells saw only the part of its window that lies in another. Where they have no node in common, it keeps
// all.
func (r *Runner) Narrow(m *CellMap, to Window) {
	both := m.Common(to)
	if both.NI <= 0 || both.NJ <= 0 {
		return
	}
	for _, t := range [2]*nn.Tensor{&r.sum, &r.mean} {
		t.Crop(2*(both.J0-m.J0), 2*(both.I0-m.I0), t.H-2*(m.NJ-both.NJ), t.W-2*(m.NI-both.NI))
	}
	m.Window = both
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
	return r.spots(compassNet, compassBegunNet, p, lens, area, set)
}

// Spots looks at a rectangle that lies nearly along the lattice. The result is valid until the Runner is used again.
func (r *Runner) Spots(p *volume.Picture, lens *volume.Lens, area Rect, set *calibration.Set) SpotMap {
	return r.spots(spotsNet, spotsBegunNet, p, lens, area, set)
}

func (r *Runner) spots(usual, begun func() *nn.Net, p *volume.Picture, lens *volume.Lens, area Rect, set *calibration.Set) SpotMap {
	net := usual
	if r.Begun {
		net = begun
	}
	step := set.PitchMM / SpotsPerPitch
	w, h := int(area.W/step)+1, int(area.H/step)+1
	f := SpotsFrame(area.Axes.Origin, area.Axes.X, area.Axes.Y, w, h, set)
	r.sample(&r.in, p, lens, &f)
	return SpotMap{
		Frame: Grid{Origin: f.Origin, X: f.X, Y: f.Y, Pitch: step * SpotsStride},
		Out:   r.forward(net()),
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
