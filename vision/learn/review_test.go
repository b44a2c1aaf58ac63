package main

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/castellan-companion/castellan/vision/model"
	"github.com/castellan-companion/castellan/vision/nn"
	"github.com/castellan-companion/castellan/vision/review"
	"github.com/castellan-companion/castellan/vision/volume"
)

// An untrained Review says what Cells says, and learns from what the picture shows whole.
func TestReviewBeginsWithWhatCellsSays(t *testing.T) {
	e := cutOut(t)
	task := tasks["review"]
	net := task.fresh()
	net.Init(rand.New(rand.NewPCG(1, 1)))
	task.begin(net)
	c := &cropper{rng: rand.New(rand.NewPCG(1, 2))}
	var out crop
	var run nn.Run
	shown, cut := 0, 0
	for range 6 {
		c.review(e, &out)
		require.Equal(t, volume.Channels(4)+review.Channels, out.in.C)
		require.Len(t, out.want, out.h*out.w*model.ReviewChannels)
		require.Len(t, out.prior, len(out.want))
		said := run.Forward(net, &out.in)
		require.Len(t, said.Data, len(out.prior))
		for _, v := range said.Data {
			require.Zero(t, v)
		}
		out.add(said.Data)
		assert.Equal(t, out.prior, said.Data)
		for k := 0; k < len(out.want); k += model.ReviewChannels {
			if out.want[k+model.CellNoTower] == 0 {
				continue
			}
			if out.weight[k+model.CellNoTower] > 0 {
				shown++
			} else {
				cut++
			}
		}
	}
	assert.Positive(t, shown)
	assert.Positive(t, cut, "towers at the edge and beyond it are not asked for")
}

// Review learns to correct other Cells than the program's as well, if it is given any.
func TestReviewCorrectsOtherCells(t *testing.T) {
	e := cutOut(t)
	silent := model.NewCells()
	silent.Init(rand.New(rand.NewPCG(1, 1)))
	for i := range silent.Layers {
		clear(silent.Layers[i].Weight)
		clear(silent.Layers[i].Bias)
	}
	file := filepath.Join(t.TempDir(), "silent.nn")
	require.NoError(t, save(silent, file))
	_, err := loadEyes(file)
	require.ErrorContains(t, err, "two by two are needed")
	_, err = loadEyes(strings.Repeat(file+",", 2) + file)
	require.ErrorContains(t, err, "two by two are needed")
	_, err = loadEyes(file + "," + file + ".missing")
	require.ErrorIs(t, err, os.ErrNotExist)
	eyes, err := loadEyes(strings.Repeat(file+",", 3) + file)
	require.NoError(t, err)
	require.Len(t, eyes, 2)
	c := &cropper{rng: rand.New(rand.NewPCG(1, 2)), eyes: eyes}
	var out crop
	quiet := 0
	const crops = 12
	for range crops {
		c.review(e, &out)
		if !slices.ContainsFunc(out.prior, func(v float32) bool { return v != 0 }) {
			quiet++
		}
	}
	assert.Positive(t, quiet)
	assert.Less(t, quiet, crops)
}
