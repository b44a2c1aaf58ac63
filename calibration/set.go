package calibration

import "math"

// Set is the measures of a piece set in millimetres. Short and Long are the lengths of the walls in pitches.
type Set struct {
	Name            string  `json:"name"`
	PitchMM         float64 `json:"pitch_mm"` // centre to centre of two towers joined by a short wall
	Short           int     `json:"short"`
	Long            int     `json:"long"`
	TowerDiameterMM float64 `json:"tower_diameter_mm"`
	TowerHeightMM   float64 `json:"tower_height_mm"`
	WallThicknessMM float64 `json:"wall_thickness_mm"`
	WallHeightMM    float64 `json:"wall_height_mm"`
	KeepMM          float64 `json:"keep_mm"` // width
	KeepHeightMM    float64 `json:"keep_height_mm"`
	// Rough says that the measures are right to a few parts in a hundred only: the pitch is then found anew in every picture.
	Rough bool `json:"rough,omitempty"`
}

// Sized is a set that is so many times as large in all measures.
func (s Set) Sized(by float64) Set {
	for _, measure := range s.measures() {
		*measure *= by
	}
	return s
}

// OfPitch is the set in the size in which its pitch is so many millimetres.
func (s Set) OfPitch(mm float64) Set { return s.Sized(mm / s.PitchMM) }

// Rounded is the set to a tenth of a millimetre.
func (s Set) Rounded() Set {
	for _, measure := range s.measures() {
		*measure = math.Round(*measure*10) / 10
	}
	return s
}

func (s *Set) measures() []*float64 {
	return []*float64{
		&s.PitchMM, &s.TowerDiameterMM, &s.TowerHeightMM, &s.WallThicknessMM, &s.WallHeightMM, &s.KeepMM, &s.KeepHeightMM,
	}
}

// DefaultSet is the measures of the game as it is sold.
func DefaultSet() Set {
	return Set{
		Name: "Castellan", PitchMM: 32, Short: 1, Long: 2,
		TowerDiameterMM: 17, TowerHeightMM: 27, WallThicknessMM: 8, WallHeightMM: 19, KeepMM: 12, KeepHeightMM: 22,
	}
}
