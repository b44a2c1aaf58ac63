package vision

import (
	"image"
	"image/color"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gocv.io/x/gocv"

	"github.com/castellan-companion/castellan/calibration"
	"github.com/castellan-companion/castellan/engine/castellan"
	"github.com/castellan-companion/castellan/vision/model"
	"github.com/castellan-companion/castellan/vision/reading"
	"github.com/castellan-companion/castellan/vision/solid"
)

func TestWhatCameToStandChangedWhatItsPlaceLooksLike(t *testing.T) {
	node := func(i, j int) castellan.Node { return castellan.Node{I: i, J: j} }
	wall := func(i, j, k, l int) castellan.Wall { return castellan.Wall{From: node(i, j), To: node(k, l)} }
	set := calibration.DefaultSet()
	grid := model.NewGrid([2]float64{-3 * set.PitchMM, -2 * set.PitchMM}, 0, set.PitchMM)
	castle := reading.Castle{
		Towers: []castellan.Node{node(1, 1), node(2, 1)}, Walls: []castellan.Wall{wall(1, 1, 2, 1)}, Trial: []reading.Trial{{Tower: node(1, 3)}},
	}
	there := solid.New([3]float64{0, 0, 600}, &grid, &set, &castle, nil)
	m := opinion(5)
	for _, w := range []castellan.Wall{wall(1, 1, 2, 1), wall(2, 1, 3, 1), wall(1, 1, 1, 2), wall(2, 1, 2, 2)} {
		wallBetween(m, w.From, w.To, 3)
	}
	wallBetween(m, node(1, 2), node(2, 2), leastOdds-1)
	for _, n := range []castellan.Node{node(1, 3), node(3, 1), node(3, 3)} {
		tower(m, n.I, n.J, 3)
	}
	s, d, picture := newSettled(), newDetails(), gocv.NewMat()
	defer func() { require.NoError(t, s.Close()) }()
	defer func() { require.NoError(t, d.Close()) }()
	defer picture.Close()
	random := rand.New(rand.NewPCG(1, 1))
	show := func(built bool) gocv.Mat {
		gray := gocv.NewMatWithSizeFromScalar(gocv.NewScalar(130, 0, 0, 0), 360, 640, gocv.MatTypeCV8U)
		defer gray.Close()
		if built { // a wall from (2, 1) to (3, 1), and a tower there
			px := func(i, height float64) image.Point {
				mm := grid.At(i, 1)
				at := downward.Pixel([3]float64{mm[0], mm[1], height})
				return image.Pt(int(math.Round(at[0])), int(math.Round(at[1])))
			}
			dark := color.RGBA{B: 70}
			require.NoError(t, gocv.Line(&gray, px(2.3, set.WallHeightMM), px(3, set.WallHeightMM), dark, 9))
			require.NoError(t, gocv.Circle(&gray, px(3, set.TowerHeightMM), 9, dark, -1))
		}
		pix, err := gray.DataPtrUint8()
		require.NoError(t, err)
		for i := range pix {
			pix[i] += uint8(random.IntN(4))
		}
		require.NoError(t, d.of(gray, &picture))
		return picture
	}
	says := func(p castellan.Wall) float64 {
		return s.over(&castle, there, &downward, m, func(castellan.Wall) float64 { return 0.25 })(p) - 0.25
	}
	added, bare, doubted := wall(2, 1, 3, 1), wall(1, 1, 1, 2), wall(2, 1, 2, 2)

	require.NoError(t, s.look(show(false), &downward))
	assert.Zero(t, says(bare), "nothing was settled yet")
	before := newBoard(opinion(5), nil)
	before.all = append(before.all, candidate{wall: doubted, odds: -0.5})
	require.NoError(t, s.keep(picture, &downward, before))

	require.NoError(t, s.look(show(true), &downward))
	for name, c := range map[string]struct {
		p    castellan.Wall
		want float64
	}{
		"a wall that was put there":                 {added, 1},
		"the other way round":                       {castellan.Wall{From: added.To, To: added.From}, 1},
		"a tower that was put there":                {towerOn(node(3, 1)), 1},
		"a wall where nothing changed":              {bare, -4},
		"a tower where nothing changed":             {towerOn(node(3, 3)), -4},
		"one that was in doubt is so still":         {doubted, -0.5},
		"one that stood before":                     {wall(1, 1, 2, 1), 0},
		"a tower on trial may have been turned":     {towerOn(node(1, 3)), 0},
		"a place that is not worth a thought":       {wall(1, 2, 2, 2), 0},
		"a place beyond what the network looked at": {wall(40, 1, 41, 1), 0},
	} {
		assert.InDelta(t, c.want, says(c.p), 1e-6, name)
	}

	before.all = append(before.all, candidate{wall: bare, odds: -0.5})
	require.NoError(t, s.keep(picture, &downward, before))
	require.NoError(t, s.look(show(true), &downward))
	assert.InDelta(t, -4, says(bare), 1e-6, "what change said of it once it says still")
	assert.InDelta(t, -0.5, says(doubted), 1e-6)

	moved := turnedView(downward, 1, 0.5, 0.4)
	require.NoError(t, s.look(picture, &moved))
	assert.Zero(t, says(bare), "the camera was moved")
	require.NoError(t, s.look(picture, &downward))
	assert.InDelta(t, -4, says(bare), 1e-6)
	small := gocv.NewMatWithSize(90, 160, gocv.MatTypeCV32F)
	defer small.Close()
	require.NoError(t, s.look(small, &downward))
	assert.Zero(t, says(bare), "a picture of another size")
}

func TestHowMuchAChangeSays(t *testing.T) {
	s := newSettled()
	defer func() { require.NoError(t, s.Close()) }()
	tower, short := towerOn(castellan.Node{}), castellan.Wall{To: castellan.Node{I: 1}}
	for _, c := range []struct {
		p            castellan.Wall
		change, want float64
	}{
		{tower, 0, -4},
		{tower, 0.9, -4},
		{tower, 1.1, -2},
		{tower, 1.3, 0},
		{tower, 2.3, 0},
		{tower, 2.4, 1},
		{short, 0, -4},
		{short, 1.2, -4},
		{short, 1.5, -2},
		{short, 1.8, 0},
		{short, 2.3, 0},
		{short, 3, 1},
		{tower, math.NaN(), 0},
		{short, math.NaN(), 0},
	} {
		assert.InDelta(t, c.want, s.judge(c.p, c.change), 1e-6, "%v %g", c.p, c.change)
	}
}
