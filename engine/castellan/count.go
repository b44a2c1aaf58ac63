package castellan

import "slices"

// CountStep is one step of the final count: the keep of one courtyard is laid aside and its points are added.
type CountStep struct {
	Player    string    `json:"player"`
	Courtyard Courtyard `json:"courtyard"`
	Total     int       `json:"total"` // the player's points with this courtyard
}

// FinalCount walks all claimed courtyards, player by player in seating order, so that people can follow the count on the
// table. The totals of the last steps are Position.Scores.
func (p *Position) FinalCount() []CountStep {
	var steps []CountStep
	courts := slices.DeleteFunc(p.Courtyards(), func(c Courtyard) bool { return c.Owner == "" })
	slices.SortStableFunc(courts, func(a, b Courtyard) int {
		return slices.Index(p.players, a.Owner) - slices.Index(p.players, b.Owner)
	})
	total := 0
	for k, c := range courts {
		if k > 0 && courts[k-1].Owner != c.Owner {
			total = 0
		}
		total += c.Value
		steps = append(steps, CountStep{Player: c.Owner, Courtyard: c, Total: total})
	}
	return steps
}
