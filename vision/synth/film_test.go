package synth

import (
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gocv.io/x/gocv"

	"github.com/castellan-companion/castellan/engine/castellan"
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
			for _, n := range [2]int{s.FromFrame, s.ToFrame} {
				standing := f.frames[n].standing(f)
				assert.Len(t, s.Castle.Keeps, standing["keep"], "state %d, frame %d", i, n)
				assert.Len(t, s.Castle.Towers, standing["tower"], "state %d, frame %d", i, n)
				assert.Len(t, s.Castle.Walls, standing["wall"], "state %d, frame %d", i, n)
				assert.Len(t, s.Castle.Trial, standing["trial"], "state %d, frame %d", i, n)
			}
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

// A tower on trial stands some way off the wall that stands there by then, wherever others are built later.
func TestATrialInAFilmGivesWayToItsWall(t *testing.T) {
	trials := 0
	for seed := range uint64(20) {
		f := shortFilm(seed)
		states := f.truth.States
		for _, e := range f.truth.Events {
			if e.Kind != reading.KindTrial || !*e.On {
				continue
			}
			n := e.At.(castellan.Node)
			i := slices.IndexFunc(states, func(s FilmState) bool { return s.FromFrame <= e.Frame && e.Frame <= s.ToFrame })
			ends := slices.DeleteFunc(slices.Clone(states[i].Castle.Walls), func(w castellan.Wall) bool { return w.From != n && w.To != n })
			require.Len(t, ends, 1)
			other := ends[0].From
			if other == n {
				other = ends[0].To
			}
			stands := f.frames[e.Frame].stands
			off := f.pieces[stands[len(stands)-1]].at.sub(f.scene.node(n))
			away := off.dot(f.scene.node(n).sub(f.scene.node(other)).norm())
			assert.InDelta(t, 2, away, 1.8, "seed %d, %v", seed, n)
			trials++
		}
	}
	assert.Greater(t, trials, 10)
}

// standing is how many pieces of each kind stand in a frame, by their labels; a double keep counts once. A trial that was taken up has no
// label any more, but it counted as one while it stood.
func (n *filmFrame) standing(f *Film) map[string]int {
	labels, counts := map[string]bool{}, map[string]int{}
	for i, k := range n.stands {
		label := f.pieces[k].label
		if label == "" {
			label = fmt.Sprintf("trial, the piece %d", i)
		}
		if !labels[label] {
			labels[label] = true
			counts[strings.FieldsFunc(label, func(r rune) bool { return r == ' ' || r == ',' })[0]]++
		}
	}
	return counts
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
