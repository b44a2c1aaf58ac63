package pieces

import (
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/castellan-companion/castellan/calibration"
	"github.com/castellan-companion/castellan/calibration/compare"
)

// tiltedView looks from a tilt at the middle of the table.
func tiltedView(degrees float64) calibration.View {
	s, c := math.Sincos(degrees * math.Pi / 180)
	return calibration.View{Camera: calibration.GuessCamera(1280, 720), Pose: calibration.Pose{
		R: [3][3]float64{{1, 0, 0}, {0, -c, -s}, {0, s, -c}}, T: [3]float64{0, 0, 520},
	}}
}

// paint draws a solid, its soft shadow beside it, onto a bare table of one colour: the picture, and how it differs from the table.
func paint(view *calibration.View, s solid) (*compare.Photo, *change) {
	bare := &compare.Photo{W: view.Width, H: view.Height, Pix: make([][3]float32, view.Width*view.Height)}
	for i := range bare.Pix {
		bare.Pix[i] = [3]float32{5.1, 5, 4.9}
	}
	seen := &compare.Photo{W: bare.W, H: bare.H, Pix: slices.Clone(bare.Pix)}
	fill := func(outline [][2]float64, diff [3]float32) {
		rows(outline, seen.W, seen.H, func(y int, from, to float64) {
			for x := int(math.Ceil(from)); x <= int(to); x++ {
				for c := range diff {
					seen.Pix[y*seen.W+x][c] = bare.Pix[y*seen.W+x][c] + diff[c]
				}
			}
		})
	}
	shadow := s
	shadow.x, shadow.length, shadow.width, shadow.height = s.x+4, s.length+4, s.width+6, 0.1
	fill(shadow.silhouette(view), [3]float32{-0.1, -0.1, -0.1})
	fill(s.silhouette(view), [3]float32{-1, -0.8, -0.2})
	fill(s.top(view), [3]float32{-0.6, -0.4, 0.2})
	everywhere := &field{w: seen.W, h: seen.H, in: make([]bool, len(seen.Pix))}
	for i := range everywhere.in {
		everywhere.in[i] = true
	}
	return seen, newChange(seen, bare, everywhere)
}

// From nothing but a blob, a solid's measures are found.
func TestFit(t *testing.T) {
	for _, want := range []solid{
		{form: box, x: -80, y: 40, angle: 0.1, length: 47, width: 8, height: 19},
		{form: box, x: 60, y: -50, angle: 1.5, length: 47, width: 7, height: 15},
		{form: box, x: 30, y: 60, angle: 2.2, length: 17, width: 7, height: 18},
		{form: cylinder, x: 50, y: 20, length: 14.5, width: 14.5, height: 30},
		{form: cylinder, x: -20, y: -40, length: 20, width: 20, height: 24},
	} {
		for _, tilt := range []float64{25, 45} {
			view := tiltedView(tilt)
			seen, c := paint(&view, want)
			certain := c.certain()
			blobs := c.Parts(certain, 50)
			require.Len(t, blobs, 1)
			l := lineup{view: &view, seen: seen, change: c}
			thing := thing{evidence: gather(c, blobs[0])}
			thing.evidence.weigh(seen, newMixture(l.typical(blobs[0], certain), 4), nil)
			thing.solid = thing.evidence.fitAll(&view, spread(blobs[0], c.W, &view), anyPiece)
			thing.fit(&view, want.form, prior{width: want.width * 1.1, height: want.height * 0.9, spread: kindSpread})
			got := thing.solid
			assert.InDelta(t, want.x, got.x, 1, "%+v, tilt %v", want, tilt)
			assert.InDelta(t, want.y, got.y, 1.5, "%+v, tilt %v", want, tilt)
			assert.InDelta(t, want.length, got.length, 1.2, "%+v, tilt %v", want, tilt)
			assert.InDelta(t, want.width, got.width, 1.2, "%+v, tilt %v", want, tilt)
			assert.InDelta(t, want.height, got.height, 2, "%+v, tilt %v", want, tilt)
		}
	}
}

func TestEvidence(t *testing.T) {
	view := tiltedView(35)
	want := solid{form: box, length: 47, width: 8, height: 19, angle: 0.4}
	seen, c := paint(&view, want)
	certain := c.certain()
	blobs := c.Parts(certain, 50)
	require.Len(t, blobs, 1)
	l := lineup{view: &view, seen: seen, change: c}
	e := gather(c, blobs[0])
	e.weigh(seen, newMixture(l.typical(blobs[0], certain), 4), nil)
	assert.InDelta(t, 1, e.covered(want.parts(&view)), 0.06)
	assert.Greater(t, e.edges(want.silhouette(&view)), 0.85)
	far := want
	far.x += 100
	assert.LessOrEqual(t, e.covered(far.parts(&view)), 0.0)
	higher := want
	higher.height = 30
	assert.Less(t, e.covered(higher.parts(&view)), 0.8)
	assert.Less(t, e.edges(higher.silhouette(&view)), 0.6)
}

func TestMinimize(t *testing.T) {
	bowl := func(v []float64) float64 { return (v[0]-3)*(v[0]-3) + 5*(v[1]+v[0]-1)*(v[1]+v[0]-1) }
	at, value := minimize(bowl, []float64{0, 0}, 1, 200)
	assert.InDelta(t, 0, value, 1e-4)
	assert.InDelta(t, 3, at[0], 0.02)
	assert.InDelta(t, -2, at[1], 0.02)

	calls := 0
	minimize(func(v []float64) float64 { calls++; return bowl(v) }, []float64{50, 50}, 1, 20)
	assert.LessOrEqual(t, calls, 20+3, "one step more at most")

	walled := func(v []float64) float64 {
		if v[0] < 1 {
			return math.Inf(1)
		}
		return v[0]
	}
	at, _ = minimize(walled, []float64{4}, 1, 60)
	assert.InDelta(t, 1, at[0], 0.01)
}

func TestMixture(t *testing.T) {
	var samples [][3]float32
	for k := range 200 {
		v := float32(k%2) * 2
		samples = append(samples, [3]float32{v, v + float32(k%5)*0.01, v})
	}
	m := newMixture(samples, 2)
	require.Len(t, m, 2)
	assert.Greater(t, m.logDensity([3]float32{2, 2, 2}), float32(1))
	assert.Less(t, m.logDensity([3]float32{1, 1, 1}), float32(-50))
	assert.Empty(t, newMixture(nil, 2))
	assert.True(t, math.IsInf(float64(mixture(nil).logDensity([3]float32{})), -1))
}
