package calibration

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
}

// DefaultSet is the measures of the game as it is sold.
func DefaultSet() Set {
	return Set{
		Name: "Castellan", PitchMM: 32, Short: 1, Long: 2,
		TowerDiameterMM: 17, TowerHeightMM: 27, WallThicknessMM: 8, WallHeightMM: 19, KeepMM: 12, KeepHeightMM: 22,
	}
}
