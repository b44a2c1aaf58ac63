package castellan

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

var twoPlayers = []string{"red", "blue"}

// checkAgainstScratch compares a position with an evaluation of the same pieces from scratch.
func checkAgainstScratch(t require.TestingT, p *Position) {
	s := p.Setup()
	e := Evaluate(s, p.rules)
	for _, v := range e.Violations {
		require.Equal(t, CodeSupplyExceeded, v.Code, v.Text)
	}
	got, want := p.Courtyards(), e.Courtyards
	require.Len(t, got, len(want))
	for k := range want {
		got[k].Outline, want[k].Outline = nil, nil
	}
	require.Equal(t, want, got)
	require.Equal(t, e.Scores, p.Scores())
	require.Equal(t, e.Keeps, p.Keeps())
	require.Equal(t, len(s.Towers), p.Used().Towers)
	for _, c := range p.courts {
		if c.area > 0 {
			require.Len(t, sortedNodes(p.outline(c.edge)), c.towers)
		}
	}
}

// randomStep adds a random legal piece or takes a random piece away where that is allowed.
func randomStep(r *rand.Rand, p *Position) {
	if r.IntN(3) == 0 {
		if s := p.Setup(); len(s.Towers) > 0 && r.IntN(2) == 0 {
			p.Remove(TowerAt(s.Towers[r.IntN(len(s.Towers))]))
		} else if len(s.Walls) > 0 {
			w := s.Walls[r.IntN(len(s.Walls))]
			p.Remove(WallBetween(w.To, w.From))
		}
		return
	}
	places := p.Placements(Kind(r.IntN(allKinds)), "red", nil)
	if len(places) > 0 {
		p.Add(places[r.IntN(len(places))], "red")
	}
}

func TestPositionAgreesWithEvaluationAfterEveryStep(t *testing.T) {
	sets := []PieceSet{
		StandardSet(),
		{Short: 4, Long: 7, TowerDiameter: 17. / 8, WallThickness: 1},
		{Short: 2, Long: 3, TowerDiameter: 1.2, WallThickness: .5},
	}
	rapid.Check(t, func(t *rapid.T) {
		rules := DefaultRules()
		rules.Set = rapid.SampledFrom(sets).Draw(t, "set")
		rules.HangingLoopRing = rapid.Bool().Draw(t, "ring")
		r := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
		p := NewPosition(twoPlayers, rules)
		for range rapid.IntRange(1, 150).Draw(t, "steps") {
			randomStep(r, p)
			checkAgainstScratch(t, p)
		}
	})
}
