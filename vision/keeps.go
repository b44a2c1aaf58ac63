package vision

import (
	"math"
	"slices"

	"github.com/castellan-companion/castellan/engine/castellan"
	"github.com/castellan-companion/castellan/vision/model"
	"github.com/castellan-companion/castellan/vision/reading"
)

// keepApart is how near two keeps can stand to each other, in pitches: nearer ones are one keep seen twice.
const keepApart = 0.45

// seenKeep is a keep and what speaks for it: the odds that it is there at all and that it is a double one, as logarithms.
type seenKeep struct {
	reading.Keep
	odds, double float64
}

// keeps finds the keeps that stand near the castle. earlier are the keeps that were there before: what they were, they stay, unless
// the picture clearly says otherwise.
func keeps(m *model.CellMap, g *model.Grid, c *reading.Castle, earlier []reading.Keep) []seenKeep {
	near := nearby(c)
	var all []seenKeep
	var p [5]float64
	for y := range m.Out.H {
		for x := range m.Out.W {
			o := m.Out.At(y, x)
			model.Softmax(p[:], o[model.CellNoKeep:model.CellKeepGreen+1])
			odds := -logOdds(p[0])
			i := float64(m.I0-1) + float64(x)/2 + float64(o[model.CellKeepX])
			j := float64(m.J0-1) + float64(y)/2 + float64(o[model.CellKeepY])
			if odds < -keepHabit || !near[castellan.Node{I: int(math.Round(i)), J: int(math.Round(j))}] {
				continue
			}
			best := 1
			for k := 2; k < len(p); k++ {
				if p[k] > p[best] {
					best = k
				}
			}
			k := seenKeep{reading.Keep{Color: model.KeepColors[best-1], At: [2]float64{i, j}, Count: 1}, odds, float64(o[model.CellDouble])}
			for _, e := range earlier {
				if e.Color == k.Color && apart(e, k.Keep) < keepApart {
					k.odds += keepHabit
					if e.Count == 2 {
						k.double += keepHabit
					} else {
						k.double -= keepHabit / 2
					}
					break
				}
			}
			if k.odds > 0 {
				all = append(all, k)
			}
		}
	}
	var strongest []seenKeep
	for a, k := range all {
		best := true
		for b, o := range all {
			if a != b && apart(k.Keep, o.Keep) < keepApart && (o.odds > k.odds || o.odds == k.odds && b < a) {
				best = false
			}
		}
		if !best {
			continue
		}
		if k.double > 0 && (k.double > beyondDoubt || !slices.ContainsFunc(all, func(o seenKeep) bool {
			return o.Color == k.Color && apart(o.Keep, k.Keep) > keepApart && o.double > k.double
		})) {
			k.Count = 2
		}
		mm := g.At(k.At[0], k.At[1])
		k.AtMM = [2]float64{round(mm[0], 2), round(mm[1], 2)}
		k.At = [2]float64{round(k.At[0], 3), round(k.At[1], 3)}
		strongest = append(strongest, k)
	}
	return strongest
}

// beyondDoubt is the logarithm of the odds from which a second double keep of a colour is believed, though the rules allow one a game.
const beyondDoubt = 3.5

// keepHabit is how much speaks for a keep to be what it was before.
const keepHabit = 1.5

// apart is the distance of two keeps in pitches.
func apart(a, b reading.Keep) float64 { return math.Hypot(a.At[0]-b.At[0], a.At[1]-b.At[1]) }

// nearby are the nodes within two of a castle's pieces: a keep farther from all of them is a loose one.
func nearby(c *reading.Castle) map[castellan.Node]bool {
	near := map[castellan.Node]bool{}
	const reach = 2
	mark := func(n castellan.Node) {
		for i := -reach; i <= reach; i++ {
			for j := -reach; j <= reach; j++ {
				near[castellan.Node{I: n.I + i, J: n.J + j}] = true
			}
		}
	}
	for _, t := range c.Towers {
		mark(t)
	}
	for _, w := range c.Walls {
		mark(w.From)
		mark(w.To)
	}
	return near
}
