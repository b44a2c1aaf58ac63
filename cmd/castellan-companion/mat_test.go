package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/castellan-companion/castellan/cmd/internal/program"
)

func TestMat(t *testing.T) {
	t.Chdir(t.TempDir())
	require.NoError(t, (&matCommand{Paper: "a4"}).Run())
	require.NoError(t, (&matCommand{Paper: "letter", PlayMat: true}).Run())
	require.NoError(t, (&matCommand{Paper: "Letter", Out: "mine.pdf"}).Run())
	for _, name := range []string{"castellan-tags.pdf", "castellan-mat.pdf", "mine.pdf"} {
		data, err := os.ReadFile(name)
		require.NoError(t, err)
		assert.Contains(t, string(data[:8]), "%PDF-", name)
	}
	left, err := os.ReadDir(".")
	require.NoError(t, err)
	assert.Len(t, left, 3)
}

func TestMatRefuses(t *testing.T) {
	var usage program.UsageError
	require.ErrorAs(t, (&matCommand{Paper: "a5"}).Run(), &usage)
	err := (&matCommand{Paper: "a4", Out: filepath.Join(t.TempDir(), "none", "tags.pdf")}).Run()
	require.ErrorContains(t, err, "tags.pdf cannot be written: no such file or directory")
}
