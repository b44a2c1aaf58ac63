package reading

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/castellan-companion/castellan/engine/castellan"
)

func TestChangesAsText(t *testing.T) {
	at := func(i, j int) castellan.Wall {
		return castellan.Wall{From: castellan.Node{I: i, J: j}, To: castellan.Node{I: i, J: j}}
	}
	for text, want := range map[string]Change{
		"+tower 3,4":    {Add: true, Of: ChangedTower, Place: at(3, 4)},
		"-tower -1,0":   {Of: ChangedTower, Place: at(-1, 0)},
		"+trial 3,-4":   {Add: true, Of: ChangedTrial, Place: at(3, -4)},
		"-wall 0,0-2,0": {Of: ChangedWall, Place: castellan.Wall{To: castellan.Node{I: 2}}},
		"+wall -3,-2--2,-2": {Add: true, Of: ChangedWall, Place: castellan.Wall{
			From: castellan.Node{I: -3, J: -2}, To: castellan.Node{I: -2, J: -2},
		}},
		"-keep red 2.5,-0.75": {Of: ChangedKeep, Keep: castellan.Keep{Color: "red", At: [2]float64{2.5, -0.75}, Count: 1}},
		"+double keep green 1,0.501": {
			Add: true, Of: ChangedKeep, Keep: castellan.Keep{Color: "green", At: [2]float64{1, 0.501}, Count: 2},
		},
	} {
		got, err := ParseChange(text)
		require.NoError(t, err, text)
		assert.Equal(t, want, got, text)
		assert.Equal(t, text, got.String())
	}
	for _, text := range []string{
		"", "tower 3,4", "+tower 3", "+tower 3,4,5", "-wall 1,2", "+keep 1,2", "*tower 1,2", "+-tower 1,2", "+double tower 1,2",
		"+keep red 1", "keep red 1,2", "+dragon 1,2", "+trial 1", "+double double keep red 1,2",
	} {
		_, err := ParseChange(text)
		assert.Error(t, err, text)
	}
}
