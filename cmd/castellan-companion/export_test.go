package main

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/castellan-companion/castellan/cmd/internal/program"
	"github.com/castellan-companion/castellan/companion"
	"github.com/castellan-companion/castellan/companion/sqlite"
	"github.com/castellan-companion/castellan/engine/castellan"
)

func TestExport(t *testing.T) {
	folder := t.TempDir()
	file := filepath.Join(folder, "games.db")
	store, err := sqlite.Open(t.Context(), file)
	require.NoError(t, err)
	table, err := companion.Open(t.Context(), companion.Options{Record: store})
	require.NoError(t, err)
	record, err := castellan.ParseRecordNotation(writtenGame)
	require.NoError(t, err)
	_, err = table.Import(t.Context(), record)
	require.NoError(t, err)
	table.Close()
	require.NoError(t, store.Close())

	notation, report := filepath.Join(folder, "friday-game.txt"), filepath.Join(folder, "report.pdf")
	var out bytes.Buffer
	require.NoError(t, (&exportCommand{Store: file, Files: []string{notation, report}}).run(t.Context(), &out))
	written, err := os.ReadFile(notation)
	require.NoError(t, err)
	expected, err := record.Notation()
	require.NoError(t, err)
	assert.Equal(t, expected, string(written))
	assert.FileExists(t, report)

	require.NoError(t, (&exportCommand{Store: file}).run(t.Context(), &out))
	assert.Contains(t, out.String(), "scores.csv")
	var usage program.UsageError
	require.ErrorAs(t, (&exportCommand{Store: file, Files: []string{"game.doc"}}).run(t.Context(), &out), &usage)
	require.ErrorContains(t, (&exportCommand{Store: file, Game: 9, Files: []string{report}}).run(t.Context(), &out), "no game 9")
}
