package rules

import (
	"bytes"
	"compress/gzip"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const square = `{"schema":"castellan-castle/1","players":["red","blue"],"towers":[[0,0],[0,1],[1,0],[1,1]],
	"walls":[{"from":[0,0],"to":[1,0]},{"from":[1,0],"to":[1,1]},{"from":[1,1],"to":[0,1]},{"from":[0,1],"to":[0,0]}],
	"keeps":[{"color":"red","at":[0.5,0.5],"count":2}]}`

func packed(t *testing.T, text string) []byte {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	_, err := w.Write([]byte(text))
	require.NoError(t, err)
	require.NoError(t, w.Close())
	return b.Bytes()
}

func written(t *testing.T, name string, content []byte) string {
	path := filepath.Join(t.TempDir(), name)
	require.NoError(t, os.WriteFile(path, content, 0o600))
	return path
}

func TestScorePrintsJSON(t *testing.T) {
	for name, content := range map[string][]byte{"plain.json": []byte(square), "packed.json.gz": packed(t, square)} {
		var out strings.Builder
		require.NoError(t, Score{File: written(t, name, content), JSON: true}.write(&out))
		assert.JSONEq(t, `{"courtyards":[{"towers":[[0,0],[0,1],[1,0],[1,1]],"area":1,"value":8,"owner":"red","double":true}],
			"scores":{"red":8,"blue":0},"keeps":{"red":2,"blue":0},"winner":["red"],"violations":[]}`, out.String())
	}
}

func TestScorePrintsText(t *testing.T) {
	loose := strings.Replace(square, "[[0,0]", "[[5,5],[0,0]", 1)
	var out strings.Builder
	require.NoError(t, Score{File: written(t, "loose.json", []byte(loose))}.write(&out))
	assert.Equal(t, `disconnected: The tower at (5, 5) is not joined to the castle.
5 towers, 4 walls, 0 courtyards
red: 0 points, 2 keeps
blue: 0 points, 0 keeps
`, out.String())
}

func TestFilesThatCannotBeRead(t *testing.T) {
	whole := packed(t, square)
	for _, c := range []struct {
		name    string
		content []byte
		want    string
	}{
		{"cut.json", []byte(square[:100]), "cut.json: walls: the JSON breaks off in line 2, column 9"},
		{"cut.json.gz", whole[:len(whole)/2], "cut.json.gz: the gzip file is damaged: unexpected EOF"},
		{"head.json.gz", whole[:5], "head.json.gz: the gzip file is damaged: unexpected EOF"},
		{"game.json", []byte(`{"schema":"castellan-game/1"}`), `game.json: schema: this is castellan-game/1, want "castellan-castle/1"`},
	} {
		var out strings.Builder
		err := Score{File: written(t, c.name, c.content)}.write(&out)
		if assert.ErrorContains(t, err, c.want) {
			assert.NotContains(t, err.Error(), "\n")
		}
		assert.Empty(t, out.String(), "nothing half-written")
	}
	require.EqualError(t, Score{File: "there/is/none.json"}.write(nil), "there/is/none.json: no such file or directory")
	require.EqualError(t, Score{File: os.TempDir()}.write(nil), os.TempDir()+": is a directory")
}
