package chessboard

import (
	"image"
	"image/color"
	"math"
)

// fieldsAcross is into how many fields a picture is divided along each side to tell where corners were seen.
const fieldsAcross = 8

// Coverage draws where in pictures of a size the corners of all views were: a field of the picture is the darker the more there were,
// and those without any are red, where the lens is only guessed. Each corner is a dot.
func Coverage(width, height int, views [][][2]float64) *image.RGBA {
	count, _ := fields(width, height, views)
	m := image.NewRGBA(image.Rect(0, 0, width, height))
	for y := range height {
		for x := range width {
			shade := color.RGBA{235, 170, 160, 255}
			if n := count[y*fieldsAcross/height][x*fieldsAcross/width]; n > 0 {
				light := uint8(255 - min(110, 25*math.Log2(1+float64(n))))
				shade = color.RGBA{light, light, 255, 255}
			}
			m.SetRGBA(x, y, shade)
		}
	}
	dot := max(1, width/400)
	for _, view := range views {
		for _, corner := range view {
			x, y := int(math.Round(corner[0])), int(math.Round(corner[1]))
			for dy := -dot; dy <= dot; dy++ {
				for dx := -dot; dx <= dot; dx++ {
					m.SetRGBA(x+dx, y+dy, color.RGBA{30, 30, 60, 255})
				}
			}
		}
	}
	return m
}

// Covered is the share of the picture's fields in which corners were seen, from 0 to 1.
func Covered(width, height int, views [][][2]float64) float64 {
	_, covered := fields(width, height, views)
	return float64(covered) / (fieldsAcross * fieldsAcross)
}

func fields(width, height int, views [][][2]float64) (count [fieldsAcross][fieldsAcross]int, covered int) {
	for _, view := range views {
		for _, corner := range view {
			x, y := int(corner[0]*fieldsAcross/float64(width)), int(corner[1]*fieldsAcross/float64(height))
			if x < 0 || y < 0 || x >= fieldsAcross || y >= fieldsAcross {
				continue
			}
			if count[y][x]++; count[y][x] == 1 {
				covered++
			}
		}
	}
	return count, covered
}
