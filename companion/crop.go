package companion

import (
	"math"

	"github.com/castellan-companion/castellan/engine/castellan"
	"github.com/castellan-companion/castellan/vision/reading"
)

// view takes places of an eye's lattice to pixels of its picture. It is affine: near enough to cut out a part.
type view [2][3]float64

// viewOf fits a view to the towers that were found in a picture. It is false where these are too few, or all in a line.
func viewOf(seen *reading.Castle, outlines []reading.Outline) (view, bool) {
	if seen == nil {
		return view{}, false
	}
	var found [][2]float64
	for _, o := range outlines {
		if o.Kind == string(Tower) && len(o.Points) > 0 {
			found = append(found, middle(o.Points))
		}
	}
	if len(found) != len(seen.Towers) {
		return view{}, false
	}
	// Least squares: the normal equations of x = a*i + b*j + c, the same for y.
	var normal [3][3]float64
	var right [2][3]float64
	for k, n := range seen.Towers {
		row := [3]float64{float64(n.I), float64(n.J), 1}
		for r := range row {
			for c := range row {
				normal[r][c] += row[r] * row[c]
			}
			right[0][r] += row[r] * found[k][0]
			right[1][r] += row[r] * found[k][1]
		}
	}
	var v view
	whole := determinant(normal)
	if math.Abs(whole) < 0.5 { // of whole numbers: 0 where all towers are in a line
		return view{}, false
	}
	for axis := range v {
		for c := range v[axis] {
			replaced := normal
			for r := range replaced {
				replaced[r][c] = right[axis][r]
			}
			v[axis][c] = determinant(replaced) / whole // Cramer's rule
		}
	}
	return v, true
}

func middle(points [][2]float64) [2]float64 {
	var sum [2]float64
	for _, p := range points {
		sum[0] += p[0]
		sum[1] += p[1]
	}
	n := float64(len(points))
	return [2]float64{sum[0] / n, sum[1] / n}
}

func determinant(m [3][3]float64) float64 {
	return m[0][0]*(m[1][1]*m[2][2]-m[1][2]*m[2][1]) -
		m[0][1]*(m[1][0]*m[2][2]-m[1][2]*m[2][0]) +
		m[0][2]*(m[1][0]*m[2][1]-m[1][1]*m[2][0])
}

func (v view) pixel(at [2]float64) [2]float64 {
	return [2]float64{v[0][0]*at[0] + v[0][1]*at[1] + v[0][2], v[1][0]*at[0] + v[1][1]*at[1] + v[1][2]}
}

// around is what is shown of the castle around the pieces in doubt, in lattice units to each side.
const around = 1.5

// box is the part of a picture of this size that shows the places: x0, y0, x1, y1 in pixels. It is empty where that lies outside.
func (v view) box(places [][2]float64, size [2]int) [4]int {
	low, high := [2]float64{math.Inf(1), math.Inf(1)}, [2]float64{math.Inf(-1), math.Inf(-1)}
	for _, at := range places {
		for _, away := range [4][2]float64{{-around, -around}, {-around, around}, {around, -around}, {around, around}} {
			p := v.pixel([2]float64{at[0] + away[0], at[1] + away[1]})
			for axis := range p {
				low[axis], high[axis] = min(low[axis], p[axis]), max(high[axis], p[axis])
			}
		}
	}
	var box [4]int
	for axis := range size {
		end := float64(size[axis])
		box[axis], box[axis+2] = int(min(max(low[axis], 0), end)), int(max(min(high[axis], end), 0))
	}
	if box[0] >= box[2] || box[1] >= box[3] {
		return [4]int{}
	}
	return box
}

// places are where a piece stands, in lattice units: both ends of a wall.
func (p Piece) places() [][2]float64 {
	at := func(n castellan.Node) [2]float64 { return [2]float64{float64(n.I), float64(n.J)} }
	switch p.Kind {
	case ShortWall, LongWall:
		return [][2]float64{at(p.Wall.From), at(p.Wall.To)}
	case KeepPiece:
		return [][2]float64{p.Keep.At}
	default:
		return [][2]float64{at(p.Node)}
	}
}

// cutOut notes at each question which part of the newest picture shows it.
func (w *watch) cutOut(facts []Fact, size [2]int) {
	v, ok := viewOf(w.current, w.outlines)
	if !ok || w.laid == nil {
		return
	}
	back := w.laid.inverse()
	for k, fact := range facts {
		asked, ok := fact.(QuestionAsked)
		if !ok || asked.Question.Box != ([4]int{}) {
			continue
		}
		var places [][2]float64
		for _, p := range append(append([]Piece{}, asked.Question.Pieces...), asked.Question.Seen...) {
			for _, at := range p.places() {
				places = append(places, back.place(at))
			}
		}
		asked.Question.Box, asked.Question.Size = v.box(places, size), size
		facts[k] = asked
	}
}
