package vision

import (
	"math"
	"slices"

	"gocv.io/x/gocv"

	"github.com/castellan-companion/castellan/calibration"
	"github.com/castellan-companion/castellan/vision/volume"
)

// A lamp, and a camera that takes it for daylight, give a picture a cast. Networks know casts as cameras mostly leave them; what is stronger is
// taken off, down to such a one. What is white is known: the paper around the tags.

// cast is how much more of red, green and blue than of all three what is white has in a picture: logarithms, whose sum is 0.
type cast [3]float64

// castOf is the cast of a picture of eight-bit blue, green and red (OpenCV's order) by the tags found in it; none where they do not tell.
func castOf(img gocv.Mat, tags []calibration.TagDetection) (c cast, err error) {
	const (
		fewest = 3    // places of white that can be seen
		beyond = 1.17 // from a tag's middle to the white beside its edges, as a share of the way to the edges
		bright = 250  // levels from which a colour may have been brighter than the picture can show
	)
	bgr, err := img.DataPtrUint8()
	if err != nil {
		return c, err
	}
	w, h := img.Cols(), img.Rows()
	var seen [len(c)][]float64
	for i := range tags {
		corners := &tags[i].Corners
		var middle [2]float64
		for _, p := range corners {
			middle[0], middle[1] = middle[0]+p[0]/4, middle[1]+p[1]/4
		}
		for k, p := range corners {
			q := corners[(k+1)%len(corners)]
			x := int(math.Round(middle[0] + beyond*((p[0]+q[0])/2-middle[0])))
			y := int(math.Round(middle[1] + beyond*((p[1]+q[1])/2-middle[1])))
			if x < 1 || y < 1 || x >= w-1 || y >= h-1 {
				continue
			}
			var sum [len(c)]float64 // of three by three pixels
			for v := y - 1; v <= y+1; v++ {
				for o := 3 * (v*w + x - 1); o < 3*(v*w+x+2); o += 3 {
					for channel := range sum {
						sum[channel] += float64(bgr[o+2-channel])
					}
				}
			}
			if most := slices.Max(sum[:]); most >= 9*bright {
				continue
			}
			var l cast
			mean := 0.0
			for channel, s := range sum {
				l[channel] = math.Log(1 + s/9)
				mean += l[channel] / float64(len(l))
			}
			for channel := range l {
				seen[channel] = append(seen[channel], l[channel]-mean)
			}
		}
	}
	if len(seen[0]) < fewest {
		return c, nil
	}
	mean := 0.0
	for channel := range c {
		c[channel] = evenMedian(seen[channel])
		mean += c[channel] / float64(len(c))
	}
	for channel := range c {
		c[channel] -= mean
	}
	return c, nil
}

// knownCast is the strongest cast that is left alone: of 103 development pictures 6 have a stronger one.
const knownCast = 0.2

// takeOff leaves of a cast in a picture only as much as is known.
func (c *cast) takeOff(p *volume.Picture) {
	strength := max(slices.Max(c[:]), -slices.Min(c[:]))
	if strength <= knownCast {
		return
	}
	var gains [len(c)]float64
	for channel := range c {
		gains[channel] = math.Exp(-c[channel] * (1 - knownCast/strength))
	}
	p.Balance(gains)
}
