package vision

import (
	"image"
	"image/color"
	"math"
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gocv.io/x/gocv"

	"github.com/castellan-companion/castellan/calibration"
	"github.com/castellan-companion/castellan/engine/castellan"
	"github.com/castellan-companion/castellan/vision/reading"
	"github.com/castellan-companion/castellan/vision/scene"
	"github.com/castellan-companion/castellan/vision/source"
	"github.com/castellan-companion/castellan/vision/watchful"
)

// turnedView is a camera turned about itself: panned, tilted and rolled (degrees).
func turnedView(v calibration.View, pan, tilt, roll float64) calibration.View {
	turn := func(r [3][3]float64, a, b int, degrees float64) [3][3]float64 {
		s, c := math.Sincos(degrees * math.Pi / 180)
		m := r
		for k := range 3 {
			m[a][k], m[b][k] = c*r[a][k]-s*r[b][k], s*r[a][k]+c*r[b][k]
		}
		return m
	}
	t := turn([3][3]float64{{1}, {0, 1}, {0, 0, 1}}, 0, 2, pan)
	t = turn(turn(t, 1, 2, tilt), 0, 1, roll)
	by := calibration.Pose{R: t}
	old := v.Pose
	for i := range 3 {
		for j := range 3 {
			v.R[i][j] = 0
			for k := range 3 {
				v.R[i][j] += t[i][k] * old.R[k][j]
			}
		}
	}
	v.T = by.ToCamera(old.T)
	return v
}

// seenFrom is what a camera sees from another view whose place is the same. Beyond the edge of what was seen, its edge goes on.
func seenFrom(t *testing.T, img gocv.Mat, old, now calibration.View) gocv.Mat {
	t.Helper()
	mapX, mapY := gocv.NewMatWithSize(img.Rows(), img.Cols(), gocv.MatTypeCV32F), gocv.NewMatWithSize(img.Rows(), img.Cols(), gocv.MatTypeCV32F)
	defer mapX.Close()
	defer mapY.Close()
	xs, err := mapX.DataPtrFloat32()
	require.NoError(t, err)
	ys, err := mapY.DataPtrFloat32()
	require.NoError(t, err)
	for y := range img.Rows() {
		for x := range img.Cols() {
			u, v := now.Ray([2]float64{float64(x), float64(y)})
			at := old.Pixel(now.ToTable([3]float64{1000 * u, 1000 * v, 1000}))
			xs[y*img.Cols()+x], ys[y*img.Cols()+x] = float32(at[0]), float32(at[1])
		}
	}
	return with(t, img, func(m *gocv.Mat) {
		require.NoError(t, gocv.Remap(img, m, &mapX, &mapY, gocv.InterpolationLinear, gocv.BorderReplicate, color.RGBA{}))
	})
}

// cover paints the tags over.
func cover(t *testing.T, m *gocv.Mat, tags []calibration.TagDetection) {
	t.Helper()
	for _, tag := range tags {
		require.NoError(t, gocv.Rectangle(m, partOf(tag), color.RGBA{R: 90, G: 110, B: 90}, -1))
	}
}

// A camera that is bumped while all tags are covered is found again, by the table, or, where that is bare, by the castle.
func TestWatcherFindsABumpedCameraWithoutTags(t *testing.T) {
	for name, c := range map[string]struct {
		by   [3]float64 // pan, tilt, roll in degrees
		bare bool       // nothing on the table can be recognised but the castle
	}{
		"a little": {by: [3]float64{0.5, 0.3, 0.4}}, "much": {by: [3]float64{-5, 2, -9}}, "a bare table": {by: [3]float64{3, -2, 2}, bare: true},
	} {
		t.Run(name, func(t *testing.T) {
			p, img := newPlayer(t)
			p.show(img, 15)
			require.Len(t, p.watcher.tags, 4)
			castle, old := p.watcher.Castle(), *p.watcher.view
			covered := with(t, img, func(m *gocv.Mat) {
				cover(t, m, p.watcher.tags)
				if c.bare {
					smooth(t, m, p.watcher.Outlines())
				}
			})
			p.show(covered, 35)
			require.Equal(t, castle.Towers, p.watcher.Castle().Towers)
			p.kinds = nil

			now := turnedView(old, c.by[0], c.by[1], c.by[2])
			told := p.show(seenFrom(t, covered, old, now), 45)
			assert.Contains(t, told, watchful.BumpedUntagged)
			assert.Equal(t, 1, count(p.kinds, reading.KindBump))
			for _, kind := range []string{reading.KindPlace, reading.KindRemove, reading.KindKeep, reading.KindSlide, reading.KindLost, reading.KindTrial} {
				assert.NotContains(t, p.kinds, kind)
			}
			assert.Equal(t, castle.Towers, p.watcher.Castle().Towers)
			assert.Equal(t, castle.Walls, p.watcher.Castle().Walls)
			truth := outlines(&castle, &p.watcher.known.grid, &p.watcher.known.set, &now)
			drawn := p.watcher.Outlines()
			require.Len(t, drawn, len(truth))
			for k, o := range truth {
				for i, at := range o.Points {
					seen := drawn[k].Points[i]
					assert.Less(t, math.Hypot(seen[0]-at[0], seen[1]-at[1]), 5.0, "pixels; a pitch is about 70")
				}
			}

			p.kinds = nil
			open := seenFrom(t, img, old, now)
			p.show(open, 45)
			assert.NotContains(t, p.kinds, reading.KindBump, "the tags only tell more exactly where it is")
			assert.Equal(t, castle.Towers, p.watcher.Castle().Towers)
		})
	}
}

// What lies at the picture's edge changes there when the camera is bumped, but it is no hand that comes in: the tags tell.
func TestWatcherFindsABumpedCameraAtOnce(t *testing.T) {
	p, img := newPlayer(t)
	at := with(t, img, func(m *gocv.Mat) {
		require.NoError(t, gocv.Rectangle(m, image.Rect(1080, 250, 1280, 420), color.RGBA{}, -1))
	})
	p.show(at, 15)
	castle := p.watcher.Castle()
	require.True(t, p.watcher.Quiet())
	p.kinds = nil
	bumped := seenFrom(t, at, *p.watcher.view, turnedView(*p.watcher.view, 2, 1, 1))
	p.show(bumped, 1)
	require.False(t, p.watcher.Quiet())
	p.show(bumped, 4)
	assert.True(t, p.watcher.Quiet())
	assert.Equal(t, 1, count(p.kinds, reading.KindBump))
	assert.Equal(t, castle.Towers, p.watcher.Castle().Towers)
	assert.Equal(t, castle.Walls, p.watcher.Castle().Walls)

	p.kinds = nil
	hand := with(t, bumped, func(m *gocv.Mat) {
		require.NoError(t, gocv.Rectangle(m, image.Rect(1000, 250, 1280, 420), color.RGBA{R: 200, G: 150, B: 120}, -1))
	})
	p.show(hand, 10)
	assert.False(t, p.watcher.Quiet(), "a hand that rests: the tags are where they were")
	assert.NotContains(t, p.kinds, reading.KindBump)
}

// A bump that takes a tag out of the picture is none that a hand covers: only such a tag is waited for.
func TestWatcherFindsACameraThatWasBumpedSoThatItLosesATag(t *testing.T) {
	for name, covered := range map[string]bool{"a tag is out of the picture": false, "and a hand covers another": true} {
		p, img := newPlayer(t)
		at := with(t, img, func(m *gocv.Mat) {
			require.NoError(t, gocv.Rectangle(m, image.Rect(1080, 250, 1280, 420), color.RGBA{}, -1))
		})
		p.show(at, 15)
		castle, old, tags := p.watcher.Castle(), *p.watcher.view, p.watcher.tags
		shown := func(v *calibration.View, tag *calibration.TagDetection) (corners int) {
			for _, corner := range tag.Corners {
				mm, ok := old.OnPlane(corner, 0)
				require.True(t, ok)
				px := v.Pixel([3]float64{mm[0], mm[1], 0})
				if image.Pt(int(px[0]), int(px[1])).In(image.Rect(0, 0, img.Cols(), img.Rows())) {
					corners++
				}
			}
			return corners
		}
		now, lost := old, 0
		for pan := 1.0; lost == 0; pan++ {
			now = turnedView(old, pan, 0, 1)
			for i := range tags {
				if shown(&now, &tags[i]) < len(tags[i].Corners) {
					lost++
				}
			}
		}
		require.Less(t, lost, len(tags)-1, "two are left")
		bumped := with(t, seenFrom(t, at, old, now), func(m *gocv.Mat) {
			if !covered {
				return
			}
			for i := range tags {
				if shown(&now, &tags[i]) == len(tags[i].Corners) {
					mm, _ := old.OnPlane(tags[i].Corners[0], 0)
					px := now.Pixel([3]float64{mm[0], mm[1], 0})
					require.NoError(t, gocv.Circle(m, image.Pt(int(px[0]), int(px[1])), 30, color.RGBA{R: 200, G: 150, B: 120}, -1))
					break
				}
			}
		})
		p.kinds = nil
		p.show(bumped, 6)
		assert.Equal(t, !covered, p.watcher.Quiet(), name)
		if !covered {
			assert.Equal(t, 1, count(p.kinds, reading.KindBump), name)
			assert.Equal(t, castle.Towers, p.watcher.Castle().Towers, name)
			assert.Equal(t, castle.Walls, p.watcher.Castle().Walls, name)
		}
	}
}

// smooth leaves nothing to be recognised on the table but the castle.
func smooth(t *testing.T, m *gocv.Mat, castle []reading.Outline) {
	t.Helper()
	blurred := gocv.NewMat()
	defer blurred.Close()
	require.NoError(t, gocv.GaussianBlur(*m, &blurred, image.Pt(0, 0), 40, 40, gocv.BorderReplicate))
	around := boxAround(castle)
	from, to := m.Region(around), blurred.Region(around)
	defer from.Close()
	defer to.Close()
	require.NoError(t, from.CopyTo(&to))
	require.NoError(t, blurred.CopyTo(m))
}

// What is read from a place where the camera is no more would be wrong: the castle is believed in until it is found again.
func TestWatcherWaitsWhereTheCameraIsNotFound(t *testing.T) {
	p, img := newPlayer(t)
	p.show(img, 15)
	castle, old := p.watcher.Castle(), *p.watcher.view
	covered := with(t, img, func(m *gocv.Mat) { cover(t, m, p.watcher.tags) })
	p.show(covered, 35)
	now := turnedView(old, -3, 2, 5)
	bumped := seenFrom(t, covered, old, now)
	around := boxAround(outlines(&castle, &p.watcher.known.grid, &p.watcher.known.set, &now))
	p.kinds = nil
	told := p.show(with(t, bumped, func(m *gocv.Mat) {
		require.NoError(t, gocv.Rectangle(m, around, color.RGBA{R: 80, G: 60, B: 50}, -1))
	}), 70)
	assert.Contains(t, told, watchful.NoTags)
	assert.NotContains(t, p.kinds, reading.KindLost)
	assert.NotContains(t, p.kinds, reading.KindCastle)
	told = p.show(bumped, 45)
	assert.Contains(t, told, watchful.BumpedUntagged)
	assert.Equal(t, castle.Towers, p.watcher.Castle().Towers)
	assert.Equal(t, castle.Walls, p.watcher.Castle().Walls)
	p.show(bumped, 90)
	assert.Equal(t, []string{watchful.TagsCovered}, p.show(bumped, 1))
}

// A castle that was lost has the numbers that it had when it is found again.
func TestWatcherNumbersALostCastleAsBefore(t *testing.T) {
	p, img := newPlayer(t)
	p.show(img, 15)
	bare := with(t, img, func(m *gocv.Mat) {
		part := m.Region(image.Rect(420, 90, 900, 460))
		defer part.Close()
		part.SetTo(gocv.NewScalar(70, 80, 90, 0))
	})
	before := piecesOf(&p.watcher.believe)
	p.show(bare, 60)
	require.Contains(t, p.kinds, reading.KindLost)
	require.Equal(t, before, piecesOf(&p.watcher.gone))
	before = before.moved(3, castellan.Node{I: 4, J: -2}) // as if it had been found first the other way round
	p.watcher.gone = emptyCastle()
	for piece := range before {
		if piece.From == piece.To {
			p.watcher.gone.Towers = append(p.watcher.gone.Towers, piece.From)
		} else {
			p.watcher.gone.Walls = append(p.watcher.gone.Walls, piece)
		}
	}
	p.show(img, 60)
	assert.Equal(t, before, piecesOf(&p.watcher.believe))
}

// boxAround is the part of a picture that shows a castle and what is near it.
func boxAround(castle []reading.Outline) image.Rectangle {
	var box image.Rectangle
	for _, o := range castle {
		for _, at := range o.Points {
			box = box.Union(image.Rect(int(at[0])-10, int(at[1])-10, int(at[0])+10, int(at[1])+30))
		}
	}
	return box
}

func count(kinds []string, kind string) int {
	n := 0
	for _, k := range kinds {
		if k == kind {
			n++
		}
	}
	return n
}

// In the films the castle is slid and the camera bumped: with the tags covered after the first frames too, what is told is right to the end.
func TestFilmsWithoutTags(t *testing.T) {
	for _, name := range []string{"game_2", "game_3"} {
		t.Run(name, func(t *testing.T) {
			file := "../../shared/scenes/videos/" + name + ".json"
			if _, err := os.Stat(file); err != nil {
				t.Skip("../shared/scenes is not here")
			}
			film, err := scene.LoadFilm(file)
			require.NoError(t, err)
			camera, err := calibration.LoadCamera(file)
			require.NoError(t, err)
			set, err := calibration.LoadSet(file)
			require.NoError(t, err)
			src, err := source.Open(film.Video)
			require.NoError(t, err)
			defer src.Close()
			w, err := NewWatcher(Options{Camera: &camera, Set: &set})
			require.NoError(t, err)
			defer w.Close()
			img := gocv.NewMat()
			defer img.Close()
			var tags []calibration.TagDetection
			var told []reading.Event
			for {
				frame, at, err := src.Read(&img)
				if err != nil {
					break
				}
				if tags == nil && len(w.tags) == 4 {
					tags = append(tags, w.tags...)
				}
				for _, tag := range tags {
					part := partOf(tag)
					require.NoError(t, gocv.Rectangle(&img, part.Inset(-10), color.RGBA{R: 60, G: 80, B: 70}, -1))
				}
				events, err := w.Frame(img, frame, at.Seconds())
				require.NoError(t, err)
				told = append(told, events...)
			}
			c := scene.CompareWatch(told, &film)
			assert.True(t, c.FinalExact)
			assert.True(t, c.FinalCourtyards)
			assert.Empty(t, c.Missing)
			assert.Empty(t, c.Invented)
			for _, e := range told {
				if e.Kind == reading.KindBump || e.Kind == reading.KindSlide {
					t.Log(e.Frame, e.Kind)
				}
			}
		})
	}
}
