package vision

import (
	"math"
	"slices"

	"gocv.io/x/gocv"

	"github.com/castellan-companion/castellan/calibration"
	"github.com/castellan-companion/castellan/calibration/compare"
	"github.com/castellan-companion/castellan/vision/volume"
)

// A lamp, and a camera that takes it for daylight, give a picture a cast; a dusty lens, or a window that shines into it, lays a veil over it.
// The networks know casts and veils as cameras mostly have them. What is stronger is taken off, down to such ones: tags are known to be black
// on white.

// tagPrint is what a picture makes of the black and the white of tags. The zero value tells nothing.
type tagPrint struct {
	// cast is how much more of red, green and blue than of all three the white has: logarithms, whose sum is 0.
	cast [3]float64
	// black and white are levels, of 255.
	black, white float64
	// darkest is the level that hardly any of the picture is below: small tags are blurred, so that their black is none.
	darkest float64
}

// printOf is what a picture of eight-bit blue, green and red (OpenCV's order) makes of the tags found in it.
func printOf(img gocv.Mat, tags []calibration.TagDetection) (p tagPrint, err error) {
	const (
		fewest  = 3     // places that can be seen of each
		outside = 1.17  // from a tag's middle to the white beside its edges, as a share of the way to the edges,
		inside  = 0.875 // and to the black within
		bright  = 250   // levels from which a colour may have been brighter than the picture can show
	)
	bgr, err := img.DataPtrUint8()
	if err != nil {
		return p, err
	}
	shown := pixels{bgr, img.Cols(), img.Rows()}
	var black, white []float64
	var casts [len(p.cast)][]float64
	for i := range tags {
		corners := &tags[i].Corners
		var middle [2]float64
		for _, at := range corners {
			middle[0], middle[1] = middle[0]+at[0]/4, middle[1]+at[1]/4
		}
		for k, from := range corners {
			to := corners[(k+1)%len(corners)]
			edge := [2]float64{(from[0] + to[0]) / 2, (from[1] + to[1]) / 2}
			if c, ok := shown.about(towards(middle, edge, inside)); ok {
				black = append(black, (c[0]+c[1]+c[2])/3)
			}
			c, ok := shown.about(towards(middle, edge, outside))
			if !ok {
				continue
			}
			white = append(white, (c[0]+c[1]+c[2])/3)
			if slices.Max(c[:]) < bright {
				logs := [len(c)]float64{math.Log(1 + c[0]), math.Log(1 + c[1]), math.Log(1 + c[2])}
				for channel, l := range logs {
					casts[channel] = append(casts[channel], l-(logs[0]+logs[1]+logs[2])/3)
				}
			}
		}
	}
	if min(len(black), len(white)) >= fewest {
		p.black, p.white, p.darkest = compare.EvenMedian(black), compare.EvenMedian(white), shown.darkest()
	}
	if len(casts[0]) >= fewest {
		mean := 0.0
		for channel := range casts {
			p.cast[channel] = compare.EvenMedian(casts[channel])
			mean += p.cast[channel] / float64(len(casts))
		}
		for channel := range p.cast {
			p.cast[channel] -= mean
		}
	}
	return p, nil
}

// towards is the point so far on the way from one to another, as a share of it.
func towards(from, to [2]float64, share float64) [2]float64 {
	return [2]float64{from[0] + share*(to[0]-from[0]), from[1] + share*(to[1]-from[1])}
}

// pixels are those of a picture, three bytes (blue, green, red) each.
type pixels struct {
	bgr  []byte
	w, h int
}

// about is the mean red, green and blue of three by three pixels about a place; ok is false where the picture does not show them.
func (p *pixels) about(at [2]float64) (c [3]float64, ok bool) {
	x, y := int(math.Round(at[0])), int(math.Round(at[1]))
	if x < 1 || y < 1 || x >= p.w-1 || y >= p.h-1 {
		return c, false
	}
	for row := y - 1; row <= y+1; row++ {
		for o := 3 * (row*p.w + x - 1); o < 3*(row*p.w+x+2); o += 3 {
			for channel := range c {
				c[channel] += float64(p.bgr[o+2-channel]) / 9
			}
		}
	}
	return c, true
}

// darkest is the level that one in a thousand of the pixels is below.
func (p *pixels) darkest() float64 {
	const step, seldom = 4, 1000
	var count [256]int
	total := 0
	for y := 0; y < p.h; y += step {
		for o := 3 * y * p.w; o < 3*(y+1)*p.w; o += 3 * step {
			count[(int(p.bgr[o])+int(p.bgr[o+1])+int(p.bgr[o+2]))/3]++
			total++
		}
	}
	below := 0
	for level, n := range &count {
		if below += n; below*seldom > total {
			return float64(level)
		}
	}
	return 0
}

// Stronger casts and veils than these are not left alone: of 103 development pictures 6 have a stronger cast, and none a stronger veil.
const (
	knownCast = 0.2
	knownVeil = 0.43 // the tags' black, as a share of their white
	leastDark = 30.0 // the darkest level that a veil leaves: below that, what lies in shadows would be lost
)

// takeOff leaves of a cast and a veil in a picture only as much as is known.
func (p *tagPrint) takeOff(picture *volume.Picture) {
	cast := max(slices.Max(p.cast[:]), -slices.Min(p.cast[:]))
	veil := max(0, min(p.darkest-leastDark, (p.black-knownVeil*p.white)/(1-knownVeil)))
	if cast <= knownCast && veil == 0 {
		return
	}
	var tones [len(p.cast)][256]byte
	for channel := range tones {
		gain := 1.0
		if cast > knownCast {
			gain = math.Exp(-p.cast[channel] * (1 - knownCast/cast))
		}
		if veil > 0 {
			gain *= p.white / max(1, p.white-veil)
		}
		for level := range tones[channel] {
			tones[channel][level] = byte(math.Round(max(0, min(255, gain*(float64(level)-veil)))))
		}
	}
	picture.Retone(&tones)
}
