package main

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/castellan-companion/castellan/vision/synth"
)

// opened is the example of a name in a folder.
func opened(t *testing.T, dir, name string) *example {
	t.Helper()
	all, err := load([]string{dir}, func(other string) bool { return other == name })
	require.NoError(t, err)
	require.Len(t, all, 1)
	require.NoError(t, all[0].open(nil))
	return all[0]
}

// cutOut is a rendered example whose castle runs out of the picture, as in a window.
func cutOut(t *testing.T) *example {
	t.Helper()
	rng := rand.New(rand.NewPCG(9, 0))
	knobs := synth.Tilted()
	knobs.Width, knobs.Height = 640, 360
	s := synth.RandomScene(rng, knobs)
	s.Narrow(rng, 200, 170)
	dir := t.TempDir()
	require.NoError(t, s.WriteJPEG(dir, "window", "tilted", 2))
	return opened(t, dir, "window")
}

// scattered is a rendered example of pieces that stand apart, small.
func scattered(t *testing.T) *example {
	t.Helper()
	knobs, err := synth.Preset("pieces")
	require.NoError(t, err)
	knobs.Width, knobs.Height = 480, 270
	dir := t.TempDir()
	require.NoError(t, synth.RandomPieces(rand.New(rand.NewPCG(7, 0)), knobs).WriteWithBare(dir, "scene", "pieces", 2))
	return opened(t, dir, "scene")
}
