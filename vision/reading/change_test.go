package reading

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/castellan-companion/castellan/engine/castellan"
)

func TestParseChange(t *testing.T) {
	for text, want := range map[string]Change{
		"+tower 3,4":    {Add: true, Piece: castellan.Wall{From: castellan.Node{I: 3, J: 4}, To: castellan.Node{I: 3, J: 4}}},
		"-tower -1,0":   {Piece: castellan.Wall{From: castellan.Node{I: -1}, To: castellan.Node{I: -1}}},
		"-wall 0,0-2,0": {Piece: castellan.Wall{To: castellan.Node{I: 2}}},
		"+wall -3,-2--2,-2": {Add: true, Piece: castellan.Wall{
			From: castellan.Node{I: -3, J: -2}, To: castellan.Node{I: -2, J: -2},
		}},
	} {
		got, err := ParseChange(text)
		require.NoError(t, err, text)
		assert.Equal(t, want, got, text)
	}
	for _, text := range []string{"", "tower 3,4", "+tower 3", "+tower 3,4,5", "-wall 1,2", "+keep 1,2", "*tower 1,2", "+-tower 1,2"} {
		_, err := ParseChange(text)
		assert.Error(t, err, text)
	}
}
