package watchful

import (
	"image"
	"math"

	"github.com/castellan-companion/castellan/calibration"
)

// Frame is what is known of one picture. Only Gray must be there.
type Frame struct {
	Gray     *image.Gray
	View     *calibration.View          // nil while the camera's place is not known
	Tags     []calibration.TagDetection // found in this picture, or in the last one that was searched
	Layout   calibration.TagLayout      // where tags are known to lie
	Pushed   []int                      // ids of tags that do not lie where they did (calibration.Quality.LeftOut)
	Castle   [][2]float64               // points around the castle in the picture, pixels; nil where there is none
	Apart    bool                       // nothing is seen that joins the castle's parts
	PitchMM  float64                    // of the piece set; 0 is that of the game as it is sold
	Hand     bool                       // a hand is in the picture: what it covers, and how it shines, is not worth a word
	Lost     bool                       // tags were looked for, and do not tell where the camera is; told by a Watch
	Bumped   bool                       // the camera was found in another place just now; told by a Watch
	Untagged bool                       // no tag told where, but the castle; with Bumped
	Light    bool                       // the light changed just now; told by a Watch
	// Misprinted says that by the castle's pieces the tags are not of the size that they are taken for.
	Misprinted bool

	memory memory
}

// memory is what a frame is judged with, to be used again for the next one.
type memory struct {
	tags      []tagInView // that the picture should show
	rims      []image.Rectangle
	cells, px []float64

	softness softness
}

func (f *Frame) pitchMM() float64 {
	if f.PitchMM > 0 {
		return f.PitchMM
	}
	return calibration.DefaultSet().PitchMM
}

// size is the picture's, in pixels.
func (f *Frame) size() (width, height float64) {
	s := f.Gray.Rect.Size()
	return float64(s.X), float64(s.Y)
}

// grey is the level at a place in the picture, between its pixels too; places beyond the edge have the edge's level.
func (f *Frame) grey(x, y float64) float64 {
	w, h := f.size()
	x, y = max(0, min(x, w-1)), max(0, min(y, h-1))
	x0, y0 := int(x), int(y)
	x1, y1 := min(x0+1, int(w)-1), min(y0+1, int(h)-1)
	fx, fy := x-float64(x0), y-float64(y0)
	at := func(x, y int) float64 { return float64(f.Gray.Pix[y*f.Gray.Stride+x]) }
	return (at(x0, y0)*(1-fx)+at(x1, y0)*fx)*(1-fy) + (at(x0, y1)*(1-fx)+at(x1, y1)*fx)*fy
}

// sampleStep is the distance in pixels of the samples that brightness is judged by.
const sampleStep = 4

// levels counts the grey levels in a rectangle of the picture.
func (f *Frame) levels(within image.Rectangle) (count [256]int, total int) {
	within = within.Intersect(image.Rectangle{Max: f.Gray.Rect.Size()})
	for y := within.Min.Y; y < within.Max.Y; y += sampleStep {
		row := f.Gray.Pix[y*f.Gray.Stride:]
		for x := within.Min.X; x < within.Max.X; x += sampleStep {
			count[row[x]]++
			total++
		}
	}
	return count, total
}

// scene is the part of the picture that matters: the castle with some room around it, else what lies between the tags, else all.
func (f *Frame) scene() image.Rectangle {
	w, h := f.size()
	lo, hi := bounds(f.Castle)
	if len(f.Castle) == 0 {
		for i := range f.Tags {
			a, b := bounds(f.Tags[i].Corners[:])
			for k := range 2 {
				lo[k], hi[k] = min(lo[k], a[k]), max(hi[k], b[k])
			}
		}
	}
	if lo[0] > hi[0] {
		return image.Rect(0, 0, int(w), int(h))
	}
	return image.Rect(int(math.Floor(lo[0])), int(math.Floor(lo[1])), int(math.Ceil(hi[0])), int(math.Ceil(hi[1])))
}

// bounds are the least and the greatest coordinates of points; without points, the least are infinite.
func bounds(points [][2]float64) (lo, hi [2]float64) {
	lo, hi = [2]float64{math.Inf(1), math.Inf(1)}, [2]float64{math.Inf(-1), math.Inf(-1)}
	for _, p := range points {
		for k := range 2 {
			lo[k], hi[k] = min(lo[k], p[k]), max(hi[k], p[k])
		}
	}
	return lo, hi
}
