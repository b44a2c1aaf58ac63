package vision

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/castellan-companion/castellan/calibration"
	"github.com/castellan-companion/castellan/engine/castellan"
	"github.com/castellan-companion/castellan/vision/model"
	"github.com/castellan-companion/castellan/vision/reading"
	"github.com/castellan-companion/castellan/vision/solid"
)

// twoCells is a castle of two squares side by side, of which the odds of the short wall between them, from (2,1) to (2,2), are so many. habits
// may be nil.
func twoCells(between float32, habits habit) *board {
	m := opinion(6)
	for i := 1; i <= 3; i++ {
		for j := 1; j <= 2; j++ {
			tower(m, i, j, 6)
		}
	}
	for j := 1; j <= 2; j++ {
		for i := 1; i <= 2; i++ {
			wallBetween(m, castellan.Node{I: i, J: j}, castellan.Node{I: i + 1, J: j}, 6)
		}
	}
	for i := 1; i <= 3; i++ {
		odds := float32(6)
		if i == 2 {
			odds = between
		}
		wallBetween(m, castellan.Node{I: i, J: 1}, castellan.Node{I: i, J: 2}, odds)
	}
	b := newBoard(m, habits)
	b.settle()
	return b
}

// keepAt is a keep in the row of the squares.
func keepAt(i, odds float64) seenKeep {
	return seenKeep{Keep: reading.Keep{Color: "red", At: [2]float64{i, 1.5}, Count: 1}, odds: odds}
}

// inPlainView is what speaks against a courtyard without a keep where nothing could hide one.
func inPlainView([]castellan.Node) float64 { return 4 }

// always says of each courtyard that it is overdue.
func always([]castellan.Node) bool { return true }

func TestAFilmWaitsForKeepsUntilOthersGoOnToBuild(t *testing.T) {
	castle := twoCells(6, nil).built()
	castle.Keeps = []reading.Keep{keepAt(1.5, 6).Keep}
	courts := courtyards(&castle)
	require.Len(t, courts, 2)
	claimed, empty := courts[0], courts[1]
	if !castellan.Within(claimed, castle.Keeps[0].At) {
		claimed, empty = empty, claimed
	}
	before := castle
	before.Walls = slices.DeleteFunc(slices.Clone(castle.Walls), func(w castellan.Wall) bool { return w.From.I == 3 && w.To.I == 3 })
	added := twoCells(6, nil)
	added.all = append(added.all, candidate{wall: castellan.Wall{From: castellan.Node{I: 3, J: 2}, To: castellan.Node{I: 4, J: 2}}, in: true})
	for name, c := range map[string]struct {
		b       *board
		visited *reading.Castle
		want    bool
	}{
		"nothing was built since":         {b: twoCells(6, nil), visited: &castle},
		"it was closed by what was built": {b: twoCells(6, nil), visited: &before},
		"others went on to build":         {b: added, visited: &castle, want: true},
	} {
		overdue := c.b.overdue(&past{&castle, c.visited})
		assert.Equal(t, c.want, overdue(empty), name)
		assert.False(t, overdue(claimed), name)
		against := inFilm(inPlainView, overdue)(empty)
		assert.Equal(t, c.want, against >= inPlainView(empty), name)
		assert.Positive(t, against, name)
	}
	assert.True(t, twoCells(6, nil).overdue(nil)(empty), "a still")
	hidden := func([]castellan.Node) float64 { return 0.1 }
	never := func([]castellan.Node) bool { return false }
	assert.InDelta(t, 0.1, inFilm(hidden, never)(empty), 1e-9, "a keep may be hidden there")

	missed := []seenKeep{keepAt(2.5, -0.5)}
	believed, still := claimEmpty(&castle, nil, missed, inPlainView, never)
	assert.Empty(t, believed)
	assert.Equal(t, missed, still)
}

func TestCastleAndKeepsAgree(t *testing.T) {
	both := []seenKeep{keepAt(1.5, 6), keepAt(2.5, 6)}
	for _, c := range []struct {
		name    string
		between float32
		keeps   []seenKeep
		want    int // courtyards
	}{
		{"two keeps ask for a wall between them", -1, both, 2},
		{"but not against what is seen clearly", -7, both, 1},
		{"a keep that is hardly seen does not", -1, []seenKeep{keepAt(1.5, 6), keepAt(2.5, 0.5)}, 1},
		{"a courtyard without a keep puts its wall in doubt", 0.5, both[:1], 1},
		{"but not one that is seen clearly", 5, both[:1], 2},
		{"nothing to ask for", 0.5, both, 2},
	} {
		b := twoCells(c.between, nil)
		before := b.built()
		changed := b.agree(c.keeps, nil, inPlainView)
		after := b.built()
		assert.Len(t, courtyards(&after), c.want, c.name)
		assert.Equal(t, len(before.Walls) != len(after.Walls), changed, c.name)
		var out reading.Reading
		b.castle(&out)
		for _, p := range out.Pieces {
			assert.Greater(t, p.P, 0.5, "%s: what stands is likelier than not", c.name)
		}
	}
}

func TestATowerInDoubtOfACourtyardWithoutAKeepIsOnTrial(t *testing.T) {
	corner := castellan.Node{I: 3, J: 1}
	for _, c := range []struct {
		name     string
		straight float64 // odds, as a logarithm
		stands   float64 // that of a tower, straight or turned
		trial    bool
		courts   int
	}{
		{"it may well be turned", 1, 10, true, 1},
		{"it surely stands straight", 5, 10, false, 2},
		{"it may not be there at all", 3, 1, false, 1},
	} {
		b := twoCells(6, nil)
		b.stands[corner] = c.stands
		require.False(t, b.turn(corner, -c.straight), c.name)
		require.Empty(t, b.standing().Trial, c.name)
		assert.Equal(t, c.courts == 1, b.agree([]seenKeep{keepAt(1.5, 6)}, nil, inPlainView), c.name)
		after := b.standing()
		assert.Len(t, courtyards(&after), c.courts, c.name)
		if c.trial {
			assert.Equal(t, []reading.Trial{{Tower: corner}}, after.Trial, c.name)
		} else {
			assert.Empty(t, after.Trial, c.name)
		}
	}
}

func TestNoTowerIsOnTrialUnderALongWall(t *testing.T) {
	m := opinion(6)
	tower(m, 1, 1, 6)
	tower(m, 3, 1, 6)
	wall(m, 1, 3, 6)
	middle := castellan.Node{I: 2, J: 1}
	wallBetween(m, middle, castellan.Node{I: 2, J: 2}, 6)
	tower(m, 2, 2, 6)
	tower(m, 3, 2, 6)
	wallBetween(m, castellan.Node{I: 2, J: 2}, castellan.Node{I: 3, J: 2}, 6)
	wallBetween(m, castellan.Node{I: 3, J: 1}, castellan.Node{I: 3, J: 2}, 6)
	b := newBoard(m, nil)
	b.settle()
	require.Len(t, b.built().Walls, 4)
	b.trials[middle] = 0.4
	assert.Empty(t, b.standing().Trial)
}

func TestAgreeingLeavesWhatAPersonSaid(t *testing.T) {
	between := castellan.Wall{From: castellan.Node{I: 2, J: 1}, To: castellan.Node{I: 2, J: 2}}
	for _, said := range [2]bool{false, true} {
		b := twoCells(3, nil)
		for k := range b.all {
			b.all[k].said = said && b.all[k].wall == between
		}
		assert.Equal(t, !said, b.agree([]seenKeep{keepAt(1.5, 6)}, nil, inPlainView))
	}
}

func TestABarelyMissedKeepClaimsItsCourtyard(t *testing.T) {
	for _, c := range []struct {
		name    string
		missed  float64
		claimed bool
	}{
		{"hardly anything speaks against it", -0.5, true},
		{"the picture shows that it is not there", -2, false},
	} {
		b := twoCells(2, nil)
		seen, missed := []seenKeep{keepAt(1.5, 6)}, []seenKeep{keepAt(2.5, c.missed)}
		assert.Equal(t, !c.claimed, b.agree(seen, missed, inPlainView), "%s: else the wall gives way", c.name)
		castle := b.built()
		believed, still := claimEmpty(&castle, seen, missed, inPlainView, always)
		if c.claimed {
			require.Len(t, believed, 2, c.name)
			assert.Positive(t, believed[1].odds, c.name)
			assert.Empty(t, still, c.name)
		} else {
			assert.Equal(t, seen, believed, c.name)
			assert.Equal(t, missed, still, c.name)
		}
	}
}

func TestAHiddenKeepIsOfTheColourThatWasSeen(t *testing.T) {
	behindAWall := func([]castellan.Node) float64 { return 0.1 }
	red := func(odds float64) seenKeep { return keepAt(2.5, odds) }
	blue := func(odds float64) seenKeep {
		k := keepAt(2.3, odds)
		k.Color = "blue"
		return k
	}
	castle := twoCells(6, nil).built()
	for _, c := range []struct {
		name      string
		missed    []seenKeep
		unclaimed unclaimedOdds
		claimed   string
	}{
		{"a trace of a colour", []seenKeep{red(-1.5)}, behindAWall, "red"},
		{"hardly a trace", []seenKeep{red(-4)}, behindAWall, ""},
		{"more of one colour than of another one", []seenKeep{blue(-3.5), red(-1.5)}, behindAWall, "red"},
		{"as much of two colours", []seenKeep{blue(-1.6), red(-1.5)}, behindAWall, ""},
		{"a trace where a keep would be in sight", []seenKeep{red(-1.5)}, inPlainView, ""},
		{"nothing", nil, behindAWall, ""},
	} {
		believed, still := claimEmpty(&castle, []seenKeep{keepAt(1.5, 6)}, c.missed, c.unclaimed, always)
		if c.claimed == "" {
			assert.Len(t, believed, 1, c.name)
			assert.Equal(t, c.missed, still, c.name)
			continue
		}
		require.Len(t, believed, 2, c.name)
		assert.Equal(t, c.claimed, believed[1].Color, c.name)
		assert.Len(t, still, len(c.missed)-1, c.name)
	}
}

func TestAHiddenKeepIsSeldomTheSecondDoubleOne(t *testing.T) {
	behindAWall := func([]castellan.Node) float64 { return 0 }
	castle := twoCells(6, nil).built()
	seen, missed := keepAt(1.5, 6), keepAt(2.5, -0.5)
	missed.double = 2
	for _, c := range []struct {
		first float64
		want  int
	}{{-5, 2}, {5, 1}} {
		seen.double = c.first
		decideHeight(&seen, []seenKeep{seen})
		believed, _ := claimEmpty(&castle, []seenKeep{seen}, []seenKeep{missed}, behindAWall, always)
		require.Len(t, believed, 2)
		assert.Equal(t, c.want, believed[1].Count, "beside one whose odds to be doubled are %v", c.first)
	}
}

func TestAKeepThatCouldBeHiddenSpeaksLess(t *testing.T) {
	set := calibration.DefaultSet()
	set.KeepHeightMM = set.WallHeightMM - 4
	g := model.NewGrid([2]float64{-1.5 * set.PitchMM, -1.5 * set.PitchMM}, 0, set.PitchMM)
	castle := twoCells(6, nil).built()
	left := courtyards(&castle)[0]
	says := func(eye [3]float64, hand float32) float64 {
		m := opinion(6)
		for i := range 4 {
			for j := range 4 {
				m.Node(castellan.Node{I: i, J: j})[model.CellHidden] = hand
			}
		}
		return inStill(solid.New(eye, &g, &set, &castle, nil), m)(left)
	}
	above, low := [3]float64{0, 0, 700}, [3]float64{0, -700, 150}
	assert.Greater(t, says(above, -10), 4.0)
	assert.Less(t, says(low, -10), 1.0, "behind a wall")
	assert.Less(t, says(above, 0), 1.0, "under a hand")
	assert.Greater(t, inStill(solid.New(low, &g, &set, &reading.Castle{}, nil), opinion(6))(left), 4.0, "nothing stands before it")
}

func TestAWallComesWithItsTower(t *testing.T) {
	m := opinion(8)
	for _, n := range []castellan.Node{{I: 1, J: 1}, {I: 1, J: 2}, {I: 2, J: 2}} {
		tower(m, n.I, n.J, 6)
	}
	tower(m, 2, 1, -0.5)
	wall(m, 1, 2, 6)
	wallBetween(m, castellan.Node{I: 1, J: 1}, castellan.Node{I: 1, J: 2}, 6)
	wallBetween(m, castellan.Node{I: 1, J: 2}, castellan.Node{I: 2, J: 2}, 6)
	wallBetween(m, castellan.Node{I: 2, J: 1}, castellan.Node{I: 2, J: 2}, -1)
	b := newBoard(m, nil)
	b.settle()
	assert.True(t, b.agree([]seenKeep{keepAt(1.5, 6)}, nil, inPlainView))
	c := b.built()
	assert.Len(t, c.Towers, 4)
	assert.Len(t, courtyards(&c), 1)
}

func TestStrayKeepsMustBeSeenClearly(t *testing.T) {
	covered := map[castellan.Node]bool{}
	c := twoCells(6, nil).built()
	c.Walls = slices.DeleteFunc(c.Walls, func(w castellan.Wall) bool { return w.From.I == 1 && w.To.I == 1 }) // the first square is open
	inside, second := keepAt(2.5, 2), keepAt(2.2, 1)
	outside, sure, beyond := keepAt(1.3, 2.5), keepAt(1.7, 6), keepAt(0.5, 9)
	all := []seenKeep{inside, second, outside, sure, beyond}
	stray := func(k seenKeep, odds float64) seenKeep {
		k.odds = odds
		return k
	}
	believed, dropped := dropStrays(&c, covered, all)
	assert.Equal(t, []seenKeep{inside, stray(sure, 6-strayKeep)}, believed)
	assert.Equal(t, []seenKeep{stray(second, 1-strayKeep), stray(outside, 2.5-strayKeep), stray(beyond, -strayKeep)}, dropped)
	covered[castellan.Node{I: 0, J: 1}] = true // a hand may hide what encloses it
	believed, _ = dropStrays(&c, covered, all)
	assert.Equal(t, []seenKeep{inside, stray(sure, 6-strayKeep), stray(beyond, 9-strayKeep)}, believed)
}

func TestAMissedKeepWithoutAFreeCourtyardIsHardlyInDoubt(t *testing.T) {
	castle := twoCells(6, nil).built()
	claimed := []seenKeep{keepAt(1.5, 6)}
	unclaimed, second, outside := keepAt(2.5, -1), keepAt(1.3, -1), keepAt(0.5, -1)
	missed := []seenKeep{unclaimed, second, outside}
	strayToo(&castle, claimed, missed)
	doubts := keepDoubts(nil, missed)
	require.Len(t, doubts, 1)
	assert.Equal(t, []string{unclaimed.change(true).String()}, doubts[0].Alternatives[1].CastleDiff)
}

// A cloth can look as if hundreds of pieces might stand on it. All pairs of them would take an hour.
func TestAgreeingEndsWhereLittleIsClear(t *testing.T) {
	b := pattern(12, 1.6)
	keeps := []seenKeep{keepAt(-3, 6), keepAt(-4, 6), keepAt(-5, 6), keepAt(-6, 6), keepAt(-7, 6)}
	c := b.built()
	s := newAccord(b, keeps, nil, inPlainView)
	s.amend()
	assert.Zero(t, s.tries, "all were used, and no more")
	assert.Equal(t, c, b.built(), "what was tried is as it was")
}
