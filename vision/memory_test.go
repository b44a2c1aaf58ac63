package vision

import (
	"image"
	"image/color"
	"os"
	"runtime"
	"runtime/debug"
	"runtime/pprof"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gocv.io/x/gocv"

	"github.com/castellan-companion/castellan/vision/reading"
	"github.com/castellan-companion/castellan/vision/scene"
)

// resident is the memory of this program that lies in the machine, in bytes, OpenCV's and the tag detector's too; 0 where it cannot be
// told.
func resident(t *testing.T) int {
	t.Helper()
	data, err := os.ReadFile("/proc/self/statm") // Linux
	if err != nil {
		return 0
	}
	pages, err := strconv.Atoi(strings.Fields(string(data))[1])
	require.NoError(t, err)
	return pages * os.Getpagesize()
}

// A game of 10,000 frames in small pictures, with a hand over the castle every now and then: memory does not grow.
func TestMemoryStaysFlat(t *testing.T) {
	const (
		frames = 10_000
		warm   = 2_000
		visit  = 800 // frames from one hand to the next
	)
	still, err := scene.LoadStill("testdata/stills/tilt_04.json")
	require.NoError(t, err)
	full := gocv.IMRead(still.Image, gocv.IMReadColor)
	defer full.Close()
	require.False(t, full.Empty())
	img := gocv.NewMat()
	defer img.Close()
	require.NoError(t, gocv.Resize(full, &img, image.Pt(full.Cols()/2, full.Rows()/2), 0, 0, gocv.InterpolationArea))
	hand := img.Clone()
	defer hand.Close()
	require.NoError(t, gocv.Rectangle(&hand, image.Rect(300, 100, 640, 200), color.RGBA{R: 20, G: 10, B: 10}, -1))
	camera, err := still.View.Scaled(img.Cols(), img.Rows())
	require.NoError(t, err)
	w, err := NewWatcher(Options{Camera: &camera, Set: &still.Set})
	require.NoError(t, err)
	defer func() { require.NoError(t, w.Close()) }()

	found := false
	measure := func() (heap, whole, mats int) {
		debug.FreeOSMemory() // what Go has given up does not count
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		if open := pprof.Lookup("gocv.io/x/gocv.Mat"); open != nil { // with the tag matprofile (make leaks)
			mats = open.Count()
		}
		return int(m.HeapAlloc), resident(t), mats
	}
	var heap, whole, mats int
	for k := range frames {
		if k == warm {
			require.True(t, found, "the castle is read at this size")
			heap, whole, mats = measure()
		}
		shown := img
		if k%visit > visit-4 {
			shown = hand
		}
		events, err := w.Frame(shown, k, float64(k)/10)
		require.NoError(t, err)
		for _, e := range events {
			found = found || e.Kind == reading.KindFound
		}
	}
	heapAfter, wholeAfter, matsAfter := measure()
	assert.Less(t, heapAfter-heap, 200_000, "bytes of the heap more than after %d frames", warm)
	assert.Equal(t, mats, matsAfter, "pictures that are not freed")
	assert.Less(t, wholeAfter-whole, 8_000_000, "bytes in memory more than after %d frames", warm)
}

func TestQuietFramesAllocateNothing(t *testing.T) {
	p, img := newPlayer(t)
	p.show(img, 20)
	frame := p.frame
	assert.Zero(t, testing.AllocsPerRun(60, func() {
		frame++
		if _, err := p.watcher.Frame(img, frame, float64(frame)/10); err != nil {
			t.Error(err)
		}
	}))
}
