package vision

import (
	"image"
	"image/color"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gocv.io/x/gocv"

	"github.com/castellan-companion/castellan/vision/reading"
	"github.com/castellan-companion/castellan/vision/scene"
)

// What is new on the table is the castle's first pieces, though their shadows point elsewhere, few of them are to be seen, and things beside them,
// full of contrast, are noisy.
func TestTheFirstPiecesOfAGameAreFound(t *testing.T) {
	for _, name := range []string{"lit", "few", "discs"} {
		c, _ := builtInFilm(t, name, name+"_bare")
		assert.True(t, c.Exact, "%s: missing %v, invented %v", name, c.Missing, c.Invented)
	}
}

// builtInFilm compares the castle of a still with what a film shows that leads there from earlier pictures: hands come between them. kinds are
// those of the events since the last hand.
func builtInFilm(t *testing.T, name string, earlier ...string) (c scene.Comparison, kinds []string) {
	t.Helper()
	const dir = "testdata/turns/"
	still, err := scene.LoadStill(dir + name + ".json")
	require.NoError(t, err)
	p := playerOf(t, &still)
	w := p.watcher
	for _, show := range append(earlier, name) {
		picture := gocv.IMRead(dir+show+".jpg", gocv.IMReadColor)
		defer picture.Close()
		hand := picture.Clone()
		defer hand.Close()
		require.NoError(t, gocv.Rectangle(&hand, image.Rect(450, 150, 830, 720), color.RGBA{G: 250}, -1))
		if p.frame > 0 {
			p.show(hand, 3)
			require.False(t, w.Quiet())
		}
		p.kinds = nil
		p.show(picture, 8)
		require.True(t, w.Quiet())
	}
	return scene.Compare(w.Castle(), still.Castle, still.Hidden), p.kinds
}

// The shadow of what was put there lies over a gap, which looks like a wall then, but did hardly change.
func TestAWallDoesNotAppearWhereNothingChanged(t *testing.T) {
	c, _ := builtInFilm(t, "gap", "gap_bare", "gap_before")
	assert.True(t, c.Exact, "missing %v, invented %v", c.Missing, c.Invented)
}

// It was slid by half a pitch, and turned.
func TestNothingIsTakenAwayFromACastleThatWasSlid(t *testing.T) {
	c, kinds := builtInFilm(t, "slid", "discs_bare", "slid_before")
	assert.True(t, c.Exact, "missing %v, invented %v", c.Missing, c.Invented)
	assert.Contains(t, kinds, reading.KindSlide)
	assert.NotContains(t, kinds, reading.KindRemove)
}

// Towers that were built since hide it.
func TestAWallStaysThatIsHiddenNow(t *testing.T) {
	c, kinds := builtInFilm(t, "behind", "behind_bare", "behind_before")
	assert.True(t, c.ExactVisible, "missing %v, invented %v", c.Missing, c.Invented)
	assert.NotContains(t, kinds, reading.KindRemove)
}

// The shadow of what was built reaches the picture's edge, as an arm does; a hand that lies still over the castle stays one.
func TestAShadowAtTheEdgeIsNoHand(t *testing.T) {
	const dir = "testdata/turns/"
	still, err := scene.LoadStill(dir + "edge.json")
	require.NoError(t, err)
	p := playerOf(t, &still)
	w := p.watcher
	show := func(name string, frames int) {
		picture := gocv.IMRead(dir+name+".jpg", gocv.IMReadColor)
		defer picture.Close()
		p.show(picture, frames)
	}
	show("edge_before", 15)
	require.True(t, w.Quiet())
	show("edge_hand", 10)
	assert.False(t, w.Quiet())
	show("edge", 8)
	assert.True(t, w.Quiet())
	c := scene.Compare(w.Castle(), still.Castle, still.Hidden)
	assert.True(t, c.Exact, "missing %v, invented %v", c.Missing, c.Invented)
}
