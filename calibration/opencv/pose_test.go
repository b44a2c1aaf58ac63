package opencv

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gocv.io/x/gocv"
)

func TestPose(t *testing.T) {
	vector := gocv.NewMatWithSize(3, 1, gocv.MatTypeCV64F)
	defer vector.Close()
	vector.SetDoubleAt(0, 0, 0)
	vector.SetDoubleAt(1, 0, 0)
	vector.SetDoubleAt(2, 0, math.Pi/2)
	pose, err := Pose(vector, [3]float64{1, 2, 3})
	require.NoError(t, err)
	assert.Equal(t, [3]float64{1, 2, 3}, pose.T)
	for i, row := range [3][3]float64{{0, -1, 0}, {1, 0, 0}, {0, 0, 1}} { // a quarter turn about z
		assert.InDeltaSlice(t, row[:], pose.R[i][:], 1e-12)
	}
}
