package synth

import (
	"encoding/json"
	"image/jpeg"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestWrittenPairIsAScene(t *testing.T) {
	dir := t.TempDir()
	s := sceneOf(11, small(Tilted()))
	require.NoError(t, s.WriteJPEG(dir, "a", "tilt", 1))

	f, err := os.Open(filepath.Join(dir, "a.jpg"))
	require.NoError(t, err)
	defer f.Close()
	picture, err := jpeg.Decode(f)
	require.NoError(t, err)
	assert.Equal(t, 160, picture.Bounds().Dx())
	assert.Equal(t, 90, picture.Bounds().Dy())

	record, err := os.ReadFile(filepath.Join(dir, "a.json"))
	require.NoError(t, err)
	var truth Truth
	require.NoError(t, json.Unmarshal(record, &truth))
	want := s.Truth()
	want.Image, want.Group = "a.jpg", "tilt"
	assert.Equal(t, want, truth)
}

// TestRecordHasTheFieldsOfADevelopmentScene compares with a real castellan-scene/1 file, field by field.
func TestRecordHasTheFieldsOfADevelopmentScene(t *testing.T) {
	file, err := os.ReadFile("../../../shared/scenes/stills/easy_00.json")
	if err != nil {
		t.Skip("the development pictures are not here")
	}
	var theirs, ours map[string]any
	require.NoError(t, json.Unmarshal(file, &theirs))
	record, err := json.Marshal(sceneOf(12, small(Easy())).Truth())
	require.NoError(t, err)
	require.NoError(t, json.Unmarshal(record, &ours))
	delete(theirs, "score") // may be left out
	sameFields(t, "scene", theirs, ours)
}

// sameFields fails where the first of two JSON values has a field that the second has not, or of another kind.
func sameFields(t *testing.T, path string, a, b any) {
	t.Helper()
	require.IsType(t, a, b, path)
	switch a := a.(type) {
	case map[string]any:
		for name, value := range a {
			require.Contains(t, b, name, path)
			sameFields(t, path+"."+name, value, b.(map[string]any)[name])
		}
	case []any:
		if b := b.([]any); len(a) > 0 && len(b) > 0 {
			sameFields(t, path+"[0]", a[0], b[0])
		}
	}
}

func TestWritingToNowhereFails(t *testing.T) {
	err := sceneOf(1, small(Easy())).WriteJPEG(filepath.Join(t.TempDir(), "missing"), "a", "easy", 1)
	assert.ErrorContains(t, err, "store the picture")
}
