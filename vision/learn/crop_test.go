package main

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/castellan-companion/castellan/vision/model"
)

// underAHand is the example again with all of its towers hidden.
func underAHand(t *testing.T, free *example) *example {
	t.Helper()
	path := strings.TrimSuffix(free.file, filepath.Ext(free.file)) + ".json"
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	var truth map[string]any
	require.NoError(t, json.Unmarshal(text, &truth))
	var all []string
	for _, n := range free.castle.Towers {
		all = append(all, fmt.Sprintf("tower %d,%d", n.I, n.J))
	}
	truth["occluded"] = all
	text, err = json.Marshal(truth)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(path, text, 0o600))
	hidden, err := loadFile(path)
	require.NoError(t, err)
	require.Len(t, hidden, 1)
	require.NoError(t, hidden[0].open(nil))
	return hidden[0]
}

// That a hand hides a tower is one thing to learn, that the tower stands there another.
func TestTowersUnderAHandAreAskedFor(t *testing.T) {
	free := cutOut(t)
	require.NotEmpty(t, free.castle.Towers)
	hidden := underAHand(t, free)

	cells := func(e *example) (out crop) {
		c := &cropper{rng: rand.New(rand.NewPCG(1, 2)), plain: true}
		c.cells(e, &out)
		return out
	}
	seen, covered := cells(free), cells(hidden)
	require.Len(t, covered.want, len(seen.want))
	towers := 0
	for o := 0; o < len(seen.want); o += model.CellChannels {
		if seen.want[o] != model.CellTower || seen.weight[o] == 0 {
			continue
		}
		towers++
		assert.InDelta(t, seen.want[o], covered.want[o], 0)
		assert.InDelta(t, seen.weight[o], covered.weight[o], 0)
		assert.Zero(t, seen.want[o+model.CellHidden])
		assert.InDelta(t, 1, covered.want[o+model.CellHidden], 0)
		assert.Zero(t, covered.weight[o+model.CellErrorX], "nobody can say how far off it stands")
	}
	assert.Positive(t, towers)
}

func TestWhereAHandIsOnlyPiecesTell(t *testing.T) {
	free := cutOut(t)
	hand := func(e *example) (out crop) {
		c := &cropper{rng: rand.New(rand.NewPCG(1, 2)), plain: true}
		c.hand(e, &out)
		return out
	}
	seen, covered := hand(free), hand(underAHand(t, free))
	towers, empty := 0, 0
	for o := 0; o < len(seen.want); o += model.CellChannels {
		hidden := o + model.CellHidden
		switch {
		case seen.weight[hidden] == 0:
			assert.Zero(t, covered.weight[hidden])
		case seen.want[o] == model.CellTower:
			towers++
			assert.Zero(t, seen.want[hidden])
			assert.InDelta(t, 1, covered.want[hidden], 0)
			assert.InDelta(t, 1, covered.weight[hidden], 0)
		case covered.weight[hidden] == 0:
			empty++
			assert.Zero(t, seen.want[hidden])
		}
	}
	assert.Positive(t, towers)
	assert.Positive(t, empty, "where nothing stands, a hand may be or not")
}
