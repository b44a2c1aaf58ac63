package vision

import (
	"math"

	"github.com/castellan-companion/castellan/engine/castellan"
	"github.com/castellan-companion/castellan/vision/model"
	"github.com/castellan-companion/castellan/vision/reading"
)

// keepApart is how near two keeps can stand to each other, in pitches: nearer ones are one keep seen twice.
const keepApart = 0.45

// keeps finds the keeps that stand near the castle.
func keeps(m *model.CellMap, g *model.Grid, c *reading.Castle) []reading.Keep {
	near := map[castellan.Node]bool{}
	const reach = 2 // a keep stands in a courtyard, and none is wider than this from its walls without being large
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
	type found struct {
		reading.Keep
		p float64
	}
	var all []found
	var p [5]float64
	for y := range m.Out.H {
		for x := range m.Out.W {
			o := m.Out.At(y, x)
			model.Softmax(p[:], o[model.CellNoKeep:model.CellKeepGreen+1])
			if p[0] > 0.5 {
				continue
			}
			best := 1
			for k := 2; k < len(p); k++ {
				if p[k] > p[best] {
					best = k
				}
			}
			i := float64(m.I0-1) + float64(x)/2 + float64(o[model.CellKeepX])
			j := float64(m.J0-1) + float64(y)/2 + float64(o[model.CellKeepY])
			if !near[castellan.Node{I: int(math.Round(i)), J: int(math.Round(j))}] {
				continue
			}
			k := reading.Keep{Color: model.KeepColors[best-1], At: [2]float64{i, j}, Count: 1}
			if o[model.CellDouble] > 0 {
				k.Count = 2
			}
			all = append(all, found{k, 1 - p[0]})
		}
	}
	var keeps []reading.Keep
	for a, k := range all {
		strongest := true
		for b, o := range all {
			if a != b && math.Hypot(k.At[0]-o.At[0], k.At[1]-o.At[1]) < keepApart && (o.p > k.p || o.p == k.p && b < a) {
				strongest = false
			}
		}
		if !strongest {
			continue
		}
		mm := g.At(k.At[0], k.At[1])
		k.AtMM = [2]float64{round(mm[0], 2), round(mm[1], 2)}
		k.At = [2]float64{round(k.At[0], 3), round(k.At[1], 3)}
		keeps = append(keeps, k.Keep)
	}
	return keeps
}
