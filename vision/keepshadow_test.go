package vision

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/castellan-companion/castellan/engine/castellan"
	"github.com/castellan-companion/castellan/vision/reading"
)

// builtSquare is the castle of square, with its board.
func builtSquare() (ring []castellan.Wall, b *board, castle reading.Castle) {
	ring, m := square()
	b = newBoard(m, nil)
	b.settle()
	return ring, b, b.built()
}

func TestADoubleKeepDarkensTheTopsOfWalls(t *testing.T) {
	ring, b, castle := builtSquare()
	for _, c := range []struct {
		name  string
		count int
		at    [2]float64 // on the side of the courtyard away from the lamp
		lamp  [3]float64
		least float64
		most  float64
	}{
		{"a double one", 2, [2]float64{-8, -14}, [3]float64{500, 800, 900}, 1, mostByShadow},
		{"a single one", 1, [2]float64{-8, -14}, [3]float64{500, 800, 900}, -mostByShadow, -1},
		{"a double one, lit from elsewhere", 2, [2]float64{14, -4}, [3]float64{-900, 300, 900}, 1, mostByShadow},
		{"a single one, lit from elsewhere", 1, [2]float64{14, -4}, [3]float64{-900, 300, 900}, -mostByShadow, -1},
		{"a double one whose shadow reaches no wall", 2, [2]float64{6, 12}, [3]float64{500, 800, 900}, 0, 0},
	} {
		keeps := []reading.Keep{{Color: "red", Count: c.count, AtMM: c.at}}
		looks, known := looksAslant(b, 2, ring, brown, shadowsAslant(&castle, keeps, c.lamp)...)
		require.True(t, known, c.name)
		says := looks.doubleShadow(&footing{c.at, c.at})
		require.NotNil(t, looks.lamps[onTops], c.name)
		assert.GreaterOrEqual(t, says, c.least, c.name)
		assert.LessOrEqual(t, says, c.most, c.name)
	}
	looks, _ := looksAslant(b, 2, ring, brown)
	assert.Zero(t, looks.doubleShadow(&footing{{-8, -14}, {-8, -14}}), "without shadows")
}

func TestHeightsAreDecidedAnewByShadows(t *testing.T) {
	ring, b, castle := builtSquare()
	at := [2]float64{-8, -14}
	g := gridAslant()
	keeps := []reading.Keep{{Color: "red", Count: 2, AtMM: at}}
	looks, known := looksAslant(b, 2, ring, brown, shadowsAslant(&castle, keeps, [3]float64{500, 800, 900})...)
	require.True(t, known)
	taller := func(odds float64, f footing) seenKeep {
		return seenKeep{Keep: reading.Keep{Color: "red", Count: 1}, double: odds, footing: f}
	}
	far := [2]float64{-5, 300} // no wall is there
	seen := []seenKeep{taller(-0.5, footing{{-9, -15}, at}), taller(0.3, footing{far, far})}
	looks.weighHeights(seen, &g)
	assert.Equal(t, 2, seen[0].Count)
	assert.Equal(t, at, seen[0].AtMM, "it stands where a double one does")
	assert.Equal(t, 1, seen[1].Count, "a colour has one double keep")
	assert.Negative(t, seen[1].doubled())
}

func TestAKeepsShadowOnTheTableTellsItsHeight(t *testing.T) {
	ring, b, castle := builtSquare()
	for _, c := range []struct {
		name string
		at   [2]float64
		lamp [3]float64
	}{
		{"beside the castle, under a low lamp", [2]float64{60, 60}, [3]float64{500, 800, 900}},
		{"in a courtyard, under one too steep for the shadows of walls", [2]float64{6, 12}, [3]float64{250, 400, 1000}},
	} {
		t.Run(c.name, func(t *testing.T) {
			at := c.at
			for count := 1; count <= 2; count++ {
				keeps := []reading.Keep{{Color: "red", Count: count, AtMM: at}}
				looks, known := looksAslant(b, 2, ring, brown, shadowsAslant(&castle, keeps, c.lamp)...)
				require.True(t, known)
				says := looks.shadowOfHeight(&footing{at, at})
				require.NotNil(t, looks.lamps[onTable])
				if count == 2 {
					assert.Greater(t, says, 0.3)
				} else {
					assert.Less(t, says, -0.3)
				}
			}
		})
	}
	looks, _ := looksAslant(b, 2, ring, brown)
	assert.Zero(t, looks.shadowOfHeight(&footing{{6, 12}, {6, 12}}), "without shadows")
}

func TestShadowsOnTheTableCountWhereTheOthersBearThemOut(t *testing.T) {
	ring, b, castle := builtSquare()
	at, other := [2]float64{60, 60}, [2]float64{80, 0}
	keeps := []reading.Keep{{Color: "red", Count: 2, AtMM: at}, {Color: "blue", Count: 2, AtMM: other}}
	looks, known := looksAslant(b, 2, ring, brown, shadowsAslant(&castle, keeps, [3]float64{500, 800, 900})...)
	require.True(t, known)
	require.Positive(t, looks.shadowOfHeight(&footing{other, other}))
	for _, c := range []struct {
		name      string
		witness   float64 // what else speaks for the other one to be a double one, as its shadow does
		confirmed bool
	}{
		{"one that is plainly double", plainHeight, true},
		{"one that is plainly single", -plainHeight, false},
	} {
		seen := []seenKeep{{double: -0.5, footing: footing{at, at}}, {double: c.witness, footing: footing{other, other}}}
		looks.weighOnTable(seen)
		assert.InDelta(t, c.witness, seen[1].double, 1e-9, "nothing is asked about %s", c.name)
		if c.confirmed {
			assert.Positive(t, seen[0].double, c.name)
		} else {
			assert.InDelta(t, -0.5, seen[0].double, 1e-9, c.name)
		}
	}
}

// Under one hard lamp a double keep shows a bright top and dark sides, like a single one, and throws a shadow twice as long.
func TestATallShadowTellsADoubleKeep(t *testing.T) {
	c := compareStill(t, "testdata/shadows/tall.json")
	assert.True(t, c.Exact && c.KeepsRight, "missing %v, invented %v, keeps right: %t", c.Missing, c.Invented, c.KeepsRight)
}
