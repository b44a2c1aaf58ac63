package selfplay

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/castellan-companion/castellan/engine/castellan"
)

func TestRandomGamesHoldTogether(t *testing.T) {
	games := 500
	if testing.Short() {
		games = 20
	}
	var tally Tally
	for seed := range uint64(games) {
		_, err := Play(rand.New(rand.NewPCG(seed, 0)), castellan.DefaultRules(), &tally)
		require.NoError(t, err, "seed %d", seed)
	}
	t.Logf("%+v", tally)
	assert.NotZero(t, tally.Courtyards, "castles without courtyards prove little")
	assert.NotZero(t, tally.Divisions)
	assert.NotZero(t, tally.Doubles)
}

func TestRandomGamesWithOtherPiecesAndReadings(t *testing.T) {
	odd := castellan.DefaultRules()
	odd.Set = castellan.PieceSet{Short: 4, Long: 7, TowerDiameter: 17. / 8, WallThickness: 1}
	apart := castellan.DefaultRules()
	apart.HangingLoopRing, apart.OpenEndsMeet, apart.DoubleCountsAsTwoKeeps = false, false, false
	for name, rules := range map[string]castellan.Ruleset{"walls of 4 and 7": odd, "other readings": apart} {
		t.Run(name, func(t *testing.T) {
			var tally Tally
			for seed := range uint64(10) {
				_, err := Play(rand.New(rand.NewPCG(seed, 0)), rules, &tally)
				require.NoError(t, err, "seed %d", seed)
			}
			assert.NotZero(t, tally.Courtyards)
		})
	}
}

func TestCheckSeesAWrongKeep(t *testing.T) {
	p := castellan.NewPosition([]string{"red", "blue"}, castellan.DefaultRules())
	n := func(i, j int) castellan.Node { return castellan.Node{I: i, J: j} }
	for _, piece := range []castellan.Piece{
		castellan.TowerAt(n(0, 0)), castellan.WallBetween(n(0, 0), n(1, 0)), castellan.TowerAt(n(1, 0)),
		castellan.WallBetween(n(1, 0), n(1, 1)), castellan.TowerAt(n(1, 1)), castellan.WallBetween(n(1, 1), n(0, 1)),
		castellan.TowerAt(n(0, 1)), castellan.WallBetween(n(0, 1), n(0, 0)),
	} {
		require.Empty(t, p.Add(piece, "red"))
	}
	assert.ErrorContains(t, Check(p, castellan.DefaultRules()), "no owner")
}
