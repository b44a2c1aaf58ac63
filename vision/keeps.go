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
// the picture clearly says otherwise. taller says how much speaks for a double keep at a place, as a logarithm of odds.
func keeps(m *model.CellMap, g *model.Grid, c *reading.Castle, earlier []reading.Keep, taller func(color string, mm [2]float64) float64) []seenKeep {
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
			if earlierKeep(earlier, k.Keep) != nil {
				k.odds += keepHabit
			}
			if k.odds > 0 {
				all = append(all, k)
			}
		}
	}
	var strongest []seenKeep
	for a, k := range all {
		if !slices.ContainsFunc(all[:a], func(o seenKeep) bool { return apart(k.Keep, o.Keep) < keepApart && o.odds >= k.odds }) &&
			!slices.ContainsFunc(all[a+1:], func(o seenKeep) bool { return apart(k.Keep, o.Keep) < keepApart && o.odds > k.odds }) {
			mm := g.At(k.At[0], k.At[1])
			k.AtMM = [2]float64{round(mm[0], 2), round(mm[1], 2)}
			k.double = netWeight*k.double + taller(k.Color, mm)
			if e := earlierKeep(earlier, k.Keep); e != nil {
				k.double += keepHabit * (float64(e.Count) - 1.3)
			}
			strongest = append(strongest, k)
		}
	}
	for i := range strongest {
		k := &strongest[i]
		if k.double > 0 && (k.double > beyondDoubt || !slices.ContainsFunc(strongest, func(o seenKeep) bool {
			return o.Color == k.Color && o.double > k.double
		})) {
			k.Count = 2
		}
		k.At = [2]float64{round(k.At[0], 3), round(k.At[1], 3)}
	}
	return strongest
}

// earlierKeep is the keep of earlier that k is, nil if none.
func earlierKeep(earlier []reading.Keep, k reading.Keep) *reading.Keep {
	for i := range earlier {
		if earlier[i].Color == k.Color && apart(earlier[i], k) < keepApart {
			return &earlier[i]
		}
	}
	return nil
}

// beyondDoubt is the logarithm of the odds from which a second double keep of a colour is believed, though the rules allow one a game.
const beyondDoubt = 3.5

// netWeight is how much the network's word on a double keep counts beside how tall the keep looks. On pictures that neither had seen,
// the logarithms of the odds added up best so.
const netWeight = 0.6

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
