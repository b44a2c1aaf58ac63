package synth

import "math"

// Camera is OpenCV's pinhole model: X_cam = R * X_table + T, then K and Dist = k1, k2, p1, p2, k3.
type Camera struct {
	K    [3][3]float64 `json:"K"`
	Dist [5]float64    `json:"dist"`
	R    [3][3]float64 `json:"R"`
	T    [3]float64    `json:"t"`
}

func (c *Camera) rotation() mat {
	row := func(i int) vec { return vec{c.R[i][0], c.R[i][1], c.R[i][2]} }
	return mat{row(0), row(1), row(2)}
}

// lookAt places the camera at distance mm from a table point, tilted from the vertical, seen from the azimuth (rad; 0
// looks towards +y), rolled about its own axis.
func (c *Camera) lookAt(target vec, distance, tilt, azimuth, roll float64) {
	// A camera that looks straight down with the picture's up along +y.
	down := mat{vec{1, 0, 0}, vec{0, -1, 0}, vec{0, 0, -1}}
	r := rotZ(roll).times(rotX(-tilt)).times(down).times(rotZ(-azimuth))
	c.stand(r, target.add(r.back(vec{0, 0, -distance})))
}

// stand places the camera at a point, turned so that r takes directions on the table to its own.
func (c *Camera) stand(r mat, eye vec) {
	t := r.apply(eye).scale(-1)
	for i := range 3 {
		row := [3]vec{r.X, r.Y, r.Z}[i]
		c.R[i] = [3]float64{row.X, row.Y, row.Z}
	}
	c.T = [3]float64{t.X, t.Y, t.Z}
}

func (c *Camera) eye() vec {
	return c.rotation().back(vec{-c.T[0], -c.T[1], -c.T[2]})
}

// slant is the tangent of the camera's tilt: how far a point shifts on the table for each millimetre of height.
func (c *Camera) slant() float64 { return math.Hypot(c.R[2][0], c.R[2][1]) / math.Abs(c.R[2][2]) }

// Project gives the pixel of a table point; ok is false for points behind the camera.
func (c *Camera) Project(x, y, z float64) (u, v float64, ok bool) {
	p := c.rotation().apply(vec{x, y, z}).add(vec{c.T[0], c.T[1], c.T[2]})
	if p.Z <= 1 {
		return 0, 0, false
	}
	dx, dy := c.distort(p.X/p.Z, p.Y/p.Z)
	return c.K[0][0]*dx + c.K[0][2], c.K[1][1]*dy + c.K[1][2], true
}

// has says whether a table point is in a picture of w x h pixels, no nearer to its edge than border pixels.
func (c *Camera) has(p vec, w, h, border float64) bool {
	u, v, ok := c.Project(p.X, p.Y, p.Z)
	return ok && u >= border && v >= border && u <= w-1-border && v <= h-1-border
}

func (c *Camera) distort(x, y float64) (float64, float64) {
	r2 := x*x + y*y
	radial := 1 + r2*(c.Dist[0]+r2*(c.Dist[1]+r2*c.Dist[4]))
	p1, p2 := c.Dist[2], c.Dist[3]
	return x*radial + 2*p1*x*y + p2*(r2+2*x*x), y*radial + p1*(r2+2*y*y) + 2*p2*x*y
}

// undistort finds the undistorted point of the image plane; ok is false where the lens model has none.
func (c *Camera) undistort(dx, dy float64) (x, y float64, ok bool) {
	x, y = dx, dy
	for range 60 {
		gx, gy := c.distort(x, y)
		ex, ey := gx-dx, gy-dy
		if math.Abs(ex)+math.Abs(ey) < 1e-8 {
			return x, y, true
		}
		x, y = x-ex, y-ey
	}
	return dx, dy, false
}

// covers tells whether the lens model can explain every pixel of a picture.
func (c *Camera) covers(w, h float64) bool {
	for _, p := range [4][2]float64{{-1, -1}, {w, -1}, {-1, h}, {w, h}} {
		if _, _, ok := c.undistort((p[0]-c.K[0][2])/c.K[0][0], (p[1]-c.K[1][2])/c.K[1][1]); !ok {
			return false
		}
	}
	return true
}

// towards gives the direction, in the table frame, in which the camera sees a pixel. ok is false for pixels, well
// beyond the border, that the lens model cannot explain.
func (c *Camera) towards(u, v float64) (d vec, ok bool) {
	x, y, ok := c.undistort((u-c.K[0][2])/c.K[0][0], (v-c.K[1][2])/c.K[1][1])
	return c.rotation().back(vec{x, y, 1}).norm(), ok
}

// onTable gives where the camera sees a pixel on the table; ok is false above the horizon.
func (c *Camera) onTable(u, v float64) (p vec, ok bool) {
	d, ok := c.towards(u, v)
	if !ok || d.Z > -0.02 {
		return vec{}, false
	}
	eye := c.eye()
	return eye.add(d.scale(-eye.Z / d.Z)), true
}
