package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"image"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"gocv.io/x/gocv"

	"github.com/castellan-companion/castellan/calibration"
	"github.com/castellan-companion/castellan/calibration/chessboard"
)

type calibrateCommand struct {
	Board     string   `help:"Inner corners of the chessboard, across x down." default:"9x6"`
	Square    float64  `help:"Edge of a square in millimetres." default:"25"`
	FixAspect bool     `help:"Square pixels: one focal length for both directions."`
	Out       string   `help:"Write the camera to this file (castellan-camera/1)." placeholder:"FILE"`
	JSON      bool     `help:"Print JSON."`
	Images    []string `arg:"" name:"image" help:"Photos of the chessboard, taken with one camera from different sides."`
}

// calibrationReport is what calibrate --json prints.
type calibrationReport struct {
	RMSPx    float64           `json:"rms_px"`
	Size     [2]int            `json:"size"`
	K        [3][3]float64     `json:"K"`
	Dist     [5]float64        `json:"dist"`
	Views    []calibrationView `json:"views"`
	Outliers []string          `json:"outliers"` // images
}

// calibrationView is one photo; RMSPx is nil where the board was not found in it.
type calibrationView struct {
	Image string   `json:"image"`
	Found bool     `json:"found"`
	RMSPx *float64 `json:"rms_px,omitempty"`
}

// Run calibrates a lens from photos of a chessboard.
func (c *calibrateCommand) Run() error {
	return c.run(os.Stdout)
}

func (c *calibrateCommand) run(w io.Writer) error {
	board, err := chessboard.ParseBoard(c.Board, c.Square)
	if err != nil {
		return usageError(err.Error())
	}
	camera, report, err := c.calibrate(board)
	if err != nil {
		return err
	}
	if c.Out != "" {
		camera.Name = strings.TrimSuffix(filepath.Base(c.Out), filepath.Ext(c.Out))
		if err := writeCamera(c.Out, camera); err != nil {
			return err
		}
	}
	if c.JSON {
		return json.NewEncoder(w).Encode(report)
	}
	return report.write(w)
}

func (c *calibrateCommand) calibrate(board chessboard.Board) (calibration.Camera, *calibrationReport, error) {
	var size image.Point
	var views [][][2]float64
	report := &calibrationReport{Outliers: []string{}}
	var seen []*calibrationView // the views in which the board was found
	report.Views = make([]calibrationView, len(c.Images))
	for i, path := range c.Images {
		corners, at, err := findBoard(board, path)
		if err != nil {
			return calibration.Camera{}, nil, err
		}
		if i == 0 {
			size = at
		} else if at != size {
			return calibration.Camera{}, nil, fmt.Errorf("%s is %dx%d pixels, %s is %dx%d: calibrate with photos of one size",
				path, at.X, at.Y, c.Images[0], size.X, size.Y)
		}
		report.Views[i] = calibrationView{Image: path, Found: corners != nil}
		if corners != nil {
			views, seen = append(views, corners), append(seen, &report.Views[i])
		}
	}
	camera, rms, err := board.Calibrate(size.X, size.Y, views, c.FixAspect)
	if err != nil {
		return calibration.Camera{}, nil, err
	}
	for i := range seen {
		seen[i].RMSPx = &rms[i]
	}
	for _, i := range chessboard.Outliers(rms) {
		report.Outliers = append(report.Outliers, seen[i].Image)
	}
	report.RMSPx, report.Size, report.K, report.Dist = camera.RMSPx, [2]int{size.X, size.Y}, camera.K(), camera.Dist
	return camera, report, nil
}

// findBoard gives the board's corners in a picture, nil where it is not to be seen, and the picture's size.
func findBoard(board chessboard.Board, path string) (corners [][2]float64, size image.Point, err error) {
	gray, err := loadGray(path)
	if err != nil {
		return nil, image.Point{}, err
	}
	defer gray.Close()
	corners, _ = board.Find(gray)
	return corners, image.Pt(gray.Cols(), gray.Rows()), nil
}

// loadGray reads a picture file as grey levels. The caller closes the Mat.
func loadGray(path string) (gocv.Mat, error) {
	img, err := loadPicture(path)
	if err != nil {
		return gocv.Mat{}, err
	}
	defer img.Close()
	gray := gocv.NewMat()
	if err := gocv.CvtColor(img, &gray, gocv.ColorBGRToGray); err != nil {
		return gocv.Mat{}, errors.Join(fmt.Errorf("%s: %w", path, err), gray.Close())
	}
	return gray, nil
}

func writeCamera(path string, camera calibration.Camera) error {
	return writeWhole(path, func(w io.Writer) error {
		out := json.NewEncoder(w)
		out.SetIndent("", "  ")
		return out.Encode(camera)
	})
}

// goodRMSPx is the reprojection error, in pixels, up to which a calibration is a good one.
const goodRMSPx = 0.5

// write says the result in words.
func (r *calibrationReport) write(w io.Writer) error {
	var s strings.Builder
	found := 0
	for _, v := range r.Views {
		switch {
		case !v.Found:
			fmt.Fprintf(&s, "  %s: no chessboard found\n", v.Image)
		case slices.Contains(r.Outliers, v.Image):
			found++
			fmt.Fprintf(&s, "  %s: off by %.2f px, far more than the others; take this photo again or leave it out\n", v.Image, *v.RMSPx)
		default:
			found++
			fmt.Fprintf(&s, "  %s: off by %.2f px\n", v.Image, *v.RMSPx)
		}
	}
	judgement := "good"
	if r.RMSPx > goodRMSPx {
		judgement = "poor: hold the board flatter and stiller, and fill the picture with it"
	}
	fmt.Fprintf(&s, "Found the board in %d of %d photos. Focal length %.1f x %.1f px, centre %.1f, %.1f, distortion %.4g.\n",
		found, len(r.Views), r.K[0][0], r.K[1][1], r.K[0][2], r.K[1][2], r.Dist)
	fmt.Fprintf(&s, "Corners are off by %.3f px on the whole (%s).\n", r.RMSPx, judgement)
	_, err := io.WriteString(w, s.String())
	return err
}
