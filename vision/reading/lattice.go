package reading

import "math"

// Lattice places node (i,j) at OriginMM + PitchMM * Rot(AngleDeg) * (i,j) on the table (mm, counter-clockwise from above).
type Lattice struct {
	OriginMM [2]float64 `json:"origin_mm"`
	AngleDeg float64    `json:"angle_deg"`
	PitchMM  float64    `json:"pitch_mm"`
}

// Place takes a point on the table (mm) to lattice units.
func (l Lattice) Place(mm [2]float64) [2]float64 {
	sin, cos := math.Sincos(l.AngleDeg * math.Pi / 180)
	x, y := (mm[0]-l.OriginMM[0])/l.PitchMM, (mm[1]-l.OriginMM[1])/l.PitchMM
	return [2]float64{cos*x + sin*y, cos*y - sin*x}
}

// MM takes a point in lattice units to the table (mm).
func (l Lattice) MM(at [2]float64) [2]float64 {
	sin, cos := math.Sincos(l.AngleDeg * math.Pi / 180)
	return [2]float64{
		l.OriginMM[0] + l.PitchMM*(cos*at[0]-sin*at[1]),
		l.OriginMM[1] + l.PitchMM*(sin*at[0]+cos*at[1]),
	}
}
