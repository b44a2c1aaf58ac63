package timelapse_test

import (
	"bytes"
	"errors"
	"image/gif"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/castellan-companion/castellan/companion"
	"github.com/castellan-companion/castellan/companion/companiontest"
	"github.com/castellan-companion/castellan/companion/timelapse"
)

// few are some moments of the bundled game.
func few(t *testing.T) []companion.State {
	t.Helper()
	events, err := companiontest.Events(t.Context(), companiontest.Game1())
	require.NoError(t, err)
	moments := timelapse.Moments(events)
	require.Greater(t, len(moments), 40)
	assert.Equal(t, companion.Fold(events).Scores, moments[len(moments)-1].Scores)
	return []companion.State{moments[0], moments[20], moments[len(moments)-1]}
}

func TestGIF(t *testing.T) {
	var file bytes.Buffer
	require.NoError(t, timelapse.GIF(&file, few(t)))
	film, err := gif.DecodeAll(&file)
	require.NoError(t, err)
	assert.Len(t, film.Image, 3)
	assert.Greater(t, film.Delay[2], film.Delay[0], "the end is shown longer")
	assert.NotEqual(t, film.Image[0].Pix, film.Image[2].Pix)

	require.NoError(t, timelapse.GIF(&file, nil), "a game without a castle is a film too")
}

func TestFilm(t *testing.T) {
	moments := few(t)
	for ending, mark := range map[string]string{".mp4": "ftyp", ".webp": "WEBP"} {
		var file bytes.Buffer
		err := timelapse.Film(t.Context(), &file, ending, moments)
		if errors.Is(err, timelapse.ErrNoFFmpeg) {
			t.Skip("FFmpeg is not installed")
		}
		require.NoError(t, err)
		require.Greater(t, file.Len(), 100)
		assert.Contains(t, string(file.Bytes()[:16]), mark)
	}
}
