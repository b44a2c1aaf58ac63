package scene

import (
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/jpeg"
	_ "image/png" // pictures may be of either kind
	"math"
	"os"
	"path/filepath"
	"strings"

	"github.com/castellan-companion/castellan/vision/reading"
)

// FailurePictures writes a picture of each still that was read wrongly: on the left the truth, on the right what was
// read, above drawn over the picture and below as plans. Pieces on which both agree are green, missing and invented ones
// red, missing ones that a hand hides orange.
type FailurePictures struct {
	Dir  string // where they go, each under the name of its still; it must be there
	Cold bool   // the reader guessed the lens, so that its pose says nothing about the true one
}

// captionHeight is the height of the line of text above each of the four parts, in pixels.
const captionHeight = 20

var (
	colorPaper = color.NRGBA{250, 250, 245, 255}
	colorDots  = color.NRGBA{190, 190, 190, 255}
	colorInk   = color.NRGBA{20, 20, 20, 255}
)

// Miss writes the picture for one still. It has the shape of Judge.Miss.
func (f FailurePictures) Miss(still Still, read reading.Reading, c Comparison) error {
	photo, err := loadPicture(still.Image)
	if err != nil {
		return err
	}
	name := strings.TrimSuffix(filepath.Base(still.File), filepath.Ext(still.File)) + ".jpg"
	return writeJPEG(filepath.Join(f.Dir, name), f.sheet(photo, &still, &read, &c))
}

// sheet is the whole picture: four parts as large as the photo, each with a caption.
func (f FailurePictures) sheet(photo image.Image, still *Still, read *reading.Reading, c *Comparison) image.Image {
	size := photo.Bounds().Size()
	sheet := image.NewRGBA(image.Rect(0, 0, 2*size.X, 2*(size.Y+captionHeight)))
	draw.Draw(sheet, sheet.Bounds(), image.NewUniform(colorPaper), image.Point{}, draw.Src)
	part := func(column, row int, caption string) *image.RGBA {
		corner := image.Pt(column*size.X, row*(size.Y+captionHeight))
		write(sheet, corner.X+6, corner.Y+captionHeight-6, caption, colorInk)
		// A part of its own has pixel (0,0) in its corner; it shares its memory with the sheet.
		sub := sheet.SubImage(image.Rectangle{Max: size}.Add(corner).Add(image.Pt(0, captionHeight))).(*image.RGBA)
		sub.Rect = image.Rectangle{Max: size}
		return sub
	}
	moved := c.Motion.Castle(read.Castle)
	readPieces, truePieces := greyPieces(moved), greyPieces(still.Castle)
	truth := figures(still.Castle, still.Set, func(p Piece) color.NRGBA {
		switch {
		case readPieces.has(p):
			return colorAgreed
		case still.Hidden.pieces.has(p):
			return colorHidden
		}
		return colorWrong
	})
	colorOf := func(p Piece) color.NRGBA {
		if truePieces.has(p) {
			return colorAgreed
		}
		return colorWrong
	}
	readMoved := figures(moved, still.Set, colorOf)
	readOwn := figures(read.Castle, still.Set, func(p Piece) color.NRGBA { return colorOf(c.Motion.piece(p)) })

	captionTruth := fmt.Sprintf("%s, truth: %d pieces, %d missing, score %s", filepath.Base(still.Image), c.Truth, len(c.Missing),
		points(still.Score))
	captionRead := fmt.Sprintf("reading: %d pieces, %d invented, score %s", c.Read, len(c.Invented), points(read.Castle.Scores()))
	left, right := part(0, 0, captionTruth), part(1, 0, captionRead)
	draw.Draw(left, left.Bounds(), photo, photo.Bounds().Min, draw.Src)
	draw.Draw(right, right.Bounds(), photo, photo.Bounds().Min, draw.Src)
	if still.Lattice != nil {
		drawAll(left, truth, through(still.View, *still.Lattice))
	}
	switch {
	case !f.Cold && read.Lattice != nil && read.Pose.Source != "none":
		view := still.View
		view.R, view.T = read.Pose.R, read.Pose.T
		drawAll(right, readOwn, through(view, *read.Lattice))
	case still.Lattice != nil:
		drawAll(right, readMoved, through(still.View, *still.Lattice))
	}

	see, nodes := plan(size, still.Set.PitchMM, still.Castle, moved)
	for column, all := range [][]figure{truth, readMoved} {
		p := part(column, 1, [...]string{"truth", "reading, in the lattice of the truth"}[column])
		drawAll(p, nodes, see)
		drawAll(p, all, see)
	}
	return sheet
}

func drawAll(dst draw.Image, all []figure, see look) {
	for _, f := range all {
		f.draw(dst, see)
	}
}

// plan looks straight down on all of some castles in one lattice, so that they just fill a picture of that size; and a
// dot for each node in it.
func plan(size image.Point, pitchMM float64, castles ...reading.Castle) (look, []figure) {
	const margin = 1 // nodes around the castles
	low, high := [2]int{math.MaxInt, math.MaxInt}, [2]int{math.MinInt, math.MinInt}
	for _, c := range castles {
		for p := range greyPieces(c) {
			low[0], low[1] = min(low[0], p.from.I), min(low[1], p.from.J)
			high[0], high[1] = max(high[0], p.to.I), max(high[1], p.to.J)
		}
	}
	if low[0] > high[0] {
		low, high = [2]int{}, [2]int{}
	}
	width, height := float64(high[0]-low[0]+2*margin), float64(high[1]-low[1]+2*margin)
	scale := min(float64(size.X)/width, float64(size.Y)/height) / pitchMM
	centre := [2]float64{float64(low[0]+high[0]) / 2 * pitchMM, float64(low[1]+high[1]) / 2 * pitchMM}
	see := func(p [3]float64) [2]float64 {
		return [2]float64{float64(size.X)/2 + (p[0]-centre[0])*scale, float64(size.Y)/2 - (p[1]-centre[1])*scale}
	}
	var nodes []figure
	for i := low[0] - margin; i <= high[0]+margin; i++ {
		for j := low[1] - margin; j <= high[1]+margin; j++ {
			dot := pitchMM / 40
			x, y := float64(i)*pitchMM, float64(j)*pitchMM
			f := box([2]float64{x - dot, y - dot}, [2]float64{x + dot, y + dot}, 0)
			f.color, f.filled = colorDots, true
			nodes = append(nodes, f)
		}
	}
	return see, nodes
}

func loadPicture(path string) (image.Image, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	picture, _, err := image.Decode(file)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return picture, nil
}

func writeJPEG(path string, picture image.Image) error {
	file, err := os.Create(path)
	if err != nil {
		return err
	}
	if err := jpeg.Encode(file, picture, &jpeg.Options{Quality: 85}); err != nil {
		file.Close()
		return fmt.Errorf("%s: %w", path, err)
	}
	return file.Close()
}
