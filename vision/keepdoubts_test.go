package vision

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/castellan-companion/castellan/engine/castellan"
	"github.com/castellan-companion/castellan/vision/reading"
)

// red is a single red keep of which the eye is sure, until told otherwise.
func red(odds, double, colour float64) seenKeep {
	return seenKeep{
		Keep: reading.Keep{Color: "red", At: [2]float64{2.50049, 0.5}, Count: 1},
		odds: odds, double: double, colors: [4]float64{colour, 0, -30, -30},
	}
}

func TestDoubtsAboutKeeps(t *testing.T) {
	for name, c := range map[string]struct {
		keep seenKeep
		want [][]string
	}{
		"none":           {red(6, -6, 20), nil},
		"there?":         {red(1, -6, 20), [][]string{{}, {"-keep red 2.5,0.5"}}},
		"double?":        {red(6, -1, 20), [][]string{{}, {"-keep red 2.5,0.5", "+double keep red 2.5,0.5"}}},
		"of what colour": {red(6, -6, 2), [][]string{{}, {"-keep red 2.5,0.5", "+keep blue 2.5,0.5"}}},
		"all of it": {red(1.5, -1, 2), [][]string{
			{}, {"-keep red 2.5,0.5"}, {"-keep red 2.5,0.5", "+double keep red 2.5,0.5"}, {"-keep red 2.5,0.5", "+keep blue 2.5,0.5"},
		}},
	} {
		doubts := keepDoubts([]seenKeep{c.keep}, nil)
		if c.want == nil {
			assert.Empty(t, doubts, name)
			continue
		}
		var got [][]string
		for _, a := range doubts[0].Alternatives {
			got = append(got, a.CastleDiff)
		}
		assert.Len(t, doubts, 1, name)
		assert.ElementsMatch(t, c.want, got, name)
	}
}

func TestDoubtsWhereAlmostAKeepWasSeen(t *testing.T) {
	doubts := keepDoubts(nil, []seenKeep{red(-1, 2, 20), red(-5, 2, 20)})
	if assert.Len(t, doubts, 1) {
		assert.Equal(t, []reading.Alternative{
			{P: 0.731, CastleDiff: []string{}}, {P: 0.269, CastleDiff: []string{"+double keep red 2.5,0.5"}},
		}, doubts[0].Alternatives)
	}
}

func TestDoubtWhetherATowerIsOnTrial(t *testing.T) {
	m := opinion(6)
	tower(m, 1, 1, 6)
	tower(m, 2, 1, 6)
	wall(m, 1, 2, 6)
	doubted := func(odds float64, in bool) []reading.Doubt {
		b := newBoard(m, nil)
		n := castellan.Node{I: 2, J: 1}
		x := &b.all[b.towers[n]]
		x.odds, b.turns[n] = odds, true
		if !in {
			b.trials[n] = 0.7
		}
		b.settle()
		var r reading.Reading
		b.castle(&r)
		return r.Doubts
	}
	assert.Equal(t, []string{"-tower 2,1", "+trial 2,1"}, doubted(1, true)[0].Alternatives[1].CastleDiff)
	assert.Equal(t, []string{"+tower 2,1", "-trial 2,1"}, doubted(-1, false)[0].Alternatives[1].CastleDiff)
	assert.Empty(t, doubted(4, true))
}

func TestNoDoubtsAreAListToo(t *testing.T) {
	out, err := json.Marshal(greatestFirst(nil, nil))
	require.NoError(t, err)
	assert.Equal(t, "[]", string(out), "null would be none")
}
