package castellan

import (
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestReadContent(t *testing.T) {
	const limit = 1 << 20
	whole := strings.Repeat("x", limit)
	got, err := readContent(limit, strings.NewReader(whole))
	require.NoError(t, err)
	assert.Len(t, got, limit)

	_, err = readContent(limit, io.MultiReader(strings.NewReader(whole+"y"), iotest.ErrReader(errors.New("read on"))))
	require.EqualError(t, err, "it is larger than 1 MiB")

	_, err = readContent(limit, iotest.ErrReader(errors.New("the disk is on fire")))
	require.EqualError(t, err, "the disk is on fire")
}
