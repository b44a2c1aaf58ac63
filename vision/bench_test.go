package vision

import (
	"testing"

	"github.com/stretchr/testify/require"
	"gocv.io/x/gocv"

	"github.com/castellan-companion/castellan/vision/scene"
	"github.com/castellan-companion/castellan/vision/solid"
	"github.com/castellan-companion/castellan/vision/volume"
)

// benchScene is a picture of 1280x720 with a castle of 21 pieces.
func benchScene(b *testing.B) (scene.Still, gocv.Mat) {
	b.Helper()
	s, err := scene.LoadStill("testdata/stills/tilt_04.json")
	require.NoError(b, err)
	img := gocv.IMRead(s.Image, gocv.IMReadColor)
	require.False(b, img.Empty())
	return s, img
}

// BenchmarkStages times each stage of reading one picture; the unit is milliseconds a picture.
func BenchmarkStages(b *testing.B) {
	s, img := benchScene(b)
	defer img.Close()
	r, err := NewReader(Options{Camera: &s.View.Camera, Set: &s.Set})
	require.NoError(b, err)
	defer r.Close()
	bgr, err := img.DataPtrUint8()
	require.NoError(b, err)
	gray, err := r.grey(img)
	require.NoError(b, err)
	r.picture = volume.FromBGR(nil, img.Cols(), img.Rows(), bgr)
	lens := volume.NewLens(s.View)
	var l lead
	find := func() {
		rough, ok := r.compass(&s.View, lens, nil)
		require.True(b, ok)
		l, ok = r.along(rough, lens, nil)
		require.True(b, ok)
	}
	find()
	grid := l.fits(s.Set.PitchMM, false, 1)[0]
	win := l.window(&grid)
	cells := r.runner.Cells(r.picture, lens, &grid, win, &s.Set)
	var board *board
	stages := []struct {
		name string
		run  func()
	}{
		{"tags", func() { _, err = r.tags.Detect(gray) }},
		{"picture", func() { r.picture = volume.FromBGR(r.picture, img.Cols(), img.Rows(), bgr) }},
		{"find", find},
		{"fit", func() { l.fits(s.Set.PitchMM, false, 3) }},
		{"cells", func() { cells = r.runner.Cells(r.picture, lens, &grid, win, &s.Set) }},
		{"decide", func() {
			board = newBoard(&cells, nil)
			board.settle()
		}},
		{"trials", func() { r.tryTurns(board, lens, &grid, &s.Set, nil) }},
		{"looks", func() {
			looks, _ := newAppearance(r.picture, lens, board, solid.New(lens.Eye(), &grid, &s.Set, &s.Castle, nil))
			looks.weighWalls(&r.runner, board, &cells)
		}},
		{"keeps", func() {
			r.keeps(r.closely(lens, &s.Set, doublePriorStill), lens, &cells, &grid, &s.Set, &s.Castle, nil)
		}},
		{"whole", func() { _, err = r.Read(img) }},
	}
	for _, stage := range stages {
		b.Run(stage.name, func(b *testing.B) {
			for b.Loop() {
				stage.run()
			}
			require.NoError(b, err)
			b.ReportMetric(float64(b.Elapsed().Microseconds())/1000/float64(b.N), "ms/picture")
		})
	}
}

// BenchmarkQuietFrame times a frame in which nothing happens.
func BenchmarkQuietFrame(b *testing.B) {
	s, img := benchScene(b)
	defer img.Close()
	w, err := NewWatcher(Options{Camera: &s.View.Camera, Set: &s.Set})
	require.NoError(b, err)
	defer w.Close()
	for i := range 5 {
		_, err := w.Frame(img, i, float64(i)/10)
		require.NoError(b, err)
	}
	frame := 5
	b.ReportAllocs()
	for b.Loop() {
		if _, err := w.Frame(img, frame, float64(frame)/10); err != nil {
			b.Fatal(err)
		}
		frame++
	}
}
