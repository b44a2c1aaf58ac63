package vision

import (
	"cmp"
	"math"
	"slices"

	"github.com/castellan-companion/castellan/engine/castellan"
	"github.com/castellan-companion/castellan/vision/model"
	"github.com/castellan-companion/castellan/vision/reading"
)

// keepDoubts are what could well be otherwise about the keeps seen: whether they are there, how many, of which colour; and about the places
// where almost one was seen.
func keepDoubts(seen, missed []seenKeep) []reading.Doubt {
	var doubts []reading.Doubt
	for i := range seen {
		if d := seen[i].doubt(); len(d.Alternatives) > 1 {
			doubts = append(doubts, d)
		}
	}
	for i := range missed {
		k := &missed[i]
		there := probability(k.odds)
		if there <= 1-sureEnough {
			continue
		}
		if k.double > 0 {
			k.Count = 2
		}
		doubts = append(doubts, reading.Doubt{Alternatives: []reading.Alternative{
			{P: round(1-there, 3), CastleDiff: []string{}},
			{P: round(there, 3), CastleDiff: []string{k.change(true).String()}},
		}})
	}
	return doubts
}

// doubt lists what the keep may be beside what it is read as, the likeliest first; only the latter where nothing else is likely.
func (k *seenKeep) doubt() reading.Doubt {
	there, double := probability(k.odds), probability(k.doubled())
	counts := [2]float64{1 - double, double}
	rival, named := k.rival()
	asRead := there * counts[k.Count-1] * named
	d := reading.Doubt{Alternatives: []reading.Alternative{{P: round(asRead, 3), CastleDiff: []string{}}}}
	add := func(p float64, instead *reading.Keep) {
		if p <= 1-sureEnough {
			return
		}
		diff := []string{k.change(false).String()}
		if instead != nil {
			other := seenKeep{Keep: *instead}
			diff = append(diff, other.change(true).String())
		}
		d.Alternatives = append(d.Alternatives, reading.Alternative{P: round(p, 3), CastleDiff: diff})
	}
	other := k.Keep
	other.Count = 3 - k.Count
	add(there*counts[other.Count-1]*named, &other)
	other = k.Keep
	other.Color = rival
	add(there*counts[k.Count-1]*(1-named), &other)
	add(1-there, nil)
	slices.SortStableFunc(d.Alternatives, func(a, b reading.Alternative) int { return cmp.Compare(b.P, a.P) })
	return d
}

// rival is the likeliest colour beside the keep's own, and how probable its own is against that one. The look along the lattice and the
// closer one see the same pixels, so what they say together counts as one look.
func (k *seenKeep) rival() (color string, own float64) {
	looks, best := math.Inf(-1), 0.0
	for c, v := range k.colors {
		if model.KeepColors[c] == k.Color {
			best = v
		} else if v > looks {
			looks, color = v, model.KeepColors[c]
		}
	}
	return color, probability((best - looks) / 2)
}

func (k *seenKeep) change(add bool) reading.Change {
	at := [2]float64{round(k.At[0], 3), round(k.At[1], 3)}
	return reading.Change{Add: add, Of: reading.ChangedKeep, Keep: castellan.Keep{Color: k.Color, At: at, Count: k.Count}}
}
