package calibration

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode"

	"github.com/google/renameio/v2"
)

// Presets are the piece sets that are known beforehand, the one that is sold first.
func Presets() []Set {
	slim := DefaultSet()
	slim.Name = "Castellan, slim towers"
	slim.TowerDiameterMM, slim.TowerHeightMM, slim.WallThicknessMM, slim.WallHeightMM = 15.5, 28, 7, 18
	return []Set{DefaultSet(), slim}
}

// Shelf keeps piece sets by their names, as castellan-set/1 files in a folder, beside the presets.
type Shelf struct {
	Folder string // made when the first set is put there
}

// ErrNoSuchSet says that there is no set of a name on the shelf.
var ErrNoSuchSet = errors.New("there is no piece set of this name")

const setEnding = ".json"

// Sets are the presets and what was put on the shelf, in the order of names. A set of a preset's name replaces it.
func (s Shelf) Sets() ([]Set, error) {
	entries, err := os.ReadDir(s.Folder)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("the piece sets cannot be listed: %w", err)
	}
	all := Presets()
	for _, entry := range entries {
		if filepath.Ext(entry.Name()) != setEnding {
			continue
		}
		set, err := LoadSet(filepath.Join(s.Folder, entry.Name()))
		if err != nil {
			return nil, err
		}
		all = slices.DeleteFunc(all, func(known Set) bool { return known.Name == set.Name })
		all = append(all, set)
	}
	slices.SortFunc(all, func(a, b Set) int { return strings.Compare(a.Name, b.Name) })
	return all, nil
}

// Set is the set of a name; ErrNoSuchSet where there is none.
func (s Shelf) Set(name string) (Set, error) {
	all, err := s.Sets()
	if err != nil {
		return Set{}, err
	}
	for _, set := range all {
		if set.Name == name {
			return set, nil
		}
	}
	return Set{}, fmt.Errorf("%w: %s", ErrNoSuchSet, name)
}

// Put keeps a set under its name, in place of one that had it before.
func (s Shelf) Put(set Set) error {
	file, err := fileName(set.Name)
	if err != nil {
		return err
	}
	if err := set.check(""); err != nil {
		return err
	}
	data, err := json.MarshalIndent(set, "", "  ")
	if err != nil {
		return err
	}
	if err := os.MkdirAll(s.Folder, 0o700); err != nil {
		return fmt.Errorf("the piece set cannot be kept: %w", err)
	}
	if err := renameio.WriteFile(filepath.Join(s.Folder, file), append(data, '\n'), 0o600); err != nil {
		return fmt.Errorf("the piece set cannot be kept: %w", err)
	}
	return nil
}

// Remove takes a set off the shelf; a preset that it replaced is there again.
func (s Shelf) Remove(name string) error {
	file, err := fileName(name)
	if err != nil {
		return err
	}
	err = os.Remove(filepath.Join(s.Folder, file))
	if errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%w: %s", ErrNoSuchSet, name)
	}
	return err
}

const maxNameLength = 60 // characters

// fileName is the file for a set's name: what is plain stays, so that people find it.
func fileName(name string) (string, error) {
	if name != strings.TrimSpace(name) || name == "" || len([]rune(name)) > maxNameLength {
		return "", fmt.Errorf("name: want 1 to %d characters, got %q", maxNameLength, name)
	}
	odd := func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune(" ,-", r)
	}
	if strings.ContainsFunc(name, odd) {
		name = url.QueryEscape(name)
	}
	return name + setEnding, nil
}
