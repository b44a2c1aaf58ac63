package synth

import "math"

// vec is a point or direction (mm), or a linear RGB colour.
type vec struct{ X, Y, Z float64 }

func (a vec) add(b vec) vec             { return vec{a.X + b.X, a.Y + b.Y, a.Z + b.Z} }
func (a vec) sub(b vec) vec             { return vec{a.X - b.X, a.Y - b.Y, a.Z - b.Z} }
func (a vec) mul(b vec) vec             { return vec{a.X * b.X, a.Y * b.Y, a.Z * b.Z} }
func (a vec) scale(s float64) vec       { return vec{a.X * s, a.Y * s, a.Z * s} }
func (a vec) dot(b vec) float64         { return a.X*b.X + a.Y*b.Y + a.Z*b.Z }
func (a vec) len() float64              { return math.Sqrt(a.dot(a)) }
func (a vec) cross(b vec) vec           { return vec{a.Y*b.Z - a.Z*b.Y, a.Z*b.X - a.X*b.Z, a.X*b.Y - a.Y*b.X} }
func (a vec) lerp(b vec, t float64) vec { return a.add(b.sub(a).scale(t)) }
func (a vec) mean() float64             { return (a.X + a.Y + a.Z) / 3 }

func (a vec) norm() vec {
	l := a.len()
	if l == 0 {
		return vec{0, 0, 1}
	}
	return a.scale(1 / l)
}

func (a vec) axis(i int) float64 {
	switch i {
	case 0:
		return a.X
	case 1:
		return a.Y
	default:
		return a.Z
	}
}

func minVec(a, b vec) vec { return vec{min(a.X, b.X), min(a.Y, b.Y), min(a.Z, b.Z)} }
func maxVec(a, b vec) vec { return vec{max(a.X, b.X), max(a.Y, b.Y), max(a.Z, b.Z)} }

// mat is a rotation, kept as its three rows.
type mat struct{ X, Y, Z vec }

func identity() mat { return mat{vec{1, 0, 0}, vec{0, 1, 0}, vec{0, 0, 1}} }

func (m mat) apply(v vec) vec { return vec{m.X.dot(v), m.Y.dot(v), m.Z.dot(v)} }

// back applies the inverse rotation.
func (m mat) back(v vec) vec {
	return m.X.scale(v.X).add(m.Y.scale(v.Y)).add(m.Z.scale(v.Z))
}

func (m mat) times(n mat) mat {
	return mat{n.back(m.X), n.back(m.Y), n.back(m.Z)}
}

func rotX(rad float64) mat {
	s, c := math.Sincos(rad)
	return mat{vec{1, 0, 0}, vec{0, c, -s}, vec{0, s, c}}
}

func rotY(rad float64) mat {
	s, c := math.Sincos(rad)
	return mat{vec{c, 0, s}, vec{0, 1, 0}, vec{-s, 0, c}}
}

func rotZ(rad float64) mat {
	s, c := math.Sincos(rad)
	return mat{vec{c, -s, 0}, vec{s, c, 0}, vec{0, 0, 1}}
}

// frameOf gives two unit vectors that stand at right angles to n and to each other.
func frameOf(n vec) (t, b vec) {
	if math.Abs(n.Z) < 0.9 {
		t = vec{0, 0, 1}.cross(n).norm()
	} else {
		t = vec{1, 0, 0}.cross(n).norm()
	}
	return t, n.cross(t)
}

func radians(deg float64) float64 { return deg * math.Pi / 180 }

func smoothstep(lo, hi, x float64) float64 {
	t := min(1, max(0, (x-lo)/(hi-lo)))
	return t * t * (3 - 2*t)
}
