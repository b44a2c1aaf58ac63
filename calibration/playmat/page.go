package playmat

import (
	"fmt"
	"io"
	"strings"

	"codeberg.org/go-pdf/fpdf"

	"github.com/castellan-companion/castellan/calibration"
	"github.com/castellan-companion/castellan/calibration/apriltag"
)

// Paper is the size of paper that people have at home.
type Paper int

// The papers.
const (
	A4 Paper = iota
	Letter
)

// ParsePaper reads "a4" or "letter", in any case.
func ParsePaper(name string) (Paper, error) {
	switch strings.ToLower(name) {
	case "a4":
		return A4, nil
	case "letter":
		return Letter, nil
	}
	return 0, fmt.Errorf("paper %q: want a4 or letter", name)
}

// tagIDs are the tags that the companion asks for.
var tagIDs = [...]int{0, 1, 2, 3}

// tagMM is the edge of a tag's black square.
const tagMM = calibration.DefaultTagSizeMM

const (
	lineMM   = 0.2
	smallPt  = 9.0
	mediumPt = 11.0
	titlePt  = 18.0
)

// page is one PDF page in millimetres, with y downwards.
type page struct {
	*fpdf.Fpdf
	latin func(string) string // the fonts' encoding
}

func newPage(widthMM, heightMM float64, title string) page {
	pdf := fpdf.NewCustom(&fpdf.InitType{OrientationStr: "P", UnitStr: "mm", Size: fpdf.SizeType{Wd: widthMM, Ht: heightMM}})
	pdf.SetMargins(0, 0, 0)
	pdf.SetAutoPageBreak(false, 0)
	pdf.SetCellMargin(0)
	pdf.SetLineWidth(lineMM)
	pdf.SetTitle(title, true)
	pdf.SetCreator("Castellan companion", true)
	pdf.AddPage()
	return page{pdf, pdf.UnicodeTranslatorFromDescriptor("")}
}

// write ends the page.
func (p page) write(w io.Writer) error {
	if err := p.Output(w); err != nil {
		return fmt.Errorf("the PDF cannot be written: %w", err)
	}
	return nil
}

// tag draws a tag's black square with its top left corner at x, y.
func (p page) tag(x, y float64, id int) error {
	white, err := apriltag.Cells(id)
	if err != nil {
		return err
	}
	inside := len(white) - 2 // cells across the black square
	cell := tagMM / float64(inside)
	p.SetFillColor(0, 0, 0)
	p.Rect(x, y, tagMM, tagMM, "F")
	p.SetFillColor(255, 255, 255)
	isWhite := func(row, column int) bool {
		return row <= inside && column <= inside && white[row][column]
	}
	// In runs along both axes: between single cells, viewers would let the black shine through.
	for row := 1; row <= inside; row++ {
		for column := 1; column <= inside; column++ {
			left, top := x+float64(column-1)*cell, y+float64(row-1)*cell
			across, down := 0, 0
			for isWhite(row, column+across) {
				across++
			}
			for isWhite(row+down, column) {
				down++
			}
			if across > 0 {
				p.Rect(left, top, float64(across)*cell, cell, "F")
				p.Rect(left, top, cell, float64(down)*cell, "F")
			}
		}
	}
	return nil
}

// says writes a line of text whose baseline begins at x, y.
func (p page) says(x, y, points float64, text string) {
	p.SetFontSize(points)
	p.Text(x, y, p.latin(text))
}

// paragraph writes text in lines of a width, from y on.
func (p page) paragraph(x, y, width, points float64, text string) {
	p.SetFontSize(points)
	p.SetXY(x, y)
	const mmPerPoint, spacing = 25.4 / 72, 1.35
	p.MultiCell(width, points*mmPerPoint*spacing, p.latin(text), "", "L", false)
}

// ruler draws a scale of 100 mm that begins at x, y.
func (p page) ruler(x, y float64) {
	const lengthMM = 100
	for mm := range lengthMM + 1 {
		tick := 2.0
		switch {
		case mm%10 == 0:
			tick = 5
			p.says(x+float64(mm)-1, y+tick+3.5, 7, fmt.Sprint(mm))
		case mm%5 == 0:
			tick = 3.5
		}
		p.Line(x+float64(mm), y, x+float64(mm), y+tick)
	}
	p.Line(x, y, x+lengthMM, y)
}
