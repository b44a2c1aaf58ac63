package synth

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// A window shows what the whole picture shows there, a tower at least, and its truth is that of its own pixels.
func TestNarrowShowsPartOfThePicture(t *testing.T) {
	k := Easy()
	k.Width, k.Height = 320, 180
	for seed := range uint64(6) {
		whole := sceneOf(seed, k)
		part := sceneOf(seed, k)
		part.Narrow(rand.New(rand.NewPCG(seed, 1)), 160, 140)
		before, after := whole.Truth(), part.Truth()
		assert.Equal(t, [2]int{160, 140}, after.Size)
		left := before.Camera.K[0][2] - after.Camera.K[0][2]
		top := before.Camera.K[1][2] - after.Camera.K[1][2]
		assert.True(t, left >= 0 && left <= 160 && top >= 0 && top <= 40, "seed %d: %v, %v", seed, left, top)
		require.NotEmpty(t, before.Tags)
		for i := range before.Tags {
			assert.InDelta(t, before.Tags[i].CornersPx[0][0]-left, after.Tags[i].CornersPx[0][0], 1e-9)
			assert.InDelta(t, before.Tags[i].CornersPx[3][1]-top, after.Tags[i].CornersPx[3][1], 1e-9)
		}
		towers := 0
		for y := 0.0; y < 140; y += 4 {
			for x := 0.0; x < 160; x += 4 {
				piece := part.PieceAt(x, y)
				assert.Equal(t, whole.PieceAt(x+left, y+top), piece)
				if len(piece) > 5 && piece[:5] == "tower" {
					towers++
				}
			}
		}
		assert.Positive(t, towers, "seed %d", seed)
		assert.Equal(t, 160, part.Render(1).Rect.Dx())
	}
}

func TestNarrowIsNoLargerThanThePicture(t *testing.T) {
	s := sceneOf(1, small(Easy()))
	s.Narrow(rand.New(rand.NewPCG(1, 1)), 500, 500)
	assert.Equal(t, [2]int{160, 90}, s.Truth().Size)
}
