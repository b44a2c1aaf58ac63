package synth

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
)

// Range is an interval from which a number is drawn evenly.
type Range struct{ Min, Max float64 }

func (r Range) draw(rng *rand.Rand) float64 { return r.Min + (r.Max-r.Min)*rng.Float64() }

// evenly gives a function that draws numbers evenly from an interval.
func evenly(rng *rand.Rand) func(lo, hi float64) float64 {
	return func(lo, hi float64) float64 { return Range{lo, hi}.draw(rng) }
}

// happens says whether something of a probability does; what never does draws no number, so that scenes without it stay as they are.
func happens(rng *rand.Rand, probability float64) bool {
	return probability > 0 && rng.Float64() < probability
}

// Count is an interval of whole numbers, both ends included.
type Count struct{ Min, Max int }

func (c Count) draw(rng *rand.Rand) int { return c.Min + rng.IntN(c.Max-c.Min+1) }

// Knobs say how much each nuisance varies. Fields named after a thing that may or may not be there are probabilities.
type Knobs struct {
	Width, Height int // pixels

	Negative  float64 // no castle at all
	Pieces    Count   // towers and walls; large counts are drawn more rarely
	Open      Range   // share of wall ends that stay without a tower; less than none is none
	Colors    Count   // players; from 3 on there are two sets of pieces
	Trial     float64 // trial towers on free wall ends: any at all,
	Trials    int     // and so many at most
	DeadEnds  float64 // share of the towers at the end of a single wall that stay
	FreeEnds  float64 // share of these that are taken off their wall again
	Gaps      float64 // share of the walls between towers that hold without them that are left out
	Unclaimed float64 // share of the courtyards in which no keep stands
	Doubles   float64 // share of the keeps that are double ones; above moreDoubles a colour may have more of them than the rules allow
	Crowd     float64 // share of the cells of courtyards that hold a further keep
	KnownSet  float64 // the measures of the two sets of the development pictures

	TiltDeg  Range
	Upright  float64 // the picture's right is about the table's right; otherwise any azimuth
	Margin   Range   // free border around the castle, as a share of the picture's height
	PitchPx  Range   // pixels per pitch at the castle, at 1280 pixels of width
	Focal    Range   // focal length as a share of the width
	Barrel   Range   // first distortion coefficient
	Tables   []TableKind
	Same     float64 // a table as grey as the pieces
	Edge     float64 // the table ends within or near the picture
	HardLamp float64 // sharp shadows
	Stark    float64 // with the hard lamps: hardly any other light, so that shadows are black
	LowLamp  float64 // long shadows
	Dim      float64
	Glare    float64
	Mixed    float64 // warm and cool light together

	Tags        float64
	Loose       Count // loose pieces
	Clutter     Count // cards, mugs, pens, ...
	HandResting float64
	HandOver    float64 // over the castle
	Noise       Range   // sensor noise, as a multiple of that in good light (see Grain)
	Blur        Range   // standard deviation in pixels at 1280 pixels of width
	Deep        float64 // deep shadows and dim lights (see Tones)
	Homely      float64 // a table, pieces and an exposure of the most common sorts
	Quality     [2]int  // JPEG
	Incidents   float64 // in films: a wall is taken back, the castle slid, the light changed and the camera bumped
}

var allTables = []TableKind{
	TablePlain, TableWood, TablePlanks, TableStripes, TableGingham, TablePattern, TableLinen, TableFelt, TableDark, TableGrey,
}

// Easy looks down on a castle in soft light.
func Easy() Knobs {
	return Knobs{
		Width: 960, Height: 540,
		Pieces: Count{12, 88}, Open: Range{-0.1, 0.3}, DeadEnds: 0.25, Unclaimed: 0.15, Doubles: 0.2, Colors: Count{2, 2}, KnownSet: 0.8,
		TiltDeg: Range{0, 10}, Upright: 1, Margin: Range{0.12, 0.3}, PitchPx: Range{32, 72}, Focal: Range{0.65, 0.95},
		Barrel: Range{-0.1, 0.03}, Tables: allTables, Same: 0.1, HardLamp: 0.1, Glare: 0.1,
		Tags: 1, Loose: Count{0, 6}, Clutter: Count{0, 2},
		Noise: Range{0.2, 1.5}, Blur: Range{0.3, 0.75}, Quality: [2]int{80, 95},
	}
}

// Tilted is Easy seen at a slant.
func Tilted() Knobs {
	k := Easy()
	k.TiltDeg, k.PitchPx, k.HardLamp = Range{20, 52}, Range{34, 100}, 0.3
	k.Loose, k.Clutter, k.Upright = Count{0, 15}, Count{0, 4}, 0.7
	return k
}

// Cluttered adds loose pieces, things and hands.
func Cluttered() Knobs {
	k := Tilted()
	k.TiltDeg = Range{2, 42}
	k.Loose, k.Clutter, k.HandResting, k.HandOver = Count{6, 30}, Count{3, 9}, 0.4, 0.25
	return k
}

// Hands shows games like Cluttered's with a hand over each castle.
func Hands() Knobs {
	k := Cluttered()
	k.HandResting, k.HandOver = 0.2, 1
	return k
}

// Wild varies everything further than any real table would.
func Wild() Knobs {
	return Knobs{
		Width: 960, Height: 540,
		Negative: 0.04, Pieces: Count{1, 142}, Open: Range{-0.1, 0.3}, DeadEnds: 0.25, Unclaimed: 0.15, Doubles: 0.2, Colors: Count{2, 4}, Trial: 0.4, Trials: 2, KnownSet: 0.4,
		TiltDeg: Range{0, 52}, Upright: 0.5, Margin: Range{0.03, 0.3}, PitchPx: Range{26, 105}, Focal: Range{0.55, 1.05},
		Barrel: Range{-0.16, 0.05}, Tables: allTables, Same: 0.12, Edge: 0.12, HardLamp: 0.35, LowLamp: 0.3, Dim: 0.12, Glare: 0.25,
		Mixed: 0.3,
		Tags:  0.8, Loose: Count{0, 26}, Clutter: Count{0, 8}, HandResting: 0.2, HandOver: 0.15,
		Noise: Range{0.2, 3}, Blur: Range{0.3, 1.3}, Quality: [2]int{55, 95},
	}
}

// Hard is a game in progress on a real table, with all that makes it hard to read more often than there: shadows, trials, crowded
// castles.
func Hard() Knobs {
	k := Wild()
	k.Negative, k.Pieces, k.Trial, k.KnownSet = 0.02, Count{14, 120}, 0.8, 0.3
	k.HardLamp, k.LowLamp, k.HandResting, k.HandOver = 0.5, 0.45, 0.1, 0.05
	k.Noise, k.Blur, k.Quality = Range{0.2, 2.2}, Range{0.3, 1}, [2]int{70, 95}
	return k
}

// Turned shows castles with many towers at free wall ends, turned ones and straight ones.
func Turned() Knobs {
	k := Wild()
	k.Negative, k.Pieces, k.Trial, k.Trials, k.KnownSet = 0, Count{20, 70}, 1, 12, 0.4
	k.DeadEnds, k.FreeEnds, k.HandResting, k.HandOver = 1, 0.7, 0.05, 0.02
	k.Open, k.TiltDeg, k.PitchPx, k.Tags, k.Loose, k.Clutter = Range{0.1, 0.3}, Range{0, 50}, Range{30, 80}, 0.5, Count{0, 6}, Count{0, 3}
	k.Noise, k.Blur, k.Quality = Range{0.2, 2}, Range{0.3, 0.9}, [2]int{75, 95}
	return k
}

// Keeps shows castles full of keeps, double ones and single ones.
func Keeps() Knobs {
	k := Hard()
	k.Negative, k.Pieces, k.Trial, k.Doubles, k.Crowd, k.KnownSet = 0, Count{24, 80}, 0.2, 0.5, 0.6, 0.4
	k.HandResting, k.HandOver = 0, 0
	return k
}

// Stacks shows games like Played's with many keeps, every other one doubled.
func Stacks() Knobs {
	k := Played()
	k.Pieces, k.Doubles, k.Crowd, k.Stark = Count{24, 80}, 0.5, 0.6, 0.45
	return k
}

// LinedUp shows the pieces that a set is learned from (RandomLineup), as they can be seen when people are told to light them well.
func LinedUp() Knobs {
	k := Tilted()
	k.Width, k.Height = 1280, 720
	k.TiltDeg, k.PitchPx = Range{20, 45}, Range{45, 90}
	k.KnownSet, k.Colors, k.Same = 0.35, Count{2, 4}, 0.06
	k.HardLamp, k.LowLamp, k.Dim, k.Glare, k.Mixed = 0.3, 0.12, 0.08, 0.1, 0.15
	k.Blur, k.Quality = Range{0.3, 0.9}, [2]int{75, 95}
	return k
}

// Scattered shows pieces that stand apart from each other (RandomPieces), as line-ups do and somewhat worse.
func Scattered() Knobs {
	k := LinedUp()
	k.TiltDeg, k.PitchPx = Range{12, 52}, Range{42, 100}
	k.HardLamp, k.LowLamp, k.Stark = 0.4, 0.2, 0.2
	k.Blur, k.Quality = Range{0.3, 1.1}, [2]int{65, 95}
	return k
}

// Stark is a game under one bare lamp.
func Stark() Knobs {
	k := Hard()
	k.HardLamp, k.Stark, k.LowLamp, k.Dim, k.Glare = 1, 1, 0.4, 0.25, 0.05
	k.TiltDeg = Range{0, 30}
	k.HandResting, k.HandOver, k.Doubles = 0.05, 0, 0.35
	return k
}

// OpenEnded shows castles with many walls whose other end is open: short ones beside a tower are easily overlooked.
func OpenEnded() Knobs {
	k := Hard()
	k.Negative, k.Pieces, k.Trial, k.KnownSet = 0, Count{14, 90}, 0.3, 0.4
	k.Open, k.DeadEnds, k.FreeEnds = Range{0.1, 0.5}, 0.5, 0.5
	k.Stark, k.HandResting, k.HandOver = 0.35, 0, 0
	return k
}

// Slanted is OpenEnded seen at a slant: of a short wall that points away from the eye, the tower that it is linked to leaves little to see.
func Slanted() Knobs {
	k := OpenEnded()
	k.TiltDeg, k.Tags = Range{28, 52}, 0.3
	return k
}

// Usual is a game as it is mostly seen: a castle well on its way, not too small in the picture, and one or two of the nuisances at a time.
func Usual() Knobs {
	k := Tilted()
	k.TiltDeg, k.PitchPx, k.Pieces, k.Open, k.KnownSet = Range{3, 48}, Range{34, 70}, Count{20, 100}, Range{0.02, 0.13}, 0.3
	k.Unclaimed = 0.01 // in the development pictures, none of 539
	k.HardLamp, k.LowLamp, k.Stark, k.Mixed, k.Dim, k.Glare = 0.4, 0.3, 0.3, 0.15, 0.07, 0.12
	k.Loose, k.Clutter, k.Noise = Count{0, 25}, Count{0, 6}, Range{0.2, 1.6}
	return k
}

// Played shows games as they are mostly seen, in pictures about as blurred as the given ones, of whose edges' way from dark to bright 0.39 lies
// between one pixel and the next (median; here 0.40, in Usual 0.57), and with shadows deeper than in Usual by about half of what theirs are (see Tones).
func Played() Knobs {
	k := Usual()
	k.Blur, k.Deep = Range{0.5, 1.15}, 0.85
	return k
}

// Home shows games like Played's as the given pictures do: on the commonest tables, well exposed, from nearer or farther, a hand now and then.
func Home() Knobs {
	k := Played()
	k.Homely, k.KnownSet, k.Same, k.Edge = 1, 0.5, 0.05, 0
	k.TiltDeg, k.PitchPx, k.Barrel, k.Upright = Range{2, 50}, Range{30, 95}, Range{-0.1, 0.06}, 0.85
	k.Trial, k.Trials, k.HandResting, k.HandOver = 0.15, 2, 0.12, 0.06
	k.Incidents = 1
	return k
}

// HomeStacks shows games like Home's with many keeps, every other one doubled.
func HomeStacks() Knobs {
	k := Home()
	k.Pieces, k.Doubles, k.Crowd = Count{24, 90}, 0.45, 0.5
	k.HandResting, k.HandOver = 0, 0
	return k
}

// HomeHands shows games like Home's with a hand over each castle.
func HomeHands() Knobs {
	k := Home()
	k.Trial, k.HandResting, k.HandOver = 0, 0.1, 1
	return k
}

// HomeStark shows games like Home's under one hard lamp, mostly with little other light.
func HomeStark() Knobs {
	k := Home()
	k.TiltDeg, k.PitchPx, k.Pieces, k.Doubles = Range{5, 46}, Range{26, 64}, Count{30, 140}, 0.35
	k.HardLamp, k.Stark, k.LowLamp = 1, 0.75, 0.5
	k.HandResting, k.HandOver = 0, 0
	return k
}

// HomeAbove shows games like Home's from straight above, in light as soft as Easy's.
func HomeAbove() Knobs {
	k, e := Home(), Easy()
	k.TiltDeg, k.PitchPx, k.Pieces = e.TiltDeg, e.PitchPx, e.Pieces
	k.HardLamp, k.LowLamp, k.Stark, k.Glare, k.Dim, k.Deep = e.HardLamp, e.LowLamp, e.Stark, e.Glare, e.Dim, 0.5
	k.Trial, k.HandResting, k.HandOver = 0, 0, 0
	return k
}

// HomeTurned shows castles like Turned's on Home's tables, mostly under a hard lamp.
func HomeTurned() Knobs {
	k, t := Home(), Turned()
	k.Pieces, k.Trial, k.Trials, k.DeadEnds, k.FreeEnds, k.Open = t.Pieces, t.Trial, t.Trials, t.DeadEnds, t.FreeEnds, t.Open
	k.HardLamp, k.Stark, k.LowLamp = 0.7, 0.5, 0.5
	k.HandResting, k.HandOver = 0, 0
	return k
}

// Cloths are small castles in Usual's conditions, on cloths whose pattern has much that looks like pieces.
func Cloths() Knobs {
	k := Usual()
	k.Pieces, k.Same, k.Edge = Count{2, 30}, 0, 0
	k.Tables = []TableKind{TableStripes, TableGingham, TableGingham, TablePattern}
	return k
}

// Begun shows games in Usual's conditions after their first turns, among loose pieces, now and then before the first.
func Begun() Knobs {
	k := Usual()
	k.Pieces, k.Negative = Count{2, 16}, 0.1
	return k
}

// moreDoubles is the share of double keeps from which a scene cares for what keeps look like more than for the rules.
const moreDoubles = 0.4

// presets are the knobs by their names.
var presets = map[string]func() Knobs{
	"easy":       Easy,
	"tilted":     Tilted,
	"cluttered":  Cluttered,
	"hands":      Hands,
	"hard":       Hard,
	"turned":     Turned,
	"keeps":      Keeps,
	"stacks":     Stacks,
	"usual":      Usual,
	"played":     Played,
	"home":       Home,
	"homeabove":  HomeAbove,
	"homehands":  HomeHands,
	"homestacks": HomeStacks,
	"homestark":  HomeStark,
	"hometurned": HomeTurned,
	"cloths":     Cloths,
	"begun":      Begun,
	"stark":      Stark,
	"open":       OpenEnded,
	"slanted":    Slanted,
	"wild":       Wild,
	"pieces":     Scattered,
}

// PresetNames are the names that Preset knows, in order.
func PresetNames() []string { return slices.Sorted(maps.Keys(presets)) }

// Preset gives the knobs that go by a name.
func Preset(name string) (Knobs, error) {
	knobs, ok := presets[name]
	if !ok {
		return Knobs{}, fmt.Errorf("there is no preset %q: use one of %s", name, strings.Join(PresetNames(), ", "))
	}
	return knobs(), nil
}
