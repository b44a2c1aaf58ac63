package vision

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestKeepsThatAreHardToTell(t *testing.T) {
	for picture, what := range map[string]string{
		"above":  "From straight above, the height of a blue keep in the dark hardly shows: with nothing known beforehand it was taken for a double one.",
		"orange": "In warm light a yellow keep by itself was taken for a red one, though it looks like the other yellow ones.",
		"shadow": "From straight above the shadow on a wall tells the double keep.",
	} {
		t.Run(picture, func(t *testing.T) {
			match := compareStill(t, "testdata/keeps/"+picture+".json")
			assert.True(t, match.ExactVisible, what)
			assert.True(t, match.KeepsRight, what)
		})
	}
}
