package vision

import (
	"cmp"
	"math"
	"slices"

	"github.com/castellan-companion/castellan/engine/castellan"
	"github.com/castellan-companion/castellan/vision/model"
	"github.com/castellan-companion/castellan/vision/reading"
	"github.com/castellan-companion/castellan/vision/solid"
)

// keepApart is how near two keeps can stand to each other, in pitches: nearer ones are one keep seen twice.
const keepApart = 0.45

// seenKeep is a keep and what speaks for it: the odds that it is there at all and that it is a double one, as logarithms.
type seenKeep struct {
	reading.Keep
	odds, double float64
	sole         float64                        // what speaks against a double one because there is a likelier one of its colour, a logarithm of odds
	footing      footing                        // of those that are believed in
	close        float64                        // what the closer look says of whether it is there, a logarithm of odds
	colors       [len(model.KeepColors)]float64 // logarithms of the colours' likelihoods up to a constant
}

// keepLooks look closely at places on the table (mm): whether a keep stands there and of what kind, and how much speaks for a double one of
// a colour, as a logarithm of odds.
type keepLooks struct {
	look   func(mm [2]float64) model.KeepLook
	taller func(color string, mm [2]float64) float64
	double func(lean float64) float64 // how much speaks for a double one before anything is seen of it, see leanAt
}

// keeps finds the keeps that stand near the castle, and the places where not much more would have been taken for one. earlier are the
// keeps that were there before: what they were, they stay, unless the picture clearly says otherwise.
func keeps(
	m *model.CellMap, g *model.Grid, c *reading.Castle, earlier []reading.Keep, search *keepSearch, closely keepLooks,
) (all, missed []seenKeep) {
	near := nearby(c)
	add := func(found []seenKeep) {
		for i := range found {
			k := &found[i]
			k.lookCloser(g, closely.look)
			if k.double > 0 {
				k.Count = 2
			}
			if earlierKeep(earlier, k.Keep) != nil {
				k.odds += keepHabit
			}
		}
		slices.SortStableFunc(found, func(a, b seenKeep) int { return cmp.Compare(b.odds, a.odds) })
		for _, k := range found {
			// What looks like a keep behind another one of its colour is mostly that one's other half.
			if !near[nodeOf(&k.Keep)] || search.explained(&k.Keep, all) >= mostExplained || slices.ContainsFunc(all, k.isNear) {
				continue
			}
			if k.odds > 0 {
				all = append(all, k)
			} else {
				missed = append(missed, k)
			}
		}
	}
	add(strongest(keepsAlong(m, c, earlier)))
	// addOne adds the likeliest of a courtyard's places, if any: it holds one keep at most.
	addOne := func(places []seenKeep) {
		for i := range places {
			places[i].odds = unseenKeep
		}
		before := len(all)
		add(places)
		all = all[:min(len(all), before+1)]
	}
	// A courtyard without a keep is rare.
	castle := solid.New(search.lens.Eye(), g, search.set, c, nil)
	for _, court := range courtyards(c) {
		inside := func(k seenKeep) bool { return castellan.Within(court, k.At) }
		if slices.ContainsFunc(all, inside) {
			continue
		}
		places := inCourtyard(g, court)
		addOne(search.coloured(places))
		if !slices.ContainsFunc(all, inside) {
			addOne(search.behindPieces(castle, places))
		}
	}
	search.shareColours(all)
	for i := range all {
		k := &all[i]
		k.Count = 1
		k.footing = search.footingOf(k.AtMM, probability(k.double))
		k.double += closely.double(leanAt(search.lens, k.AtMM)) + gaugeOfDouble*closely.taller(k.Color, k.AtMM) + k.footing.double(castle)
		if e := earlierKeep(earlier, k.Keep); e != nil {
			k.double += doubleHabit * float64(2*e.Count-3)
		}
	}
	search.weighSizes(all)
	search.heads(all, closely.look, earlier, g, c)
	decideHeights(all, g)
	missed = slices.DeleteFunc(strongest(missed), func(k seenKeep) bool { return slices.ContainsFunc(all, k.isNear) })
	return all, missed
}

// decideHeights says of keeps whether they are double ones, and puts them where they then stand.
func decideHeights(all []seenKeep, g *model.Grid) {
	for i := range all {
		decideHeight(&all[i], all)
		all[i].stand(g)
	}
}

// decideHeight says of a keep whether it is a double one. Of two of a colour that look doubled, the likelier one is.
func decideHeight(k *seenKeep, all []seenKeep) {
	k.sole = 0
	if k.double > 0 && k.double <= beyondDoubt {
		for _, o := range all {
			if o.Color == k.Color && o.double > k.double {
				k.sole = max(k.sole, o.double)
			}
		}
	}
	k.Count = 1
	if k.doubled() > 0 {
		k.Count = 2
	}
}

// doubled is how much speaks for a keep to be a double one, beside the others: a logarithm of odds.
func (k *seenKeep) doubled() float64 { return k.double - k.sole }

// isNear says whether two keeps would be one seen twice.
func (k *seenKeep) isNear(o seenKeep) bool { return apart(k.Keep, o.Keep) < keepApart }

// keepsAlong are the places near a castle where the look along the lattice does not rule a keep out.
func keepsAlong(m *model.CellMap, c *reading.Castle, earlier []reading.Keep) []seenKeep {
	near := nearby(c)
	var all []seenKeep
	var p [1 + len(model.KeepColors)]float64
	for y := range m.Out.H {
		for x := range m.Out.W {
			o := m.Out.At(y, x)
			model.Softmax(p[:], o[model.CellNoKeep:model.CellKeepGreen+1])
			odds := -logOdds(p[0])
			i := float64(m.I0-1) + float64(x)/2 + float64(o[model.CellKeepX])
			j := float64(m.J0-1) + float64(y)/2 + float64(o[model.CellKeepY])
			if !near[nodeOf(&reading.Keep{At: [2]float64{i, j}})] {
				continue
			}
			k := seenKeep{Keep: reading.Keep{At: [2]float64{i, j}, Count: 1}, odds: odds, double: cellsOfDouble * float64(o[model.CellDouble])}
			for color := range k.colors {
				k.colors[color] = float64(o[model.CellKeepRed+color])
			}
			k.name()
			least := leastKeep
			if earlierKeep(earlier, k.Keep) != nil {
				least -= keepHabit
			}
			if odds > least {
				all = append(all, k)
			}
		}
	}
	return all
}

// lookCloser looks at the keep from near by, and again from where that saw it if that is elsewhere.
func (k *seenKeep) lookCloser(g *model.Grid, look func(mm [2]float64) model.KeepLook) {
	at := g.At(k.At[0], k.At[1])
	seen := look(at)
	const elsewhere = 2.5 // mm
	if math.Hypot(seen.At[0]-at[0], seen.At[1]-at[1]) > elsewhere {
		seen = look(seen.At)
	}
	k.close = seen.There
	k.odds = cellsOfKeep*k.odds + closeOfKeep*k.close
	k.double += closeOfDouble * seen.Double
	for color, v := range seen.Colors {
		k.colors[color] += v
	}
	k.name()
	if seen.There > 0 {
		k.At[0], k.At[1] = g.Coords(seen.At)
	}
	k.AtMM = g.At(k.At[0], k.At[1])
}

// name gives the keep its likeliest colour.
func (k *seenKeep) name() {
	best := 0
	for color, v := range k.colors {
		if v > k.colors[best] {
			best = color
		}
	}
	k.Color = model.KeepColors[best]
}

// strongest leaves out keeps too near to a likelier one.
func strongest(all []seenKeep) []seenKeep {
	var s []seenKeep
	for a, k := range all {
		if !slices.ContainsFunc(all[:a], func(o seenKeep) bool { return k.isNear(o) && o.odds >= k.odds }) &&
			!slices.ContainsFunc(all[a+1:], func(o seenKeep) bool { return k.isNear(o) && o.odds > k.odds }) {
			s = append(s, k)
		}
	}
	return s
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

// beyondDoubt is the logarithm of the odds from which a second double keep of a colour is believed, though the rules allow one a game: in
// 500 castles, given and rendered, no player had two, and of five second ones that seemed to be there, up to odds of 10, none was.
const beyondDoubt = 10.0

// unseenKeep are the odds (as a logarithm) of a keep in a courtyard where the look along the lattice sees none, if there is colour.
const unseenKeep = -2

// mostExplained is the share of a keep's outline in the picture that other keeps may cover.
const mostExplained = 0.6

// Where the look along the lattice gives a keep at least these odds (as a logarithm), a closer look is worth its time.
const leastKeep = -3.5

// How much the looks count: for a keep to be there, what the look along the lattice says and what the closer one does; for it to be a
// double one, also how tall its colour reaches. The shares of a double one are those that added up best on pictures that the networks had
// not seen; those of a keep are chosen.
const (
	cellsOfKeep   = 0.5
	closeOfKeep   = 0.7
	cellsOfDouble = 0.2
	closeOfDouble = 0.5
	gaugeOfDouble = 0.3
	// What speaks for a double one before anything is seen of it. Of Keep's lessons every other one was a double one, of the keeps of games one in
	// six is: in a still, where a camera looks nearly straight down and hardly sees how high a keep is, too many were taken for double. By their
	// share alone it would be -1, but weights that did not learn from the given pictures rather overlook doubles in those: with -0.8, one more. A
	// film looks again soon, often from when a keep has hardly been put there: what it tells of must not have to be taken back.
	doublePriorAbove = -0.6
	doublePriorFilm  = -2.8
)

// doublePriorStill is how much speaks for a double keep, at which the camera looks so far aside (see leanAt), before a still is looked at: a
// logarithm of odds.
func doublePriorStill(lean float64) float64 {
	if lean < nearlyAbove {
		return doublePriorAbove
	}
	return 0
}

// keepHabit is how much speaks for a keep to be what it was before.
const keepHabit = 1.5

// doubleHabit is how much speaks for a keep to be as tall as it was before: by the rules none is doubled later.
const doubleHabit = 2.0

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
