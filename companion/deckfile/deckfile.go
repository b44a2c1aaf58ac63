// Package deckfile keeps the deck that people typed in, as a castellan-deck/1 file, from one game to the next.
package deckfile

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"sync"

	"github.com/google/renameio/v2"

	"github.com/castellan-companion/castellan/engine/castellan"
)

// File is a deck in a file, which people may edit too. Its methods may be called from any goroutine.
type File struct {
	Path string

	mu sync.Mutex // guards the file
}

// Deck is the deck that was kept, or the reconstruction where none was.
func (f *File) Deck() (castellan.Deck, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	content, err := os.ReadFile(f.Path)
	if errors.Is(err, fs.ErrNotExist) {
		return castellan.ReconstructedDeck(), nil
	} else if err != nil {
		return nil, fmt.Errorf("the deck cannot be read: %w", err)
	}
	deck, err := castellan.DecodeDeck(bytes.NewReader(content))
	if err != nil {
		return nil, fmt.Errorf("the deck in %s cannot be used: %w", f.Path, err)
	}
	return deck, nil
}

// Keep keeps a deck in place of the one before. One that cannot be played with is refused.
func (f *File) Keep(deck castellan.Deck) error {
	if err := deck.Check(); err != nil {
		return err
	}
	var content bytes.Buffer
	if err := deck.Encode(&content, ""); err != nil {
		return err
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	if err := renameio.WriteFile(f.Path, content.Bytes(), 0o600); err != nil {
		return fmt.Errorf("the deck cannot be kept: %w", err)
	}
	return nil
}

// Forget goes back to the reconstruction.
func (f *File) Forget() error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if err := os.Remove(f.Path); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("the deck cannot be forgotten: %w", err)
	}
	return nil
}
