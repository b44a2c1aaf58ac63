package chessboard

import (
	"errors"
	"fmt"
	"image"
	"math"
	"slices"
	"strconv"
	"strings"

	"gocv.io/x/gocv"

	"github.com/castellan-companion/castellan/calibration"
	"github.com/castellan-companion/castellan/calibration/opencv"
)

// Board is a chessboard pattern, counted in inner corners.
type Board struct {
	Columns, Rows int
	SquareMM      float64 // edge of a square
}

// ParseBoard reads "9x6": nine by six inner corners.
func ParseBoard(corners string, squareMM float64) (Board, error) {
	b := Board{SquareMM: squareMM}
	across, down, _ := strings.Cut(corners, "x")
	var errAcross, errDown error
	b.Columns, errAcross = strconv.Atoi(across)
	b.Rows, errDown = strconv.Atoi(down)
	if errAcross != nil || errDown != nil {
		return Board{}, fmt.Errorf("board %q: want the number of inner corners across and down, such as 9x6", corners)
	}
	if b.Columns < 3 || b.Rows < 3 || b.Columns > 100 || b.Rows > 100 {
		return Board{}, fmt.Errorf("board %q: want 3 to 100 inner corners across and down", corners)
	}
	if !(squareMM > 0) || math.IsInf(squareMM, 1) {
		return Board{}, fmt.Errorf("square %v mm: want a length above 0", squareMM)
	}
	return b, nil
}

// How the corners are refined: as OpenCV's own calibration example does it.
const (
	cornerWindow    = 11 // px to each side
	cornerSteps     = 30
	cornerPrecision = 0.1 // px
)

// Find finds the board's inner corners in a grey picture, row by row, to a fraction of a pixel.
func (b Board) Find(gray gocv.Mat) (corners [][2]float64, found bool) {
	mat := gocv.NewMat()
	defer mat.Close()
	size := image.Pt(b.Columns, b.Rows)
	flags := gocv.CalibCBAdaptiveThresh | gocv.CalibCBFastCheck | gocv.CalibCBNormalizeImage
	if !gocv.FindChessboardCorners(gray, size, &mat, flags) {
		return nil, false
	}
	criteria := gocv.NewTermCriteria(gocv.Count+gocv.EPS, cornerSteps, cornerPrecision)
	if err := gocv.CornerSubPix(gray, &mat, image.Pt(cornerWindow, cornerWindow), image.Pt(-1, -1), criteria); err != nil {
		return nil, false
	}
	for i := range mat.Rows() {
		v := mat.GetVecfAt(i, 0)
		corners = append(corners, [2]float64{float64(v[0]), float64(v[1])})
	}
	return corners, true
}

// minViews is the number of views below which a lens calibration means nothing.
const minViews = 3

// Calibrate finds the lens from the corners found in several views of the board, taken with one camera at one size of
// picture. With fixAspect its pixels are square. It also gives each view's reprojection error (root of the mean square,
// pixels).
func (b Board) Calibrate(width, height int, views [][][2]float64, fixAspect bool) (calibration.Camera, []float64, error) {
	if len(views) < minViews {
		return calibration.Camera{}, nil, fmt.Errorf("the board was found in %d of the pictures; it takes %d or more, from different sides",
			len(views), minViews)
	}
	board := make([]gocv.Point3f, 0, b.Columns*b.Rows)
	for row := range b.Rows {
		for column := range b.Columns {
			board = append(board, gocv.Point3f{X: float32(float64(column) * b.SquareMM), Y: float32(float64(row) * b.SquareMM)})
		}
	}
	seen := make([][]gocv.Point2f, len(views))
	for i, view := range views {
		if len(view) != len(board) {
			return calibration.Camera{}, nil, fmt.Errorf("view %d has %d corners, the board %d", i, len(view), len(board))
		}
		for _, p := range view {
			seen[i] = append(seen[i], gocv.Point2f{X: float32(p[0]), Y: float32(p[1])})
		}
	}
	objectPoints := gocv.NewPoints3fVectorFromPoints(slices.Repeat([][]gocv.Point3f{board}, len(views)))
	defer objectPoints.Close()
	imagePoints := gocv.NewPoints2fVectorFromPoints(seen)
	defer imagePoints.Close()
	k := gocv.Eye(3, 3, gocv.MatTypeCV64F) // with a fixed aspect, fx/fy is taken from here
	defer k.Close()
	dist, turns, shifts := gocv.NewMat(), gocv.NewMat(), gocv.NewMat()
	defer dist.Close()
	defer turns.Close()
	defer shifts.Close()
	var flags gocv.CalibFlag
	if fixAspect {
		flags = gocv.CalibFlag(gocv.CalibFlagPinholeFixAspectRatio)
	}
	rms := gocv.CalibrateCamera(objectPoints, imagePoints, image.Pt(width, height), &k, &dist, &turns, &shifts, flags)
	camera := calibration.Camera{
		Width: width, Height: height, RMSPx: rms, Views: len(views),
		FX: k.GetDoubleAt(0, 0), FY: k.GetDoubleAt(1, 1), CX: k.GetDoubleAt(0, 2), CY: k.GetDoubleAt(1, 2),
	}
	if turns.Rows() != len(views) || !(rms >= 0) || !(camera.FX > 0) {
		return calibration.Camera{}, nil, errors.New("no lens explains these views: take pictures of one flat board from different sides")
	}
	for i := range camera.Dist {
		camera.Dist[i] = dist.GetDoubleAt(0, i)
	}
	viewRMS := make([]float64, len(views))
	turn := gocv.NewMatWithSize(3, 1, gocv.MatTypeCV64F)
	defer turn.Close()
	for i := range views {
		for k, v := range turns.GetVecdAt(i, 0) {
			turn.SetDoubleAt(k, 0, v)
		}
		pose, err := opencv.Pose(turn, [3]float64(shifts.GetVecdAt(i, 0)))
		if err != nil {
			return calibration.Camera{}, nil, err
		}
		sum := 0.0
		for c, p := range board {
			pixel := camera.Project(pose.ToCamera([3]float64{float64(p.X), float64(p.Y), 0}))
			dx, dy := pixel[0]-views[i][c][0], pixel[1]-views[i][c][1]
			sum += dx*dx + dy*dy
		}
		viewRMS[i] = math.Sqrt(sum / float64(len(board)))
	}
	return camera, viewRMS, nil
}

// Views that are this much worse than the median one, and worse than this in pixels, are outliers.
const (
	outlierFactor = 3.0
	outlierPx     = 0.5
)

// Outliers gives the indices of the views whose error sticks out: blurred, moved while taken, or a bent board.
func Outliers(viewRMS []float64) []int {
	if len(viewRMS) == 0 {
		return nil
	}
	sorted := slices.Sorted(slices.Values(viewRMS))
	limit := max(outlierPx, outlierFactor*sorted[len(sorted)/2])
	var outliers []int
	for i, rms := range viewRMS {
		if rms > limit {
			outliers = append(outliers, i)
		}
	}
	return outliers
}
