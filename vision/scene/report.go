package scene

import (
	"cmp"
	"math"
	"slices"
)

// Report is what a Judge found. Shares are between 0 and 1, times in milliseconds.
type Report struct {
	Groups      []Group       `json:"groups"`      // by name; the last one is all the pictures together
	Stills      []StillRow    `json:"pictures"`    // by file
	Films       []FilmRow     `json:"videos"`      // by file
	Reliability []Reliability `json:"reliability"` // of the confidences of the pieces in all the pictures
	Doubts      Doubts        `json:"doubts"`      // of all the pictures
}

// Group sums up the pictures of one group.
type Group struct {
	Group        string  `json:"group"`
	Pictures     int     `json:"pictures"`
	Unreadable   int     `json:"unreadable"` // of these; they count as not right
	Exact        float64 `json:"exact"`      // share of the pictures, like the shares below
	ExactVisible float64 `json:"exact_visible"`
	KeepsRight   float64 `json:"keeps_right"`
	TrialRight   float64 `json:"trial_right"`
	ScoreRight   float64 `json:"score_right"`
	Precision    float64 `json:"precision"`   // of all the pieces read in the group, the share that is there; 1 where none was read
	Recall       float64 `json:"recall"`      // of all the pieces there are, the share that was read; 1 where there is none
	Read         int     `json:"read"`        // pieces
	Truth        int     `json:"truth"`       // pieces
	Matched      int     `json:"matched"`     // pieces
	Blank        int     `json:"blank"`       // pictures without a castle
	BlankRight   int     `json:"blank_right"` // of these, the ones in which no castle of two or more pieces was read
	MSMean       float64 `json:"ms_mean"`     // of the pictures that could be read
	MSP95        float64 `json:"ms_p95"`
}

// Reliability says of the pieces that were read with a confidence of From up to To (included) how many there were, how
// sure the eye was of them on average, and how many are there: Right/Pieces should be about MeanP.
type Reliability struct {
	From   float64 `json:"from"`
	To     float64 `json:"to"`
	Pieces int     `json:"pieces"`
	MeanP  float64 `json:"mean_p"`
	Right  int     `json:"right"`
}

// reliabilityBins are the upper ends of the bins of confidence; they are narrow where most pieces are.
var reliabilityBins = []float64{0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.98, 0.99, 1}

// summarise fills in the groups and the reliability from the rows.
func (r *Report) summarise() {
	groups := make(map[string][]StillRow)
	var names []string
	for _, row := range r.Stills {
		if _, known := groups[row.Group]; !known {
			names = append(names, row.Group)
		}
		groups[row.Group] = append(groups[row.Group], row)
	}
	slices.Sort(names)
	for _, name := range names {
		r.Groups = append(r.Groups, newGroup(name, groups[name]))
	}
	if len(r.Stills) > 0 {
		r.Groups = append(r.Groups, newGroup("all", r.Stills))
	}
	r.Reliability = reliability(r.Stills)
	for i := range r.Stills {
		r.Doubts.add(r.Stills[i].Doubts)
	}
}

func newGroup(name string, rows []StillRow) Group {
	g := Group{Group: name, Pictures: len(rows)}
	var ms []float64
	for i := range rows {
		row := &rows[i]
		g.Read, g.Truth, g.Matched = g.Read+row.Read, g.Truth+row.Truth, g.Matched+row.Matched
		g.Exact += one(row.Exact)
		g.ExactVisible += one(row.ExactVisible)
		g.KeepsRight += one(row.KeepsRight)
		g.TrialRight += one(row.TrialRight)
		g.ScoreRight += one(row.ScoreRight)
		g.Blank += int(one(row.Blank))
		g.BlankRight += int(one(row.Blank && !row.Ghost && row.Error == ""))
		if row.Error != "" {
			g.Unreadable++
		} else {
			ms = append(ms, row.MS)
		}
	}
	for _, count := range []*float64{&g.Exact, &g.ExactVisible, &g.KeepsRight, &g.TrialRight, &g.ScoreRight} {
		*count /= float64(len(rows))
	}
	g.Precision, g.Recall = share(g.Matched, g.Read), share(g.Matched, g.Truth)
	g.MSMean, g.MSP95 = mean(ms), percentile95(ms)
	return g
}

func one(yes bool) float64 {
	if yes {
		return 1
	}
	return 0
}

// mean of no values is 0.
func mean(values []float64) float64 {
	sum := 0.0
	for _, v := range values {
		sum += v
	}
	return sum / max(1, float64(len(values)))
}

// percentile95 is the smallest of the values that no more than one in twenty exceeds; 0 of none.
func percentile95(values []float64) float64 {
	if len(values) == 0 {
		return 0
	}
	sorted := slices.Sorted(slices.Values(values))
	return sorted[int(math.Ceil(0.95*float64(len(sorted))))-1]
}

// reliability sorts the confidences into bins; bins without a piece are left out.
func reliability(rows []StillRow) []Reliability {
	bins := make([]Reliability, len(reliabilityBins))
	for i, to := range reliabilityBins {
		bins[i].To = to
		if i > 0 {
			bins[i].From = reliabilityBins[i-1]
		}
	}
	for _, row := range rows {
		for _, s := range row.sure {
			i, _ := slices.BinarySearchFunc(bins, s.p, func(b Reliability, p float64) int { return cmp.Compare(b.To, p) })
			b := &bins[min(i, len(bins)-1)]
			b.Pieces++
			b.MeanP += s.p
			b.Right += int(one(s.right))
		}
	}
	bins = slices.DeleteFunc(bins, func(b Reliability) bool { return b.Pieces == 0 })
	for i := range bins {
		bins[i].MeanP /= float64(bins[i].Pieces)
	}
	return bins
}
