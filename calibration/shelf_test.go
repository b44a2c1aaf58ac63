package calibration

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func namesOf(t *testing.T, s Shelf) []string {
	t.Helper()
	sets, err := s.Sets()
	require.NoError(t, err)
	var names []string
	for _, set := range sets {
		names = append(names, set.Name)
	}
	return names
}

func TestPresetsCanBe(t *testing.T) {
	for _, set := range Presets() {
		require.NoError(t, set.check(""), set.Name)
	}
	assert.Equal(t, DefaultSet(), Presets()[0])
}

func TestShelf(t *testing.T) {
	shelf := Shelf{Folder: filepath.Join(t.TempDir(), "not", "there", "yet")}
	presets := []string{"Castellan", "Castellan, slim towers"}
	assert.Equal(t, presets, namesOf(t, shelf))

	printed := DefaultSet()
	printed.Name, printed.PitchMM = "Printed", 36
	require.NoError(t, shelf.Put(printed))
	assert.Equal(t, append(presets, "Printed"), namesOf(t, shelf))
	got, err := shelf.Set("Printed")
	require.NoError(t, err)
	assert.Equal(t, printed, got)

	printed.PitchMM = 40
	require.NoError(t, shelf.Put(printed))
	got, err = shelf.Set("Printed")
	require.NoError(t, err)
	assert.InDelta(t, 40, got.PitchMM, 0)

	// One's own measures of the game as sold.
	own := DefaultSet()
	own.PitchMM = 32.2
	require.NoError(t, shelf.Put(own))
	assert.Len(t, namesOf(t, shelf), 3)
	require.NoError(t, shelf.Remove(own.Name))
	got, err = shelf.Set(own.Name)
	require.NoError(t, err)
	assert.Equal(t, DefaultSet(), got)

	require.NoError(t, shelf.Remove("Printed"))
	require.ErrorIs(t, shelf.Remove("Printed"), ErrNoSuchSet)
	_, err = shelf.Set("Printed")
	require.ErrorIs(t, err, ErrNoSuchSet)
}

// Whatever people call their sets, each has its own file, inside the folder.
func TestShelfWithOddNames(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "sets")
	shelf := Shelf{Folder: folder}
	names := []string{"../up", "a/b", "a_b", "a%2Fb", "Grün", "..", ".", "CON", "set.json", "Omas Burg-2"}
	for _, name := range names {
		set := DefaultSet()
		set.Name = name
		require.NoError(t, shelf.Put(set), name)
	}
	assert.Subset(t, namesOf(t, shelf), names)
	files, err := os.ReadDir(folder)
	require.NoError(t, err)
	assert.Len(t, files, len(names))
	beside, err := os.ReadDir(filepath.Dir(folder))
	require.NoError(t, err)
	assert.Len(t, beside, 1)
}

func TestShelfRefuses(t *testing.T) {
	shelf := Shelf{Folder: t.TempDir()}
	for _, name := range []string{"", " ", " x", strings.Repeat("x", 61)} {
		set := DefaultSet()
		set.Name = name
		require.ErrorContains(t, shelf.Put(set), "name")
		require.ErrorContains(t, shelf.Remove(name), "name")
	}
	flat := DefaultSet()
	flat.TowerHeightMM = 0
	require.ErrorContains(t, shelf.Put(flat), "tower_height_mm")
	files, err := os.ReadDir(shelf.Folder)
	require.NoError(t, err)
	assert.Empty(t, files)

	torn := filepath.Join(shelf.Folder, "torn.json")
	require.NoError(t, os.WriteFile(torn, []byte(`{"schema":"castellan-set/1",`), 0o600))
	_, err = shelf.Sets()
	require.ErrorContains(t, err, "torn.json")
}
