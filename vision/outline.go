package vision

import (
	"fmt"
	"image"
	"image/color"
	"math"

	"gocv.io/x/gocv"

	"github.com/castellan-companion/castellan/calibration"
	"github.com/castellan-companion/castellan/engine/castellan"
	"github.com/castellan-companion/castellan/vision/model"
	"github.com/castellan-companion/castellan/vision/reading"
)

// outlines are the pieces of a castle as polygons in the picture: towers and walls by their tops.
func outlines(c *reading.Castle, g *model.Grid, set *calibration.Set, view *calibration.View) []reading.Outline {
	var all []reading.Outline
	ring := func(kind, color string, i, j, diameterMM, z float64, corners int) {
		o := reading.Outline{Kind: kind, Color: color}
		r := diameterMM / 2 / g.Pitch
		for k := range corners {
			s, c := math.Sincos(2 * math.Pi * float64(k) / float64(corners))
			at := g.At(i+r*c, j+r*s)
			o.Points = append(o.Points, view.Pixel([3]float64{at[0], at[1], z}))
		}
		all = append(all, o)
	}
	for _, w := range c.Walls {
		o := reading.Outline{Kind: "wall"}
		along := model.StepInto(w, w.From)
		di, dj := float64(along.I), float64(along.J)
		half := set.WallThicknessMM / 2 / g.Pitch
		for _, corner := range [4]struct {
			end  castellan.Node
			side float64
		}{{w.From, half}, {w.To, half}, {w.To, -half}, {w.From, -half}} {
			at := g.At(float64(corner.end.I)-dj*corner.side, float64(corner.end.J)+di*corner.side)
			o.Points = append(o.Points, view.Pixel([3]float64{at[0], at[1], set.WallHeightMM}))
		}
		all = append(all, o)
	}
	const round = 20
	for _, t := range c.Towers {
		ring("tower", "", float64(t.I), float64(t.J), set.TowerDiameterMM, set.TowerHeightMM, round)
	}
	for _, t := range c.Trial {
		ring("trial", "", float64(t.Tower.I), float64(t.Tower.J), set.TowerDiameterMM, set.TowerHeightMM, 4)
	}
	for _, k := range c.Keeps {
		ring("keep", k.Color, k.At[0], k.At[1], 1.3*set.KeepMM, float64(k.Count)*set.KeepHeightMM, round)
		if k.Count == 2 {
			ring("keep", k.Color, k.At[0], k.At[1], 1.9*set.KeepMM, float64(k.Count)*set.KeepHeightMM, round)
		}
	}
	return all
}

// Outlines are the pieces of the castle that was last read, as polygons in its picture.
func (r *Reader) Outlines() []reading.Outline {
	if r.last == nil {
		return nil
	}
	return outlines(&r.last.castle, &r.last.grid, &r.last.set, r.last.view)
}

// WriteOverlay writes img, the picture that was read last, with the castle and the pieces in doubt drawn on it to a file whose ending
// says its format.
func (r *Reader) WriteOverlay(img gocv.Mat, doubts []reading.Doubt, path string) error {
	canvas := img.Clone()
	defer canvas.Close()
	drawn := r.Outlines()
	if r.last != nil {
		drawn = append(drawn, r.last.mark(doubts)...)
	}
	for _, o := range drawn {
		points := make([]image.Point, len(o.Points))
		for i, p := range o.Points {
			points[i] = image.Pt(int(math.Round(p[0])), int(math.Round(p[1])))
		}
		line := gocv.NewPointsVectorFromPoints([][]image.Point{points})
		err := gocv.Polylines(&canvas, line, true, outlineColor(o), 2)
		line.Close()
		if err != nil {
			return err
		}
	}
	if !gocv.IMWrite(path, canvas) {
		return fmt.Errorf("%s: the picture cannot be written; is the folder there, and does the name end in .jpg or .png?", path)
	}
	return nil
}

func outlineColor(o reading.Outline) color.RGBA {
	switch {
	case o.Kind == "doubt":
		return color.RGBA{R: 255, G: 140, B: 140}
	case o.Color == "red":
		return color.RGBA{R: 255, G: 40, B: 40}
	case o.Color == "blue":
		return color.RGBA{R: 60, G: 110, B: 255}
	case o.Color == "yellow":
		return color.RGBA{R: 255, G: 220}
	case o.Color == "green":
		return color.RGBA{G: 200, B: 60}
	case o.Kind == "wall":
		return color.RGBA{G: 230, B: 230}
	case o.Kind == "trial":
		return color.RGBA{R: 255, G: 140}
	}
	return color.RGBA{R: 255, B: 255}
}
