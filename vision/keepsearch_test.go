package vision

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/castellan-companion/castellan/calibration"
	"github.com/castellan-companion/castellan/engine/castellan"
	"github.com/castellan-companion/castellan/vision/model"
	"github.com/castellan-companion/castellan/vision/reading"
	"github.com/castellan-companion/castellan/vision/solid"
	"github.com/castellan-companion/castellan/vision/volume"
)

func TestPlacesBehindPieces(t *testing.T) {
	set := calibration.DefaultSet()
	g := model.NewGrid([2]float64{-set.PitchMM, -set.PitchMM}, 0, set.PitchMM)
	corners := []castellan.Node{{}, {I: 2}, {I: 2, J: 2}, {J: 2}}
	castle := &reading.Castle{Towers: corners}
	for k, n := range corners {
		castle.Walls = append(castle.Walls, castellan.Wall{From: n, To: corners[(k+1)%len(corners)]}.Ordered())
	}
	places := func(lens *volume.Lens) (court []castellan.Node, places []seenKeep) {
		s := &keepSearch{nil, lens, &set, &gauge{}}
		all := courtyards(castle)
		require.Len(t, all, 1)
		return all[0], s.behindPieces(solid.New(lens.Eye(), &g, &set, castle, nil), inCourtyard(&g, all[0]))
	}

	court, hidden := places(aslant())
	require.NotEmpty(t, hidden, "seen aslant, the nearer wall hides what stands right behind it")
	for n, k := range hidden {
		assert.True(t, castellan.Within(court, k.At))
		assert.Less(t, k.At[1], 1.0, "the eye is on the side of the first axis")
		for _, o := range hidden[:n] {
			assert.GreaterOrEqual(t, apart(k.Keep, o.Keep), keepApart)
		}
	}
	above := volume.NewLens(calibration.View{
		Camera: calibration.Camera{Width: 640, Height: 480, FX: 1500, FY: 1500, CX: 320, CY: 240},
		Pose:   calibration.Pose{R: [3][3]float64{{1, 0, 0}, {0, -1, 0}, {0, 0, -1}}, T: [3]float64{0, 0, 700}},
	})
	_, hidden = places(above)
	assert.Empty(t, hidden, "nothing is hidden from straight above")
}
