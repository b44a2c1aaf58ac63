package pieces

import (
	"image"
	"math"

	"github.com/castellan-companion/castellan/calibration"
	"github.com/castellan-companion/castellan/calibration/compare"
)

// Colour tells the colours of pieces in a picture, from inside their outlines. The paper around the tags tells what the light does to them.
func Colour(all []Piece, picture image.Image, view *calibration.View, layout calibration.TagLayout) {
	photo := compare.NewPhoto(picture, 1)
	paper := white(photo, view, layout)
	for i := range all {
		p := &all[i]
		var exact [3]float64
		p.RGB, exact = meanColour(photo, p.Outline)
		if p.Kind == Keep {
			hue, _ := hueAndSaturation(exact, paper)
			p.Color = colourName(hue)
		}
	}
}

// white is the colour of the paper around the tags, which tells what the light does to colours. It is grey where none is seen.
func white(p *compare.Photo, view *calibration.View, layout calibration.TagLayout) [3]float64 {
	var all [3][]float32
	for _, tag := range layout {
		ring := tag
		ring.SizeMM *= 1.125 // the middle of a margin of one cell
		corners := ring.Corners(calibration.DefaultTagFaceMM)
		for i, a := range corners {
			b := corners[(i+1)%len(corners)]
			for k := range 10 {
				part := (float64(k) + 0.5) / 10
				at := view.Pixel([3]float64{a[0] + part*(b[0]-a[0]), a[1] + part*(b[1]-a[1]), a[2]})
				x, y := int(math.Round(at[0])), int(math.Round(at[1]))
				if x < 0 || y < 0 || x >= p.W || y >= p.H {
					continue
				}
				for c := range all {
					all[c] = append(all[c], p.Pix[y*p.W+x][c])
				}
			}
		}
	}
	paper := [3]float64{255, 255, 255}
	for c := range all {
		if len(all[c]) > 0 {
			paper[c] = max(1, compare.Level(compare.Median(all[c])))
		}
	}
	return paper
}

// hueAndSaturation of a colour in the light of paper that looks white; the hue in degrees, the saturation from 0 to 1.
func hueAndSaturation(rgb, paper [3]float64) (hue, saturation float64) {
	r, g, b := rgb[0]/paper[0], rgb[1]/paper[1], rgb[2]/paper[2]
	most, least := max(r, g, b), min(r, g, b)
	if most <= 0 || most == least {
		return 0, 0
	}
	switch most {
	case r:
		hue = 60 * (g - b) / (most - least)
	case g:
		hue = 120 + 60*(b-r)/(most-least)
	default:
		hue = 240 + 60*(r-g)/(most-least)
	}
	return math.Mod(hue+360, 360), (most - least) / most
}

// colourName names a hue.
func colourName(hue float64) string {
	for _, c := range []struct {
		upTo float64
		name string
	}{{20, "red"}, {34, "orange"}, {75, "yellow"}, {175, "green"}, {265, "blue"}, {320, "purple"}} {
		if hue < c.upTo {
			return c.name
		}
	}
	return "red"
}

// meanColour is the mean over a silhouette, for people and for reckoning.
func meanColour(p *compare.Photo, silhouette [][2]float64) (rgb [3]uint8, exact [3]float64) {
	n := 0.0
	rows(silhouette, p.W, p.H, func(y int, from, to float64) {
		for x := int(math.Ceil(from)) + 1; x < int(to); x++ {
			for c := range exact {
				exact[c] += compare.Level(p.Pix[y*p.W+x][c])
			}
			n++
		}
	})
	for c := range exact {
		exact[c] /= max(1, n)
		rgb[c] = uint8(max(0, min(255, math.Round(exact[c]))))
	}
	return rgb, exact
}
