package vision

import (
	"time"

	"gocv.io/x/gocv"

	"github.com/castellan-companion/castellan/calibration"
	"github.com/castellan-companion/castellan/vision/reading"
	"github.com/castellan-companion/castellan/vision/watchful"
)

// judgeEvery is how often, in seconds, the conditions are judged: what is told of them lasts longer than a second.
const judgeEvery = 0.3

// conditions is what is known of how well the eye can see.
type conditions struct {
	watch *watchful.Watch
	notes []reading.Note
	next  float64 // when to judge again, in seconds

	lost   bool                  // tags were looked for, and do not tell where the camera is
	pushed []int                 // ids of tags that do not lie where they did
	layout calibration.TagLayout // where tags lie
	castle [][2]float64          // points around the castle in the picture
	apart  bool                  // nothing is seen that joins its parts
	bumped bool                  // since the conditions were judged last
	// untagged says that the camera was found again without tags then.
	untagged bool
	light    bool // likewise
}

// surround keeps the points of a castle's outlines, and whether it is in parts.
func (c *conditions) surround(castle *reading.Castle, drawn []reading.Outline) {
	c.apart = len(castle.Parts()) > 1
	c.castle = c.castle[:0]
	for i := range drawn {
		c.castle = append(c.castle, drawn[i].Points...)
	}
}

// judgeConditions judges the frame. It follows tags that were pushed until they lie still.
func (w *Watcher) judgeConditions(img gocv.Mat) error {
	if w.calm.quiet && len(w.conditions.pushed) > 0 && w.glimpsed == nil {
		if err := w.findCamera(img); err != nil {
			return err
		}
	}
	gray, err := w.reader.grey(img)
	if err != nil {
		return err
	}
	c := &w.conditions
	f := watchful.Frame{
		Gray: gray, View: w.view, Tags: w.tags, Layout: c.layout, Pushed: c.pushed, Castle: c.castle, Apart: c.apart, PitchMM: w.reader.set.PitchMM,
		Hand: !w.calm.quiet, Lost: c.lost || w.adrift, Bumped: c.bumped, Untagged: c.untagged, Light: c.light,
		Misprinted: w.reader.misprinted(&w.reader.set),
	}
	if w.adrift {
		f.View, f.Tags = nil, nil
	}
	c.notes = c.watch.Look(time.Duration(w.at*float64(time.Second)), f)
	c.bumped, c.untagged, c.light = false, false, false
	c.next = w.at + judgeEvery
	return nil
}
