package plan

import (
	"image/color"
	"math"
	"strconv"

	"github.com/paulmach/orb"
	"github.com/paulmach/orb/planar"

	"github.com/castellan-companion/castellan/companion"
	"github.com/castellan-companion/castellan/engine/castellan"
)

// Point is a place on the drawing, in lattice units: x to the right, y down.
type Point struct{ X, Y float64 }

// Shape is one filled polygon, or a word where Text is set.
type Shape struct {
	Outline []Point
	Fill    color.NRGBA
	Text    string  // centred at Outline[0]
	Size    float64 // of the text's capitals and digits, in lattice units
}

// Drawing is a list of shapes, to be drawn one over the other, in a box of this size whose upper left corner is at Origin.
type Drawing struct {
	Origin Point
	Width  float64
	Height float64
	Shapes []Shape
}

const (
	margin      = 0.8
	least       = 5 // a castle that has just been begun is not drawn larger than life
	towerRadius = 0.28
	wallWidth   = 0.24
	keepWidth   = 0.34
	ringWidth   = 0.04 // of a double keep's ring, and of the gap within it

	cramped = 0.15 // least room around a label, less is too little to read it
)

// Colors of what is drawn; those of players are Colors of keeps.
var (
	board     = color.NRGBA{0xfa, 0xf7, 0xf1, 0xff}
	dot       = color.NRGBA{0xe0, 0xd9, 0xcb, 0xff}
	stone     = color.NRGBA{0x8c, 0x85, 0x7a, 0xff}
	stoneEdge = color.NRGBA{0x5f, 0x59, 0x4f, 0xff}
	free      = color.NRGBA{0x6d, 0x66, 0x5c, 0xff}
)

var keepColors = map[string]color.NRGBA{
	"red": {0xb9, 0x32, 0x2a, 0xff}, "blue": {0x24, 0x58, 0xb3, 0xff},
	"yellow": {0xa8, 0x79, 0x00, 0xff}, "green": {0x22, 0x79, 0x4a, 0xff},
}

// ColorOf is the colour in which a player's things are drawn.
func ColorOf(player string) color.NRGBA {
	if c, known := keepColors[player]; known {
		return c
	}
	return free
}

// Draw draws a game's castle with its courtyards and what they are worth.
func Draw(s companion.State) Drawing {
	labels := make([]string, len(s.Courtyards))
	for k, c := range s.Courtyards {
		labels[k] = strconv.Itoa(c.Value)
	}
	return DrawLabelled(s, labels)
}

// DrawLabelled draws a game's castle with a word in each of its courtyards.
func DrawLabelled(s companion.State, labels []string) Drawing {
	d := frame(s.Castle)
	for x := math.Ceil(d.Origin.X); x <= d.Origin.X+d.Width; x++ {
		for y := math.Ceil(d.Origin.Y); y <= d.Origin.Y+d.Height; y++ {
			d.disc(Point{x, y}, 0.035, dot)
		}
	}
	for _, c := range s.Courtyards {
		fill := ownerColor(c)
		fill.A = 0x40
		d.Shapes = append(d.Shapes, Shape{Outline: points(c.Outline), Fill: fill})
	}
	for _, p := range s.Castle.Pieces() {
		if p.Kind == companion.ShortWall || p.Kind == companion.LongWall {
			d.bar(place(p.Wall.From), place(p.Wall.To), wallWidth+0.06, stoneEdge)
			d.bar(place(p.Wall.From), place(p.Wall.To), wallWidth, stone)
		}
	}
	var keeps []companion.Piece
	for _, p := range s.Castle.Pieces() {
		switch p.Kind {
		case companion.Tower:
			d.disc(place(p.Node), towerRadius, stoneEdge)
			d.disc(place(p.Node), towerRadius-0.03, stone)
			d.disc(place(p.Node), 0.14, stoneEdge)
		case companion.Trial:
			d.disc(place(p.Node), towerRadius, color.NRGBA{stone.R, stone.G, stone.B, 0x60})
		case companion.KeepPiece:
			d.keep(p.Keep)
			keeps = append(keeps, p)
		}
	}
	for k, c := range s.Courtyards {
		d.label(c, keeps, labels[k])
	}
	return d
}

// frame is the empty board around a castle.
func frame(c companion.Castle) Drawing {
	low, high := Point{math.Inf(1), math.Inf(1)}, Point{math.Inf(-1), math.Inf(-1)}
	for _, p := range c.Pieces() {
		for _, at := range corners(p) {
			low = Point{min(low.X, at.X), min(low.Y, at.Y)}
			high = Point{max(high.X, at.X), max(high.Y, at.Y)}
		}
	}
	if low.X > high.X {
		low, high = Point{}, Point{}
	}
	width, height := max(least, high.X-low.X+2*margin), max(least, high.Y-low.Y+2*margin)
	return Drawing{
		Origin: Point{(low.X + high.X - width) / 2, (low.Y + high.Y - height) / 2}, Width: width, Height: height,
	}
}

func corners(p companion.Piece) []Point {
	switch p.Kind {
	case companion.ShortWall, companion.LongWall:
		return []Point{place(p.Wall.From), place(p.Wall.To)}
	case companion.KeepPiece:
		return nil // within the castle
	default:
		return []Point{place(p.Node)}
	}
}

func place(n castellan.Node) Point { return Point{float64(n.I), -float64(n.J)} }

func points(nodes []castellan.Node) []Point {
	all := make([]Point, len(nodes))
	for k, n := range nodes {
		all[k] = place(n)
	}
	return all
}

func ownerColor(c companion.Courtyard) color.NRGBA {
	if c.Owner == nil {
		return free
	}
	return ColorOf(*c.Owner)
}

// disc is a circle as a polygon.
func (d *Drawing) disc(at Point, radius float64, fill color.NRGBA) {
	const corners = 28
	ring := make([]Point, corners)
	for k := range ring {
		sin, cos := math.Sincos(2 * math.Pi * float64(k) / corners)
		ring[k] = Point{at.X + radius*cos, at.Y + radius*sin}
	}
	d.Shapes = append(d.Shapes, Shape{Outline: ring, Fill: fill})
}

// bar is a line along an axis.
func (d *Drawing) bar(a, b Point, width float64, fill color.NRGBA) {
	half := width / 2
	low := Point{min(a.X, b.X) - half, min(a.Y, b.Y) - half}
	high := Point{max(a.X, b.X) + half, max(a.Y, b.Y) + half}
	d.Shapes = append(d.Shapes, Shape{
		Outline: []Point{low, {high.X, low.Y}, high, {low.X, high.Y}}, Fill: fill,
	})
}

// keep is a square, a double keep one with a ring around it.
func (d *Drawing) keep(k castellan.Keep) {
	at := Point{k.At[0], -k.At[1]}
	if k.Count > 1 {
		d.bar(at, at, keepWidth+4*ringWidth, ColorOf(k.Color))
		d.bar(at, at, keepWidth+2*ringWidth, board)
	}
	d.bar(at, at, keepWidth, ColorOf(k.Color))
}

// label writes a word into a courtyard, where it is away from keep and walls. Where there is no room beside the keep, it is
// written onto it.
func (d *Drawing) label(c companion.Courtyard, keeps []companion.Piece, text string) {
	at, room := roomiest(c, d.Shapes)
	word := Shape{Outline: []Point{at}, Fill: ownerColor(c), Text: text, Size: min(0.8, max(0.34, room))}
	for _, k := range keeps {
		if room < cramped && castellan.Within(c.Outline, k.Keep.At) {
			stands := Point{k.Keep.At[0], -k.Keep.At[1]}
			word.Outline, word.Fill, word.Size = []Point{stands}, board, min(0.26, 0.38/float64(len(text)))
		}
	}
	d.Shapes = append(d.Shapes, word)
}

// roomiest is the place within a courtyard that is furthest from towers, walls and keeps, and how far that is.
func roomiest(c companion.Courtyard, shapes []Shape) (Point, float64) {
	court := closed(points(c.Outline))
	lo, hi := court.Bound().Min, court.Bound().Max
	opaque := rings(shapes)
	best, room := court[0], 0.0
	const step = 0.25
	for x := lo.X() + step; x < hi.X(); x += step {
		for y := lo.Y() + step; y < hi.Y(); y += step {
			at := orb.Point{x, y}
			if !planar.RingContains(court, at) {
				continue
			}
			if away := distance(at, opaque); away > room+1e-9 {
				best, room = at, away
			}
		}
	}
	return Point{best.X(), best.Y()}, room
}

// closed is a polygon as a ring, which ends where it begins.
func closed(outline []Point) orb.Ring {
	ring := make(orb.Ring, 0, len(outline)+1)
	for _, p := range outline {
		ring = append(ring, orb.Point{p.X, p.Y})
	}
	return append(ring, ring[0])
}

// rings are the outlines of every opaque shape, the dots of the lattice apart.
func rings(shapes []Shape) []orb.Ring {
	var all []orb.Ring
	for _, s := range shapes {
		if s.Fill.A == 0xff && s.Fill != dot && s.Text == "" {
			all = append(all, closed(s.Outline))
		}
	}
	return all
}

// distance is how far a point is from the nearest of some rings; 0 within one.
func distance(at orb.Point, rings []orb.Ring) float64 {
	nearest := math.Inf(1)
	for _, ring := range rings {
		if planar.RingContains(ring, at) {
			return 0
		}
		nearest = min(nearest, planar.DistanceFrom(ring, at))
	}
	return nearest
}
