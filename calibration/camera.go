package calibration

import (
	"fmt"
	"math"
)

// Camera is a lens and sensor: OpenCV's pinhole model with five distortion coefficients k1, k2, p1, p2, k3.
type Camera struct {
	Name          string
	Width, Height int     // picture size in pixels
	FX, FY        float64 // focal lengths in pixels
	CX, CY        float64 // principal point in pixels
	Dist          [5]float64
	RMSPx         float64 // reprojection error of the calibration in pixels; 0 when unknown
	Views         int     // pictures the calibration rests on; 0 when unknown
	Pose          *Pose   // where the camera hangs, if its file says so
}

// K is the camera matrix.
func (c *Camera) K() [3][3]float64 {
	return [3][3]float64{{c.FX, 0, c.CX}, {0, c.FY, c.CY}, {0, 0, 1}}
}

// Project takes a point in the camera frame (any unit, z > 0) to the pixel that shows it.
// A point behind the camera gives the pixel of its mirror image, as with cv::projectPoints.
func (c *Camera) Project(p [3]float64) [2]float64 {
	x, y := c.distort(p[0]/p[2], p[1]/p[2])
	return [2]float64{c.FX*x + c.CX, c.FY*y + c.CY}
}

// distort bends the ray (x, y, 1) as the lens does.
func (c *Camera) distort(x, y float64) (float64, float64) {
	k1, k2, p1, p2, k3 := c.Dist[0], c.Dist[1], c.Dist[2], c.Dist[3], c.Dist[4]
	rr := x*x + y*y
	radial := 1 + rr*(k1+rr*(k2+rr*k3))
	return x*radial + 2*p1*x*y + p2*(rr+2*x*x), y*radial + p1*(rr+2*y*y) + 2*p2*x*y
}

// Steps of the search for a ray: Newton's method doubles the right digits at each step, so a handful is the rule.
const (
	maxRaySteps = 30
	maxHalvings = 30
)

// Ray takes a pixel to the ray (x, y, 1) in the camera frame that it shows; it is the inverse of Project.
// Where strong distortion folds the model over (far outside the picture) no ray has that pixel: the answer then
// lies at the fold, the widest ray that the model has in this direction.
func (c *Camera) Ray(pixel [2]float64) (x, y float64) {
	wantX, wantY := (pixel[0]-c.CX)/c.FX, (pixel[1]-c.CY)/c.FY
	if c.Dist == [5]float64{} {
		return wantX, wantY
	}
	k1, k2, p1, p2, k3 := c.Dist[0], c.Dist[1], c.Dist[2], c.Dist[3], c.Dist[4]
	x, y = c.insideFold(wantX, wantY)
	for range maxRaySteps {
		gotX, gotY := c.distort(x, y)
		errX, errY := wantX-gotX, wantY-gotY
		if math.Abs(errX)+math.Abs(errY) < 1e-13 {
			break
		}
		rr := x*x + y*y
		radial := 1 + rr*(k1+rr*(k2+rr*k3))
		slope := 2 * (k1 + rr*(2*k2+rr*3*k3)) // d radial / d rr, times 2
		xx := radial + x*x*slope + 2*p1*y + 6*p2*x
		xy := x*y*slope + 2*p1*x + 2*p2*y
		yy := radial + y*y*slope + 6*p1*y + 2*p2*x
		det := xx*yy - xy*xy
		if det <= 0 {
			break
		}
		stepX, stepY := (yy*errX-xy*errY)/det, (xx*errY-xy*errX)/det
		nextX, nextY := x+stepX, y+stepY
		halvings := 0
		for ; !c.monotone(nextX*nextX+nextY*nextY) && halvings < maxHalvings; halvings++ {
			stepX, stepY = stepX/2, stepY/2
			nextX, nextY = x+stepX, y+stepY
		}
		if halvings == maxHalvings {
			break
		}
		x, y = nextX, nextY
	}
	return x, y
}

// monotone tells whether the radial distortion still grows at the squared radius rr, that is inside the fold.
// Beyond a first fold the polynomial may grow again; insideFold sees to it that the search never starts there.
func (c *Camera) monotone(rr float64) bool {
	return 1+rr*(3*c.Dist[0]+rr*(5*c.Dist[1]+rr*7*c.Dist[4])) > 0
}

// insideFold shortens the ray (x, y) until it and all shorter ones lie inside the fold.
func (c *Camera) insideFold(x, y float64) (float64, float64) {
	const steps = 32
	rr := x*x + y*y
	for i := 1; i <= steps; i++ {
		part := float64(i) / steps
		if !c.monotone(rr * part * part) {
			part = float64(i-1) / steps
			return x * part, y * part
		}
	}
	return x, y
}

// Scaled is the same camera delivering pictures of another size, width x height pixels, with the same field of view.
func (c *Camera) Scaled(width, height int) (Camera, error) {
	scaled := *c
	if width == c.Width && height == c.Height {
		return scaled, nil
	}
	sx, sy := float64(width)/float64(c.Width), float64(height)/float64(c.Height)
	if math.Abs(sx/sy-1) > 0.01 {
		return Camera{}, fmt.Errorf("the camera was calibrated for pictures of %dx%d, this one of %dx%d has other proportions: "+
			"use the camera at the resolution that it was calibrated with", c.Width, c.Height, width, height)
	}
	scaled.Width, scaled.Height = width, height
	scaled.FX, scaled.FY = c.FX*sx, c.FY*sy
	// Pixel centres are whole numbers, so the picture's edge lies half a pixel outside.
	scaled.CX, scaled.CY = (c.CX+0.5)*sx-0.5, (c.CY+0.5)*sy-0.5
	scaled.RMSPx = c.RMSPx * sx
	return scaled, nil
}

// GuessCamera is a lens for a picture about which nothing is known: no distortion, centre in the middle, square pixels
// and a field of view of 64 degrees across: webcams have 54 to 78, phones about 67.
func GuessCamera(width, height int) Camera {
	f := 0.8 * float64(max(width, height))
	return Camera{
		Name: "guess", Width: width, Height: height,
		FX: f, FY: f, CX: float64(width-1) / 2, CY: float64(height-1) / 2,
	}
}
