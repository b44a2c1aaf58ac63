package compare

import (
	"image"
	"image/color"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// table is a picture of a table with a gradient, whose grey levels a camera multiplies and to which it adds noise.
func table(gain [3]float64, seed uint64) *image.RGBA {
	rng := rand.New(rand.NewPCG(seed, 0))
	m := image.NewRGBA(image.Rect(0, 0, 160, 120))
	for y := range 120 {
		for x := range 160 {
			level := func(k int) uint8 {
				return uint8(max(0, min(255, gain[k]*(90+0.3*float64(x))+6*rng.Float64()-3)))
			}
			m.SetRGBA(x, y, color.RGBA{level(0), level(1), level(2), 255})
		}
	}
	return m
}

// paint multiplies the colours in a rectangle.
func paint(m *image.RGBA, r image.Rectangle, by [3]float64) {
	for y := r.Min.Y; y < r.Max.Y; y++ {
		for x := r.Min.X; x < r.Max.X; x++ {
			p := m.RGBAAt(x, y)
			p.R, p.G, p.B = uint8(by[0]*float64(p.R)), uint8(by[1]*float64(p.G)), uint8(by[2]*float64(p.B))
			m.SetRGBA(x, y, p)
		}
	}
}

func TestChanged(t *testing.T) {
	spot := image.Rect(40, 30, 80, 60)
	for _, test := range []struct {
		name string
		gain [3]float64 // of the camera, since the bare table was seen
		by   [3]float64 // in the spot
		want bool
	}{
		{"nothing", [3]float64{1, 1, 1}, [3]float64{1, 1, 1}, false},
		{"another exposure and white balance", [3]float64{1.3, 1.2, 1.1}, [3]float64{1, 1, 1}, false},
		{"something dark", [3]float64{1, 1, 1}, [3]float64{0.5, 0.5, 0.5}, true},
		{"something bright", [3]float64{1, 1, 1}, [3]float64{1.3, 1.3, 1.3}, true},
		{"something red", [3]float64{1.3, 1.2, 1.1}, [3]float64{1.15, 0.9, 0.9}, true},
		{"a hint of a shadow", [3]float64{1, 1, 1}, [3]float64{0.95, 0.95, 0.95}, false},
	} {
		t.Run(test.name, func(t *testing.T) {
			now := table(test.gain, 2)
			paint(now, spot, test.by)
			d := New(NewPhoto(now, 1), NewPhoto(table([3]float64{1, 1, 1}, 1), 1), nil)
			parts := d.Parts(d.Changed(), 20)
			if !test.want {
				assert.Empty(t, parts)
				return
			}
			require.Len(t, parts, 1)
			assert.InDelta(t, spot.Dx()*spot.Dy(), len(parts[0]), 150, "and a rim, as neighbours are taken together")
			for _, i := range parts[0] {
				assert.True(t, image.Pt(i%d.W, i/d.W).In(spot.Inset(-2)))
			}
		})
	}
}

func TestOnlySomePixelsCount(t *testing.T) {
	now := table([3]float64{1, 1, 1}, 2)
	spot := image.Rect(40, 30, 80, 60)
	paint(now, spot, [3]float64{0.5, 0.5, 0.5})
	in := make([]bool, 160*120)
	for i := range in {
		in[i] = !image.Pt(i%160, i/160).In(spot)
	}
	d := New(NewPhoto(now, 1), NewPhoto(table([3]float64{1, 1, 1}, 1), 1), in)
	assert.Empty(t, d.Parts(d.Changed(), 20))
	assert.Zero(t, d.Diff[40*160+50])
}

func TestPartsAreBridged(t *testing.T) {
	d := &Difference{W: 10, H: 3}
	set := make([]bool, 30)
	for _, x := range []int{0, 1, 3, 6, 9} { // gaps of one pixel and of two
		set[10+x] = true
	}
	assert.Equal(t, []Part{{10, 11, 13}}, d.Parts(set, 2))
	assert.Equal(t, []Part{{10, 11, 13}, {16}, {19}}, d.Parts(set, 0))
}

func TestNewPhoto(t *testing.T) {
	m := image.NewGray(image.Rect(3, 2, 3+5, 2+4)) // a part of a larger picture
	for i := range m.Pix {
		m.Pix[i] = 100
	}
	m.SetGray(3, 2, color.Gray{0})
	p := NewPhoto(m, 1)
	assert.Equal(t, [2]int{5, 4}, [2]int{p.W, p.H})
	assert.InDelta(t, 0, Level(p.Pix[0][0]), 1e-3)
	assert.InDelta(t, 100, Level(p.Pix[1][2]), 1e-3)
	half := NewPhoto(m, 2)
	assert.Equal(t, [2]int{2, 2}, [2]int{half.W, half.H})
	assert.InDelta(t, (Log(0)+3*Log(100))/4, half.Pix[0][1], 1e-5)
	assert.InDelta(t, Log(100), half.Pix[3][1], 1e-5)
}

func TestMedian(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		values := rapid.SliceOfN(rapid.Float32Range(-1, 1), 1, 50).Draw(t, "values")
		assert.Equal(t, slices.Sorted(slices.Values(values))[len(values)/2], Median(slices.Clone(values)))
	})
	assert.Zero(t, Median[float32](nil))
}

func TestEvenMedian(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		values := rapid.SliceOfN(rapid.Float64Range(-1, 1), 1, 50).Draw(t, "values")
		sorted, n := slices.Sorted(slices.Values(values)), len(values)
		assert.InDelta(t, (sorted[(n-1)/2]+sorted[n/2])/2, EvenMedian(slices.Clone(values)), 0)
	})
	assert.Zero(t, EvenMedian(nil))
}
