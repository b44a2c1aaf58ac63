package synth

import (
	"math/rand/v2"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gocv.io/x/gocv"

	"github.com/castellan-companion/castellan/vision/reading"
	"github.com/castellan-companion/castellan/vision/scene"
)

// shortFilm is a game of a small castle.
func shortFilm(seed uint64) *Film {
	k := small(Easy())
	k.Pieces, k.DeadEnds = Count{12, 24}, 0.5
	return RandomFilm(rand.New(rand.NewPCG(seed, 0)), k)
}

func TestAFilmEndsWithItsCastle(t *testing.T) {
	kinds := map[string]int{}
	for seed := range uint64(20) {
		f := shortFilm(seed)
		want := f.scene.Truth().Castle
		got := f.truth.States[len(f.truth.States)-1].Castle
		assert.ElementsMatch(t, want.Towers, got.Towers)
		assert.ElementsMatch(t, want.Walls, got.Walls)
		assert.ElementsMatch(t, want.Keeps, got.Keeps)
		assert.Empty(t, got.Trial)

		next := 0
		for i, s := range f.truth.States {
			require.Equal(t, next, s.FromFrame, "without a gap")
			next = s.ToFrame + 1
			for n := s.FromFrame; n <= s.ToFrame; n++ {
				assert.Equal(t, s.Quiet, f.frames[n].hand == nil)
			}
			assert.Len(t, s.Castle.Keeps, len(f.frames[next-1].keeps(f)), "state %d", i)
		}
		assert.Len(t, f.frames, next)
		for _, e := range f.truth.Events {
			kinds[e.Kind+e.Piece]++
			if e.Kind == kindTurnEnd {
				assert.Nil(t, f.frames[e.Frame].hand, "still after it")
				continue
			}
			assert.NotEqual(t, f.frames[e.Frame-1].stands, f.frames[e.Frame].stands, "in effect from its frame on")
		}
	}
	for _, kind := range []string{"placetower", "placeshort", "placelong", "keepkeep", "trialtower", kindTurnEnd} {
		assert.Positive(t, kinds[kind], kind)
	}
}

// keeps are the keeps that stand in a frame, by their labels.
func (n *filmFrame) keeps(f *Film) map[string]bool {
	labels := map[string]bool{}
	for _, k := range n.stands {
		if f.pieces[k].role == roleKeep {
			labels[f.pieces[k].label] = true
		}
	}
	return labels
}

func TestWrittenFilmIsAFilm(t *testing.T) {
	dir := t.TempDir()
	k := small(Easy())
	k.Pieces = Count{2, 2}
	f := RandomFilm(rand.New(rand.NewPCG(1, 0)), k)
	require.NoError(t, f.Write(dir, "game", 2))

	film, err := scene.LoadFilm(filepath.Join(dir, "game.json"))
	require.NoError(t, err)
	assert.Len(t, film.States, len(f.truth.States))
	assert.Equal(t, reading.KindPlace, film.Events[0].Kind)

	video, err := gocv.VideoCaptureFile(film.Video)
	require.NoError(t, err)
	defer video.Close()
	m := gocv.NewMat()
	defer m.Close()
	frames := 0
	for video.Read(&m) {
		frames++
		assert.Equal(t, []int{90, 160}, m.Size())
	}
	assert.Equal(t, len(f.frames), frames)

	assert.ErrorContains(t, f.Write(filepath.Join(dir, "missing"), "game", 1), "film")
}
