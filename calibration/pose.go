package calibration

import "math"

// Pose takes table coordinates (mm) to camera coordinates (mm): X_camera = R*X_table + T.
type Pose struct {
	R [3][3]float64 `json:"R"`
	T [3]float64    `json:"t"`
}

// ToCamera takes a point in the table frame to the camera frame.
func (p *Pose) ToCamera(table [3]float64) [3]float64 {
	return add(rotate(&p.R, table), p.T)
}

// ToTable takes a point in the camera frame to the table frame.
func (p *Pose) ToTable(camera [3]float64) [3]float64 {
	return rotateBack(&p.R, sub(camera, p.T))
}

// Centre is where the camera hangs, in the table frame; its third coordinate is the camera's height.
func (p *Pose) Centre() [3]float64 {
	return p.ToTable([3]float64{})
}

// TiltDeg is the angle between the camera's line of sight and straight down, in degrees.
func (p *Pose) TiltDeg() float64 {
	return math.Acos(max(-1, min(1, -p.R[2][2]))) * 180 / math.Pi
}

// View is a camera hanging over the table: all it takes to go from table to picture and back.
type View struct {
	Camera
	Pose
}

// Pixel is where the picture shows a point of the table frame (mm).
func (v *View) Pixel(table [3]float64) [2]float64 {
	return v.Project(v.ToCamera(table))
}

// OnPlane is the point that a pixel shows on the horizontal plane z (mm): the x and y of the table frame.
// It is false where the pixel looks past that plane, at or above the horizon.
func (v *View) OnPlane(pixel [2]float64, z float64) (table [2]float64, ok bool) {
	x, y := v.Ray(pixel)
	direction := rotateBack(&v.R, [3]float64{x, y, 1})
	centre := v.Centre()
	reach := (z - centre[2]) / direction[2]
	if !(reach > 0) || math.IsInf(reach, 0) {
		return [2]float64{}, false
	}
	return [2]float64{centre[0] + reach*direction[0], centre[1] + reach*direction[1]}, true
}
