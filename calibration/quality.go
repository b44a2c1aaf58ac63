package calibration

import "fmt"

// What a calibration's reprojection error is like, in pixels of a picture of usualWidth.
const (
	goodRMSPx  = 0.5
	fairRMSPx  = 1.0
	usualWidth = 1280.0
	fewViews   = 8
)

// Quality says in words how well the lens is known, and what to do for it; "" for a lens that was not calibrated.
func (c *Camera) Quality() string {
	if c.RMSPx <= 0 {
		return ""
	}
	off := fmt.Sprintf("corners are off by %.2f px", c.RMSPx)
	larger := max(1, float64(c.Width)/usualWidth)
	switch {
	case c.RMSPx > fairRMSPx*larger:
		return "poor: " + off + "; hold the board flatter and stiller, and fill the picture with it"
	case c.RMSPx > goodRMSPx*larger:
		return "fair: " + off + "; leave out the worst pictures, or take sharper ones"
	case c.Views < fewViews:
		return fmt.Sprintf("good, but from %d pictures only: %s", c.Views, off)
	}
	return "good: " + off
}
