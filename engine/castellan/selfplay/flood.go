package selfplay

import (
	"math"
	"slices"

	"github.com/castellan-companion/castellan/engine/castellan"
)

// square is a unit square of the lattice, named by its south-western node.
type square struct{ i, j int }

// edge is a unit of a lattice line: the one that leaves a node eastwards or northwards.
type edge struct {
	at    castellan.Node
	north bool
}

// FloodFill finds the courtyards of a setup by flooding the unit squares around its walls, without outlines. It knows
// nothing of half-edges, so that it can contradict castellan.Evaluate. The setup must be without violations; time and memory
// grow with the area of its bounding box.
func FloodFill(s castellan.Setup) []castellan.Courtyard {
	towers := make(map[castellan.Node]bool, len(s.Towers))
	for _, t := range s.Towers {
		towers[t] = true
	}
	walls := make(map[edge]bool)
	low := castellan.Node{I: math.MaxInt, J: math.MaxInt}
	high := castellan.Node{I: math.MinInt, J: math.MinInt}
	for _, w := range s.Walls {
		if !towers[w.From] || !towers[w.To] {
			continue
		}
		from := castellan.Node{I: min(w.From.I, w.To.I), J: min(w.From.J, w.To.J)}
		to := castellan.Node{I: max(w.From.I, w.To.I), J: max(w.From.J, w.To.J)}
		for at := from; at != to; {
			walls[edge{at, from.I == to.I}] = true
			if from.I == to.I {
				at.J++
			} else {
				at.I++
			}
		}
		low = castellan.Node{I: min(low.I, from.I), J: min(low.J, from.J)}
		high = castellan.Node{I: max(high.I, to.I), J: max(high.J, to.J)}
	}
	region := make(map[square]int) // number of the flooded region; 0 is the outside
	flood := func(start square, number int) int {
		area := 0
		region[start] = number
		for queue := []square{start}; len(queue) > 0; {
			at := queue[len(queue)-1]
			queue = queue[:len(queue)-1]
			area++
			for _, step := range [...]struct {
				to  square
				via edge
			}{
				{square{at.i + 1, at.j}, edge{castellan.Node{I: at.i + 1, J: at.j}, true}},
				{square{at.i - 1, at.j}, edge{castellan.Node{I: at.i, J: at.j}, true}},
				{square{at.i, at.j + 1}, edge{castellan.Node{I: at.i, J: at.j + 1}, false}},
				{square{at.i, at.j - 1}, edge{castellan.Node{I: at.i, J: at.j}, false}},
			} {
				_, seen := region[step.to]
				inBox := step.to.i >= low.I-1 && step.to.i <= high.I && step.to.j >= low.J-1 && step.to.j <= high.J
				if !seen && inBox && !walls[step.via] {
					region[step.to] = number
					queue = append(queue, step.to)
				}
			}
		}
		return area
	}
	if len(walls) == 0 {
		return nil
	}
	flood(square{low.I - 1, low.J - 1}, 0)
	courts := []castellan.Courtyard{{}}
	for i := low.I; i < high.I; i++ {
		for j := low.J; j < high.J; j++ {
			if _, seen := region[square{i, j}]; !seen {
				courts = append(courts, castellan.Courtyard{Area: flood(square{i, j}, len(courts))})
			}
		}
	}
	for _, t := range s.Towers {
		var touched []int
		for _, q := range [...]square{{t.I, t.J}, {t.I - 1, t.J}, {t.I, t.J - 1}, {t.I - 1, t.J - 1}} {
			if n := region[q]; n > 0 && !slices.Contains(touched, n) {
				touched = append(touched, n)
				courts[n].Towers = append(courts[n].Towers, t)
				courts[n].Value++
			}
		}
	}
	for _, k := range s.Keeps {
		n := region[square{int(math.Floor(k.At[0])), int(math.Floor(k.At[1]))}]
		courts[n].Owner = k.Color
		if courts[n].Double = k.Count > 1; courts[n].Double {
			courts[n].Value *= 2
		}
	}
	return sorted(courts[1:])
}

// sorted brings courtyards into the order in which castellan lists them.
func sorted(courts []castellan.Courtyard) []castellan.Courtyard {
	compare := func(a, b castellan.Node) int {
		if a.I != b.I {
			return a.I - b.I
		}
		return a.J - b.J
	}
	for k := range courts {
		slices.SortFunc(courts[k].Towers, compare)
	}
	slices.SortFunc(courts, func(a, b castellan.Courtyard) int {
		if c := slices.CompareFunc(a.Towers, b.Towers, compare); c != 0 {
			return c
		}
		return a.Area - b.Area
	})
	return courts
}
