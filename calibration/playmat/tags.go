package playmat

import (
	"fmt"
	"io"

	"codeberg.org/go-pdf/fpdf"
)

// The page of tags, from its top.
const (
	cardMM    = 58.0 // a tag with the white around it that it needs
	cardGapMM = 6.0
	titleMM   = 22.0
	adviceMM  = 27.0
	cardsMM   = 52.0
	rulerMM   = cardsMM + 2*cardMM + cardGapMM + 12
	placesMM  = rulerMM + 20
	marginMM  = 20.0
)

const (
	advice = "Print this page at 100 %, not fitted to the paper, on plain white paper. Measure the ruler. Cut the four tags out along the " +
		"dashed lines: the white around the black squares belongs to them. Glued onto card they stay flat."
	rulerAdvice = "The ruler must be 100 mm long. If it is not, print again at 100 %."
	placeAdvice = "Lay the tags flat on the table around the place where the castle will grow, one towards each corner, in any order " +
		"and turned in any way. The castle needs about 45 x 45 cm between them.\n\nThe camera must see all four tags. It may hang " +
		"straight above or look from the side, down to about 45 degrees. From then on leave the camera and the tags where they are: if one " +
		"of them is covered or pushed, the others still do."
)

// WriteTags writes a page with the four tags to cut out, a ruler to check the printer's scale, and a drawing of where they go.
func WriteTags(w io.Writer, paper Paper) error {
	width, height := 210.0, 297.0
	if paper == Letter {
		width, height = 215.9, 279.4
	}
	p := newPage(width, height, "Tags of the Castellan companion")
	p.SetFont("Helvetica", "B", titlePt)
	p.says(marginMM, titleMM, titlePt, "Four tags for the Castellan companion")
	p.SetFont("Helvetica", "", smallPt)
	p.paragraph(marginMM, adviceMM, width-2*marginMM, mediumPt, advice)
	left := (width - 2*cardMM - cardGapMM) / 2
	for i, id := range tagIDs {
		x := left + float64(i%2)*(cardMM+cardGapMM)
		y := cardsMM + float64(i/2)*(cardMM+cardGapMM)
		if err := p.card(x, y, id); err != nil {
			return err
		}
	}
	p.ruler(marginMM, rulerMM)
	p.paragraph(marginMM+105, rulerMM-1, width-2*marginMM-105, smallPt, rulerAdvice)
	p.places(marginMM, placesMM)
	p.paragraph(marginMM+84, placesMM, width-2*marginMM-84, smallPt, placeAdvice)
	return p.write(w)
}

// card draws a tag to be cut out.
func (p page) card(x, y float64, id int) error {
	p.SetDashPattern([]float64{2, 1.5}, 0)
	p.Rect(x, y, cardMM, cardMM, "D")
	p.SetDashPattern(nil, 0)
	const rim = (cardMM - tagMM) / 2
	if err := p.tag(x+rim, y+rim, id); err != nil {
		return err
	}
	p.says(x+rim, y+cardMM-2, 7, fmt.Sprintf("tag %d, %g mm, Castellan companion", id, tagMM))
	return nil
}

// places draws the table from above.
func (p page) places(x, y float64) {
	const width, height, tag, rim = 76.0, 52.0, 6.0, 5.0
	p.SetFillColor(245, 240, 230)
	p.RoundedRect(x, y, width, height, 3, "1234", "FD")
	p.SetFillColor(60, 60, 60)
	for _, corner := range [...][2]float64{
		{x + rim, y + height - rim - tag}, {x + width - rim - tag, y + height - rim - tag}, {x + width - rim - tag, y + rim}, {x + rim, y + rim},
	} {
		p.Rect(corner[0], corner[1], tag, tag, "F")
	}
	// A castle of a few walls and towers.
	const pitch, tower = 7.0, 1.6
	origin := [2]float64{x + 24, y + 15}
	at := func(i, j float64) (float64, float64) { return origin[0] + i*pitch, origin[1] + j*pitch }
	p.SetDrawColor(120, 120, 120)
	p.SetLineWidth(1.2)
	for _, wall := range [...][4]float64{{0, 0, 2, 0}, {2, 0, 4, 0}, {0, 0, 0, 2}, {2, 0, 2, 2}, {4, 0, 4, 3}, {0, 2, 2, 2}, {2, 2, 2, 3}, {2, 3, 4, 3}} {
		x1, y1 := at(wall[0], wall[1])
		x2, y2 := at(wall[2], wall[3])
		p.Line(x1, y1, x2, y2)
	}
	p.SetFillColor(120, 120, 120)
	for _, node := range [...][2]float64{{0, 0}, {2, 0}, {4, 0}, {0, 2}, {2, 2}, {2, 3}, {4, 3}} {
		cx, cy := at(node[0], node[1])
		p.Circle(cx, cy, tower, "F")
	}
	p.SetDrawColor(0, 0, 0)
	p.SetLineWidth(lineMM)
	// The camera, on the near side.
	p.SetFillColor(40, 90, 160)
	p.RoundedRect(x+width/2-4, y+height+3, 8, 4.5, 1, "1234", "F")
	p.Polygon([]fpdf.PointType{{X: x + width/2 - 1.5, Y: y + height + 3}, {X: x + width/2 + 1.5, Y: y + height + 3}, {X: x + width/2, Y: y + height + 0.8}}, "F")
	p.says(x+width/2+6, y+height+6.5, 8, "camera")
}
