package calibration

import "math"

// TagDetection is one fiducial tag found in a picture.
type TagDetection struct {
	Family string // "tag36h11"
	ID     int
	// Corners of the black square in pixels: bottom left, bottom right, top right, top left of the tag as printed.
	Corners [4][2]float64
	Hamming int     // bits that had to be corrected
	Margin  float64 // mean contrast of the tag's cells in grey levels (0..255): how clearly it was read
}

// TagPlace is where a tag lies flat on the table.
type TagPlace struct {
	ID       int        `json:"id"`
	SizeMM   float64    `json:"size_mm"`   // edge of the black square
	CenterMM [2]float64 `json:"center_mm"` // x, y in the table frame
	AngleDeg float64    `json:"angle_deg"` // direction of the tag's printed x axis, counter-clockwise from above
}

// Corners are the corners of the black square in the table frame (mm), at height z, in the order of TagDetection.
func (p *TagPlace) Corners(z float64) [4][3]float64 {
	s, c := math.Sincos(p.AngleDeg * math.Pi / 180)
	half := p.SizeMM / 2
	var corners [4][3]float64
	for i, q := range [4][2]float64{{-half, -half}, {half, -half}, {half, half}, {-half, half}} {
		corners[i] = [3]float64{p.CenterMM[0] + c*q[0] - s*q[1], p.CenterMM[1] + s*q[0] + c*q[1], z}
	}
	return corners
}

// TagLayout is where the tags lie on the table.
type TagLayout []TagPlace

func (l TagLayout) find(id int) (place TagPlace, ok bool) {
	for _, p := range l {
		if p.ID == id {
			return p, true
		}
	}
	return TagPlace{}, false
}

// Seen is the pose of the tag before a camera: it takes the tag's frame (origin in its middle, x to the right and y up as
// printed, z out of the paper) to the camera's, where z is the height of the printed face over the table.
func (p *TagPlace) Seen(camera Pose, z float64) *Pose {
	s, c := math.Sincos(p.AngleDeg * math.Pi / 180)
	seen := Pose{T: camera.ToCamera([3]float64{p.CenterMM[0], p.CenterMM[1], z})}
	for i, row := range camera.R {
		seen.R[i] = [3]float64{row[0]*c + row[1]*s, -row[0]*s + row[1]*c, row[2]}
	}
	return &seen
}
