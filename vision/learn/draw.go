package main

import (
	"maps"
	"math/rand/v2"
	"slices"
)

// draw chooses examples so that each group is seen in its share, however many pictures it has. Only some pictures of each group are in
// memory at a time; they change as training goes on, and each comes in with other noise.
type draw struct {
	rng    *rand.Rand
	groups []group
	shares []float64 // running sums
}

// group is a shuffled pile of examples: the first open ones can be drawn.
type group struct {
	examples []*example
	open     int
	oldest   int // the one to make room for another next
}

// shares are how often groups are drawn.
type shares map[string]float64

// groupShare is how often a group is drawn, relative to the others; a group that is not named counts 1. A group of few pictures is
// drawn less: one picture counts at most perPictureShare.
var groupShare = shares{
	"negative": 1.2, "hand": 0.4, "film": 1.5, "trial": 1.4, "clutter": 1.5, "tilt": 1.5, "light": 1.5, "easy": 1.2,
	"usual": 10, "played": 10, "home": 15, "homestacks": 5, "homestark": 10, "hometurned": 5, "homehands": 10, "hands": 6, "cloths": 6, "begun": 8, "wild": 4, "hard": 5, "cluttered": 2, "tilted": 1.5, "keeps": 5, "stark": 4, "open": 2, "turned": 3, "slanted": 12, // the renderer's
}

const perPictureShare = 0.1

// newDraw piles up examples and opens the first ones. inMemory is how many pixels are in memory at a time, about, those of frames of
// films not counted: of a group of small pictures more are. special shares take the place of those in groupShare.
func newDraw(all []*example, special shares, inMemory float64, rng *rand.Rand) (*draw, error) {
	by := map[string][]*example{}
	for _, e := range all {
		by[e.group] = append(by[e.group], e)
	}
	d := &draw{rng: rng}
	total := 0.0
	for _, name := range slices.Sorted(maps.Keys(by)) {
		share := 1.0
		for _, of := range [2]shares{groupShare, special} {
			if s, ok := of[name]; ok {
				share = s
			}
		}
		total += min(share, perPictureShare*float64(len(by[name])))
		rng.Shuffle(len(by[name]), func(i, j int) { by[name][i], by[name][j] = by[name][j], by[name][i] })
		d.groups = append(d.groups, group{examples: by[name]})
		d.shares = append(d.shares, total)
	}
	before := 0.0
	for i := range d.groups {
		g := &d.groups[i]
		g.open = len(g.examples)
		if g.examples[0].file != "" {
			g.open = min(g.open, 1+int(inMemory*(d.shares[i]-before)/total/meanPixels(g.examples)))
		}
		before = d.shares[i]
		for _, e := range g.examples[:g.open] {
			if err := e.open(rng); err != nil {
				return nil, err
			}
		}
	}
	return d, nil
}

// meanPixels is how many pixels the pictures of some examples have on average.
func meanPixels(of []*example) float64 {
	sum := 0.0
	for _, e := range of {
		sum += float64(e.view.Width) * float64(e.view.Height)
	}
	return sum / float64(len(of))
}

// group draws a group by its share.
func (d *draw) group(rng *rand.Rand) *group {
	i, _ := slices.BinarySearch(d.shares, rng.Float64()*d.shares[len(d.shares)-1])
	return &d.groups[i]
}

// next draws an example. Goroutines may draw at the same time, each with its own rng.
func (d *draw) next(rng *rand.Rand) *example {
	g := d.group(rng)
	return g.examples[rng.IntN(g.open)]
}

// refresh changes one picture for another of its group that was not in memory, at random.
func (d *draw) refresh() error {
	g := d.group(d.rng)
	if g.open == len(g.examples) {
		return nil
	}
	with := g.open + d.rng.IntN(len(g.examples)-g.open)
	g.examples[g.oldest].close()
	g.examples[g.oldest], g.examples[with] = g.examples[with], g.examples[g.oldest]
	err := g.examples[g.oldest].open(d.rng)
	g.oldest = (g.oldest + 1) % g.open
	return err
}
