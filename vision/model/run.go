package model

import (
	"bytes"
	_ "embed"
	"math"
	"sync"

	"github.com/castellan-companion/castellan/calibration"
	"github.com/castellan-companion/castellan/vision/nn"
	"github.com/castellan-companion/castellan/vision/volume"
)

//go:embed cells.nn
var cellsWeights []byte

//go:embed spots.nn
var spotsWeights []byte

var (
	cellsNet = sync.OnceValue(func() *nn.Net { return mustParse(cellsWeights) })
	spotsNet = sync.OnceValue(func() *nn.Net { return mustParse(spotsWeights) })
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
	sampler volume.Sampler
	in      nn.Tensor
	run     nn.Run
}

// Cells looks at a window of a lattice. The result is valid until the Runner is used again.
func (r *Runner) Cells(p *volume.Picture, lens *volume.Lens, g *Grid, w Window, set *calibration.Set) CellMap {
	f := CellsFrame(g, w, set)
	r.sampler.Sample(&r.in, p, lens, &f)
	return CellMap{Window: w, Out: r.run.Forward(cellsNet(), &r.in)}
}

// SpotMap is what Spots says of a rectangle of the table. Its outputs form a grid whose pitch is the distance between
// two of them: output (column x, row y) stands at Frame.At(x, y).
type SpotMap struct {
	Frame Grid
	Out   *nn.Tensor
}

// Spots looks at the rectangle of the table between the corners lo and hi (mm). The result is valid until the Runner is used again.
func (r *Runner) Spots(p *volume.Picture, lens *volume.Lens, lo, hi [2]float64, set *calibration.Set) SpotMap {
	step := set.PitchMM / SpotsPerPitch
	w, h := int((hi[0]-lo[0])/step)+1, int((hi[1]-lo[1])/step)+1
	x, y := [2]float64{1, 0}, [2]float64{0, 1}
	f := SpotsFrame(lo, x, y, w, h, set)
	r.sampler.Sample(&r.in, p, lens, &f)
	return SpotMap{
		Frame: Grid{Origin: lo, X: x, Y: y, Pitch: step * SpotsStride},
		Out:   r.run.Forward(spotsNet(), &r.in),
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
