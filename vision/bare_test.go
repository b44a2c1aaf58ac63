package vision

import (
	"image"
	"image/color"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gocv.io/x/gocv"

	"github.com/castellan-companion/castellan/calibration"
	"github.com/castellan-companion/castellan/vision/reading"
	"github.com/castellan-companion/castellan/vision/scene"
)

// downward looks at the table from 600 mm above it.
var downward = calibration.View{
	Camera: calibration.Camera{Width: 640, Height: 360, FX: 600, FY: 600, CX: 319.5, CY: 179.5},
	Pose:   calibration.Pose{R: [3][3]float64{{1}, {0, -1}, {0, 0, -1}}, T: [3]float64{0, 0, 600}},
}

// After the camera was bumped, news are where something was put, and not where the table was striped all along, nor beyond what was seen
// of it: nobody knows that there was nothing there.
func TestNewsFromABumpedCamera(t *testing.T) {
	b := newBare()
	defer func() { require.NoError(t, b.Close()) }()
	striped := gocv.NewMatWithSizeFromScalar(gocv.NewScalar(130, 0, 0, 0), 360, 640, gocv.MatTypeCV8U)
	defer striped.Close()
	for x := 0; x < 640; x += 40 {
		require.NoError(t, gocv.Rectangle(&striped, image.Rect(x, 0, x+14, 360), color.RGBA{R: 80, G: 80, B: 80}, -1))
	}
	require.NoError(t, gocv.GaussianBlur(striped, &striped, image.Pt(0, 0), 1, 1, gocv.BorderReplicate))
	require.NoError(t, b.look(striped, &downward))
	require.NoError(t, b.see())

	now := turnedView(downward, 1, 0.5, 0.4)
	put := [2]float64{100, -40} // mm
	picture := seenFrom(t, striped, downward, now)
	at := now.Pixel([3]float64{put[0], put[1], 0})
	spot := image.Rect(-10, -10, 10, 10).Add(image.Pt(int(at[0]), int(at[1])))
	require.NoError(t, gocv.Rectangle(&picture, spot, color.RGBA{R: 30, G: 30, B: 30}, -1))
	require.NoError(t, b.look(picture, &now))
	in := b.changed(0)
	require.NotNil(t, in)
	assert.True(t, in(put), "something was put there")
	for _, x := range []float64{-200, -120, -40, 40, 180} {
		for _, y := range []float64{-100, 0, 100} {
			assert.False(t, in([2]float64{x, y}), "%g, %g: only the camera moved", x, y)
		}
	}
	edge, ok := now.OnPlane([2]float64{636, 180}, 0)
	require.True(t, ok)
	require.Greater(t, downward.Pixel([3]float64{edge[0], edge[1], 0})[0], 640.0)
	assert.True(t, in(edge), "nobody saw that part of the table before")
}

func TestNewsAreWhereSomethingWasPutAndNotWhereTheLightChanged(t *testing.T) {
	b := newBare()
	defer func() { require.NoError(t, b.Close()) }()
	for _, c := range []struct {
		grey float64
		put  bool
		news bool
	}{{100, false, false}, {130, false, false}, {130, true, true}} {
		picture := gocv.NewMatWithSizeFromScalar(gocv.NewScalar(c.grey, 0, 0, 0), 360, 640, gocv.MatTypeCV8U)
		if c.put {
			require.NoError(t, gocv.Rectangle(&picture, image.Rect(300, 200, 324, 224), color.RGBA{R: 90, G: 90, B: 90}, -1))
		}
		require.NoError(t, b.look(picture, &downward))
		require.NoError(t, b.see())
		require.NoError(t, b.look(picture, &downward))
		require.NoError(t, picture.Close())
		assert.Equal(t, c.news, b.news.share() > 0)
		assert.Equal(t, c.news, b.news.differs[53*b.news.w+78])
		assert.False(t, b.news.differs[10*b.news.w+10])
	}
}

// Pieces that are darker than all of the table are news, however many there are: what they differ by is no noise of dark parts.
func TestManyDarkPiecesAreNews(t *testing.T) {
	b := newBare()
	defer func() { require.NoError(t, b.Close()) }()
	picture := gocv.NewMatWithSizeFromScalar(gocv.NewScalar(130, 0, 0, 0), 360, 640, gocv.MatTypeCV8U)
	defer picture.Close()
	random := rand.New(rand.NewPCG(1, 1))
	noisy := func() {
		pix, err := picture.DataPtrUint8()
		require.NoError(t, err)
		for i := range pix {
			pix[i] += uint8(random.IntN(3))
		}
	}
	noisy()
	require.NoError(t, b.look(picture, &downward))
	require.NoError(t, b.see())
	var places [][2]int
	for x := 60; x < 600; x += 60 {
		for y := 60; y < 320; y += 60 {
			places = append(places, [2]int{x, y})
			grey := uint8(20 + random.IntN(12))
			require.NoError(t, gocv.Rectangle(&picture, image.Rect(x, y, x+12, y+12), color.RGBA{B: grey}, -1))
		}
	}
	noisy()
	require.NoError(t, b.look(picture, &downward))
	for _, at := range places {
		assert.True(t, b.news.differs[(at[1]+6)/newsBlock*b.news.w+(at[0]+6)/newsBlock], at)
	}
	assert.False(t, b.news.differs[5*b.news.w+5], "the table")
}

// Where the picture is rich in contrast it is noisier than elsewhere: that is no news, while pieces are.
func TestWhatIsRichInContrastIsNoNews(t *testing.T) {
	b := newBare()
	defer func() { require.NoError(t, b.Close()) }()
	random := rand.New(rand.NewPCG(1, 1))
	heap := image.Rect(60, 60, 140, 140)
	show := func(put bool) {
		picture := gocv.NewMatWithSizeFromScalar(gocv.NewScalar(120, 0, 0, 0), 360, 640, gocv.MatTypeCV8U)
		defer picture.Close()
		if put {
			require.NoError(t, gocv.Rectangle(&picture, image.Rect(300, 200, 324, 224), color.RGBA{B: 60}, -1))
		}
		pix, err := picture.DataPtrUint8()
		require.NoError(t, err)
		for i := range pix {
			noise := 4
			if image.Pt(i%640, i/640).In(heap) {
				pix[i], noise = uint8(60+120*(i%640/8%2)), 26
			}
			pix[i] += uint8(random.IntN(noise))
		}
		require.NoError(t, b.look(picture, &downward))
	}
	show(false)
	require.NoError(t, b.see())
	show(true)
	differs := func(x, y int) bool { return b.news.differs[y/newsBlock*b.news.w+x/newsBlock] }
	assert.True(t, differs(312, 212), "the piece")
	for x := heap.Min.X; x < heap.Max.X; x += newsBlock {
		for y := heap.Min.Y; y < heap.Max.Y; y += newsBlock {
			assert.False(t, differs(x, y), "%d, %d", x, y)
		}
	}
}

// A heap of loose pieces that looks a little like a castle lies there before the game: it is a part of the table.
func TestWatcherTakesAHeapForNoCastle(t *testing.T) {
	still, err := scene.LoadStill("testdata/heap/heap.json")
	require.NoError(t, err)
	img := gocv.IMRead(still.Image, gocv.IMReadColor)
	defer img.Close()
	w, err := NewWatcher(Options{Camera: &still.View.Camera, Set: &still.Set})
	require.NoError(t, err)
	defer func() { require.NoError(t, w.Close()) }()
	p := &player{t: t, watcher: w}
	p.show(img, 6)
	assert.NotContains(t, p.kinds, reading.KindFound)
	assert.NotNil(t, w.bare.known)
}

func TestACastleIsClearerThanAPattern(t *testing.T) {
	anywhere, here := area(nil), area(func([2]float64) bool { return true })
	for _, c := range []struct {
		odds               float32 // of each of the pieces, as a logarithm
		doubted, convinces bool
	}{{2, true, false}, {inAPattern + 0.1, false, false}, {6, false, true}} {
		m := opinion(4)
		tower(m, 1, 1, c.odds)
		tower(m, 2, 1, c.odds)
		wall(m, 1, 2, c.odds)
		b := newBoard(m, nil)
		b.settle()
		require.Equal(t, 3, b.piecesIn())
		assert.Equal(t, c.doubted, here.doubts(b), c.odds)
		assert.Equal(t, c.convinces, here.convinces(b), c.odds)
		assert.False(t, anywhere.doubts(b), "elsewhere others are asked")
		assert.True(t, anywhere.convinces(b))
	}
}
