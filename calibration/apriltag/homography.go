package apriltag

import "math"

// homography takes the tag's frame to pixels. Its matrix [[h0,h1,h2],[h3,h4,h5],[h6,h7,1]] gives pixels relative to centre,
// in units of unit, which keeps the eight numbers of like size.
type homography struct {
	h      [8]float64
	centre [2]float64
	unit   float64
}

// squareToCorners is the homography that takes the tag's black square to these corners; false where they are no
// quadrilateral.
func squareToCorners(corners [4][2]float64) (h homography, ok bool) {
	var c [4][2]float64
	for i := range corners {
		h.centre[0] += corners[i][0] / 4
		h.centre[1] += corners[i][1] / 4
	}
	h.unit = math.Hypot(corners[0][0]-corners[2][0], corners[0][1]-corners[2][1]) / 2
	if !(h.unit > 0) {
		return h, false
	}
	// Closed form for the square (-1,1), (1,1), (1,-1), (-1,-1).
	for i := range corners {
		c[i] = [2]float64{(corners[i][0] - h.centre[0]) / h.unit, (corners[i][1] - h.centre[1]) / h.unit}
	}
	bl, br, tr, tl := c[0], c[1], c[2], c[3]
	// With weights w of the four corners: w_bl*bl + w_tr*tr = w_br*br + w_tl*tl and w_bl + w_tr = w_br + w_tl.
	ax, ay := br[0]-tr[0], br[1]-tr[1]
	bx, by := tl[0]-tr[0], tl[1]-tr[1]
	sx, sy := bl[0]-br[0]+tr[0]-tl[0], bl[1]-br[1]+tr[1]-tl[1]
	det := ax*by - bx*ay
	if math.Abs(det) < 1e-9 {
		return h, false
	}
	g := (sx*by - bx*sy) / det
	k := (ax*sy - sx*ay) / det
	// In the unit square with bl at (0,0), br at (1,0), tl at (0,1): p = (m*u + n*v + bl) / (g*u + k*v + 1).
	m := [2]float64{br[0] - bl[0] + g*br[0], br[1] - bl[1] + g*br[1]}
	n := [2]float64{tl[0] - bl[0] + k*tl[0], tl[1] - bl[1] + k*tl[1]}
	// u = (x+1)/2, v = (1-y)/2.
	w := 1 + (g+k)/2
	if math.Abs(w) < 1e-9 {
		return h, false
	}
	h.h = [8]float64{
		m[0] / 2 / w, -n[0] / 2 / w, (bl[0] + (m[0]+n[0])/2) / w,
		m[1] / 2 / w, -n[1] / 2 / w, (bl[1] + (m[1]+n[1])/2) / w,
		g / 2 / w, -k / 2 / w,
	}
	return h, true
}

// at is the pixel of a place in the tag's frame, with its derivatives by x and y.
func (h *homography) at(x, y float64) (pixel [2]float64, jacobian [2][2]float64) {
	w := h.h[6]*x + h.h[7]*y + 1
	px, py := (h.h[0]*x+h.h[1]*y+h.h[2])/w, (h.h[3]*x+h.h[4]*y+h.h[5])/w
	scale := h.unit / w
	return [2]float64{h.centre[0] + h.unit*px, h.centre[1] + h.unit*py}, [2][2]float64{
		{scale * (h.h[0] - px*h.h[6]), scale * (h.h[1] - px*h.h[7])},
		{scale * (h.h[3] - py*h.h[6]), scale * (h.h[4] - py*h.h[7])},
	}
}

// sizePx is the edge of a square with the area that the tag has in the picture, in pixels.
func (h *homography) sizePx() float64 {
	_, j := h.at(0, 0)
	return 2 * math.Sqrt(math.Abs(j[0][0]*j[1][1]-j[0][1]*j[1][0]))
}

// stiffness is how much a bow of the tag is resisted: small tags are hardly bowed, and a bow would only follow noise.
// It is the inverse of the bow's expected square, which grows with the tag's area: half a pixel on 70 px from centre to corner.
func (h *homography) stiffness() float64 {
	bow := 0.5 * (h.unit / 70) * (h.unit / 70)
	return 1 / (bow * bow)
}

// gradient is how the pixel of a place in the tag's frame changes with the eight numbers.
func (h *homography) gradient(x, y float64, pixel [2]float64) [2][8]float64 {
	scale := h.unit / (h.h[6]*x + h.h[7]*y + 1)
	px, py := (pixel[0]-h.centre[0])/h.unit, (pixel[1]-h.centre[1])/h.unit
	return [2][8]float64{
		{scale * x, scale * y, scale, 0, 0, 0, -scale * px * x, -scale * px * y},
		{0, 0, 0, scale * x, scale * y, scale, -scale * py * x, -scale * py * y},
	}
}
