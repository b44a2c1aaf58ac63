package deckfile_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/castellan-companion/castellan/companion/deckfile"
	"github.com/castellan-companion/castellan/engine/castellan"
)

func TestDeckIsKeptUntilItIsForgotten(t *testing.T) {
	file := &deckfile.File{Path: filepath.Join(t.TempDir(), "deck.json")}
	deck, err := file.Deck()
	require.NoError(t, err)
	assert.Equal(t, castellan.ReconstructedDeck(), deck)

	deck[0].Draw = 2
	require.NoError(t, file.Keep(deck))
	again := &deckfile.File{Path: file.Path}
	kept, err := again.Deck()
	require.NoError(t, err)
	assert.Equal(t, deck, kept)

	require.ErrorContains(t, file.Keep(castellan.Deck{{ID: "t1"}}), "back")
	kept, err = file.Deck()
	require.NoError(t, err)
	assert.Equal(t, deck, kept, "a deck that cannot be played with replaces none")

	require.NoError(t, file.Forget())
	require.NoError(t, file.Forget(), "there is nothing left to forget")
	kept, err = file.Deck()
	require.NoError(t, err)
	assert.Equal(t, castellan.ReconstructedDeck(), kept)
}

func TestDeckThatPeopleSpoiledIsNotPlayedWith(t *testing.T) {
	file := &deckfile.File{Path: filepath.Join(t.TempDir(), "deck.json")}
	require.NoError(t, os.WriteFile(file.Path, []byte(`{"schema":"castellan-deck/1","cards":[{"id":"a"}]}`), 0o600))
	_, err := file.Deck()
	assert.ErrorContains(t, err, "deck/0/back")
}
