package companion

import (
	"cmp"
	"maps"

	"github.com/castellan-companion/castellan/engine/castellan"
)

// adjusted are the points with what people have overruled.
func (s State) adjusted(points map[string]int) map[string]int {
	scores := maps.Clone(points)
	for _, a := range s.Adjustments {
		if _, plays := scores[a.Player]; plays {
			scores[a.Player] += a.Points
		}
	}
	return scores
}

// leading are the players who would win now. Where people have overruled points the engine's word is not enough: most
// points win, then most keeps.
func (s State) leading(e castellan.Evaluation, scores map[string]int) []string {
	if len(s.Adjustments) == 0 || len(e.Winner) == 0 {
		return e.Winner
	}
	var best []string
	for _, color := range s.Players {
		ahead := 1
		if len(best) > 0 {
			ahead = cmp.Or(cmp.Compare(scores[color], scores[best[0]]), cmp.Compare(e.Keeps[color], e.Keeps[best[0]]))
		}
		switch {
		case ahead > 0:
			best = []string{color}
		case ahead == 0:
			best = append(best, color)
		}
	}
	return best
}
