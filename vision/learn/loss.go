package main

import (
	"math"

	"github.com/castellan-companion/castellan/vision/model"
	"github.com/castellan-companion/castellan/vision/nn"
	"github.com/castellan-companion/castellan/vision/review"
)

// task is one network to train: its crops, and how its outputs are judged.
type task struct {
	channels int
	fresh    func() *nn.Net
	crop     func(c *cropper, e *example, out *crop)
	heads    []head
	of       func(*example) bool // the examples that it can learn from; nil for all
	begin    func(*nn.Net)       // what it knows from the beginning; nil for nothing
	sifts    bool                // most crops teach it little, see sieve
	shares   shares              // of groups that teach it more or less than other networks
}

// head is a group of channels that are judged together.
type head struct {
	name  string
	first int
	size  int // channels
	kind  headKind
}

type headKind int

const (
	softmax headKind = iota // want[first] is the index of the right class, counted from first
	logit
	number
	finer  // a number that has to be right to a hundredth of a pitch
	unsure // one with how far it may err beside it, as a logarithm: Laplace's distribution
)

var tasks = map[string]task{
	"cells": {channels: model.CellChannels, fresh: model.NewCells, crop: (*cropper).cells, heads: cellHeads},
	"slanted": {
		channels: model.CellChannels, fresh: model.NewCells, crop: (*cropper).slanted, heads: cellHeads,
		of: func(e *example) bool { return model.Aslant(e.lens) },
	},
	"begun": {
		channels: model.CellChannels, fresh: model.NewCells, crop: (*cropper).cells, heads: cellHeads,
		shares: shares{"begun": 60, "cloths": 40},
	},
	"hand": {
		channels: model.CellChannels, fresh: model.NewCells, crop: (*cropper).hand, heads: []head{hiddenHead},
		of:     func(e *example) bool { return !e.hand },
		shares: shares{"hands": 40, "homehands": 40, "clutter": 8},
	},
	"review": {
		channels: model.ReviewChannels, fresh: func() *nn.Net { return model.NewReview(review.Channels) }, crop: (*cropper).review,
		heads: cellHeads[:5], begin: model.BeginReview, sifts: true,
	},
	"spots": {channels: model.SpotChannels, fresh: model.NewSpots, crop: (*cropper).spots, heads: spotHeads},
	"turn": {
		channels: model.TurnChannels, fresh: model.NewTurn, crop: (*cropper).turn,
		heads:  []head{{"turn", model.TurnStraight, model.TurnChannels, softmax}},
		of:     func(e *example) bool { return len(e.castle.Towers) > 0 && !e.hand },
		shares: shares{"turned": 60, "hometurned": 60, "trial": 4, "usual": 3, "slanted": 6},
	},
	"tower": {
		channels: model.TowerChannels, fresh: model.NewTower, crop: (*cropper).tower,
		heads: []head{{"tower", model.TowerNone, model.TowerChannels, softmax}},
		of:    func(e *example) bool { return len(e.castle.Towers) > 0 && !e.hand },
		sifts: true,
	},
	"keep": {
		channels: model.KeepChannels, fresh: model.NewKeep, crop: (*cropper).closeKeep,
		heads: []head{
			{"keep", model.KeepSingle, 3, softmax},
			{"keep at", model.KeepX, 1, number},
			{"keep at", model.KeepY, 1, number},
			{"colour", model.KeepRed, 4, softmax},
		},
		of:     func(e *example) bool { return len(e.castle.Keeps) > 0 && !e.hand && e.hidden.Keeps() == 0 },
		sifts:  true,
		shares: shares{"stacks": 8, "keeps": 3},
	},
	"wall": {
		channels: model.WallLooks, fresh: model.NewWall, crop: (*cropper).wall,
		heads: []head{{"wall", model.WallNone, model.WallLooks, softmax}},
		of:    func(e *example) bool { return !e.hand && placesOf(e).any() },
		sifts: true,
	},
	"place": {
		channels: model.PlaceChannels, fresh: model.NewPlace, crop: (*cropper).place,
		heads: []head{
			{"along", model.PlaceX, 1, unsure},
			{"across", model.PlaceY, 1, unsure},
		},
		of: func(e *example) bool { return len(e.castle.Towers) > 0 && !e.hand },
	},
	"caliper": {
		channels: model.CaliperChannels, fresh: model.NewCaliper, crop: (*cropper).caliper,
		heads: []head{
			{"piece", model.CaliperNone, 4, softmax},
			{"at", model.CaliperX, 1, finer},
			{"at", model.CaliperY, 1, finer},
			{"angle", model.CaliperCos2, 1, finer},
			{"angle", model.CaliperSin2, 1, finer},
			{"length", model.CaliperLength, 1, finer},
			{"width", model.CaliperWidth, 1, finer},
			{"height", model.CaliperHeight, 1, finer},
			{"end", model.CaliperEnd, 1, logit},
			{"end at", model.CaliperEndX, 1, finer},
			{"end at", model.CaliperEndY, 1, finer},
		},
		of: func(e *example) bool { return len(e.apart) > 0 },
	},
	"probe": {
		channels: model.ProbeChannels, fresh: model.NewProbe, crop: (*cropper).probe,
		heads: []head{
			{"along", model.ProbeX, 1, unsure},
			{"across", model.ProbeY, 1, unsure},
			{"width", model.ProbeWidth, 1, unsure},
			{"height", model.ProbeHeight, 1, unsure},
		},
		of: func(e *example) bool { return len(e.apart) > 0 },
	},
	"compass": {channels: model.SpotChannels, fresh: model.NewSpots, crop: (*cropper).compass, heads: spotHeads},
}

// hiddenHead is all that the network is asked that tells where hands are.
var hiddenHead = head{"hidden", model.CellHidden, 1, logit}

var cellHeads = []head{
	{"tower", model.CellNoTower, 3, softmax},
	{"short", model.CellShortX, 1, logit},
	{"short", model.CellShortY, 1, logit},
	{"long", model.CellLongX, 1, logit},
	{"long", model.CellLongY, 1, logit},
	{"keep", model.CellNoKeep, 5, softmax},
	{"double", model.CellDouble, 1, logit},
	{"keep at", model.CellKeepX, 1, number},
	{"keep at", model.CellKeepY, 1, number},
	hiddenHead,
	{"error", model.CellErrorX, 1, finer},
	{"error", model.CellErrorY, 1, finer},
}

var spotHeads = []head{
	{"tower", model.SpotTower, 1, logit},
	{"tower at", model.SpotX, 1, finer},
	{"tower at", model.SpotY, 1, finer},
	{"castle", model.SpotCastle, 1, logit},
	{"angle", model.SpotCos4, 1, number},
	{"angle", model.SpotSin4, 1, number},
}

// tally counts a head's decisions.
type tally struct {
	n, wrong, positives int
	loss                float64
}

func (t *tally) add(o tally) {
	t.n += o.n
	t.wrong += o.wrong
	t.positives += o.positives
	t.loss += o.loss
}

// numberScale weighs squared errors of numbers (pitches, cosines) against the logarithmic losses.
const (
	numberScale = 4
	finerScale  = 25
)

// leastUnsure is the logarithm of the least error that anything is thought to have.
const leastUnsure = -4

// judge writes the derivative of the loss by the output into dout and adds to the tallies, which are kept by the heads' names.
func (t *task) judge(c *crop, out, dout []float32, tallies map[string]*tally) {
	clear(dout)
	for _, h := range t.heads {
		y := tallies[h.name]
		if y == nil {
			y = &tally{}
			tallies[h.name] = y
		}
		for o := h.first; o < len(out); o += t.channels {
			w := c.weight[o]
			if w == 0 {
				continue
			}
			y.n++
			switch h.kind {
			case softmax:
				right := int(c.want[o])
				right = max(0, right)
				z := out[o : o+h.size]
				d := dout[o : o+h.size]
				best, top := 0, z[0]
				for k, v := range z {
					if v > top {
						best, top = k, v
					}
				}
				var sum float32
				for k, v := range z {
					d[k] = float32(math.Exp(float64(v - top)))
					sum += d[k]
				}
				for k := range d {
					d[k] *= w / sum
				}
				y.loss += float64(w) * -math.Log(max(1e-9, float64(d[right]/w)))
				d[right] -= w
				if best != right {
					y.wrong++
				}
				if right > 0 {
					y.positives++
				}
			case logit:
				p := 1 / (1 + math.Exp(-float64(out[o])))
				want := float64(c.want[o])
				dout[o] = w * float32(p-want)
				y.loss += float64(w) * -math.Log(max(1e-9, want*p+(1-want)*(1-p)))
				if (p > 0.5) != (want > 0.5) {
					y.wrong++
				}
				if want > 0.5 {
					y.positives++
				}
			case unsure:
				e := float64(out[o] - c.want[o])
				narrow := math.Exp(-float64(max(leastUnsure, out[o+1])))
				dout[o] = w * float32(math.Copysign(narrow, e))
				dout[o+1] = w * float32(1-math.Abs(e)*narrow)
				y.loss += float64(w) * (math.Abs(e)*narrow + float64(out[o+1]))
				y.positives++
			case number, finer:
				scale := float32(numberScale)
				if h.kind == finer {
					scale = finerScale
				}
				e := out[o] - c.want[o]
				dout[o] = w * scale * e
				y.loss += float64(w*scale) * float64(e) * float64(e) / 2
				y.positives++
			}
		}
	}
}
