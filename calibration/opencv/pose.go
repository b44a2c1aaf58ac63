package opencv

import (
	"gocv.io/x/gocv"

	"github.com/castellan-companion/castellan/calibration"
)

// Pose is what OpenCV describes by a rotation vector (3x1, axis times angle in radians) and a shift.
func Pose(rotation gocv.Mat, shift [3]float64) (calibration.Pose, error) {
	matrix := gocv.NewMat()
	defer matrix.Close()
	if err := gocv.Rodrigues(rotation, &matrix); err != nil {
		return calibration.Pose{}, err
	}
	pose := calibration.Pose{T: shift}
	for i := range pose.R {
		for j := range pose.R[i] {
			pose.R[i][j] = matrix.GetDoubleAt(i, j)
		}
	}
	return pose, nil
}
