package vision

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"pgregory.net/rapid"

	"github.com/castellan-companion/castellan/engine/castellan"
	"github.com/castellan-companion/castellan/vision/model"
	"github.com/castellan-companion/castellan/vision/reading"
)

func drawNode(t *rapid.T, name string) castellan.Node {
	return castellan.Node{I: rapid.IntRange(-9, 9).Draw(t, name+" i"), J: rapid.IntRange(-9, 9).Draw(t, name+" j")}
}

func drawGrid(t *rapid.T) model.Grid {
	return model.NewGrid(
		[2]float64{rapid.Float64Range(-200, 200).Draw(t, "x"), rapid.Float64Range(-200, 200).Draw(t, "y")},
		rapid.Float64Range(-math.Pi, math.Pi).Draw(t, "angle"), rapid.Float64Range(28, 36).Draw(t, "pitch"),
	)
}

func TestRenumberKeepsPlaces(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g, n, by := drawGrid(t), drawNode(t, "node"), drawNode(t, "by")
		quarters := rapid.IntRange(0, 3).Draw(t, "quarters")
		m := turned(n, quarters).Plus(by)
		r := renumber(g, quarters, by)
		want, got := g.At(float64(n.I), float64(n.J)), r.At(float64(m.I), float64(m.J))
		assert.InDelta(t, want[0], got[0], 1e-6)
		assert.InDelta(t, want[1], got[1], 1e-6)
		assert.InDelta(t, 0, r.X[0]*r.Y[0]+r.X[1]*r.Y[1], 1e-9)
		assert.InDelta(t, 1, r.X[0]*r.Y[1]-r.X[1]*r.Y[0], 1e-9, "still right-handed")
	})
}

func TestContinuedKeepsNumbers(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		old := drawGrid(t)
		c := drawNode(t, "middle")
		// The same lattice, numbered anyhow, and a little off its place.
		g := renumber(old, rapid.IntRange(0, 3).Draw(t, "quarters"), drawNode(t, "by"))
		g.Origin[0] += rapid.Float64Range(-5, 5).Draw(t, "dx")
		g.Origin[1] += rapid.Float64Range(-5, 5).Draw(t, "dy")
		back := continued(old, g, [2]float64{float64(c.I), float64(c.J)})
		want, got := old.At(float64(c.I), float64(c.J)), back.At(float64(c.I), float64(c.J))
		assert.InDelta(t, 0, math.Hypot(want[0]-got[0], want[1]-got[1]), 7.1)
		assert.InDelta(t, 1, old.X[0]*back.X[0]+old.X[1]*back.X[1], 1e-9)
	})
}

func drawPieces(t *rapid.T) pieces {
	p := pieces{}
	for range rapid.IntRange(1, 20).Draw(t, "pieces") {
		n := drawNode(t, "piece")
		to := n
		switch rapid.IntRange(0, 2).Draw(t, "kind") {
		case 1:
			to.I += rapid.IntRange(1, 2).Draw(t, "length")
		case 2:
			to.J += rapid.IntRange(1, 2).Draw(t, "length")
		}
		p[castellan.Wall{From: n, To: to}] = true
	}
	return p
}

func TestRecogniseFindsTheCastleThatWasMoved(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		before := drawPieces(t)
		now := before.moved(rapid.IntRange(0, 3).Draw(t, "quarters"), drawNode(t, "by"))
		q, by, common := recognise(before, now)
		assert.Equal(t, len(before), common)
		assert.Equal(t, before, now.moved(q, by))
	})
}

func TestDifferenceLeadsFromOneCastleToTheOther(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		old, now := castleOf(drawPieces(t)), castleOf(drawPieces(t))
		at := piecesOf(&old)
		for _, e := range difference(&old, &now) {
			p, ok := e.At.(castellan.Wall)
			if n, tower := e.At.(castellan.Node); tower {
				p, ok = castellan.Wall{From: n, To: n}, true
			}
			assert.True(t, ok)
			assert.Equal(t, e.Kind == reading.KindRemove, at[p], "what is taken away was there, what is placed was not")
			if at[p] {
				delete(at, p)
			} else {
				at[p] = true
			}
		}
		assert.Equal(t, piecesOf(&now), at)
	})
}

func castleOf(p pieces) reading.Castle {
	c := emptyCastle()
	for w := range p {
		if w.From == w.To {
			c.Towers = append(c.Towers, w.From)
		} else {
			c.Walls = append(c.Walls, w)
		}
	}
	return c
}

func TestDifferenceOfKeepsAndTrials(t *testing.T) {
	keep := func(color string, x float64, count int) reading.Keep {
		return reading.Keep{Color: color, At: [2]float64{x, 0.5}, AtMM: [2]float64{32 * x, 16}, Count: count}
	}
	tests := []struct {
		name     string
		old, now reading.Castle
		want     []string
	}{
		{"new keep", reading.Castle{}, reading.Castle{Keeps: []reading.Keep{keep("red", 0.5, 1)}}, []string{"keep red"}},
		{
			"new double keep counts twice",
			reading.Castle{},
			reading.Castle{Keeps: []reading.Keep{keep("red", 0.5, 2)}},
			[]string{"keep red", "keep red"},
		},
		{
			"second keep on the first",
			reading.Castle{Keeps: []reading.Keep{keep("red", 0.5, 1)}},
			reading.Castle{Keeps: []reading.Keep{keep("red", 0.52, 2)}},
			[]string{"keep red"},
		},
		{
			"keep moved aside",
			reading.Castle{Keeps: []reading.Keep{keep("red", 0.5, 1)}},
			reading.Castle{Keeps: []reading.Keep{keep("red", 0.9, 1)}},
			nil,
		},
		{
			"keep changed",
			reading.Castle{Keeps: []reading.Keep{keep("red", 0.5, 1)}},
			reading.Castle{Keeps: []reading.Keep{keep("blue", 0.5, 1)}},
			[]string{"remove red", "keep blue"},
		},
		{
			"trial built in",
			reading.Castle{Trial: []reading.Trial{{Tower: castellan.Node{I: 1}}}},
			reading.Castle{Towers: []castellan.Node{{I: 1}}},
			[]string{"trial off", "place"},
		},
		{"trial", reading.Castle{}, reading.Castle{Trial: []reading.Trial{{Tower: castellan.Node{I: 1}}}}, []string{"trial on"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			var got []string
			for _, e := range difference(&test.old, &test.now) {
				what := e.Kind
				if e.Color != "" {
					what += " " + e.Color
				}
				if e.On != nil {
					what += map[bool]string{true: " on", false: " off"}[*e.On]
				}
				got = append(got, what)
			}
			assert.Equal(t, test.want, got)
		})
	}
}
