package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"image"
	"image/png"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"gocv.io/x/gocv"

	"github.com/castellan-companion/castellan/calibration"
	"github.com/castellan-companion/castellan/calibration/apriltag"
	"github.com/castellan-companion/castellan/calibration/chessboard"
	"github.com/castellan-companion/castellan/cmd/internal/files"
	"github.com/castellan-companion/castellan/cmd/internal/program"
)

type calibrateCommand struct {
	Board        string   `help:"Inner corners of the chessboard, across x down." default:"9x6"`
	Square       float64  `help:"Edge of a square in millimetres." default:"25"`
	FixAspect    bool     `help:"Square pixels: one focal length for both directions."`
	DropOutliers bool     `help:"Leave out the photos whose corners are off by far more than the others'."`
	Tags         bool     `help:"The photos show the printed tags, from different sides, instead of a chessboard."`
	Guided       bool     `help:"Instead of photos, name a camera, address or film: move it, or the printed tags before it, as you are told."`
	Coverage     string   `help:"Draw where in the photos the board was seen (PNG)." placeholder:"FILE"`
	Out          string   `help:"Write the camera to this file (castellan-camera/1)." placeholder:"FILE"`
	JSON         bool     `help:"Print JSON."`
	Images       []string `arg:"" name:"image" help:"Photos, taken with one camera from different sides."`
}

// Run calibrates a lens from photos.
func (c *calibrateCommand) Run() error {
	return c.run(os.Stdout)
}

func (c *calibrateCommand) run(w io.Writer) error {
	board, err := chessboard.ParseBoard(c.Board, c.Square)
	if err != nil {
		return program.UsageError(err.Error())
	}
	if (c.Tags || c.Guided) && (c.Coverage != "" || c.DropOutliers) {
		return program.UsageError("--coverage and --drop-outliers are for photos of a chessboard, not for tags")
	}
	var camera calibration.Camera
	var report *calibrationReport
	switch {
	case c.Guided && len(c.Images) > 1:
		return program.UsageError("--guided takes one camera, address or film")
	case c.Guided:
		report = newCalibrationReport(nil)
		if camera, err = guided(c.Images[0], os.Stderr); err == nil {
			report.take(&camera)
		}
	case c.Tags:
		camera, report, err = c.calibrateFromTags()
	default:
		camera, report, err = c.calibrate(board)
	}
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
	report := newCalibrationReport(c.Images)
	var size pictureSize
	var corners [][][2]float64
	var seen []*calibrationView // the views in which the board was found
	for i, path := range c.Images {
		found, at, err := findBoard(board, path)
		if err != nil {
			return calibration.Camera{}, nil, err
		}
		if err := size.same(path, at); err != nil {
			return calibration.Camera{}, nil, err
		}
		if report.Views[i].Found = found != nil; found != nil {
			corners, seen = append(corners, found), append(seen, &report.Views[i])
		}
	}
	camera, rms, err := board.Calibrate(size.X, size.Y, corners, c.FixAspect)
	if err != nil {
		return calibration.Camera{}, nil, err
	}
	outliers := chessboard.Outliers(rms)
	for i, r := range rms {
		seen[i].RMSPx = &r
	}
	for _, i := range outliers {
		report.Outliers = append(report.Outliers, seen[i].Image)
	}
	if c.DropOutliers && len(outliers) > 0 {
		for _, i := range slices.Backward(outliers) {
			seen[i].Dropped = true
			corners, seen = slices.Delete(corners, i, i+1), slices.Delete(seen, i, i+1)
		}
		if camera, rms, err = board.Calibrate(size.X, size.Y, corners, c.FixAspect); err != nil {
			return calibration.Camera{}, nil, err
		}
		for i, r := range rms {
			seen[i].RMSPx = &r
		}
	}
	report.take(&camera)
	report.Covered = chessboard.Covered(size.X, size.Y, corners)
	if c.Coverage != "" {
		err = files.WriteWhole(c.Coverage, func(w io.Writer) error { return png.Encode(w, chessboard.Coverage(size.X, size.Y, corners)) })
	}
	return camera, report, err
}

// calibrateFromTags needs no board.
func (c *calibrateCommand) calibrateFromTags() (camera calibration.Camera, report *calibrationReport, err error) {
	detector, err := apriltag.NewDetector()
	if err != nil {
		return camera, nil, err
	}
	defer func() { err = errors.Join(err, detector.Close()) }()
	report = newCalibrationReport(c.Images)
	var size pictureSize
	var views [][]calibration.TagDetection
	for i, path := range c.Images {
		found, at, err := findTags(detector, path)
		if err != nil {
			return camera, nil, err
		}
		if err := size.same(path, at); err != nil {
			return camera, nil, err
		}
		if report.Views[i].Found = len(found) > 0; len(found) > 0 {
			views = append(views, found)
		}
	}
	if camera, _, err = calibration.CameraFromViews(size.X, size.Y, views, calibration.PoseOptions{}); err != nil {
		return camera, nil, err
	}
	report.take(&camera)
	return camera, report, nil
}

// pictureSize is the size that all photos have, once the first was looked at.
type pictureSize struct {
	image.Point
	of string
}

func (s *pictureSize) same(path string, at image.Point) error {
	if s.of == "" {
		s.Point, s.of = at, path
	}
	if at != s.Point {
		return fmt.Errorf("%s is %dx%d pixels, %s is %dx%d: calibrate with photos of one size", path, at.X, at.Y, s.of, s.X, s.Y)
	}
	return nil
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
	return files.WriteWhole(path, func(w io.Writer) error {
		out := json.NewEncoder(w)
		out.SetIndent("", "  ")
		return out.Encode(camera)
	})
}
