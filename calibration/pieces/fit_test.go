package pieces

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/castellan-companion/castellan/calibration"
)

// tiltedView looks from a tilt at the middle of the table.
func tiltedView(degrees float64) calibration.View {
	s, c := math.Sincos(degrees * math.Pi / 180)
	return calibration.View{Camera: calibration.GuessCamera(1280, 720), Pose: calibration.Pose{
		R: [3][3]float64{{1, 0, 0}, {0, -c, -s}, {0, s, -c}}, T: [3]float64{0, 0, 520},
	}}
}

// paint is the change of a picture in which a solid stands, and beside it its soft shadow.
func paint(view *calibration.View, s solid) *change {
	c := &change{w: view.Width, h: view.Height, diff: make([][3]float32, view.Width*view.Height), amount: make([]float32, view.Width*view.Height)}
	fill := func(s solid, diff [3]float32) {
		rows(s.silhouette(view), c.w, c.h, func(y int, from, to float64) {
			for x := int(math.Ceil(from)); x <= int(to); x++ {
				c.diff[y*c.w+x], c.amount[y*c.w+x] = diff, amountOf(diff)
			}
		})
	}
	shadow := s
	shadow.x, shadow.length, shadow.width, shadow.height = s.x+4, s.length+4, s.width+6, 0.1
	fill(shadow, [3]float32{-0.1, -0.1, -0.1})
	fill(s, [3]float32{-0.8, -0.85, -0.9})
	return c
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
			c := paint(&view, want)
			blobs := c.blobs(leastChange, 50)
			require.Len(t, blobs, 1)
			thing := thing{evidence: gather(c, blobs[0])}
			thing.solid, _ = thing.evidence.fitTurned(&view, spread(blobs[0], c.w, &view), anyPiece)
			if thing.Kind = Long; want.form == cylinder {
				thing.Kind = Tower
			}
			thing.refine(&view, 1)
			got := thing.solid
			assert.InDelta(t, want.x, got.x, 1, "%+v, tilt %v", want, tilt)
			assert.InDelta(t, want.y, got.y, 1.5, "%+v, tilt %v", want, tilt)
			assert.InDelta(t, want.length, got.length, 1.8, "%+v, tilt %v", want, tilt)
			assert.InDelta(t, want.width, got.width, 1, "%+v, tilt %v", want, tilt)
			assert.InDelta(t, want.height, got.height, 2, "%+v, tilt %v", want, tilt)
		}
	}
}

func TestEvidence(t *testing.T) {
	view := tiltedView(35)
	want := solid{form: box, length: 47, width: 8, height: 19, angle: 0.4}
	c := paint(&view, want)
	blobs := c.blobs(leastChange, 50)
	require.Len(t, blobs, 1)
	e := gather(c, blobs[0])
	outline := want.silhouette(&view)
	assert.InDelta(t, 1, e.covered(outline), 0.06)
	assert.Greater(t, e.edges(outline), 0.85)
	far := want
	far.x += 100
	assert.LessOrEqual(t, e.covered(far.silhouette(&view)), 0.0)
	higher := want
	higher.height = 30
	assert.Less(t, e.covered(higher.silhouette(&view)), 0.8)
	assert.Less(t, e.edges(higher.silhouette(&view)), 0.6)
}
