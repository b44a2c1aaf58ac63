package nn

import (
	"bytes"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func testNet(rng *rand.Rand) *Net {
	n := &Net{Layers: []Layer{
		{Kernel: 5, Stride: 2, In: 3, Out: 7, ReLU: true},
		{Kernel: 3, Stride: 1, In: 7, Out: 7, ReLU: true, Skip: true},
		{Kernel: 3, Stride: 3, In: 7, Out: 18, ReLU: true},
		{Kernel: 1, Stride: 1, In: 18, Out: 4},
	}}
	n.Init(rng)
	return n
}

func randomTensor(rng *rand.Rand, h, w, c int) *Tensor {
	t := NewTensor(h, w, c)
	for i := range t.Data {
		t.Data[i] = float32(rng.NormFloat64())
	}
	return t
}

func TestGradientMatchesDifferences(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	n := testNet(rng)
	in := randomTensor(rng, 23, 17, 3)
	g := NewGrad(n)
	out := g.Forward(n, in)
	target := randomTensor(rng, out.H, out.W, out.C)
	loss := func() float64 {
		var r Run
		var s float64
		for i, v := range r.Forward(n, in).Data {
			d := float64(v - target.Data[i])
			s += d * d / 2
		}
		return s
	}
	dout := NewTensor(out.H, out.W, out.C)
	for i, v := range out.Data {
		dout.Data[i] = v - target.Data[i]
	}
	g.Backward(n, in, dout)
	for li := range n.Layers {
		turned := make([]float32, len(g.Weight[li]))
		transpose(g.Weight[li], n.Layers[li].Out, len(turned)/n.Layers[li].Out, turned)
		for _, p := range []struct{ w, g []float32 }{
			{n.Layers[li].Weight, turned},
			{n.Layers[li].Bias, g.Bias[li]},
		} {
			for range 10 {
				i := rng.IntN(len(p.w))
				const h = 2e-3
				old := p.w[i]
				p.w[i] = old + h
				up := loss()
				p.w[i] = old - h
				down := loss()
				p.w[i] = old
				want := (up - down) / (2 * h)
				assert.InDelta(t, want, float64(p.g[i]), 0.03*math.Max(1, math.Abs(want)), "layer %d weight %d", li, i)
			}
		}
	}
}

func TestTrainingLowersTheLoss(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	n := testNet(rng)
	in := randomTensor(rng, 18, 18, 3)
	g := NewGrad(n)
	var adam Adam
	var first, last float64
	for step := range 60 {
		out := g.Forward(n, in)
		dout := NewTensor(out.H, out.W, out.C)
		var s float64
		for i, v := range out.Data {
			dout.Data[i] = v - float32(i%3)
			s += float64(dout.Data[i]) * float64(dout.Data[i])
		}
		if step == 0 {
			first = s
		}
		last = s
		g.Backward(n, in, dout)
		adam.Step(n, 0.01, 100, 1, g)
	}
	assert.Less(t, last, first/4)
}

func TestWorkersAgree(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 9))
	n := testNet(rng)
	in := randomTensor(rng, 61, 47, 3)
	one, three := Run{}, Run{Workers: 3}
	assert.Equal(t, one.Forward(n, in).Data, three.Forward(n, in).Data)
}

func TestWeightsRoundTrip(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	n := testNet(rng)
	var b bytes.Buffer
	require.NoError(t, n.Write(&b))
	m, err := Parse(b.Bytes())
	require.NoError(t, err)
	assert.Equal(t, n, m)
	for _, cut := range []int{0, 5, 11, 40, b.Len() - 1} {
		_, err := Parse(b.Bytes()[:cut])
		assert.ErrorIs(t, err, errWeights, "cut at %d", cut)
	}
}

// What is computed by tiles is what is computed directly: in tiles that reach beyond the input, with inputs that fill no register, whatever the
// number of workers.
func TestHastenedNetSaysTheSame(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	layers := []Layer{
		{Kernel: 3, Stride: 1, In: 48, Out: 48, ReLU: true, Skip: true},
		{Kernel: 3, Stride: 1, In: 7, Out: 16},
		{Kernel: 5, Stride: 2, In: 15, Out: 32, ReLU: true},
		{Kernel: 5, Stride: 2, In: 1, Out: 96},
	}
	for _, l := range layers {
		n := &Net{Layers: []Layer{l}}
		n.Init(rng)
		for k := range n.Layers[0].Bias {
			n.Layers[0].Bias[k] = rng.Float32()
		}
		hastened := &Net{Layers: slices.Clone(n.Layers)}
		hastened.Hasten()
		require.NotNil(t, hastened.Layers[0].tiles)
		for _, size := range [][2]int{{24, 24}, {41, 60}, {33, 130}, {3, 5}} {
			in := randomTensor(rng, size[0], size[1], l.In)
			var direct Run
			want := direct.Forward(n, in)
			for _, workers := range []int{0, 3} {
				byTiles := Run{Workers: workers}
				got := byTiles.Forward(hastened, in)
				require.Len(t, got.Data, len(want.Data))
				for i, v := range want.Data {
					require.InDelta(t, v, got.Data[i], 1e-4, "%v, input %v, %d workers, output %d", l.In, size, workers, i)
				}
			}
		}
	}
}

func TestLayersOfOtherShapesAreNotHastened(t *testing.T) {
	n := testNet(rand.New(rand.NewPCG(1, 1)))
	n.Hasten()
	for _, l := range n.Layers {
		assert.Nil(t, l.tiles)
	}
}

func BenchmarkForward(b *testing.B) {
	rng := rand.New(rand.NewPCG(7, 8))
	direct := &Net{Layers: []Layer{
		{Kernel: 5, Stride: 2, In: 12, Out: 32, ReLU: true},
		{Kernel: 3, Stride: 2, In: 32, Out: 48, ReLU: true},
		{Kernel: 3, Stride: 1, In: 48, Out: 48, ReLU: true, Skip: true},
	}}
	direct.Init(rng)
	hastened := &Net{Layers: slices.Clone(direct.Layers)}
	hastened.Hasten()
	in := randomTensor(rng, 240, 240, 12)
	for name, n := range map[string]*Net{"direct": direct, "hastened": hastened} {
		b.Run(name, func(b *testing.B) {
			var r Run
			b.ReportAllocs()
			for b.Loop() {
				r.Forward(n, in)
			}
			b.ReportMetric(float64(120*120*25*12*32+60*60*9*(32*48+48*48))*float64(b.N)/b.Elapsed().Seconds()/1e9, "GMAC/s")
		})
	}
}

func BenchmarkHasten(b *testing.B) {
	n := &Net{Layers: []Layer{{Kernel: 5, Stride: 2, In: 32, Out: 48}, {Kernel: 3, Stride: 1, In: 48, Out: 48}}}
	n.Init(rand.New(rand.NewPCG(7, 8)))
	for b.Loop() {
		n.Hasten()
	}
}

// A net that grew by layers with shortcuts says the same as the one that it took over, and refuses one that is built otherwise.
func TestAdoptLeavesFurtherShortcutsIdle(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	build := func(skips, outputs int) *Net {
		n := &Net{}
		in := 2
		for out := 5; out <= 6; in, out = out, out+1 {
			n.Layers = append(n.Layers, Layer{Kernel: 3, Stride: 1, In: in, Out: out, ReLU: true})
			for range skips {
				n.Layers = append(n.Layers, Layer{Kernel: 3, Stride: 1, In: out, Out: out, ReLU: true, Skip: true})
			}
		}
		n.Layers = append(n.Layers, Layer{Kernel: 1, Stride: 1, In: in, Out: outputs})
		n.Init(rng)
		return n
	}
	in := randomTensor(rng, 6, 7, 2)
	old, grown := build(1, 3), build(3, 4)
	require.NoError(t, grown.Adopt(old))
	var a, b Run
	want, got := a.Forward(old, in), b.Forward(grown, in)
	for y := range want.H {
		for x := range want.W {
			assert.InDeltaSlice(t, want.At(y, x), got.At(y, x)[:want.C], 1e-5)
		}
	}
	require.ErrorIs(t, old.Adopt(grown), ErrShape)
}

func TestMeanLiesBetween(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 10))
	build := func(outputs int) *Net {
		n := &Net{Layers: []Layer{{Kernel: 3, Stride: 1, In: 2, Out: outputs}}}
		n.Init(rng)
		for k := range n.Layers[0].Bias {
			n.Layers[0].Bias[k] = rng.Float32()
		}
		return n
	}
	in := randomTensor(rng, 5, 4, 2)
	one, other := build(3), build(3)
	mean, err := Mean(one, other)
	require.NoError(t, err)
	var a, b, c Run
	p, q, m := a.Forward(one, in), b.Forward(other, in), c.Forward(mean, in)
	for i := range m.Data {
		assert.InDelta(t, (p.Data[i]+q.Data[i])/2, m.Data[i], 1e-5) // a net of one layer without rectifier is linear in its weights
	}
	_, err = Mean(one, build(4))
	require.ErrorIs(t, err, ErrShape)
	_, err = Mean(one, &Net{})
	require.ErrorIs(t, err, ErrShape)
}

// A net that was grafted onto says the same as the old one to whoever feeds its further inputs nothing and goes by the outputs that both have.
func TestGraftTakesOverWhatBothHave(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	old := &Net{Layers: []Layer{{Kernel: 3, Stride: 2, In: 3, Out: 5, ReLU: true}}}
	wide := &Net{Layers: []Layer{{Kernel: 3, Stride: 2, In: 4, Out: 7, ReLU: true}}}
	old.Init(rng)
	wide.Init(rng)
	for i := range old.Layers[0].Bias {
		old.Layers[0].Bias[i] = float32(i)
	}
	wide.Graft(old)
	in := randomTensor(rng, 9, 8, 3)
	further := NewTensor(9, 8, 4)
	for y := range in.H {
		for x := range in.W {
			copy(further.At(y, x), in.At(y, x))
		}
	}
	var a, b Run
	want, got := a.Forward(old, in), b.Forward(wide, further)
	for y := range want.H {
		for x := range want.W {
			assert.InDeltaSlice(t, want.At(y, x), got.At(y, x)[:5], 1e-5)
		}
	}
	assert.NotZero(t, wide.Layers[0].Weight[6], "what the old net does not have keeps what it was")
}
