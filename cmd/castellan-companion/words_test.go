package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/castellan-companion/castellan/companion"
	"github.com/castellan-companion/castellan/companion/webcam"
	"github.com/castellan-companion/castellan/vision/source"
	"github.com/castellan-companion/castellan/web/setup"
)

// The dashboard says in each of its languages why a camera gives no pictures.
func TestEveryReasonForNoPictureHasWords(t *testing.T) {
	codes := []string{
		source.Unplugged, source.Stuck, source.OddKind, source.Missing, source.Forbidden, source.Unopened, source.Silent,
		source.Unanswered, source.Pictureless, string(webcam.Forbidden), string(webcam.Silent), "phone_door",
	}
	for _, err := range []error{errPhoneGone, errPhoneTurned, setup.ErrNoPicture, setup.ErrNoBare, setup.ErrNoView} {
		codes = append(codes, companion.CodeOf(err))
	}
	for _, language := range []string{"en", "de", "fr"} {
		data, err := os.ReadFile(filepath.Join("..", "..", "web", "words", language+".json"))
		require.NoError(t, err)
		words := map[string]any{}
		require.NoError(t, json.Unmarshal(data, &words))
		for _, code := range codes {
			assert.Contains(t, words, "problem."+code, language)
		}
	}
}
