package calibration

// TagDetection is one fiducial tag found in a picture.
type TagDetection struct {
	Family string // "tag36h11"
	ID     int
	// Corners of the black square in pixels: bottom left, bottom right, top right, top left of the tag as printed.
	Corners [4][2]float64
	Hamming int     // bits that had to be corrected
	Margin  float64 // mean contrast of the tag's cells in grey levels (0..255): how clearly it was read
}
