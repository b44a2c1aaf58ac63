package vision

import (
	"fmt"
	"image"
	"image/color"
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gocv.io/x/gocv"

	"github.com/castellan-companion/castellan/calibration"
	"github.com/castellan-companion/castellan/vision/reading"
	"github.com/castellan-companion/castellan/vision/scene"
	"github.com/castellan-companion/castellan/vision/watchful"
)

// player shows a watcher pictures, ten in a second.
type player struct {
	t       *testing.T
	watcher *Watcher
	frame   int
	kinds   []string // of the events so far
}

func newPlayer(t *testing.T) (*player, gocv.Mat) {
	t.Helper()
	still, err := scene.LoadStill("testdata/stills/tilt_04.json")
	require.NoError(t, err)
	img := gocv.IMRead(still.Image, gocv.IMReadColor)
	t.Cleanup(func() { require.NoError(t, img.Close()) })
	require.False(t, img.Empty())
	return playerOf(t, &still), img
}

// playerOf shows a watcher that knows the camera and the pieces of a still.
func playerOf(t *testing.T, still *scene.Still) *player {
	t.Helper()
	w, err := NewWatcher(Options{Camera: &still.View.Camera, Set: &still.Set})
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, w.Close()) })
	return &player{t: t, watcher: w}
}

// show shows a picture for so many frames. It gives the codes of the notes that came up.
func (p *player) show(img gocv.Mat, frames int) []string {
	p.t.Helper()
	var told []string
	for range frames {
		events, err := p.watcher.Frame(img, p.frame, float64(p.frame)/10)
		require.NoError(p.t, err)
		p.frame++
		for _, e := range events {
			p.kinds = append(p.kinds, e.Kind)
		}
		for _, n := range p.watcher.Notes() {
			if !slices.Contains(told, n.Code) {
				told = append(told, n.Code)
			}
		}
	}
	return told
}

// with is a copy of a picture that was changed.
func with(t *testing.T, img gocv.Mat, change func(*gocv.Mat)) gocv.Mat {
	t.Helper()
	other := img.Clone()
	t.Cleanup(func() { require.NoError(t, other.Close()) })
	change(&other)
	return other
}

// partOf is the part of the picture that shows a tag with its white margin.
func partOf(tag calibration.TagDetection) image.Rectangle {
	r := image.Rectangle{Min: image.Pt(1e6, 1e6)}
	for _, c := range tag.Corners {
		r.Min.X, r.Min.Y = min(r.Min.X, int(c[0])-12), min(r.Min.Y, int(c[1])-12)
		r.Max.X, r.Max.Y = max(r.Max.X, int(c[0])+12), max(r.Max.Y, int(c[1])+12)
	}
	return r
}

func TestWatcherNotes(t *testing.T) {
	p, img := newPlayer(t)
	require.Empty(t, p.show(img, 25), "all is well")
	require.Len(t, p.watcher.tags, 4)
	part := partOf(p.watcher.tags[1])
	covered := with(t, img, func(m *gocv.Mat) {
		require.NoError(t, gocv.Rectangle(m, part, color.RGBA{R: 90, G: 110, B: 90}, -1))
	})
	assert.Equal(t, []string{watchful.TagsCovered}, p.show(covered, 20))
	p.show(img, 15)
	assert.Empty(t, p.show(img, 1), "it lies open again")

	p.kinds = nil
	pushed := with(t, covered, func(m *gocv.Mat) {
		from, to := img.Region(part), m.Region(part.Add(image.Pt(9, -7)))
		defer from.Close()
		defer to.Close()
		require.NoError(t, from.CopyTo(&to))
	})
	assert.Equal(t, []string{watchful.TagPushed}, p.show(pushed, 20))
	assert.NotContains(t, p.kinds, reading.KindBump, "a single tag is no camera")
	p.show(pushed, 80)
	assert.Empty(t, p.show(pushed, 1), "it serves where it lies now")

	dark := with(t, pushed, func(m *gocv.Mat) { require.NoError(t, m.ConvertToWithParams(m, gocv.MatTypeCV8UC3, 0.25, 0)) })
	assert.Contains(t, p.show(dark, 40), watchful.TooDark)
}

// farther is a copy of a picture as it would be from so many times as far.
func farther(t *testing.T, img gocv.Mat, times float64) gocv.Mat {
	return with(t, img, func(m *gocv.Mat) {
		by := gocv.GetRotationMatrix2D(image.Pt(img.Cols()/2, img.Rows()/2), 0, 1/times)
		defer by.Close()
		require.NoError(t, gocv.WarpAffineWithParams(img, m, by, image.Pt(img.Cols(), img.Rows()),
			gocv.InterpolationArea, gocv.BorderReplicate, color.RGBA{}))
	})
}

// panned is a copy of a picture as it would be from a camera that is turned to the right, so that its middle goes so many pixels to the
// left.
func panned(t *testing.T, img gocv.Mat, camera *calibration.Camera, px float64) gocv.Mat {
	return with(t, img, func(m *gocv.Mat) {
		s, c := math.Sincos(math.Atan(px / camera.FX))
		fx, fy, cx, cy := camera.FX, camera.FY, camera.CX, camera.CY
		turn := [3][3]float64{{c, 0, -s}, {0, 1, 0}, {s, 0, c}}
		lens := [3][3]float64{{fx, 0, cx}, {0, fy, cy}, {0, 0, 1}}
		back := [3][3]float64{{1 / fx, 0, -cx / fx}, {0, 1 / fy, -cy / fy}, {0, 0, 1}}
		times := func(a, b [3][3]float64) (ab [3][3]float64) {
			for i := range 3 {
				for j := range 3 {
					for k := range 3 {
						ab[i][j] += a[i][k] * b[k][j]
					}
				}
			}
			return ab
		}
		by := gocv.NewMatWithSize(3, 3, gocv.MatTypeCV64F)
		defer by.Close()
		for i, row := range times(lens, times(turn, back)) {
			for j, v := range row {
				by.SetDoubleAt(i, j, v)
			}
		}
		require.NoError(t, gocv.WarpPerspectiveWithParams(img, m, by, image.Pt(img.Cols(), img.Rows()),
			gocv.InterpolationLinear, gocv.BorderReplicate, color.RGBA{}))
	})
}

// Each of the things that keep the eye from seeing well is told while it lasts, in words that say what to do, and is gone when it is
// gone. Every round is a picture or several in turn.
func TestWatcherTellsEveryConditionWhileItLasts(t *testing.T) {
	brighter := func(factor float32) func(*gocv.Mat) {
		return func(m *gocv.Mat) {
			require.NoError(t, m.ConvertToWithParams(m, gocv.MatTypeCV8UC3, factor, 0))
		}
	}
	softer := func(m *gocv.Mat) {
		require.NoError(t, gocv.GaussianBlur(*m, m, image.Pt(31, 31), 6, 6, gocv.BorderReplicate))
	}
	tests := []struct {
		code, says string
		round      func(p *player, img gocv.Mat) []gocv.Mat
		frames     int // until it is told
	}{
		{watchful.TooDark, "Switch on a lamp", func(_ *player, img gocv.Mat) []gocv.Mat {
			return []gocv.Mat{with(t, img, brighter(0.25))}
		}, 40},
		{watchful.LightChanged, "hard shadows", func(_ *player, img gocv.Mat) []gocv.Mat {
			return []gocv.Mat{with(t, img, brighter(0.7))}
		}, 40},
		{watchful.Glare, "Move the lamp", func(p *player, img gocv.Mat) []gocv.Mat {
			return []gocv.Mat{with(t, img, func(m *gocv.Mat) {
				castle := p.watcher.conditions.castle
				middle := castle[len(castle)/2]
				require.NoError(t, gocv.Circle(m, image.Pt(int(middle[0]), int(middle[1])), 110, color.RGBA{R: 255, G: 255, B: 255}, -1))
			})}
		}, 60},
		{watchful.FocusHunting, "autofocus", func(_ *player, img gocv.Mat) []gocv.Mat {
			sharp, soft := img, with(t, img, softer)
			return []gocv.Mat{sharp, sharp, sharp, sharp, soft, soft, soft, soft}
		}, 120},
		{watchful.Blurred, "Wipe the lens", func(_ *player, img gocv.Mat) []gocv.Mat {
			return []gocv.Mat{with(t, img, softer)}
		}, 40},
		{watchful.TagsCovered, "Uncover it", func(p *player, img gocv.Mat) []gocv.Mat {
			return []gocv.Mat{with(t, img, func(m *gocv.Mat) {
				require.NoError(t, gocv.Rectangle(m, partOf(p.watcher.tags[2]), color.RGBA{R: 90, G: 110, B: 90}, -1))
			})}
		}, 40},
		{watchful.CastleCutOff, "Slide it towards the middle", func(p *player, img gocv.Mat) []gocv.Mat {
			left := math.Inf(1)
			for _, at := range p.watcher.conditions.castle {
				left = min(left, at[0])
			}
			return []gocv.Mat{panned(t, img, &p.watcher.view.Camera, left-4)}
		}, 80},
		{watchful.TooFar, "Move the camera nearer", func(_ *player, img gocv.Mat) []gocv.Mat {
			return []gocv.Mat{farther(t, img, 3.8)}
		}, 80},
		{watchful.Bumped, "fix the camera", func(p *player, img gocv.Mat) []gocv.Mat {
			return []gocv.Mat{panned(t, img, &p.watcher.view.Camera, -14)}
		}, 80},
	}
	for _, test := range tests {
		t.Run(test.code, func(t *testing.T) {
			p, img := newPlayer(t)
			require.Empty(t, p.show(img, 25), "all is well")
			round := test.round(p, img)
			var text string
			for range test.frames {
				p.show(round[p.frame%len(round)], 1)
				for _, note := range p.watcher.Notes() {
					if note.Code == test.code {
						text = note.Text
					}
				}
			}
			assert.Contains(t, text, test.says)
			p.show(img, 170)
			assert.Empty(t, p.show(img, 1), "gone")
		})
	}
}

func TestWatcherTellsThatTheCameraWasBumped(t *testing.T) {
	p, img := newPlayer(t)
	p.show(img, 15)
	require.Contains(t, p.kinds, reading.KindFound)
	castle := p.watcher.Castle()
	p.kinds = nil
	bumped := with(t, img, func(m *gocv.Mat) {
		camera := p.watcher.view.Camera
		by := gocv.GetRotationMatrix2D(image.Pt(int(math.Round(camera.CX)), int(math.Round(camera.CY))), 1.5, 1)
		defer by.Close()
		require.NoError(t, gocv.WarpAffineWithParams(img, m, by, image.Pt(img.Cols(), img.Rows()),
			gocv.InterpolationLinear, gocv.BorderReplicate, color.RGBA{}))
	})
	assert.Equal(t, []string{watchful.Bumped}, p.show(bumped, 60))
	assert.Contains(t, p.kinds, reading.KindBump)
	assert.NotContains(t, p.kinds, reading.KindCastle)
	assert.Equal(t, castle.Towers, p.watcher.Castle().Towers)
	p.show(bumped, 70)
	assert.Empty(t, p.show(bumped, 1))
}

func TestWatcherWithoutTags(t *testing.T) {
	p, img := newPlayer(t)
	bare := with(t, img, func(m *gocv.Mat) { m.SetTo(gocv.NewScalar(120, 130, 140, 0)) })
	assert.Equal(t, []string{watchful.NoTags}, p.show(bare, 15))
	p.show(img, 50)
	assert.Empty(t, p.show(img, 1))
	assert.Contains(t, p.kinds, reading.KindFound)
}

// Every doubt shows where in the picture it is.
func TestWatcherDoubts(t *testing.T) {
	p, img := newPlayer(t)
	p.show(img, 15)
	require.NotNil(t, p.watcher.known)
	doubts := []reading.Doubt{
		{Alternatives: []reading.Alternative{{P: 0.6, CastleDiff: []string{}}, {P: 0.4, CastleDiff: []string{"-tower 1,0"}}}},
	}
	c := p.watcher.Castle()
	for i := range c.Towers {
		doubts[0].Alternatives[1].CastleDiff[0] = fmt.Sprintf("-tower %d,%d", c.Towers[i].I, c.Towers[i].J)
		p.watcher.known.show(doubts)
		box := image.Rect(doubts[0].Box[0], doubts[0].Box[1], doubts[0].Box[2], doubts[0].Box[3])
		tower := p.watcher.Outlines()[len(c.Walls)+i]
		for _, at := range tower.Points {
			assert.True(t, image.Pt(int(at[0]), int(at[1])).In(box), "%v around %v", box, at)
		}
		assert.Less(t, box.Dx(), 250, "and not much else")
	}
}
