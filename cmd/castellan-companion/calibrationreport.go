package main

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/castellan-companion/castellan/calibration"
)

// calibrationReport is what calibrate --json prints.
type calibrationReport struct {
	RMSPx    float64           `json:"rms_px"`
	Size     [2]int            `json:"size"`
	K        [3][3]float64     `json:"K"`
	Dist     [5]float64        `json:"dist"`
	Quality  string            `json:"quality"` // in words
	Views    []calibrationView `json:"views"`
	Outliers []string          `json:"outliers"`          // images
	Covered  float64           `json:"covered,omitempty"` // share of the picture in which the board was seen; 0 where that was not looked at
}

// calibrationView is one photo; RMSPx is nil where the board was not found in it.
type calibrationView struct {
	Image   string   `json:"image"`
	Found   bool     `json:"found"`
	RMSPx   *float64 `json:"rms_px,omitempty"`
	Dropped bool     `json:"dropped,omitempty"` // an outlier that the camera does not rest on
}

func newCalibrationReport(images []string) *calibrationReport {
	r := &calibrationReport{Views: []calibrationView{}, Outliers: []string{}}
	for _, image := range images {
		r.Views = append(r.Views, calibrationView{Image: image})
	}
	return r
}

func (r *calibrationReport) take(c *calibration.Camera) {
	r.RMSPx, r.Size, r.K, r.Dist, r.Quality = c.RMSPx, [2]int{c.Width, c.Height}, c.K(), c.Dist, c.Quality()
}

// enoughCovered is the share of the picture in which the board should be seen.
const enoughCovered = 0.6

// write says the result in words.
func (r *calibrationReport) write(w io.Writer) error {
	var s strings.Builder
	found := 0
	for _, v := range r.Views {
		if v.Found {
			found++
		}
		switch {
		case !v.Found:
			fmt.Fprintf(&s, "  %s: nothing found\n", v.Image)
		case v.Dropped:
			fmt.Fprintf(&s, "  %s: off by %.2f px, far more than the others; left out\n", v.Image, *v.RMSPx)
		case slices.Contains(r.Outliers, v.Image):
			fmt.Fprintf(&s, "  %s: off by %.2f px, far more than the others; take this photo again or leave it out (--drop-outliers)\n",
				v.Image, *v.RMSPx)
		case v.RMSPx != nil:
			fmt.Fprintf(&s, "  %s: off by %.2f px\n", v.Image, *v.RMSPx)
		}
	}
	if len(r.Views) > 0 {
		fmt.Fprintf(&s, "Found in %d of %d photos. ", found, len(r.Views))
	}
	fmt.Fprintf(&s, "Focal length %.1f x %.1f px, centre %.1f, %.1f, distortion %.4g.\n",
		r.K[0][0], r.K[1][1], r.K[0][2], r.K[1][2], r.Dist)
	fmt.Fprintf(&s, "Quality: %s.\n", r.Quality)
	if r.Covered > 0 && r.Covered < enoughCovered {
		fmt.Fprintf(&s, "The board was seen in %.0f %% of the picture: take some photos with it near the edges and corners.\n", 100*r.Covered)
	}
	_, err := io.WriteString(w, s.String())
	return err
}
