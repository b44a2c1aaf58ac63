package vision

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"pgregory.net/rapid"

	"github.com/castellan-companion/castellan/engine/castellan"
	"github.com/castellan-companion/castellan/vision/model"
)

func TestOnlyWhatIsAboutADoubtIsLookedAtCloser(t *testing.T) {
	for _, c := range []struct {
		name     string
		doubtful [][4]int // ends of walls
		want     []model.Window
	}{
		{"no doubt", nil, nil},
		{"in the middle", [][4]int{{5, 6, 5, 7}}, []model.Window{{I0: 3, J0: 4, NI: 5, NJ: 6}}},
		{"at a corner", [][4]int{{0, 1, 0, 0}}, []model.Window{{I0: 0, J0: 0, NI: 3, NJ: 4}}},
		{"far apart", [][4]int{{0, 0, 0, 1}, {11, 10, 11, 11}}, []model.Window{{I0: 0, J0: 0, NI: 3, NJ: 4}, {I0: 9, J0: 8, NI: 3, NJ: 4}}},
		{"near each other", [][4]int{{5, 5, 5, 6}, {4, 5, 4, 6}}, []model.Window{{I0: 2, J0: 3, NI: 6, NJ: 6}}},
	} {
		const nodes, spine = 12, 7 // a comb: rows of walls, and one across them
		m := opinion(nodes)
		for j := range nodes {
			for i := range nodes {
				tower(m, i, j, 9)
				if i > 0 {
					wallBetween(m, castellan.Node{I: i - 1, J: j}, castellan.Node{I: i, J: j}, 9)
				}
			}
			if j > 0 {
				wallBetween(m, castellan.Node{I: spine, J: j - 1}, castellan.Node{I: spine, J: j}, 9)
			}
		}
		for _, w := range c.doubtful {
			wallBetween(m, castellan.Node{I: w[0], J: w[1]}, castellan.Node{I: w[2], J: w[3]}, 0.5)
		}
		b := newBoard(m, nil)
		b.settle()
		assert.Equal(t, c.want, b.doubtfulParts(), c.name)
	}
}

func TestOnlyTheCastleInALargeWindowIsWorthAnotherLook(t *testing.T) {
	const nodes = 12
	for _, c := range []struct {
		name string
		side int // of a castle of courtyards, in the window's corner, in nodes
		want model.Window
		ok   bool
	}{
		{"nothing", 0, model.Window{}, false},
		{"few pieces", 2, model.Window{}, false},
		{"a small castle", 4, model.Window{I0: 0, J0: 0, NI: 6, NJ: 6}, true},
		{"a large one", 9, model.Window{I0: 0, J0: 0, NI: 11, NJ: 11}, false},
	} {
		m := opinion(nodes)
		for j := range c.side {
			for i := range c.side {
				tower(m, i, j, 9)
				if i > 0 {
					wallBetween(m, castellan.Node{I: i - 1, J: j}, castellan.Node{I: i, J: j}, 9)
				}
				if j > 0 {
					wallBetween(m, castellan.Node{I: i, J: j - 1}, castellan.Node{I: i, J: j}, 9)
				}
			}
		}
		got, ok := worthAnotherLook(m)
		assert.Equal(t, c.want, got, c.name)
		assert.Equal(t, c.ok, ok, c.name)
	}
}

func TestMergedWindowsHoldAllAndAreNoMoreToLookAt(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		number := rapid.IntRange(1, 8)
		all := rapid.SliceOf(rapid.Custom(func(t *rapid.T) model.Window {
			return model.Window{I0: number.Draw(t, "i"), J0: number.Draw(t, "j"), NI: number.Draw(t, "columns"), NJ: number.Draw(t, "rows")}
		})).Draw(t, "windows")
		var parts []model.Window
		apart, together := 0, 0
		for _, w := range all {
			parts = merged(parts, w)
			apart += w.NI * w.NJ
		}
		for _, p := range parts {
			together += p.NI * p.NJ
		}
		assert.LessOrEqual(t, together, apart)
		for _, w := range all {
			held := 0
			for _, p := range parts {
				if inside(w, p) {
					held++
				}
			}
			assert.Positive(t, held, "%v in %v", w, parts)
		}
		for k, p := range parts {
			for _, o := range parts[:k] {
				both := spanning(p, o)
				assert.Greater(t, both.NI*both.NJ, p.NI*p.NJ+o.NI*o.NJ, "%v and %v", p, o)
			}
		}
	})
}
