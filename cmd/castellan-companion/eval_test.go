package main

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/alecthomas/kong"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/castellan-companion/castellan/vision/reading"
)

// scenes are the small scenes with which package scene tests itself.
var scenes = filepath.Join("..", "..", "vision", "scene", "testdata")

// blindReader sees no castle anywhere.
type blindReader struct{ cameras []string }

func (b *blindReader) ReadFile(_, cameraFile, _ string) (reading.Reading, error) {
	b.cameras = append(b.cameras, cameraFile)
	return reading.Reading{MS: 5}, nil
}

type brokenWatcher struct{}

func (brokenWatcher) WatchFile(path, _, _ string, _ func(reading.Event)) error {
	return errors.New(path + ": the film is torn")
}

// evaluate runs the command as it would be run with these words behind its name.
func evaluate(t *testing.T, reader *blindReader, words ...string) (string, error) {
	t.Helper()
	var c evalCommand
	parser, err := kong.New(&c)
	require.NoError(t, err)
	if _, err = parser.Parse(words); err != nil {
		return "", err
	}
	progress, err := os.Create(filepath.Join(t.TempDir(), "stderr"))
	require.NoError(t, err)
	defer progress.Close()
	var out strings.Builder
	err = c.run(&out, progress, reader, brokenWatcher{})
	info, statErr := progress.Stat()
	require.NoError(t, statErr)
	assert.Zero(t, info.Size(), "no progress but on a terminal")
	return out.String(), err
}

func TestEvalPrintsATable(t *testing.T) {
	out, err := evaluate(t, &blindReader{}, scenes)
	require.NoError(t, err)
	assert.Contains(t, out, "exact (hidden pieces not counted)")
	assert.Regexp(t, `(?m)^square +1 +0\.0 % `, out)
	assert.Regexp(t, `(?m)^blank +1 +100\.0 % `, out)
	assert.Contains(t, out, "the film is torn")
}

func TestEvalPrintsJSONAndNothingElse(t *testing.T) {
	out, err := evaluate(t, &blindReader{}, "--json", scenes)
	require.NoError(t, err)
	var report map[string]any
	require.NoError(t, json.Unmarshal([]byte(out), &report))
	assert.Len(t, report["pictures"], 4)
	assert.Len(t, report["videos"], 1)
}

func TestEvalCold(t *testing.T) {
	warm, cold := &blindReader{}, &blindReader{}
	_, err := evaluate(t, warm, scenes)
	require.NoError(t, err)
	_, err = evaluate(t, cold, "--cold", scenes)
	require.NoError(t, err)
	assert.NotContains(t, warm.cameras, "")
	assert.Equal(t, make([]string, len(warm.cameras)), cold.cameras)
}

func TestEvalOfASelection(t *testing.T) {
	reader := &blindReader{}
	out, err := evaluate(t, reader, "--only", "square_|blank_", scenes)
	require.NoError(t, err)
	assert.Len(t, reader.cameras, 2)
	assert.NotContains(t, out, "film")
	_, err = evaluate(t, reader, "--only", "json$", scenes)
	require.ErrorContains(t, err, `no name of the 5 scenes here matches "json$"`)
	_, err = evaluate(t, reader, "--only", "(", scenes)
	assert.ErrorContains(t, err, "--only")
}

func TestEvalOfNothing(t *testing.T) {
	_, err := evaluate(t, &blindReader{}, t.TempDir())
	require.ErrorContains(t, err, "no scenes here")
	_, err = evaluate(t, &blindReader{}, filepath.Join(t.TempDir(), "nowhere"))
	assert.ErrorContains(t, err, "nowhere: no such file")
}

func TestEvalFailuresIntoAFile(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	require.NoError(t, os.WriteFile(file, nil, 0o600))
	reader := &blindReader{}
	_, err := evaluate(t, reader, "--failures", filepath.Join(file, "dir"), scenes)
	require.ErrorContains(t, err, "not a directory")
	assert.Empty(t, reader.cameras, "said before the work is done")
}
