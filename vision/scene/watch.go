package scene

import (
	"github.com/castellan-companion/castellan/vision/reading"
)

// settleFrames is how long the eye may take, after a hand has gone, until the castle it believes in must be right.
const settleFrames = 3

// WatchComparison is how far what was reported of a film is so.
type WatchComparison struct {
	FinalExact      bool `json:"final_exact"`      // the castle believed in at the end is the true one
	FinalCourtyards bool `json:"final_courtyards"` // and so are its courtyards with their owners
	FinalScore      bool `json:"final_score"`

	Spans       int `json:"quiet_spans"`        // quiet spans longer than settleFrames
	SpansExact  int `json:"quiet_spans_exact"`  // those in which the castle was right in each frame that is judged
	Frames      int `json:"quiet_frames"`       // the frames of these spans, from settleFrames after the beginning
	FramesExact int `json:"quiet_frames_exact"` // those in which the castle believed in was the true one

	Events   int             `json:"events"`             // that happened, of the kinds that are judged
	Right    int             `json:"events_right"`       // of these, reported in time and right in piece and place
	Missing  []reading.Event `json:"missing,omitempty"`  // happened, but were not reported so; places in the film's lattice
	Invented []reading.Event `json:"invented,omitempty"` // were reported, but did not happen so; places as reported
}

// CompareWatch compares what was reported of a film, in the order in which it was, with what is known to happen in it.
//
// An event is right when its kind, piece and place are, and when it is reported neither before its hand is in the
// picture nor after the end of the next quiet span longer than settleFrames. The places of all of a film's events are
// compared after one Motion: the lattice's indices have to keep their meaning from the first frame to the last.
func CompareWatch(reported []reading.Event, film *Film) WatchComparison {
	var c WatchComparison
	beliefs := beliefsOf(reported)
	c.compareSpans(beliefs, film)

	last, truth := beliefs[len(beliefs)-1].castle, film.final()
	end := Compare(last, truth.Castle, Hidden{})
	c.FinalExact = end.Exact
	c.FinalCourtyards = end.Exact && end.KeepsRight
	c.FinalScore = sameScore(last.Scores(), truth.Score)

	c.compareEvents(reported, beliefs, film)
	return c
}

// belief is the castle that was believed in from a frame on.
type belief struct {
	from   int
	castle reading.Castle
}

// beliefsOf begins with the empty castle, which is what is believed in before anything is reported.
func beliefsOf(reported []reading.Event) []belief {
	beliefs := []belief{{}}
	for _, e := range reported {
		if e.Kind == reading.KindCastle && e.Castle != nil {
			beliefs = append(beliefs, belief{e.Frame, *e.Castle})
		}
	}
	return beliefs
}

func (c *WatchComparison) compareSpans(beliefs []belief, film *Film) {
	now := 0 // the belief that holds in the frame looked at
	for i := range film.States {
		s := &film.States[i]
		first := s.From + settleFrames
		if !s.settles() {
			continue
		}
		right, exact, judged := 0, false, -1
		for frame := first; frame <= s.To; frame++ {
			for now+1 < len(beliefs) && beliefs[now+1].from <= frame {
				now++
			}
			if judged != now {
				exact, judged = Compare(beliefs[now].castle, s.Castle, Hidden{}).Exact, now
			}
			if exact {
				right++
			}
		}
		frames := s.To - first + 1
		c.Spans++
		c.Frames += frames
		c.FramesExact += right
		if right == frames {
			c.SpansExact++
		}
	}
}
