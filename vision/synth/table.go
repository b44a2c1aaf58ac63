package synth

import (
	"math"
	"math/rand/v2"
)

// TableKind is a sort of table top.
type TableKind int

// The table tops.
const (
	TablePlain TableKind = iota
	TableWood
	TablePlanks
	TableStripes
	TableGingham
	TablePattern
	TableLinen
	TableFelt
	TableDark
	TableGrey
	tableKinds
)

// table is the top, the plane z = 0. paint gives its albedo at (x,y) mm.
type table struct {
	material
	paint func(x, y float64) vec
	fine  bool // the paint has detail near a pixel's size
}

// hsv gives a linear colour from hue (turns), saturation and linear value.
func hsv(h, s, v float64) vec {
	h -= math.Floor(h)
	f := func(n float64) float64 {
		k := math.Mod(n+h*6, 6)
		return v - v*s*max(0, min(k, 4-k, 1))
	}
	return vec{f(5), f(3), f(1)}
}

func randomColour(rng *rand.Rand) vec {
	return hsv(rng.Float64(), math.Pow(rng.Float64(), 1.5), math.Pow(rng.Float64(), 1.6)*0.85+0.015)
}

// randomTable makes a table top of the given kind; grey is the colour of the pieces.
func randomTable(rng *rand.Rand, kind TableKind, grey vec) table {
	r := evenly(rng)
	seed := rng.Uint32()
	sin, cos := math.Sincos(r(0, 2*math.Pi))
	turned := func(f func(u, v float64) vec) func(x, y float64) vec {
		return func(x, y float64) vec { return f(x*cos+y*sin, y*cos-x*sin) }
	}
	t := table{material: material{gloss: r(0, 0.3), rough: r(0.3, 0.8)}, fine: true}
	uneven := func(base vec, amount, size float64) func(x, y float64) vec {
		return func(x, y float64) vec {
			return base.scale(1 + amount*(fbm(x/size, y/size, 3, seed)-0.5))
		}
	}
	switch kind {
	case TableWood, TablePlanks:
		t.gloss, t.rough = r(0, 0.9), r(0.12, 0.6)
		t.paint = turned(wood(rng, kind == TablePlanks))
	case TableStripes:
		t.gloss = 0
		t.paint = turned(woven(stripes(rng), r(0.7, 2.2), r(0.05, 0.35), seed))
	case TableGingham:
		t.gloss = 0
		t.paint = turned(woven(gingham(rng), r(0.7, 2.2), r(0.05, 0.35), seed))
	case TablePattern:
		t.paint = turned(pattern(rng))
	case TableLinen:
		t.gloss = 0
		base := hsv(r(0.05, 0.65), r(0, 0.4), r(0.1, 0.6))
		t.paint = turned(woven(uneven(base, 0.2, 120), r(0.8, 3), r(0.2, 0.5), seed))
	case TableFelt:
		t.gloss = 0
		base := hsv(r(0.28, 0.45), r(0.6, 0.95), r(0.02, 0.25))
		if rng.IntN(3) == 0 {
			base = hsv(rng.Float64(), r(0.4, 0.9), r(0.02, 0.4))
		}
		soft := uneven(base, 0.25, 90)
		t.paint = func(x, y float64) vec {
			return soft(x, y).scale(0.85 + 0.3*valueNoise(x*0.8, y*0.8, seed+5))
		}
	case TableDark:
		t.gloss, t.rough = r(0.2, 1.3), r(0.06, 0.5)
		t.paint = uneven(hsv(rng.Float64(), r(0, 0.4), r(0.005, 0.04)), 0.3, 150)
	case TableGrey:
		t.gloss, t.rough = r(0, 0.8), r(0.1, 0.7)
		t.paint = uneven(grey.scale(r(0.75, 1.3)), r(0.02, 0.25), r(15, 200))
	default:
		t.gloss, t.rough = r(0, 0.8), r(0.1, 0.7)
		t.paint = uneven(randomColour(rng), r(0, 0.3), r(20, 200))
		t.fine = false
	}
	return t
}

// homelyTable is a table top of a kind in the colours that are mostly seen, otherwise like another of that kind.
func homelyTable(rng *rand.Rand, kind TableKind, like table) table {
	r := evenly(rng)
	seed := rng.Uint32()
	sin, cos := math.Sincos(r(0, 2*math.Pi))
	cloth := func(drawing func(u, v float64) vec) table {
		threads := woven(drawing, r(0.7, 2.2), r(0.05, 0.3), seed)
		like.gloss, like.fine = 0, true
		like.paint = func(x, y float64) vec { return threads(x*cos+y*sin, y*cos-x*sin) }
		return like
	}
	smooth := func(base vec, gloss float64) table {
		like.gloss, like.fine = gloss, false
		like.paint = func(x, y float64) vec { return base.scale(0.9 + 0.2*fbm(x/150, y/150, 3, seed)) }
		return like
	}
	white := hsv(r(0.08, 0.16), r(0, 0.15), r(0.4, 0.7))
	strong := hsv([]float64{0.99, 0.62, 0.62, 0.4}[rng.IntN(4)]+r(-0.02, 0.02), r(0.7, 0.95), r(0.05, 0.35))
	switch kind {
	case TableStripes:
		a, b := r(8, 18), r(6, 14)
		return cloth(func(u, _ float64) vec {
			if u-math.Floor(u/(a+b))*(a+b) < a {
				return white
			}
			return strong
		})
	case TableGingham:
		return cloth(squares(white, strong, r(7, 16)))
	case TableLinen, TablePattern:
		base := hsv(r(0.08, 0.14), r(0.05, 0.45), r(0.15, 0.5))
		return cloth(func(_, _ float64) vec { return base })
	case TablePlain:
		return smooth(white.scale(r(0.5, 1)), r(0, 0.6))
	case TableGrey:
		return smooth(hsv(r(0.5, 0.7), r(0, 0.1), r(0.08, 0.45)), r(0, 0.6))
	default: // those are as they are
		return like
	}
}

// end lets the table end at a line through a point; beyond it lies a dim floor. (It is drawn at the table's height: at
// most a shadow is wrong.)
func (t *table) end(rng *rand.Rand, at, out vec) {
	paint, seed := t.paint, rng.Uint32()
	ground := randomColour(rng).scale(0.5)
	rim := paint(at.X, at.Y).scale(0.4 + rng.Float64())
	t.paint = func(x, y float64) vec {
		switch beyond := (vec{x, y, 0}).sub(at).dot(out); {
		case beyond < 0:
			return paint(x, y)
		case beyond < 3:
			return rim
		default:
			return ground.scale(0.7 + 0.6*fbm(x/60, y/60, 2, seed))
		}
	}
}

func wood(rng *rand.Rand, planks bool) func(u, v float64) vec {
	r := evenly(rng)
	seed := rng.Uint32()
	base := hsv(r(0.03, 0.11), r(0.35, 0.8), math.Pow(rng.Float64(), 1.4)*0.45+0.03)
	dark := base.scale(r(0.35, 0.75))
	grain, stretchBy := r(2, 7), r(14, 40)
	width, length := r(55, 170), r(350, 1300)
	if !planks {
		width, length = 1e5, 1e6
	}
	vary, gap := r(0.05, 0.5), r(0, 1.4)
	wave := r(0, 30)
	return func(u, v float64) vec {
		row := math.Floor(v / width)
		shift := unit(uint32(int32(row)), 3, seed) * length
		col := math.Floor((u + shift) / length)
		board := hash32(uint32(int32(row)), uint32(int32(col)), seed)
		off := float64(board%1024) * 3.7
		bend := v + off + wave*(fbm(u/300, v/160+off, 2, seed)-0.5)
		n := 0.6*fbm(u/(grain*stretchBy)+off, bend/grain, 3, seed) + 0.4*valueNoise(u/40, bend/(grain*0.25), seed+9)
		rings := 0.5 + 0.5*math.Sin(bend/grain*1.7+5*fbm(u/200, bend/40, 2, seed+3))
		c := dark.lerp(base, min(1, max(0, 0.2+0.75*n+0.25*rings)))
		c = c.scale(1 + vary*(float64(board>>10%1024)/1024-0.5))
		if planks {
			edge := min(v-row*width, (row+1)*width-v, u+shift-col*length, (col+1)*length-u-shift)
			if edge < gap {
				c = c.scale(0.25)
			}
		}
		return c
	}
}

// woven lays threads over a drawing.
func woven(drawing func(u, v float64) vec, thread, strength float64, seed uint32) func(u, v float64) vec {
	return func(u, v float64) vec {
		warp := valueNoise(u/thread, v/(thread*30), seed+1)
		weft := valueNoise(u/(thread*30), v/thread, seed+2)
		return drawing(u, v).scale(1 + strength*(warp+weft-1))
	}
}

func stripes(rng *rand.Rand) func(u, v float64) vec {
	n := 2 + rng.IntN(3)
	colours := make([]vec, n)
	ends := make([]float64, n)
	total := 0.0
	for k := range n {
		colours[k] = randomColour(rng)
		total += 3 + 25*rng.Float64()
		ends[k] = total
	}
	colours[0] = hsv(0.1, 0.15*rng.Float64(), 0.3+0.5*rng.Float64())
	return func(u, _ float64) vec {
		x := u - math.Floor(u/total)*total
		for k, e := range ends {
			if x < e {
				return colours[k]
			}
		}
		return colours[n-1]
	}
}

func gingham(rng *rand.Rand) func(u, v float64) vec {
	light := hsv(rng.Float64(), 0.12*rng.Float64(), 0.45+0.4*rng.Float64())
	dark := hsv(rng.Float64(), 0.5+0.5*rng.Float64(), 0.05+0.4*rng.Float64())
	if rng.IntN(2) == 0 {
		dark = hsv(0.97+0.05*rng.Float64(), 0.85, 0.15+0.25*rng.Float64())
	}
	return squares(light, dark, 7+14*rng.Float64())
}

// squares are bands of a size (mm) both ways, darkest where two of them cross.
func squares(light, dark vec, size float64) func(u, v float64) vec {
	return func(u, v float64) vec {
		a, b := math.Mod(math.Abs(math.Floor(u/size)), 2), math.Mod(math.Abs(math.Floor(v/size)), 2)
		return light.lerp(dark, (a+b)/2)
	}
}

// pattern is one of dots, checks, tiles and blotches.
func pattern(rng *rand.Rand) func(u, v float64) vec {
	a, b := randomColour(rng), randomColour(rng)
	size := 8 + 40*rng.Float64()
	seed := rng.Uint32()
	share := 0.2 + 0.25*rng.Float64()
	switch rng.IntN(4) {
	case 0:
		return func(u, v float64) vec {
			x, y := u/size-math.Floor(u/size)-0.5, v/size-math.Floor(v/size)-0.5
			if x*x+y*y < share*share {
				return a
			}
			return b
		}
	case 1:
		return func(u, v float64) vec {
			if (int(math.Floor(u/size))+int(math.Floor(v/size)))&1 == 0 {
				return a
			}
			return b
		}
	case 2:
		joint := b.scale(0.4)
		return func(u, v float64) vec {
			x, y := u/size/3, v/size/3
			if x-math.Floor(x) < 0.03 || y-math.Floor(y) < 0.03 {
				return joint
			}
			tile := unit(uint32(int32(math.Floor(x))), uint32(int32(math.Floor(y))), seed)
			return b.scale(0.75 + 0.4*tile + 0.2*(fbm(u/9, v/9, 3, seed)-0.5))
		}
	default:
		return func(u, v float64) vec {
			return a.lerp(b, smoothstep(0.42, 0.58, fbm(u/size, v/size, 4, seed)))
		}
	}
}
