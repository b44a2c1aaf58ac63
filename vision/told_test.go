package vision

import (
	"image"
	"image/color"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gocv.io/x/gocv"

	"github.com/castellan-companion/castellan/engine/castellan"
	"github.com/castellan-companion/castellan/vision/model"
	"github.com/castellan-companion/castellan/vision/reading"
)

// What a person said stays when hands come and go, until what stands there changes.
func TestWatcherKeepsToWhatAPersonSaid(t *testing.T) {
	p, img := newPlayer(t)
	p.show(img, 15)
	castle := p.watcher.Castle()
	part := piecesOf(&castle)
	end := castle.Walls[0]
	for _, w := range castle.Walls { // one at the end of the castle, which falls to no pieces without it
		without := piecesOf(&castle)
		delete(without, w.Ordered())
		if linkedAll(without) {
			end = w
			break
		}
	}
	p.watcher.Correct([]reading.Change{{Of: reading.ChangedWall, Place: end}})
	p.show(img, 10)
	delete(part, end.Ordered())
	require.Equal(t, part, piecesOf(&p.watcher.believe), "the wall is not there, as was said")
	assert.Contains(t, p.kinds, reading.KindRemove)

	p.kinds = nil
	hand := with(t, img, func(m *gocv.Mat) {
		require.NoError(t, gocv.Rectangle(m, image.Rect(500, 0, 1280, 300), color.RGBA{R: 20, G: 10, B: 10}, -1))
	})
	p.show(hand, 5)
	p.show(img, 15)
	require.Contains(t, p.kinds, reading.KindQuiet)
	assert.NotContains(t, p.kinds, reading.KindCastle)

	p.watcher.Correct([]reading.Change{{Of: reading.ChangedWall, Place: end, Add: true}})
	p.show(img, 10)
	assert.Equal(t, piecesOf(&castle), piecesOf(&p.watcher.believe))
	assert.Empty(t, p.watcher.told, "the picture says so too")
}

// linkedAll says whether all walls of a castle are linked to each other by towers.
func linkedAll(s pieces) bool {
	reached, rest := pieces{}, pieces{}
	for p := range s {
		rest[p] = true
	}
	for p := range s {
		reached[p] = true
		delete(rest, p)
		break
	}
	for grew := true; grew; {
		grew = false
		for p := range rest {
			for q := range reached {
				if (p.From == p.To || q.From == q.To) && (p.From == q.From || p.From == q.To || p.To == q.From || p.To == q.To) {
					reached[p], grew = true, true
					delete(rest, p)
					break
				}
			}
		}
	}
	return len(rest) == 0
}

func TestWord(t *testing.T) {
	for _, c := range []struct {
		name  string
		there bool
		first float64 // what the network said
		now   float64
		holds bool
	}{
		{"the same look", false, 1.5, 1.5, true},
		{"nearly the same", false, 1.5, 3, true},
		{"sure of it and wrong", false, 9, 9.5, true},
		{"a piece was laid there", false, 1.5, 6, false},
		{"it is gone, as was said", false, 1.5, -5, false},
		{"it is there, though hardly seen", true, -7, -7, true},
		{"it was taken away", true, -1, -6, false},
		{"it is plainly there", true, -1, 5, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			said := word{there: c.there}
			require.True(t, said.holds(c.first))
			assert.Equal(t, c.holds, said.holds(c.now))
		})
	}
}

func TestATowerIsNotThereIfAPersonSaysSo(t *testing.T) {
	n := castellan.Node{I: 1, J: 1}
	for _, turned := range []float32{-20, 8, 11} {
		m := opinion(4)
		tower(m, n.I, n.J, 12)
		m.Node(n)[model.CellTrial] = turned
		for _, there := range []bool{true, false} {
			b := newBoard(m, told{towerOn(n): &word{there: there}}.over(m, nil))
			b.settle()
			assert.Equal(t, there, b.hasTower(n))
			if !there {
				assert.Empty(t, b.trials, "nor turned")
			}
		}
	}
}
